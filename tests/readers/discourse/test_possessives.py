"""Whose something is: a possessive pronoun names an owner that agrees with it, in an earlier sentence if need be."""

import pytest

import grice

OWNERS = [
    ("A bride stands on the steps. Her veil is long.", ("bride", "have", "veil")),
    ("A train stands at the platform. Its doors are open.", ("train", "have", "doors")),
    ("A boy holds a puppy. Its ears are brown.", ("puppy", "have", "ears")),
    ("A farmer leans on a fence. Three hens peck at grain near his boots.", ("farmer", "have", "boots")),
    ("A painter stands at an easel. A cat sleeps beside her shoes.", ("painter", "have", "shoes")),
    ("A waiter carries a tray. Two dogs sniff at his shoes.", ("waiter", "have", "shoes")),
    ("A shepherd rests under a tree. Lambs graze around his staff.", ("shepherd", "have", "staff")),
    ("A boat is tied to a pier. A man paints its hull.", ("boat", "have", "hull")),
    ("A tractor stands in a field. Two boys sit on its bonnet.", ("tractor", "have", "bonnet")),
    ("A girl sits on a bench. Pigeons walk around her suitcase.", ("girl", "have", "suitcase")),
    ("Rangers have caught a rhino. A vet covers its eyes with a cloth.", ("rhino", "have", "eyes")),
]


@pytest.mark.parametrize(("text", "fact"), OWNERS, ids=[row[0] for row in OWNERS])
def test_an_owner_agrees_with_its_pronoun(text: str, fact: tuple[str, ...]) -> None:
    having = [one for one in grice.parse(text).facts if one[1:2] == ("have",)]
    assert having == [fact]
