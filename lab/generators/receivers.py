"""Who gives what to whom, and who does what for whom?

The receiver is `to` (hand to, show to) or, of what is done for somebody, `for`. Passives with an agent are turned
round; without one the thing stays the subject. Relative clauses and "with X doing Y" say facts of their nouns.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    ("{p1.A} {give1.v} {p2.A} {t1.A}.", "p1,give1,t1; p1,give1 to,p2", ""),
    ("{p1.A} {give1.v} {t1.A} to {p2.A} {l1.at}.", "p1,give1,t1; p1,give1 to,p2; p1,l1.p,l1", ""),
    ("{p1.A} is [|being ]{give1.pp} {t1.A} by {p2.A}.", "p2,give1,t1; p2,give1 to,p1", ""),
    ("{p1.A} is [|being ]{give1.pp} {t1.A} {l1.at}.", "t1,give1 to,p1; p1,l1.p,l1", ""),
    ("{t1.A} is [|being ]{give1.pp} to {p1.A} by {p2.A}.", "p2,give1,t1; p2,give1 to,p1", ""),
    ("{t1.A} is [|being ]{give1.pp} to {p1.A}.", "t1,give1 to,p1", ""),
    (
        "{nm1.first} hands {nf1.first} {por1.a} of {of1}.",
        "nm1.first,hand,of1; of1,is,por1; nm1.first,hand to,nf1.first",
        "",
    ),
    (
        "{nf1} {give1.s} {nm1} {t1.A}, and he {give2.s} her {t2.A}.",
        "nf1,give1,t1; nf1,give1 to,nm1; nm1,give2,t2; nm1,give2 to,nf1",
        "",
    ),
    ("{p1.A} feeds {a1.A} {e1.A}.", "p1,feed,e1; p1,feed to,a1", ""),
    ("{p1.A} is feeding {e1.s} to {a1.A} {l1.at}.", "p1,feed,e1.s; p1,feed to,a1; p1,l1.p,l1", ""),
    ("{a1.A} is [|being ]fed {e1.a} by {p1.A}.", "p1,feed,e1; p1,feed to,a1", ""),
    ("{p1.A} {dofor1.v} {t1.A} for {p2.A}.", "p1,dofor1,t1; p1,dofor1 for,p2", ""),
    ("{f1.A} holds the door for {m1.A}, who {hold1.v} {t1.A}.", "f1,hold,door; f1,hold for,m1; m1,hold1,t1", ""),
    ("{p1.A} pours {p2.A} a glass of {drink1}.", "p1,pour,drink1; drink1,in,glass; p1,pour for,p2", ""),
    ("The {t1} that {p1.a} {give1.s} {p2.a} is {col1}.", "p1,give1,t1; p1,give1 to,p2; t1,is,col1", ""),
    ("{p1.A} to whom {p2.a} {give1.s} {t1.A} {wear1.v} {w1.A}.", "p2,give1,t1; p2,give1 to,p1; p1,wear,w1", ""),
    ("{p1.A} who is {hold1.g} {t1.A} is being {greet1.pp} by {p2.A}.", "p1,hold1,t1; p2,greet1,p1", ""),
    ("{p1.A} {greet1.pp} by {p2.A} while {a1.a} {peer1.s} them", "p2,greet1,p1; a1,peer1,p1; a1,peer1,p2", ""),
    ("With {p1.a} {hold1.g} {t1.A}, {p2.a} {tend1.s} {a1.A}.", "p1,hold1,t1; p2,tend1,a1", ""),
    ("{p1.A} {pose1.v} {l1.at} with {a1.a} {doze1.g} beside {p1.him}.", "p1,pose1 l1.p,l1; a1,doze1 beside,p1", ""),
    ("{p1.A} [watches|is watching] {p2.A} {hold1.b} {t1.A}.", "p1,watch,p2; p2,hold1,t1", ""),
    ("{p1.A} [helps|is helping] {p2.A} {hold1.b} {t1.A} {l1.at}.", "p1,help,p2; p2,hold1,t1; p1,l1.p,l1", ""),
    ("{p1.A} lets {a1.A} sniff {p1.his} {w1}.", "p1,let,a1; a1,sniff,w1; p1,have,w1", ""),
    ("{a1.A} that {chase1.s} {a2.A} is being chased by {p1.A}.", "a1,chase1,a2; p1,chase,a1", ""),
    ("{p1.A} throws {t1.a} to {p2.A} but not to {p3.A}.", "p1,throw,t1; p1,throw to,p2; p3", "p1,throw to,p3"),
    (
        "Nobody {give1.s} {p1.the} {t1.a}; {p1.he} {hold1.v} {t2.A}.",
        "p1,hold1,t2",
        "person,give1,t1; person,give1 to,p1",
    ),
    ("{n1.S} {give1.vp} {t1.s} to {n2.S} {l1.at}.", "n1.s,give1,t1.s; n1.s,give1 to,n2.s; n1.s,l1.p,l1", ""),
    (
        "{p1.A} takes {t1.A} from {p2.A} and {give1.s} it to {p3.A}.",
        "p1,take,t1; p1,take from,p2; p1,give1,t1; p1,give1 to,p3",
        "",
    ),
    ("{t1.A} {give1.pp} by {p1.A} to {p2.A}", "p1,give1,t1; p1,give1 to,p2", ""),
    ("{p1.A} gets {t1.A} from {p2.A} {prep1} {g1.A}.", "p1,get,t1; p1,get from,p2; p1,prep1.p,g1", ""),
    (
        "{f1.A} {give1.s} her {kinm1} {t1.A}, which he {give2.s} to {p1.A}.",
        "f1,give1,t1; f1,give1 to,kinm1; f1,have,kinm1; kinm1,give2,t1; kinm1,give2 to,p1",
        "",
    ),
    (
        "{m1.A}, {greet1.pp} by {f1.A}, {look1.s} {a1.A} that {p1.a} {tend1.s}.",
        "f1,greet1,m1; m1,look1,a1; p1,tend1,a1",
        "",
    ),
    (
        "{p1.A} {give1.s} {c1.w} {n1.S} {t1.s}, and one of them {give2.s} {p2.the} {t2.A}.",
        "p1,give1,t1.s; p1,give1 to,n1.s; n1.s,is,c1; n1,give2,t2; n1,give2 to,p2",
        "",
    ),
    (
        "{job1} {nf1} is {give1.pp} {t1.A} by {tt1} {nm1} at {ev1.a} in {city1}.",
        "nf1,is,job1; tt1 nm1,give1,t1; tt1 nm1,give1 to,nf1; tt1 nm1,at,ev1; ev1,in,city1",
        "",
    ),
    (
        "The {n1} {greet1.s} {p1.the}, {p1.the} {greet2.s} {p2.the} and nobody {greet1.s} the {n1}.",
        "n1,greet1,p1; p1,greet2,p2",
        "person,greet1,n1",
    ),
    (
        "{p1.A} {give1.s} {p2.A} {t1.A} while {p3.a} {dofor1.s} {t2.A} for {p2.the}. Behind them, {a1.a} is being "
        "fed {e1.a} by {n1.A}, and {a2.a} that nobody is watching {chase1.s} {a3.A}.",
        "p1,give1,t1; p1,give1 to,p2; p3,dofor1,t2; p3,dofor1 for,p2; n1,feed,e1; n1,feed to,a1; a1,behind,p1; "
        "a1,behind,p2; a2,chase1,a3",
        "person,watch,a2",
    ),
    (
        "{job1} {nm1} {give1.s} his {kinf1} {nf1} {t1.A}. She {give2.s} it to {p1.the}, who {hold1.v} {t2.A} with "
        "{a1.a} {doze1.g} beside {p1.him}.",
        "nm1,is,job1; nm1,give1,t1; nm1,give1 to,nf1; nm1,have,nf1; nf1,is,kinf1; nf1,give2,t1; nf1,give2 to,p1; "
        "p1,hold1,t2; a1,doze1 beside,p1",
        "",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of receivers and roles."""
    return draw(FRAMES, "receivers", count, rng)
