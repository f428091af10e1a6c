"""What do written words say, and of what?

What a sign, button, shirt or screen says, reads or is labelled is ( x , say , words ); words named alone are an object;
a label before its thing stays with it (pay now button). Capitals are not kept, and the quotes may be missing.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    ("{q1.A} that says {say1.q}", "q1,say,say1", ""),
    ("{q1.A} [saying|reading] {say1.q} [hangs|is hanging] on {g1.A}.", "q1,say,say1; q1,hang on,g1", ""),
    ("{q1.A} [says|reads] {say1.q}.", "q1,say,say1", ""),
    ("{q1.A} {prep1} {g1.A} reads {say1.u}", "q1,prep1.p,g1; q1,say,say1", ""),
    ("{col1.a} {ui1.q} button", "ui1 button,is,col1", ""),
    (
        "{ui1.q} button in the upper left corner, {col1} {ui2.q} button below it",
        "ui1 button,in,upper left corner; ui2 button,is,col1; ui2 button,below,ui1 button",
        "",
    ),
    (
        "A screen with {col1.a} {ui1.q} button and the words {say2.q}",
        "screen,have,ui1 button; ui1 button,is,col1; screen,say,say2",
        "",
    ),
    (
        "The {ui1.u} button at the bottom of the screen is {col1}.",
        "ui1 button,at bottom of,screen; ui1 button,is,col1",
        "",
    ),
    ("{con1.A} [labelled|marked] {say1.q} <1 stands><!1 is> on {s1.A}.", "con1,say,say1; con1,<1 stand >on,s1", ""),
    ("{p1.A} {hold1.v} a mug labelled {say1.q}.", "p1,hold1,mug; mug,say,say1", ""),
    ("the words {say1.q} on {g1.A}", "say1,on,g1", ""),
    ("The words {say1.q} are painted on {g1.A}.", "say1,paint on,g1", ""),
    ("{say1.q} is written on {s1.A} in {col1} letters.", "say1,write on,s1; say1,in,letters; letters,is,col1", ""),
    (
        "{p1.A} [holds|is holding] {q1.A} that [says|reads] {say1.q}, and {p2.a} [holds|is holding] one that says "
        "{say2.q}.",
        "p1,hold,q1; q1,say,say1; p2,hold,q1:1; q1:1,say,say2",
        "",
    ),
    ("{p1.A} in a T-shirt that says {say1.q} {look1.v} {p2.A}.", "p1,wear,t-shirt; t-shirt,say,say1; p1,look1,p2", ""),
    ("{p1.A} wearing {w1.A} with the words {say1.q}", "p1,wear,w1; w1,say,say1", ""),
    ("{p1.A} wears {w1.A} with {say1.q} on the front.", "p1,wear,w1; say1,on front of,w1", ""),
    (
        "{c1.w} {n1.S} carry a banner [with the slogan|that reads] {say1.q} {l1.at}.",
        "n1.s,is,c1; n1.s,carry,banner; banner,say,say1; n1.s,l1.p,l1",
        "",
    ),
    ("Two {q1.s}: one says {say1.q}, the other {say2.q}.", "q1.s,is,2; q1,say,say1; q1:1,say,say2", ""),
    (
        "{v1.A} with {say1.q} on its side {prep1} {q1.A} reading {say2.q}",
        "say1,on side of,v1; v1,prep1.p,q1; q1,say,say2",
        "",
    ),
    (
        "There is {q1.A} above {s1.The}. It [says|reads] {say1.q}<1  and is {col1}>.",
        "q1,above,s1; q1,say,say1; <1 q1,is,col1>",
        "",
    ),
    (
        "{p1.A} points at {q1.the}, which does not say {say1.q} but {say2.q}.",
        "p1,point at,q1; q1,say,say2",
        "q1,say,say1",
    ),
    (
        "A phone screen shows {say1.q} and {c1.w} {ui2.u} buttons.",
        "phone screen,say,say1; phone screen,have,ui2 buttons; ui2 buttons,is,c1",
        "",
    ),
    ("A tattoo on {p1.a}'s arm spells {say1.u}.", "tattoo,on,arm; p1,have,arm; tattoo,say,say1", ""),
    ("{a1.A} with a tag that says {say1.q} {peer1.v} {p1.A}.", "a1,with,tag; tag,say,say1; a1,peer1,p1", ""),
    ("A cake on {s1.A} says {say1.q} in {col1} icing.", "cake,on,s1; cake,say,say1; say1,in,icing; icing,is,col1", ""),
    (
        "{col1} neon sign saying {say1.u} over {g1.A}, {p1.A} {pose1.g} under it",
        "sign,is,col1; sign,is,neon; sign,say,say1; sign,over,g1; p1,pose1 under,sign",
        "",
    ),
    ("{col1.a} door with {say1.aq} sign on it", "door,is,col1; say1 sign,on,door", ""),
    (
        "{p1.A} [walks|is walking] past {col1.a} {say1.q} sign {l1.at}.",
        "p1,walk past,say1 sign; say1 sign,is,col1; p1,l1.p,l1",
        "",
    ),
    ("{t1.A} and {q1.A} that reads {say1.q} {lie1.b} on {s1.A}.", "t1,lie1 on,s1; q1,say,say1; q1,lie1 on,s1", ""),
    (
        "{org1} banner behind {nf1}, who {hold1.s} a card reading {say1.q}",
        "org1 banner,behind,nf1; nf1,hold1,card; card,say,say1",
        "",
    ),
    (
        "The {q1} on {s1.the} is blank; the one on {g1.the} reads {say1.q}.",
        "q1,on,s1; q1,is,blank; q1:1,on,g1; q1:1,say,say1",
        "",
    ),
    (
        "There are two {q1.s} {l1.at}. The one on the left says {say1.q} in {col1} letters, and the one on the "
        "right, which {p1.a} is pointing at, reads {say2.q}. {v1.A} with {say3.q} on its side is parked below them.",
        "q1.s,is,2; q1.s,l1.p,l1; q1,on,left; q1,say,say1; say1,in,letters; letters,is,col1; q1:1,on,right; "
        "p1,point at,q1:1; q1:1,say,say2; say3,on side of,v1; v1,park below,q1.s",
        "",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of quoted words and labels."""
    return draw(FRAMES, "quoted", count, rng)
