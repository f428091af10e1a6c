"""A part of what was named is read with its noun: a few are, none of them wear, one has; and who "they" are."""

import pytest

import grice

SOME = [
    ("Birds sit on the roof. A few are perched on the wire.", ("birds", "perch on", "wire")),
    ("Horses stand in a paddock; several are tied to the gate.", ("horses", "tie to", "gate")),
    ("Cars fill the street. Many are covered with snow.", ("snow", "cover", "cars")),
    ("Hikers rest on a log. Some of them are barefoot.", ("hikers", "is", "barefoot")),
    ("Five runners start a race. Two are wearing hats.", ("runners", "wear", "hats")),
    ("Pigeons gather on a square. Several are pecking at crumbs.", ("pigeons", "peck at", "crumbs")),
    ("Monks walk through a gate. Two carry lanterns.", ("monks", "carry", "lanterns")),
    ("A vendor is selling balloons. Some have burst.", ("balloons", "is", "burst")),
    ("A teacher hands out books. Most are old.", ("books", "is", "old")),
]


@pytest.mark.parametrize(("text", "fact"), SOME, ids=[row[0] for row in SOME])
def test_some_of_them_are_others_of_that_name(text: str, fact: tuple[str, ...]) -> None:
    graph = grice.parse(text)
    (said,) = [one for one in graph.statements if fact in one.facts]
    assert 1 in {node.index for node in said.nodes}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Vendors stand behind stalls. One of them holds up an octopus.", ("vendor", "hold up", "octopus")),
        ("Six cyclists wait at a light. One of them checks a phone.", ("cyclist", "check", "phone")),
        ("Two men stand on a pavement; one is eating a sandwich.", ("man", "eat", "sandwich")),
        ("A man holds apples. All are green.", ("apples", "is", "green")),
    ],
)
def test_one_of_them_is_one_and_all_are_they(text: str, fact: tuple[str, ...]) -> None:
    assert fact in grice.parse(text).facts


NONE = [
    ("Kids play in a pool. None of them wear goggles.", ("kids", "wear", "goggles")),
    ("Children swim in a lake. None of them wear life jackets.", ("children", "wear", "life jackets")),
    ("Three women sit at a bar. None of them is drinking beer.", ("women", "drink", "beer")),
    ("Cyclists ride past. None wear helmets.", ("cyclists", "wear", "helmets")),
    ("Two boys sit on a wall. Neither of them is wearing a cap.", ("boys", "wear", "cap")),
    ("Letters lie on a desk; none has been opened.", ("letters", "is", "opened")),
    ("Two pots are on the stove; neither has a lid.", ("pots", "have", "lid")),
    ("Three candles on a cake; none are lit.", ("candles", "is", "lit")),
]


@pytest.mark.parametrize(("text", "denied"), NONE, ids=[row[0] for row in NONE])
def test_what_none_of_them_does_is_denied_of_them(text: str, denied: tuple[str, ...]) -> None:
    graph = grice.parse(text)
    assert graph.denied_facts == (denied,)
    assert denied[-1:] not in graph.facts


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("A clown juggles three balls. They are red.", ("balls", "is", "red")),
        ("A baker holds two loaves. They are burnt.", ("loaves", "is", "burnt")),
        ("A boy kicks leaves. They fly through the air.", ("leaves", "fly through", "air")),
        ("A nurse pushes two beds. They have wheels.", ("beds", "have", "wheels")),
        ("A sailor coils ropes on a deck. They are wet.", ("ropes", "is", "wet")),
        ("A chef slices onions. They lie on a board.", ("onions", "lie on", "board")),
        ("A person holds flowers. They are smiling.", ("person", "is", "smiling")),
        ("A skier carries poles. They wear a helmet.", ("skier", "wear", "helmet")),
        ("A surfer holds a board. They are wearing a wetsuit.", ("surfer", "wear", "wetsuit")),
    ],
)
def test_they_are_several_things_before_they_are_one_person(text: str, fact: tuple[str, ...]) -> None:
    assert fact in grice.parse(text).facts
