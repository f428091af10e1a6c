"""What do exceptions and contrasts assert, and what do they deny?

All but one, except, unlike, not X but Y, instead of, rather than, only, none of, neither, no longer. An exception is a
thing of its own whose fact is denied; "only" and "nothing but" deny nothing by themselves.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    ("All [|of ]the {t1.s} but one are {chk1}.", "t1.s,is,chk1; t1", "t1,is,chk1"),
    (
        "All but {c1.w} of the {t1.s} <1 on {s1.the} >are {chk1}.",
        "<1 t1.s,on,s1;> t1.s,is,chk1; t1.s:1,is,c1",
        "t1.s:1,is,chk1",
    ),
    ("Every {o1} but one has {r1.a}.", "o1,have,r1; o1:1", "o1:1,have,r1"),
    ("Every {a1} except the {best1} one {wear1.v} {y1.a}.", "a1,wear,y1; a1:1,is,best1", "a1:1,wear,y1"),
    ("Each {o1} except one has {r1.a}, and the exception is {col1}.", "o1,have,r1; o1:1,is,col1", "o1:1,have,r1"),
    ("None of the {n1.s} [is|are] wearing {w1.a}.", "n1.s", "n1.s,wear,w1"),
    ("None of the {n1.s} [is|are] wearing {w1.a} except {p1.the}.", "n1.s; p1,wear,w1", "n1.s,wear,w1"),
    ("{tot1.w} {n1.s} {pose1.b} {l1.at}, none of them {do1.g}.", "n1.s,is,tot1; n1.s,pose1 l1.p,l1", "n1.s,is,do1.g"),
    ("None of the {tot1.w} {t1.s} on {s1.The} is {chk1}.", "t1.s,is,tot1; t1.s,on,s1", "t1.s,is,chk1"),
    ("Unlike the {col1} {o1.s}, the {col2} {o1} has no {r1}.", "o1.s,is,col1; o1.s,have,r1; o1,is,col2", "o1,have,r1"),
    ("Unlike {p1.the}, {p2.the} wears no {w1}.", "p1,wear,w1; p2", "p2,wear,w1"),
    ("Unlike the {n1.s}, {p1.the} {wear1.v} {w1.a}.", "p1,wear,w1; n1.s", "n1.s,wear,w1"),
    ("{p1.The} is {do1.g}, unlike {p2.the}.", "p1,is,do1.g; p2", "p2,is,do1.g"),
    ("The {o1} is not {col1} but {col2}.", "o1,is,col2", "o1,is,col1"),
    ("Not {p1.the} but {p2.the} [is holding|holds] {t1.A}.", "p2,hold,t1; p1", "p1,hold,t1"),
    ("It is {a1.A}, not {a2.a}, that {chase1.s} {p1.the}.", "a1,chase1,p1", "a2,chase1,p1"),
    ("{p1.A} {hold1.g} {t1.A} instead of {t2.a}", "p1,hold1,t1", "p1,hold1,t2"),
    ("{p1.A} {hold1.v} {t1.A} instead of {t2.a}.", "p1,hold1,t1", "p1,hold1,t2"),
    ("Instead of {w1.a}, {p1.a} {pose1.g} {l1.at} {wear1.v} {w2.A}.", "p1,pose1 l1.p,l1; p1,wear,w2", "p1,wear,w1"),
    ("{p1.A} {tend1.v} {a1.A} rather than {a2.a}.", "p1,tend1,a1", "p1,tend1,a2"),
    ("Only one of the {t1.s} on {s1.The} is {chk1}.", "t1.s,on,s1; t1,is,chk1", ""),
    ("Only {p1.the} {wear1.v} {w1.A}; the {n1.s} are {do1.g}.", "p1,wear,w1; n1.s,is,do1.g", ""),
    ("Only {part1.w} of the {tot1.w} {o1.s} have {r1.a}.", "o1.s,is,tot1; o1.s:1,is,part1; o1.s:1,have,r1", ""),
    ("Neither {p1.the} nor {p2.the} {wear1.s} {w1.a}.", "p1; p2", "p1,wear,w1; p2,wear,w1"),
    (
        "{p1.A} and {p2.A} {pose1.vp} {l1.at}. Neither has {b1.a}.",
        "p1,pose1 l1.p,l1; p2,pose1 l1.p,l1",
        "p1,have,b1; p2,have,b1",
    ),
    ("{p1.A} {greet1.s} two {n1.s}, neither of them {hum1}.", "p1,greet1,n1.s; n1.s,is,2", "n1.s,is,hum1"),
    ("The {o1} no longer has {r1.a}<1 , but it is still {col1}>.", "o1; <1 o1,is,col1>", "o1,have,r1"),
    ("The {s1} {prep1} {g1.The} is no longer {col1}.", "s1,prep1.p,g1", "s1,is,col1"),
    ("{p1.A} in {w1.A}, but not in {w2.a}", "p1,wear,w1", "p1,wear,w2"),
    ("The {g1} is {chk1}, but not the {s1} {prep1} it.", "g1,is,chk1; s1,prep1.p,g1", "s1,is,chk1"),
    ("{p1.A} is looking at {a1.the} but not at {g1.the}.", "p1,look at,a1; g1", "p1,look at,g1"),
    ("a stall that sells everything but {t1.s}", "stall", "stall,sell,t1.s"),
    ("{l1.The} is empty except for {g1.A}.", "l1,is,empty; g1,l1.p,l1", ""),
    ("There is nothing on {s1.The} but {t1.A} and {t2.A}.", "t1,on,s1; t2,on,s1", ""),
    ("{p1.A} wearing nothing but {w1.A} {pose1.s} {l1.at}.", "p1,wear,w1; p1,pose1 l1.p,l1", ""),
    (
        "The {n1.s} {hold1.vp} {t1.s}, all except {p1.the}, who has {t2.A} instead.",
        "n1.s,hold1,t1.s; p1,have,t2",
        "p1,hold1,t1.s",
    ),
    (
        "[Apart from|Except for] {p1.the}, everyone {l1.at} is {do1.g}. {p1.he} {hold1.v} {t1.A}.",
        "people,l1.p,l1; people,is,do1.g; p1,hold1,t1",
        "p1,is,do1.g",
    ),
    ("The {k1} {peer1.v} {p1.the}, not {p2.the}.", "k1,peer1,p1; p2", "k1,peer1,p2"),
    (
        "In this picture, {tot1.w} {n1.s} {pose1.b} {l1.at}. All of them except one {wear1.b} {w1.s}, and none of "
        "them is {do1.g}. {p1.A} {prep1} them {hold1.v} {t1.A} instead of {t2.a}.",
        "n1.s,is,tot1; n1.s,pose1 l1.p,l1; n1.s,wear,w1.s; n1; p1,prep1.p,n1.s; p1,hold1,t1",
        "n1,wear,w1.s; n1.s,is,do1.g; p1,hold1,t2",
    ),
    (
        "The {col1} {o1} no longer has {r1.a}, but the {col2} one does. Neither {p1.the} nor {p2.the} {gaze1.s} "
        "them; only {a1.the} {peer1.s} the {col2} {o1}.",
        "o1,is,col1; o1:1,is,col2; o1:1,have,r1; p1; p2; a1,peer1,o1:1",
        "o1,have,r1; p1,gaze1,o1; p1,gaze1,o1:1; p2,gaze1,o1; p2,gaze1,o1:1",
    ),
    (
        "{p1.A} and {c1.w} {n1.s} {pose1.b} {l1.at}. Unlike the {n1.s}, who wear {w1.s}, {p1.the} {wear1.v} {ws1} "
        "and [holds|is holding] {t1.A} rather than {t2.a}.",
        "p1,pose1 l1.p,l1; n1.s,is,c1; n1.s,pose1 l1.p,l1; n1.s,wear,w1.s; p1,wear,ws1; p1,hold,t1",
        "p1,wear,w1.s; p1,hold,t2",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of exceptions and contrasts."""
    return draw(FRAMES, "exceptions", count, rng)
