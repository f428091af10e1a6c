"""How are two or three things of one name told apart?

By attributes, places and relations, by "the first" and "the other", over one to three sentences. In order of mention
they are cup, cup:1, cup:2; a plural that names them all has a name of its own (cups).
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    (
        "{col1.a} {t1} and {col2.a} {t1} {lie1.b} on {s1.A}.",
        "t1,is,col1; t1:1,is,col2; t1,lie1 on,s1; t1:1,lie1 on,s1",
        "",
    ),
    ("{col1.a} {t1} beside {col2.a} one", "t1,is,col1; t1,beside,t1:1; t1:1,is,col2", ""),
    (
        "[There are two|Two] {t1.s} on {s1.A}. One is {col1}, the other [is |]{col2}.",
        "t1.s,is,2; t1.s,on,s1; t1,is,col1; t1:1,is,col2",
        "",
    ),
    ("{hum1.a} {n1} {greet1.s} {hum2.a} {n1}.", "n1,is,hum1; n1,greet1,n1:1; n1:1,is,hum2", ""),
    (
        "{p1.A} {greet1.s} another {p1} {l1.at}. The second one {wear1.v} {w1.A}.",
        "p1,greet1,p1:1; p1,l1.p,l1; p1:1,wear,w1",
        "",
    ),
    (
        "The {a1} on the left is {best1}, the one on the right is {best2}.",
        "a1,on,left; a1,is,best1; a1:1,on,right; a1:1,is,best2",
        "",
    ),
    (
        "The {t1} on {s1.the} is {col1}, the one on {s2.the} is {col2}. {p1.A} {gaze1.v} the first.",
        "t1,on,s1; t1,is,col1; t1:1,on,s2; t1:1,is,col2; p1,gaze1,t1",
        "",
    ),
    (
        "{best1.a} {a1} is {doze1.g} while {best2.a} {a1} {peer1.v} {p1.A}.",
        "a1,is,best1; a1,is,doze1.g; a1:1,is,best2; a1:1,peer1,p1",
        "",
    ),
    ("two {n1.s} {l1.at}, one in {w1.A}, the other in {w2.A}", "n1.s,is,2; n1.s,l1.p,l1; n1,wear,w1; n1:1,wear,w2", ""),
    ("three {t1.s}: one {col1}, one {col2} and one {col3}", "t1.s,is,3; t1,is,col1; t1:1,is,col2; t1:2,is,col3", ""),
    (
        "Three {n1.s} {pose1.vp} {l1.at}. The first {hold1.v} {t1.A}, the second is {do1.g}, and the third "
        "{wear1.v} {w1.A}.",
        "n1.s,is,3; n1.s,pose1 l1.p,l1; n1,hold1,t1; n1:1,is,do1.g; n1:2,wear,w1",
        "",
    ),
    (
        "{c1.w} {a1.s} {roam1.b} {l1.at}. One of them {peer1.v} {p1.A}, another is {doze1.g}.",
        "a1.s,is,c1; a1.s,roam1 l1.p,l1; a1,peer1,p1; a1:1,is,doze1.g",
        "",
    ),
    ("{a1.A} {chase1.s} another {a1} {l1.at}", "a1,chase1,a1:1; a1,l1.p,l1", ""),
    (
        "Two {a1.s} {roam1.b} next to each other {l1.at}. The {best1} one has {y1.a}.",
        "a1.s,is,2; a1,roam1 next to,a1:1; a1.s,l1.p,l1; a1,is,best1; a1,have,y1",
        "",
    ),
    (
        "The {col1} {o1} has {col2.a} {r1}; the {r1} of the {col3} one is {chk1}.",
        "o1,is,col1; o1,have,r1; r1,is,col2; o1:1,have,r1:1; o1:1,is,col3; r1:1,is,chk1",
        "",
    ),
    (
        "{p1.A} in {col1.a} {w1} [sits|is sitting] {prep1} {p1.a} in {col2.a} {w1}.",
        "p1,wear,w1; w1,is,col1; p1,sit prep1.p,p1:1; p1:1,wear,w1:1; w1:1,is,col2",
        "",
    ),
    (
        "{col1.a} {g1} stands {prep1} {size1.a} {g1}. The {size1} {g1} is {chk1}.",
        "g1,is,col1; g1,stand prep1.p,g1:1; g1:1,is,size1; g1:1,is,chk1",
        "",
    ),
    (
        "{size1.a} {g1} and {size2.a} one [are |]in the background; {p1.a} {pose1.s} in front of the {size2} {g1}",
        "g1,is,size1; g1:1,is,size2; g1,in,background; g1:1,in,background; p1,pose1 in front of,g1:1",
        "",
    ),
    (
        "{p1.A} [carries|is carrying] two {t1.s}. The {t1} in {p1.his} left hand is {col1} and the other is {col2}.",
        "p1,carry,t1.s; t1.s,is,2; t1,in,hand; hand,is,left; p1,have,hand; t1,is,col1; t1:1,is,col2",
        "",
    ),
    ("A second {n1} {give1.s} the first one {t1.A}.", "n1,is,second; n1,give1,t1; n1,give1 to,n1:1; n1:1,is,first", ""),
    (
        "{hum1.a} {n1} {hold1.v} {col1.a} {t1}. Behind {n1.him}, {hum2.a} {n1} {hold2.v} {col2.a} one.",
        "n1,is,hum1; n1,hold1,t1; t1,is,col1; n1:1,behind,n1; n1:1,is,hum2; n1:1,hold2,t1:1; t1:1,is,col2",
        "",
    ),
    (
        "There are three {t1.s} on {s1.A}. The {col1} one is {chk1}, the {col2} one is {chk2}, and {p1.a} is "
        "reaching for the third.",
        "t1.s,is,3; t1.s,on,s1; t1,is,col1; t1,is,chk1; t1:1,is,col2; t1:1,is,chk2; p1,reach for,t1:2",
        "",
    ),
    ("Some {n1.s} are {do1.g}, others are {do2.g}.", "n1.s,is,do1.g; n1.s:1,is,do2.g", ""),
    (
        "[Some|A few] {t1.s} on {s1.the} are {col1}, others [are |]{col2}.",
        "t1.s,on,s1; t1.s,is,col1; t1.s:1,is,col2",
        "",
    ),
    ("{c1.w} {t1.s} are {chk1}, the others {lie1.b} on {s1.A}.", "t1.s,is,c1; t1.s,is,chk1; t1.s:1,lie1 on,s1", ""),
    ("two {t1.s}, one {col1}, one {col2}, {prep1} {g1.A}", "t1.s,is,2; t1,is,col1; t1:1,is,col2; t1.s,prep1.p,g1", ""),
    (
        "One of the {n1.s} {l1.at} {hold1.v} {t1.A}; another one {look1.v} {n1.him}.",
        "n1.s,l1.p,l1; n1,hold1,t1; n1:1,look1,n1",
        "",
    ),
    (
        "{p1.A} {hold1.v} {t1.A}. Another {t1} {lie1.v} on {s1.A}, and a third one is in {p1.his} bag.",
        "p1,hold1,t1; t1:1,lie1 on,s1; t1:2,is,third; t1:2,in,bag; p1,have,bag",
        "",
    ),
    (
        "The {o1} with {r1.a} is {col1}. The {o1} next to it is {col2} and has no {r1}.",
        "o1,have,r1; o1,is,col1; o1:1,next to,o1; o1:1,is,col2",
        "o1:1,have,r1",
    ),
    (
        "The taller {m1} {look1.s} {m2.the}, the shorter one {wear1.v} {w1.A}.",
        "m1,is,taller; m1,look1,m2; m1:1,is,shorter; m1:1,wear,w1",
        "",
    ),
    (
        "The {a1} that {peer1.s} {p1.the} is {best1}, while the {a1} that {peer2.s} {g1.the} is {best2}.",
        "a1,peer1,p1; a1,is,best1; a1:1,peer2,g1; a1:1,is,best2",
        "",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of things that share a name."""
    return draw(FRAMES, "namesakes", count, rng)
