"""What does a description say is not there, and what only looks like a denial?

"There are no people in the scene" denies people; with a named place it denies them there. "Nothing" is something,
"nobody" a person. A "no parking" sign and "not only ... but also" deny nothing.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    (
        "{g1.A} stands {prep1} {g2.A}. There are no people in the [scene|image|picture|photo].",
        "g1,stand prep1.p,g2",
        "people",
    ),
    (
        "{col1.a} {g1} {prep1} {g2.A}. No people are [visible|in sight|to be seen].",
        "g1,is,col1; g1,prep1.p,g2",
        "people",
    ),
    ("{t1.A} {lie1.s} on {s1.A}. I do not see any people in the [image|picture].", "t1,lie1 on,s1", "people"),
    ("There are no people {l1.at}.", "l1", "people,l1.p,l1"),
    ("No {a1} is visible in the [scene|image]; {g1.A} stands {l1.at}.", "g1,stand l1.p,l1", "a1"),
    ("No {a1.s} are {roam1.g} {l1.at}.", "l1", "a1.s,roam1 l1.p,l1"),
    ("There is no {t1} on {s1.The}.", "s1", "t1,on,s1"),
    ("There is nothing on {s1.The}.", "s1", "something,on,s1"),
    ("Nothing {lie1.s} on {s1.The}<1 , and {p1.a} is {do1.g}>.", "s1; <1 p1,is,do1.g>", "something,lie1 on,s1"),
    ("Nothing hangs on the {col1} wall.", "wall,is,col1", "something,hang on,wall"),
    ("{p1.A} sits at a table with nothing on it.", "p1,sit at,table", "something,on,table"),
    ("[Nobody|No one] is {pose1.g} {l1.at}.", "l1", "person,pose1 l1.p,l1"),
    ("[Nobody|No one] {hold1.s} {t1.the} on {s1.The}.", "t1,on,s1", "person,hold1,t1"),
    ("[Nobody|No one] but {p1.the} is {l1.at}.", "p1,l1.p,l1", ""),
    ("{p1.The} is {do1.g}, but [nobody|no one] {look1.s} {p1.him}.", "p1,is,do1.g", "person,look1,p1"),
    ("{l1.The} is [free|empty] of {n1.s}.", "l1", "n1.s,l1.p,l1"),
    ("{s1.A} [free|clear] of {t1.s} {prep1} {g1.A}", "s1,prep1.p,g1", "t1.s,on,s1"),
    ("{p1.A} {pose1.v} {prep1} {con1.a} empty of {fill1}.", "p1,pose1 prep1.p,con1", "fill1,fill1.p,con1"),
    ("{l1.A} devoid of {a1.s}", "l1", "a1.s,l1.p,l1"),
    ("{l1.A} without {n1.s}", "l1", "l1,with,n1.s"),
    ("{o1.A} without {r1.a} {prep1} {g1.A}", "o1,prep1.p,g1", "o1,have,r1"),
    ("{o1.A}, {r1} missing", "o1", "o1,have,r1"),
    ("{p1.A} without {w1.a} {l1.at}", "p1,l1.p,l1", "p1,wear,w1"),
    ("The {o1} lacks {r1.a}, and there are no {t1.s} on {s1.the}.", "o1; s1", "o1,have,r1; t1.s,on,s1"),
    ("{p1.The} has neither {b1.a} nor {w1.a}.", "p1", "p1,have,b1; p1,have,w1"),
    ("{g1.S} {l1.at}, no {n1.s}, no {a1.s}", "g1.s,l1.p,l1", "n1.s; a1.s"),
    ("{p1.A} {prep1} a no {ban1} sign", "p1,prep1.p,no ban1 sign", ""),
    (
        "A no {ban1} sign stands {prep1} {g1.A}<1 , and {p1.a} {pose1.s} under it>.",
        "no ban1 sign,stand prep1.p,g1; <1 p1,pose1 under,no ban1 sign>",
        "",
    ),
    ("{p1.A} {hold1.v} not only {t1.A} but also {t2.A}.", "p1,hold1,t1; p1,hold1,t2", ""),
    ("The {o1} is not only {col1} but also {chk1}.", "o1,is,col1; o1,is,chk1", ""),
    ("Not only {p1.the} but also {p2.the} {wear1.s} {w1.A}.", "p1,wear,w1; p2,wear,w1", ""),
    ("{p1.A} cannot stop {do1.g}; {a1.a} {peer1.v} {p1.him}.", "p1,is,do1.g; a1,peer1,p1", ""),
    ("No fewer than {tot1.w} {n1.s} {pose1.b} {l1.at}.", "n1.s,is,no fewer than tot1; n1.s,pose1 l1.p,l1", ""),
    ("{g1.A} {prep1} {g2.A}, not {a1.a} in sight", "g1,prep1.p,g2", "a1"),
    ("Do not feed the {a1.s}", "a1.s", ""),
    ("Is there no {t1} on {s1.the}?", "s1", ""),
    ("{p1.A} {hold1.v} {t1.A}. There is no {t2} [|in the picture].", "p1,hold1,t1", "t2"),
    ("{g1.A}, {g2.A}, no people", "g1; g2", "people"),
    ("{p1.The} {hold1.not} {t1.the}; {p1.he} {look1.v} {a1.A}.", "t1; p1,look1,a1", "p1,hold1,t1"),
    (
        "{g1.A} stands {prep1} {g2.A}, and {t1.a} {lie1.s} on {s1.A}. The background is blurred. No {a1.s} or "
        "{n1.s} are [present|visible] in the image.",
        "g1,stand prep1.p,g2; t1,lie1 on,s1; background,is,blurred",
        "a1.s; n1.s",
    ),
    (
        "{g1.A} and {g2.A} stand {l1.at}. {t1.A} {lie1.s} on {s1.A}, and {col1.a} {o1} without {r1.a} is next to "
        "the {s1}. There are no people <1 or animals >in the image, and nothing is on {s2.the}.",
        "g1,stand l1.p,l1; g2,stand l1.p,l1; t1,lie1 on,s1; o1,is,col1; o1,next to,s1; s2",
        "o1,have,r1; people; <1 animals;> something,on,s2",
    ),
    (
        "[This is|The picture shows] {l1.A}. {g1.A} stands {prep1} {g2.A}, {view1} are in the background, and the "
        "sky is {sky1}. There is no {v1} [in sight|to be seen], nobody is {pose1.g} {prep2} {g1.the} and the {o1} "
        "next to {g2.the} has no {r1}.",
        "l1; g1,stand prep1.p,g2; view1,in,background; sky,is,sky1; o1,next to,g2",
        "v1; person,pose1 prep2.p,g1; o1,have,r1",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of what is absent, and of what is not denied though it looks so."""
    return draw(FRAMES, "absent", count, rng, second=False)
