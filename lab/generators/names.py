"""Who is named, what are they, and where?

Titles stay in the name, jobs, ages and nationalities are attributes of it; a city lies in its country; "left" and "(R)"
place somebody in the picture. A later mention by the family name or by the office is the name of the first mention.
"""

import numpy as np

from lab.generators.frames import Frame, draw

FRAMES: tuple[Frame, ...] = (
    (
        "{nat1} {tt1} {np1} greets {job1} {np2} in {city1}, {city1.country}.",
        "tt1 np1,is,nat1; tt1 np1,greet,np2; np2,is,job1; tt1 np1,in,city1; city1,in,city1.country",
        "",
    ),
    (
        "{tt1} {np1} (L) and {tt2} {np2} (R) {hold1.b} {t1.A} in {city1}.",
        "tt1 np1,on,left; tt2 np2,on,right; tt1 np1,hold1,t1; tt2 np2,hold1,t1; tt1 np1,in,city1; tt2 np2,in,city1",
        "",
    ),
    (
        "{tt1} {np1}, left, {greet1.s} {np2}, {age2}, at the {venue1} in {city1}, {city1.country}.",
        "tt1 np1,on,left; tt1 np1,greet1,np2; np2,is,age2; tt1 np1,at,venue1; venue1,in,city1; city1,in,city1.country",
        "",
    ),
    (
        "{job1} {np1}, {age1}, {hold1.s} {t1.A} in {city1}, {city1.country}.",
        "np1,is,job1; np1,is,age1; np1,hold1,t1; np1,in,city1; city1,in,city1.country",
        "",
    ),
    (
        "{np1} ({age1}) and {np2} ({age2}) {pose1.b} {l1.at}",
        "np1,is,age1; np2,is,age2; np1,pose1 l1.p,l1; np2,pose1 l1.p,l1",
        "",
    ),
    (
        "{nat1} {job1} {nm1} {greet1.s} {nat2} {job2} {nf1} during {ev1.a} in {city1}. {nm1.last} {wear1.v} {w1.A}.",
        "nm1,is,nat1; nm1,is,job1; nm1,greet1,nf1; nf1,is,nat2; nf1,is,job2; nm1,during,ev1; ev1,in,city1; nm1,wear,w1",
        "",
    ),
    (
        "{tt1} {nf1} arrives at the {venue1} in {city1}. The {tt1.role} {wear1.v} {w1.A}.",
        "tt1 nf1,arrive at,venue1; venue1,in,city1; tt1 nf1,wear,w1",
        "",
    ),
    (
        "{tt1} {nm1} {look1.s} {job1} {nf1}. {nf1.last} [holds|is holding] {t1.A}, the {tt1.role} is {do1.g}.",
        "tt1 nm1,look1,nf1; nf1,is,job1; nf1,hold,t1; tt1 nm1,is,do1.g",
        "",
    ),
    (
        "Former {off1} {np1} {pose1.s} {prep1} {g1.A} in {city1}.",
        "off1 np1,is,former; off1 np1,pose1 prep1.p,g1; g1,in,city1",
        "",
    ),
    (
        "{np1}, mayor of {city1}, {greet1.s} {nat1} {job1} {np2}.",
        "np1,mayor of,city1; np1,greet1,np2; np2,is,nat1; np2,is,job1",
        "",
    ),
    (
        "{city1.country}'s {np1} {greet1.s} {city2.country}'s {np2} during {ev1.a}.",
        "city1.country,have,np1; np1,greet1,np2; city2.country,have,np2; np1,during,ev1",
        "",
    ),
    (
        "{nf1} and her {kinm1} {nm1} {pose1.b} {l1.at}.",
        "nf1,have,nm1; nm1,is,kinm1; nf1,pose1 l1.p,l1; nm1,pose1 l1.p,l1",
        "",
    ),
    (
        "{nm1} {greet1.s} his {kinf1}, {nf1}, {age1}, at the {venue1}.",
        "nm1,greet1,nf1; nm1,have,nf1; nf1,is,kinf1; nf1,is,age1; nm1,at,venue1",
        "",
    ),
    (
        "From left: {np1}, {np2} and {job1} {np3} {pose1.b} {l1.at}.",
        "np3,is,job1; np1,pose1 l1.p,l1; np2,pose1 l1.p,l1; np3,pose1 l1.p,l1",
        "",
    ),
    (
        "{tt1} {np1} (second from left), {nat1} {job1} {np2} and {np3} (C) {look1.b} {a1.A}.",
        "tt1 np1,is,second from left; np2,is,nat1; np2,is,job1; np3,in,center; tt1 np1,look1,a1; np2,look1,a1; "
        "np3,look1,a1",
        "",
    ),
    (
        "{np1} of {org1} {hold1.s} {t1.A} beside {np2} of {org2}",
        "np1,of,org1; np1,hold1,t1; np1,beside,np2; np2,of,org2",
        "",
    ),
    (
        "{city1} {job1} {np1} {wear1.v} {w1.A} and {ws1} at the {venue1}.",
        "np1,is,city1 job1; np1,wear,w1; np1,wear,ws1; np1,at,venue1",
        "",
    ),
    ("Portrait of {nat1} {job1} {np1} with {a1.A}", "np1,is,nat1; np1,is,job1; np1,with,a1", ""),
    (
        "{job1} {np1} at the {venue1} in {city1}, {city1.country}, on Tuesday. (Photo: {org1})",
        "np1,is,job1; np1,at,venue1; venue1,in,city1; city1,in,city1.country",
        "",
    ),
    (
        "{np1}, the {job1}, {hold1.s} {t1.A} while {np2}, {nat1.a} {job2}, is {do1.g}.",
        "np1,is,job1; np1,hold1,t1; np2,is,nat1; np2,is,job2; np2,is,do1.g",
        "",
    ),
    ("{tt1} {nm1} does not {wear1.b} {w1.a}, {tt2} {nf1} does.", "tt2 nf1,wear,w1; tt1 nm1", "tt1 nm1,wear,w1"),
    (
        "Uncle {nm1.first} and Aunt {nf1.first} {pose1.b} {prep1} {g1.A}.",
        "uncle nm1.first,pose1 prep1.p,g1; aunt nf1.first,pose1 prep1.p,g1",
        "",
    ),
    (
        "{np1} {give1.s} {tt1} {np2} {t1.A} at {ev1.a} in {city1}, {city1.country}, officials said.",
        "np1,give1,t1; np1,give1 to,tt1 np2; np1,at,ev1; ev1,in,city1; city1,in,city1.country",
        "",
    ),
    (
        "{nm1}, {age1}, {nf1}, {age2}, and their dog {pose1.b} in front of {g1.A} in {city1}.",
        "nm1,is,age1; nf1,is,age2; nm1,have,dog; nf1,have,dog; nm1,pose1 in front of,g1; nf1,pose1 in front of,g1; "
        "dog,pose1 in front of,g1; g1,in,city1",
        "",
    ),
    (
        "{tt1} {nf1} {greet1.s} {nm1}. She is {age1}, he is {age2}. {nf1.last} {hold1.v} {t1.A}; {nm1.last} "
        "{wear1.v} {w1.A}.",
        "tt1 nf1,greet1,nm1; tt1 nf1,is,age1; nm1,is,age2; tt1 nf1,hold1,t1; nm1,wear,w1",
        "",
    ),
    (
        "{job1} {np1} of {city1.country} (in {w1.A}) {look1.s} {job2} {np2} of {city2.country} at the {venue1}.",
        "np1,is,job1; np1,of,city1.country; np1,wear,w1; np1,look1,np2; np2,is,job2; np2,of,city2.country; "
        "np1,at,venue1",
        "",
    ),
    (
        "{nm1.first} {hold1.v} {t1.A}, {nf1.first} {wear1.v} {w1.A}, and {nm2.first} is {do1.g}",
        "nm1.first,hold1,t1; nf1.first,wear,w1; nm2.first,is,do1.g",
        "",
    ),
    ("FILE - {tt1} {np1} speaks at {ev1.a} in {city1}", "tt1 np1,speak at,ev1; ev1,in,city1", ""),
    (
        "{job1} {nf1}'s {w1} is {col1}; her {kinf1} {nf2} has {col2.a} one.",
        "nf1,is,job1; nf1,have,w1; w1,is,col1; nf1,have,nf2; nf2,is,kinf1; nf2,have,w1:1; w1:1,is,col2",
        "",
    ),
    (
        "{n1.S} {greet1.vp} {tt1} {np1}, {age1}, outside the {venue1} in {city1}. Behind the {tt1.role}, {p1.a} "
        "{hold1.v} {t1.A}.",
        "n1.s,greet1,tt1 np1; tt1 np1,is,age1; n1.s,outside,venue1; venue1,in,city1; p1,behind,tt1 np1; p1,hold1,t1",
        "",
    ),
    (
        "{nat1} {off1} {nm1} ({age1}) and {off2} {nf1} {pose1.b} {prep1} {g1.A} during {ev1.a} in {city1}, "
        "{city1.country}, on Friday. {nm1.last}, right, {wear1.v} {w1.A}; {nf1.last} {hold1.v} {t1.A} that {job1} "
        "{np2} of {org1} gave her.",
        "off1 nm1,is,nat1; off1 nm1,is,age1; off1 nm1,pose1 prep1.p,g1; off2 nf1,pose1 prep1.p,g1; off1 "
        "nm1,during,ev1; off2 nf1,during,ev1; ev1,in,city1; city1,in,city1.country; off1 nm1,on,right; off1 "
        "nm1,wear,w1; off2 nf1,hold1,t1; np2,is,job1; np2,of,org1; np2,give,t1; np2,give to,off2 nf1",
        "",
    ),
)


def rows(count: int, rng: np.random.Generator) -> list[dict[str, str]]:
    """`count` rows of named people."""
    return draw(FRAMES, "names", count, rng)
