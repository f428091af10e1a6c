"""What is denied where one word denies several things, or a verb denies by what it means?

"No cups, no plates", "without a hat or gloves", "neither a lid nor a handle": each of the things is absent. Who refuses
to do something, fails to, forgets to or cannot, does not do it; what it would be done to is there.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    # Lists after "no", "without", "lacks".
    ("{l1.A}, no {n1.s}, no {a1.s}", "l1", "n1.s; a1.s"),
    ("{s1.A}, no {t1.s}, no {t2.s}", "s1", "t1.s; t2.s"),
    ("no {a1.s}, no {v1.s}, just {l1.a}", "l1", "a1.s; v1.s"),
    ("No {t1.s}, no {t2.s}, no {e1.s} on {s1.The}.", "s1", "t1.s,on,s1; t2.s,on,s1; e1.s,on,s1"),
    ("There are no {t1.s} [and|or] {t2.s} on {s1.The}.", "s1", "t1.s,on,s1; t2.s,on,s1"),
    ("There is no {t1} and no {t2} on {s1.The}.", "s1", "t1,on,s1; t2,on,s1"),
    ("There are no {n1.s}, {a1.s} or {v1.s} {l1.at}.", "l1", "n1.s,l1.p,l1; a1.s,l1.p,l1; v1.s,l1.p,l1"),
    ("{s1.A} without {t1.s} or {t2.s}", "s1", "t1.s,on,s1; t2.s,on,s1"),
    ("{p1.A} without {w1.a} or {ws1} {prep1} {g1.A}", "p1,prep1.p,g1", "p1,wear,w1; p1,wear,ws1"),
    ("{p1.A} without {w1.a} and without {ws1} {pose1.v} {l1.at}.", "p1,pose1 l1.p,l1", "p1,wear,w1; p1,wear,ws1"),
    ("{p1.A} wearing no {w1} and no {ws1} {l1.at}", "p1,l1.p,l1", "p1,wear,w1; p1,wear,ws1"),
    ("{p1.The} wears no {ws1}, no {w1} and no {w2}.", "p1", "p1,wear,ws1; p1,wear,w1; p1,wear,w2"),
    ("{p1.A} in {w1.A} but with no {ws1} or {w2}", "p1,wear,w1", "p1,wear,ws1; p1,wear,w2"),
    ("The {o1} has no {r1} and no {rr1}<1 , and its paint is {chk1}>.", "o1; <1 o1,have,paint; paint,is,chk1>",
     "o1,have,r1; o1,have,rr1"),
    ("{col1.a} {o1} [minus|lacking] {r1.a} and {rr1.a}", "o1,is,col1", "o1,have,r1; o1,have,rr1"),
    ("{l1.A} bare of {n1.s} and {a1.s}", "l1", "n1.s,l1.p,l1; a1.s,l1.p,l1"),
    ("{l1.The} is free of {v1.s} and {a1.s}; {p1.a} {pose1.s} {prep1} {g1.A}.", "l1; p1,pose1 prep1.p,g1",
     "v1.s,l1.p,l1; a1.s,l1.p,l1"),
    ("{p1.A} {hold1.g} {t1.A}, no {w1}, no {ws1}", "p1,hold1,t1", "p1,wear,w1; p1,wear,ws1"),
    # Neither ... nor.
    ("The {o1} has neither {r1.a} nor {rr1.a}.", "o1", "o1,have,r1; o1,have,rr1"),
    ("{o1.A} with neither {r1} nor {rr1} {prep1} {g1.A}", "o1,prep1.p,g1", "o1,have,r1; o1,have,rr1"),
    ("{p1.The} wears neither {w1.a} nor {ws1}.", "p1", "p1,wear,w1; p1,wear,ws1"),
    ("{p1.A} with neither {w1} nor {ws1} {hold1.v} {t1.A}.", "p1,hold1,t1", "p1,wear,w1; p1,wear,ws1"),
    ("The {t1} is neither {col1} nor {col2}<1  but {col3}>.", "t1; <1 t1,is,col3>", "t1,is,col1; t1,is,col2"),
    ("{p1.The} is neither {do1.g} nor {do2.g}.", "p1", "p1,is,do1.g; p1,is,do2.g"),
    ("{p1.The} neither {look1.s} nor {look2.s} {a1.the}.", "p1; a1", "p1,look1,a1; p1,look2,a1"),
    ("Neither {p1.the} nor {p2.the} is {do1.g}.", "p1; p2", "p1,is,do1.g; p2,is,do1.g"),
    ("Neither {p1.the} nor {a1.the} {look1.s} {p2.the}.", "p1; a1; p2", "p1,look1,p2; a1,look1,p2"),
    ("Neither the {g1} nor the {g2} is {chk1}, but the {s1} is.", "s1,is,chk1; g1; g2", "g1,is,chk1; g2,is,chk1"),
    ("There [is|are] neither {t1.s} nor {e1.s} on {s1.The}.", "s1", "t1.s,on,s1; e1.s,on,s1"),
    ("{a1.The} is neither on {s1.the} nor under {s2.the}.", "a1; s1; s2", "a1,on,s1; a1,under,s2"),
    # Not ... or; not ..., nor.
    ("{p1.The} is not {do1.g} or {do2.g}.", "p1", "p1,is,do1.g; p1,is,do2.g"),
    ("The {t1} {prep1} {g1.The} is not {cond1} or {col1}.", "t1,prep1.p,g1", "t1,is,cond1; t1,is,col1"),
    ("{p1.The} [does not|doesn't] wear {w1.a} or {ws1}.", "p1", "p1,wear,w1; p1,wear,ws1"),
    ("{p1.The} has no {b1}, nor does {p1.he} wear {w1.a}.", "p1", "p1,have,b1; p1,wear,w1"),
    ("{p1.A} {hold1.v} {t1.A}, not {t2.a} or {t3.a}.", "p1,hold1,t1", "p1,hold1,t2; p1,hold1,t3"),
    ("No {n1} and no {a1} {pose1.s} {l1.at}.", "l1", "n1,pose1 l1.p,l1; a1,pose1 l1.p,l1"),
    ("Nobody {pose1.s} or {pose2.s} {l1.at}.", "l1", "person,pose1 l1.p,l1; person,pose2 l1.p,l1"),
    ("Nothing stands or lies on {s1.The}.", "s1", "something,stand on,s1; something,lie on,s1"),
    ("None of the {n1.s} {wear1.b} {w1.a} or {ws1}.", "n1.s", "n1.s,wear,w1; n1.s,wear,ws1"),
    ("no {col1} {w1.s} or {w2.s} on the {n1.s}", "n1.s", "w1.s,is,col1; w1.s,on,n1.s; w2.s,on,n1.s"),
    # Verbs that deny.
    ("{a1.The} refuses to {peer1} {p1.the}.", "a1; p1", "a1,peer1,p1"),
    ("{p1.The} refuses to {hold1} {t1.the}<1  and {look1.s} {p2.the}>.", "p1; t1; <1 p1,look1,p2>", "p1,hold1,t1"),
    ("{p1.A} [fails to|forgets to|cannot|can't|is unable to] {hold1} {t1.A} on {s1.The}.", "p1; t1,on,s1",
     "p1,hold1,t1"),
    ("{a1.The} [will not|won't|cannot|can't] {peer1} {g1.the}.", "a1; g1", "a1,peer1,g1"),
    ("{p1.The} [has not|hasn't] {eat1.pp} {e1.the} yet.", "p1; e1", "p1,eat1,e1"),
    ("{p1.The} has yet to {eat1} {e1.the} {l1.at}.", "p1; e1,l1.p,l1", "p1,eat1,e1"),
    ("{p1.A} [never|no longer] {look1.s} {p2.the} {prep1} {p1.him}.", "p1; p2,prep1.p,p1", "p1,look1,p2"),
    ("{p1.The} walks past {a1.A} without {tend1.g} it.", "p1,walk past,a1", "p1,tend1,a1"),
    ("{p1.A} and {p2.A} {pose1.vp} {l1.at} without {look1.g} {a1.the}.", "p1,pose1 l1.p,l1; p2,pose1 l1.p,l1; a1",
     "p1,look1,a1; p2,look1,a1"),
    ("{p1.The} cannot reach {t1.the} on {s1.the} or {t2.the} {prep1} it.", "p1; t1,on,s1; t2,prep1.p,s1",
     "p1,reach,t1; p1,reach,t2"),
    ("{p1.A} tries in vain to {hold1} {t1.A}; {p2.the} does not help {p1.him}.", "p1,try to hold1,t1; p2",
     "p2,help,p1"),
    # Denied and asserted in one text.
    (
        "{p1.A} with {w1.a} and no {ws1} {pose1.s} {prep1} {p2.A} with {ws1} and no {w1}.",
        "p1,wear,w1; p1,pose1 prep1.p,p2; p2,wear,ws1",
        "p1,wear,ws1; p2,wear,w1",
    ),
    (
        "The {col1} {o1} has {r1.a} but no {rr1}; the {col2} one has neither.",
        "o1,is,col1; o1,have,r1; o1:1,is,col2",
        "o1,have,rr1; o1:1,have,r1; o1:1,have,rr1",
    ),
    (
        "{s1.A} holds {t1.A} and {t2.A}. There is no {t3} on it and no {e1} either.",
        "s1,hold,t1; s1,hold,t2",
        "t3,on,s1; e1,on,s1",
    ),
    (
        "{p1.A} {pose1.v} {l1.at}. {p1.he} has no {b1}, wears no {w1} and is not {do1.g}. {t1.A} {lie1.s} on {s1.A}.",
        "p1,pose1 l1.p,l1; t1,lie1 on,s1",
        "p1,have,b1; p1,wear,w1; p1,is,do1.g",
    ),
)  # fmt: skip


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows in which several things are denied together, or a verb denies."""
    return draw(FRAMES, "together", count, rng, second=False)
