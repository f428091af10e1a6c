"""To what does a pronoun or a later description refer?

Subject, object and possessive pronouns, "one" and "ones", "both" and "they", and descriptions by the kind ("the bird"
for a parrot). Gender, number and animacy decide; antecedents are subjects and objects.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    ("{p1.A} {hold1.v} {t1.A}. {p1.he} [also |]{wear1.v} {w1.A}.", "p1,hold1,t1; p1,wear,w1", ""),
    ("{p1.A} {hold1.v} {t1.a}. It is {col1}<1  and {cond1}>.", "p1,hold1,t1; t1,is,col1; <1 t1,is,cond1>", ""),
    (
        "{p1.A} [stands|is standing] {prep1} {o1.a}. It is {col1}, and its {r1} is {chk1}.",
        "p1,stand prep1.p,o1; o1,is,col1; o1,have,r1; r1,is,chk1",
        "",
    ),
    (
        "{m1.A} {greet1.v} {f1.A}. She {wear1.v} {w1.A} and he {hold1.v} {t1.A}.",
        "m1,greet1,f1; f1,wear,w1; m1,hold1,t1",
        "",
    ),
    (
        "{f1.The} {give1.s} {m1.the} {t1.A}. He [is wearing|wears] {ws1}, she [is|seems] {hum1}.",
        "f1,give1,t1; f1,give1 to,m1; m1,wear,ws1; f1,is,hum1",
        "",
    ),
    (
        "{m1.A} and {f1.A} {pose1.vp} {l1.at}. His {w1} is {col1}, hers is {col2}.",
        "m1,pose1 l1.p,l1; f1,pose1 l1.p,l1; m1,have,w1; w1,is,col1; f1,have,w1:1; w1:1,is,col2",
        "",
    ),
    ("{k1.A} [sits|is sitting] {prep1} {g1.A}. The {k1.hyper} {peer1.v} {p1.A}.", "k1,sit prep1.p,g1; k1,peer1,p1", ""),
    (
        "{p1.A} {tend1.v} {k1.A}. The {k1.hyper} is {doze1.g}<1  and its {y1} is {col1}>.",
        "p1,tend1,k1; k1,is,doze1.g; <1 k1,have,y1; y1,is,col1>",
        "",
    ),
    (
        "{n1.A} {hold1.v} {t1.A} {l1.at}. <1 next to><!1 beside> the {n1.hyper} [there is|is] {a1.A}.",
        "n1,hold1,t1; n1,l1.p,l1; a1,<1 next to><!1 beside>,n1",
        "",
    ),
    (
        "{n1.A} {pose1.v} {l1.at}. {a1.A} {peer1.v} {n1.him}. The {n1.hyper} has {b1.a}.",
        "n1,pose1 l1.p,l1; a1,peer1,n1; n1,have,b1",
        "",
    ),
    ("There is {h1.a} on {s1.A}. {p1.A} is about to pick up the {h1.hyper}.", "h1,on,s1; p1,about to pick up,h1", ""),
    (
        "{p1.A} [is playing|plays] with {k1.A} {l1.at}. {p1.he} [laughs|is laughing] as it {chase1.s} {p1.him}.",
        "p1,play with,k1; p1,l1.p,l1; p1,is,laughing; k1,chase1,p1",
        "",
    ),
    (
        "{c1.w} {n1.s} are {pose1.g} {l1.at}. They {wear1.vp} {col1} {w1.s}<1 , and {a1.a} {peer1.v} them>.",
        "n1.s,is,c1; n1.s,pose1 l1.p,l1; n1.s,wear,w1.s; w1.s,is,col1; <1 a1,peer1,n1.s>",
        "",
    ),
    (
        "{m1.A} {dofor1.v} {t1.A} for his {kinf1}. She {look1.v} {a1.A}.",
        "m1,dofor1,t1; m1,dofor1 for,kinf1; m1,have,kinf1; kinf1,look1,a1",
        "",
    ),
    (
        "{p1.A} and {p2.A} {pose1.vp} {l1.at}. Both {wear1.vp} {w1.s}.",
        "p1,pose1 l1.p,l1; p2,pose1 l1.p,l1; p1,wear,w1.s; p2,wear,w1.s",
        "",
    ),
    (
        "{p1.A} {greet1.v} {p2.A} {prep1} {g1.A}. They are both {do1.g}.",
        "p1,greet1,p2; p1,prep1.p,g1; p1,is,do1.g; p2,is,do1.g",
        "",
    ),
    (
        "{f1.A} {hold1.v} {col1.a} {t1}, and {m1.A} <1 has><!1 is holding> {col2.a} one.",
        "f1,hold1,t1; t1,is,col1; m1,<1 have><!1 hold>,t1:1; t1:1,is,col2",
        "",
    ),
    (
        "[Several|Some|A few] {t1.s} <1 are><!1 stand> on {s1.A}. The {col1} ones are {cond1}.",
        "t1.s,<!1 stand >on,s1; t1.s:1,is,col1; t1.s:1,is,cond1",
        "",
    ),
    (
        "{p1.A} [has|owns] {t1.a}. {p2.A} has one too, but {p2.his} {t1} is {cond1}.",
        "p1,have,t1; p2,have,t1:1; t1:1,is,cond1",
        "",
    ),
    (
        "{t1.A} and {t2.A} {lie1.vp} on {s1.A}. {p1.A} {gaze1.v} them.",
        "t1,lie1 on,s1; t2,lie1 on,s1; p1,gaze1,t1; p1,gaze1,t2",
        "",
    ),
    (
        "{a1.A} {chase1.v} {a2.A} {l1.at}. {p1.A} {look1.v} them and {hold1.v} {t1.A}.",
        "a1,chase1,a2; a1,l1.p,l1; p1,look1,a1; p1,look1,a2; p1,hold1,t1",
        "",
    ),
    (
        "{k1.A} belongs to {p1.A}. {p1.he} {tend1.v} the {k1.hyper} while {p2.a} {hold1.v} its {y1}.",
        "p1,have,k1; p1,tend1,k1; p2,hold1,y1; k1,have,y1",
        "",
    ),
    (
        "behind {f1.A} in {w1.A} <1 is><!1 stands> {m1.A}; she {look1.v} {a1.A}, he has {beard1.a}",
        "m1,<!1 stand >behind,f1; f1,wear,w1; f1,look1,a1; m1,have,beard1",
        "",
    ),
    (
        "{p1.A} {eat1.v} {e1.A} {l1.at}. {p1.his} {w1} is {fab1}, and {a1.a} {peer1.v} {p1.him}.",
        "p1,eat1,e1; p1,l1.p,l1; p1,have,w1; w1,is,fab1; a1,peer1,p1",
        "",
    ),
    (
        "{nm1} {hold1.v} {t1.A}. {nm1.last} {wear1.v} {w1.A}, and {nf1} {look1.v} him. She is {age1}.",
        "nm1,hold1,t1; nm1,wear,w1; nf1,look1,nm1; nf1,is,age1",
        "",
    ),
    (
        "A mother {greet1.s} her son. He is {hum1} and {wear1.v} {w1.A}; her {w2} is {col1}. Behind them [there "
        "is|is] {g1.A}.",
        "mother,greet1,son; mother,have,son; son,is,hum1; son,wear,w1; mother,have,w2; w2,is,col1; "
        "g1,behind,mother; g1,behind,son",
        "",
    ),
    (
        "{p1.A} {pose1.v} {prep1} {o1.A}. {p1.his} {w1} is {col1}, its {r1} is {col2}. {a1.A} {peer1.v} {p1.him}.",
        "p1,pose1 prep1.p,o1; p1,have,w1; w1,is,col1; o1,have,r1; r1,is,col2; a1,peer1,p1",
        "",
    ),
    (
        "In this picture, {p1.a} {hold1.v} {t1.A} while {a1.a} {roam1.v} {prep1} {p1.him}. It [is|looks] {best1}, "
        "and {p1.his} {w1} is {fab1}. {g1.A} stands behind them.",
        "p1,hold1,t1; a1,roam1 prep1.p,p1; a1,is,best1; p1,have,w1; w1,is,fab1; g1,stand behind,p1; g1,stand behind,a1",
        "",
    ),
    (
        "My {kinf1} {pose1.s} {l1.at} with her {k1}. Look, the {k1.hyper} is wearing {w1.a}!",
        "person,have,kinf1; kinf1,pose1 l1.p,l1; kinf1,with,k1; kinf1,have,k1; k1,wear,w1",
        "",
    ),
    (
        "{n1.s} {greet1.vp} {p1.A}. {p1.he} {give1.s} them {t1.s}, and one of them is {do1.g}.",
        "n1.s,greet1,p1; p1,give1,t1.s; p1,give1 to,n1.s; n1,is,do1.g",
        "",
    ),
    (
        "{k1.A} and {p1.A} {roam1.vp} {prep1} {g1.A}. The former is {best1}; the latter {hold1.v} {t1.A}.",
        "k1,roam1 prep1.p,g1; p1,roam1 prep1.p,g1; k1,is,best1; p1,hold1,t1",
        "",
    ),
    (
        "{p1.A} [holds|is holding] {t1.a} in one hand and {t2.A} in the other. The {t1} is {col1}, and {p1.his} "
        "{w1} matches it.",
        "p1,hold,t1; t1,in,hand; p1,have,hand; p1,hold,t2; t2,in,hand:1; p1,have,hand:1; t1,is,col1; p1,have,w1; "
        "w1,match,t1",
        "",
    ),
    (
        "{f1.A} who {look1.v} {m1.A} [carries|is carrying] {t1.a}. It is {size1}. He has lost his {w1}.",
        "f1,look1,m1; f1,carry,t1; t1,is,size1",
        "m1,have,w1",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of pronouns and later descriptions."""
    return draw(FRAMES, "pronouns", count, rng)
