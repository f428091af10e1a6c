"""What do partitives and measures say, and of what?

"Three of the five chairs": the five keep the plain name, the three are chairs:1 and bear what is said of them. A
measure is one attribute of what is measured, a container is a thing of its own, a portion is an attribute of the food.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    ("{part1.w} of the {tot1.w} {t1.s} are {col1}.", "t1.s,is,tot1; t1.s:1,is,part1; t1.s:1,is,col1", ""),
    (
        "{part1.w} of the {tot1.w} {n1.s} {wear1.vp} {w1.s}, the others are {do1.g}.",
        "n1.s,is,tot1; n1.s:1,is,part1; n1.s:1,wear,w1.s; n1.s:2,is,do1.g",
        "",
    ),
    ("{c1.w} of the {t1.s} are {chk1}, the rest are {chk2}.", "t1.s; t1.s:1,is,c1; t1.s:1,is,chk1; t1.s:2,is,chk2", ""),
    (
        "There are {tot1.w} {t1.s} on {s1.A}, {part1.w} of them {col1}.",
        "t1.s,is,tot1; t1.s,on,s1; t1.s:1,is,part1; t1.s:1,is,col1",
        "",
    ),
    ("{tot1.w} {o1.s}, [only |]{part1.w} of them with {r1.a}", "o1.s,is,tot1; o1.s:1,is,part1; o1.s:1,have,r1", ""),
    ("Half of the {t1.s} on {s1.The} are {col1}.", "t1.s,on,s1; t1.s:1,is,half; t1.s:1,is,col1", ""),
    (
        "About half of the {n1.s} {l1.at} are {do1.g}; the rest {wear1.vp} {w1.s}.",
        "n1.s,l1.p,l1; n1.s:1,is,about half; n1.s:1,is,do1.g; n1.s:2,wear,w1.s",
        "",
    ),
    ("A third of the {t1.s} are {chk1}.", "t1.s; t1.s:1,is,third; t1.s:1,is,chk1", ""),
    ("Most of the {t1.s} are {col1}.", "t1.s,is,col1", ""),
    ("Most of the {n1.s} {l1.at} {wear1.vp} {w1.s}.", "n1.s,l1.p,l1; n1.s:1,wear,w1.s", ""),
    (
        "{tot1.w} {a1.s} {roam1.b} {l1.at}. Some of them are {doze1.g}.",
        "a1.s,is,tot1; a1.s,roam1 l1.p,l1; a1.s:1,is,doze1.g",
        "",
    ),
    ("One of the {c1.w} {t1.s} is {col1}.", "t1.s,is,c1; t1,is,col1", ""),
    ("Each of the {tot1.w} {o1.s} has {r1.a}.", "o1.s,is,tot1; o1.s,have,r1", ""),
    ("Both {t1.s} on {s1.The} are {col1}.", "t1.s,is,2; t1.s,on,s1; t1.s,is,col1", ""),
    ("All {tot1.w} {n1.s} are {pose1.g} {l1.at}.", "n1.s,is,tot1; n1.s,pose1 l1.p,l1", ""),
    ("{small1.a} kg bag of {grain1} {lie1.s} on {s1.A}.", "bag,is,small1 kg; grain1,in,bag; bag,lie1 on,s1", ""),
    (
        "{p1.A} [lifts|is lifting] {small1.a} kg sack of {grain1}.",
        "p1,lift,sack; sack,is,small1 kg; grain1,in,sack",
        "",
    ),
    ("{col1} {ml1} ml mugs on {s1.A}", "mugs,is,col1; mugs,is,ml1 ml; mugs,on,s1", ""),
    ("Set of {c1.w} {col1} {ml1} ml glasses", "glasses,is,c1; glasses,is,col1; glasses,is,ml1 ml", ""),
    ("{c1.w} {con1.s} of {fill1} on {s1.A}", "con1.s,is,c1; fill1,fill1.p,con1.s; con1.s,on,s1", ""),
    (
        "{p1.A} {hold1.v} {con1.a} of {fill1} {l1.at}<1  and {look1.s} {a1.A}>.",
        "p1,hold1,con1; fill1,fill1.p,con1; p1,l1.p,l1; <1 p1,look1,a1>",
        "",
    ),
    (
        "{c1.w} {con1.s} of {fill1} stand on {s1.A}; one of them is {chk1}.",
        "con1.s,is,c1; fill1,fill1.p,con1.s; con1.s,stand on,s1; con1,is,chk1",
        "",
    ),
    ("{p1.A} eats {por1.a} of {of1} {l1.at}.", "p1,eat,of1; of1,is,por1; p1,l1.p,l1", ""),
    ("{c1.w} {por1.s} of {of1} {lie1.b} on {s1.A}.", "of1,is,c1; of1,is,por1.s; of1,lie1 on,s1", ""),
    (
        "{ml1} g of {grain1} in a bowl next to {con1.a} of {fill1}",
        "grain1,is,ml1 g; grain1,in,bowl; bowl,next to,con1; fill1,fill1.p,con1",
        "",
    ),
    ("Half {e1.a} and {c1.w} {e2.s} {lie1.b} on {s1.A}.", "e1,is,half; e2.s,is,c1; e1,lie1 on,s1; e2.s,lie1 on,s1", ""),
    ("{small1.a} metre tall {tall1} {prep1} {g2.A}", "tall1,is,small1 metre tall; tall1,prep1.p,g2", ""),
    (
        "The {heavy1} weighs {small1} kilos, the {heavy2} {small2} kilos.",
        "heavy1,weigh,small1 kilos; heavy2,weigh,small2 kilos",
        "",
    ),
    ("{p1.A} with {small1.a}-litre jug of lemonade", "p1,with,jug; jug,is,small1-litre; lemonade,in,jug", ""),
    ("At least {tot1.w} {a1.s} {roam1.b} {l1.at}.", "a1.s,is,at least tot1; a1.s,roam1 l1.p,l1", ""),
    (
        "A couple of {n1.s} {pose1.b} {prep1} {g1.A}, more than {round1} {n2.s} behind them.",
        "n1.s,is,2; n1.s,pose1 prep1.p,g1; n2.s,is,more than round1; n2.s,behind,n1.s",
        "",
    ),
    (
        "A dozen {t1.s} in a <1 crate><!1 cupboard>, {c1.w} of them {chk1}",
        "t1.s,is,12; t1.s,in,<1 crate><!1 cupboard>; t1.s:1,is,c1; t1.s:1,is,chk1",
        "",
    ),
    (
        "Of the {tot1.w} {t1.s} on {s1.the}, {part1.w} are {col1} and one is {chk1}.",
        "t1.s,is,tot1; t1.s,on,s1; t1.s:1,is,part1; t1.s:1,is,col1; t1,is,chk1",
        "",
    ),
    (
        "{part1.w} of {p1.the}'s {tot1.w} {t1.s} are {chk1}, the others are not.",
        "p1,have,t1.s; t1.s,is,tot1; t1.s:1,is,part1; t1.s:1,is,chk1; t1.s:2",
        "t1.s:2,is,chk1",
    ),
    (
        "The first of the {tot1.w} {n1.s} {wear1.v} {w1.A}, the other {rest1.w} are {do1.g}.",
        "n1.s,is,tot1; n1,is,first; n1,wear,w1; n1.s:1,is,rest1; n1.s:1,is,do1.g",
        "",
    ),
    (
        "On {s1.A} there are {tot1.w} {t1.s}. {part1.w} of them are {col1} and the rest are {col2}. Beside them "
        "{lie1.s} {small1.a} kg bag of {grain1}, and {p1.a} {hold1.v} {con1.a} of {fill1}.",
        "t1.s,is,tot1; t1.s,on,s1; t1.s:1,is,part1; t1.s:1,is,col1; t1.s:2,is,col2; bag,lie1 beside,t1.s; "
        "bag,is,small1 kg; grain1,in,bag; p1,hold1,con1; fill1,fill1.p,con1",
        "",
    ),
    (
        "{p1.A} brings {c1.w} {con1.s} of {fill1} to {n1.S} {l1.at}. Half of the {n1.s} {wear1.vp} {w1.s}; one of "
        "them is eating {por1.a} of {of1}.",
        "p1,bring,con1.s; con1.s,is,c1; fill1,fill1.p,con1.s; p1,bring to,n1.s; p1,l1.p,l1; n1.s:1,is,half; "
        "n1.s:1,wear,w1.s; n1,eat,of1; of1,is,por1",
        "",
    ),
    (
        "The market stall has {c1.w} crates of {veg1}, {ml1.a} g jar of honey for ${small1} and {tot1.w} {e1.s}. "
        "{part1.w} of the {e1.s} are {chk1}, and {p1.a} holds half {e2.a}.",
        "market stall,have,crates; crates,is,c1; veg1,in,crates; market stall,have,jar; jar,is,ml1 g; honey,in,jar;"
        " jar,is,$small1; market stall,have,e1.s; e1.s,is,tot1; e1.s:1,is,part1; e1.s:1,is,chk1; p1,hold,e2; "
        "e2,is,half",
        "",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of parts, portions and measures."""
    return draw(FRAMES, "partitives", count, rng)
