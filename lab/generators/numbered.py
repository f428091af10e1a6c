"""What does a number on a thing make of it?

"The number 42 on its front" is a thing on the bus; "with the number 9" is had by the jersey; a player or a car called
by its number is one object (number 7, car number 48); a clock shows its time.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    ("{v1.A} with the number {num1} on its front", "number num1,on front of,v1", ""),
    (
        "{v1.A} with the number {num1} on its side is parked {prep1} {g1.A}.",
        "number num1,on side of,v1; v1,park prep1.p,g1",
        "",
    ),
    ("The number {num1} is painted on the door of {v1.A}.", "number num1,paint on,door; v1,have,door", ""),
    ("Number {num1} passes the ball to number {num2}.", "number num1,pass,ball; number num1,pass to,number num2", ""),
    ("Number {num1} passes to number {num2} on the pitch", "number num1,pass to,number num2; number num1,on,pitch", ""),
    (
        "{p1.A} in a jersey with the number {num1} {look1.v} {p2.A}.",
        "p1,wear,jersey; jersey,have,number num1; p1,look1,p2",
        "",
    ),
    ("{col1} jersey with the number {num1} on the back", "jersey,is,col1; number num1,on back of,jersey", ""),
    ("{p1.A} wearing number {num1} {hold1.v} {t1.A}.", "p1,wear,number num1; p1,hold1,t1", ""),
    ("{p1.A} wears the number {num1} jersey and {ws1}.", "p1,wear,number num1 jersey; p1,wear,ws1", ""),
    (
        "{race1} number {num1} overtakes {race1} number {num2}<1  at the hairpin>.",
        "race1 number num1,overtake,race1 number num2; <1 race1 number num1,at,hairpin>",
        "",
    ),
    ("Runner number {big1} is ahead of runner number {big2}.", "runner number big1,ahead of,runner number big2", ""),
    (
        "{p1.A} with {col1.a} bib, number {num1}, crosses the finish line.",
        "p1,wear,bib; bib,is,col1; bib,have,number num1; p1,cross,finish line",
        "",
    ),
    ("{nf1}, wearing bib number {num1}, {look1.s} {nm1}.", "nf1,wear,bib number num1; nf1,look1,nm1", ""),
    (
        "A clock [that shows|showing] {time1} [hangs|is hanging] above {s1.A}.",
        "clock,show,time1; clock,hang above,s1",
        "",
    ),
    (
        "The {col1} clock on the wall shows {time1}. {p1.A} {gaze1.v} it.",
        "clock,is,col1; clock,on,wall; clock,show,time1; p1,gaze1,clock",
        "",
    ),
    ("Two clocks: one shows {time1}, the other {time2}.", "clocks,is,2; clock,show,time1; clock:1,show,time2", ""),
    (
        "{p1.A} opens the door of room {num1}; {p2.a} {pose1.s} in front of room {num2}.",
        "p1,open,door; room num1,have,door; p2,pose1 in front of,room num2",
        "",
    ),
    ("{p1.A} reads page {num1} of {bk1.a}.", "p1,read,page num1; bk1,have,page num1", ""),
    ("Swimmer in lane {c1} [is |]next to {p1.A}", "swimmer,in,lane c1; swimmer,next to,p1", ""),
    (
        "The house with the number {num1} is {col1}, number {num2} next to it is {col2}.",
        "house,have,number num1; house,is,col1; number num2,next to,house; number num2,is,col2",
        "",
    ),
    (
        "{rail1.A} stops at platform {c1} while {p1.a} {pose1.s} on platform {d1}.",
        "rail1,stop at,platform c1; p1,pose1 on,platform d1",
        "",
    ),
    ("{t1.A} with {num1.a} on it {lie1.v} on {s1.A}.", "num1,on,t1; t1,lie1 on,s1", ""),
    (
        "A referee shows number {num1} a <1 red><!1 yellow> card. The player {wear1.v} {w1.A}.",
        "referee,show,<1 red><!1 yellow> card; referee,show to,number num1; number num1,wear,w1",
        "",
    ),
    (
        "Goalkeeper {nm1}, number {num1}, catches the ball<1  in front of {nm2}, number {num2}>.",
        "nm1,is,goalkeeper; nm1,is,number num1; nm1,catch,ball; <1 nm1,in front of,nm2; nm2,is,number num2>",
        "",
    ),
    ("{c1.w} {g1.S} {prep1} crane No. {num1}", "g1.s,is,c1; g1.s,prep1.p,crane no. num1", ""),
    ("bus {num1} waits behind bus {num2} at the crossing", "bus num1,wait behind,bus num2; bus num1,at,crossing", ""),
    ("{p1.A} [holds|is holding] up a sign with the number {num1} on it.", "p1,hold up,sign; number num1,on,sign", ""),
    ("{year1.a} {v1} is parked {prep1} {g1.A}.", "v1,is,year1; v1,park prep1.p,g1", ""),
    (
        "{n1} number {num1} {greet1.s} {n1} number {num2}, who {wear1.v} {w1.A}.",
        "n1 number num1,greet1,n1 number num2; n1 number num2,wear,w1",
        "",
    ),
    (
        "{stock1.A} with the number {num1} on its ear tag {peer1.v} {a2.A}.",
        "number num1,on,ear tag; stock1,have,ear tag; stock1,peer1,a2",
        "",
    ),
    (
        "Table {num1} is {chk1}. At table {num2} {m1.A} is {do1.g}.",
        "table num1,is,chk1; m1,at,table num2; m1,is,do1.g",
        "",
    ),
    (
        "{p1.The} {hold1.v} ticket number {big1}; {p2.the} has number {big2}.",
        "p1,hold1,ticket number big1; p2,have,number big2",
        "",
    ),
    (
        "{c1.w} {n1.s} and {v1.a} with the number {num1} on its roof {l1.at}",
        "n1.s,is,c1; n1.s,l1.p,l1; number num1,on,roof; v1,have,roof; v1,l1.p,l1",
        "",
    ),
    (
        "Number {num1}, in {col1.a} jersey, passes the ball to number {num2}, who {wear1.v} {w1.A}. Behind them, "
        "goalkeeper {nm1} is {do1.g}, and the clock shows {time1}.",
        "number num1,wear,jersey; jersey,is,col1; number num1,pass,ball; number num1,pass to,number num2; number "
        "num2,wear,w1; nm1,behind,number num1; nm1,behind,number num2; nm1,is,goalkeeper; nm1,is,do1.g; "
        "clock,show,time1",
        "",
    ),
    (
        "In this picture {v1.a} with the number {num1} on its front is parked next to {v2.a} with the number {num2}"
        " on its side. {p1.A} with {t1.A} {pose1.s} between them, under a clock that shows {time1}.",
        "number num1,on front of,v1; v1,park next to,v2; number num2,on side of,v2; p1,with,t1; p1,pose1 "
        "between,v1; p1,pose1 between,v2; p1,under,clock; clock,show,time1",
        "",
    ),
    (
        "{c1.w} {n1.s} with numbers on their {w1.s} {pose1.vp} {l1.at}. Number {num1} {look1.v} number {num2}, who "
        "is {hum1}, and number {num3} {hold1.v} {t1.A}.",
        "n1.s,is,c1; numbers,on,w1.s; n1.s,have,w1.s; n1.s,pose1 l1.p,l1; number num1,look1,number num2; number "
        "num2,is,hum1; number num3,hold1,t1",
        "",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of numbers on things."""
    return draw(FRAMES, "numbered", count, rng)
