"""What if the same noun is affirmed of one thing and denied of another?

"A baker with an apron and a waiter without one": the apron is the baker's and denied of the waiter, each on its own
thing, whichever comes first and however the lack is said.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    ("{p1.A} with {w1.a} and {p2.A} without {w1.a}", "p1,wear,w1; p2", "p2,wear,w1"),
    ("{p1.A} without {w1.a} next to {p2.A} with one", "p1,next to,p2; p2,wear,w1", "p1,wear,w1"),
    ("{p1.A} holding {t1.A} beside {p2.A} without one", "p1,hold,t1; p1,beside,p2", "p2,with,t1"),
    (
        "{p1.A} in {col1.a} {w1} stands {prep1} {p2.A} without {w1.a}.",
        "p1,wear,w1; w1,is,col1; p1,stand prep1.p,p2",
        "p2,wear,w1",
    ),
    ("{p1.The} wears {w1.a}, [but |]{p2.the} [does not|doesn't].", "p1,wear,w1; p2", "p2,wear,w1"),
    ("{p1.The} is wearing {w1.a}, [but |and ]{p2.the} [is not|isn't].", "p1,wear,w1; p2", "p2,wear,w1"),
    ("{p1.The} [does not|doesn't] wear {w1.a}, [but |while ]{p2.the} does.", "p2,wear,w1; p1", "p1,wear,w1"),
    ("one {a1} wears {y1.a}, the other [does not|doesn't|wears none].", "a1,wear,y1; a1:1", "a1:1,wear,y1"),
    (
        "Two {a1.s} {roam1.vp} {l1.at}. One [of them |]has {y1.a} and the other has none.",
        "a1.s,is,2; a1.s,roam1 l1.p,l1; a1,have,y1; a1:1",
        "a1:1,have,y1",
    ),
    ("{o1.a} with {r1.a} and {o1.a} without", "o1,have,r1; o1:1", "o1:1,have,r1"),
    (
        "The {col1} {o1} has {r1.a}, the {col2} one [does not|has none].",
        "o1,is,col1; o1,have,r1; o1:1,is,col2",
        "o1:1,have,r1",
    ),
    ("two {o1.s}, one with {r1.a}, the other without", "o1.s,is,2; o1,have,r1; o1:1", "o1:1,have,r1"),
    (
        "There are two {o1.s}. The {o1} on the left has no {r1}; the one on the right has {col1.a} one.",
        "o1.s,is,2; o1,on,left; o1:1,on,right; o1:1,have,r1; r1,is,col1",
        "o1,have,r1",
    ),
    ("{m1.A} with {beard1.a} {greet1.s} {m2.A} without {beard1.a}.", "m1,have,beard1; m1,greet1,m2", "m2,have,beard1"),
    ("{p1.A} who is not wearing {ws1} {look1.v} {p2.A} who is.", "p1,look1,p2; p2,wear,ws1", "p1,wear,ws1"),
    (
        "{m1.A} [is carrying|carries] {t1.A}, but {f1.the} behind him has none.",
        "m1,carry,t1; f1,behind,m1",
        "f1,have,t1",
    ),
    ("{nf1} is holding {t1.a}, {nm1} [is not|isn't].", "nf1,hold,t1; nm1", "nm1,hold,t1"),
    (
        "{job1} {nm1} wears {w1.a}; his colleague {nf1} wears none.",
        "nm1,is,job1; nm1,wear,w1; nm1,have,nf1; nf1,is,colleague",
        "nf1,wear,w1",
    ),
    (
        "{n1.S} in {w1.s} [stand|are standing] {prep1} {n2.S} without {w1.s}.",
        "n1.s,wear,w1.s; n1.s,stand prep1.p,n2.s",
        "n2.s,wear,w1.s",
    ),
    (
        "All the {n1.s} have {w1.s} on. The {n2} <1 behind><!1 beside> them does not.",
        "n1.s,wear,w1.s; n2,<1 behind><!1 beside>,n1.s",
        "n2,wear,w1.s",
    ),
    ("{s1.A} with {t1.a} on it and {s2.A} with no {t1} on it", "t1,on,s1; s2", "t1,on,s2"),
    ("There is {t1.a} on the {s1} but none on the {s2}.", "t1,on,s1; s2", "t1,on,s2"),
    ("{p1.The}'s {w1} is {col1}; {p2.the}'s is not.", "p1,have,w1; w1,is,col1; p2,have,w1:1", "w1:1,is,col1"),
    ("The {o1} is {chk1}, but the {s1} [is not|isn't].", "o1,is,chk1; s1", "s1,is,chk1"),
    (
        "{a1.A} is {doze1.g} {l1.at}. {a2.a} beside it is not<1 , though it is {best1}>.",
        "a1,doze1 l1.p,l1; a2,beside,a1; <1 a2,is,best1>",
        "a2,doze1 l1.p,l1",
    ),
    (
        "{f1.A} carries {t1.a} and {m1.A} carries {t2.A}. The {m1} has no {t1}, and the {f1} has no {t2}.",
        "f1,carry,t1; m1,carry,t2",
        "m1,have,t1; f1,have,t2",
    ),
    (
        "{p1.A} with {w1.a} but no {w2} leans toward {p2.A} with {w2.a} but no {w1}.",
        "p1,wear,w1; p1,lean toward,p2; p2,wear,w2",
        "p1,wear,w2; p2,wear,w1",
    ),
    (
        "Three {a1.s} {roam1.b} {l1.at}: the {best1} one and the {best2} one have {y1.s}, the third lacks {y1.a}.",
        "a1.s,is,3; a1.s,roam1 l1.p,l1; a1,is,best1; a1:1,is,best2; a1,have,y1.s; a1:1,have,y1.s; a1:2",
        "a1:2,have,y1",
    ),
    (
        "The {hum1} {n1} has {t1.a} in {n1.his} hand. The {hum2} one has [nothing but|only] {w1.a}, no {t1}.",
        "n1,is,hum1; t1,in,hand; n1,have,hand; n1:1,is,hum2; n1:1,have,w1",
        "n1:1,have,t1",
    ),
    (
        "{n1.A} who wears {w1.a} is {do1.g}; {p1.a} who does not is {do2.g}.",
        "n1,wear,w1; n1,is,do1.g; p1,is,do2.g",
        "p1,wear,w1",
    ),
    ("{o1.A} that has lost its {r1}, beside {o1.a} that still has one", "o1,beside,o1:1; o1:1,have,r1", "o1,have,r1"),
    (
        "{p1.A} {pose1.v} {l1.at} without {w1.a}. {p2.A} {prep1} {p1.him} {wear1.v} one<1 , and it is {col1}>.",
        "p1,pose1 l1.p,l1; p2,prep1.p,p1; p2,wear,w1; <1 w1,is,col1>",
        "p1,wear,w1",
    ),
    ("{l1.The} has {g1.a}; {l2.the} [has none|does not].", "l1,have,g1; l2", "l2,have,g1"),
    ("{p1.The} is {do1.g} and {p2.the} is not. {p2.The} {hold1.v} {t1.A}.", "p1,is,do1.g; p2,hold1,t1", "p2,is,do1.g"),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of a noun affirmed of one thing and denied of another."""
    return draw(FRAMES, "affirmed_denied", count, rng)
