"""Edits make a caption false, rewordings keep it true, and foils are made only where references can decide."""

import numpy as np
import pytest

from grice.corpora import made_contrasts
from grice.corpora.edits import (
    Caption,
    articled,
    denials,
    moved_modifiers,
    replaced,
    swapped_modifiers,
    swapped_roles,
    vocabulary,
)
from grice.corpora.rewordings import paraphrases, participle, passives, reworded


def said(edits) -> set[str]:
    return {" ".join(articled(words)) for words in edits}


@pytest.mark.parametrize(
    ("edit", "caption", "made"),
    [
        (lambda c: swapped_modifiers(c, True), "a red car near a blue bus", "a blue car near a red bus"),
        (lambda c: swapped_modifiers(c, False), "two dogs and three cats", "three dogs and two cats"),
        (moved_modifiers, "a boy on an old horse", "an old boy on a horse"),
        (swapped_roles, "a dog chasing a cat", "a cat chasing a dog"),
        (swapped_roles, "a cat is on the table", "the table is on a cat"),
        (denials, "the dog is running", "the dog is not running"),
        (denials, "a man with a hat", "a man without a hat"),
        (denials, "a black dog", "a dog that is not black"),
        (passives, "a man is riding a horse", "a horse is being ridden by a man"),
        (paraphrases, "a man riding a horse", "a horse that a man is riding"),
        (paraphrases, "a dog sleeps on a sofa", "on a sofa , a dog sleeps"),
        (paraphrases, "a red car", "a car that is red"),
        (paraphrases, "a cat and a dog", "a dog and a cat"),
    ],
)
def test_an_edit_is_made(edit, caption: str, made: str) -> None:
    assert made in said(edit(Caption.of(caption)))


@pytest.mark.parametrize(
    ("edit", "caption"),
    [
        (swapped_roles, "a cat next to a dog"),  # true both ways
        (swapped_roles, "a man and a woman"),
        (lambda c: swapped_modifiers(c, True), "a red car and a red bus"),
        (lambda c: swapped_modifiers(c, True), "a red and a blue car"),
        (denials, ""),
        (paraphrases, "running"),
        (passives, "a man sits on a horse"),
    ],
)
def test_no_edit_is_made_where_nothing_would_change(edit, caption: str) -> None:
    assert not said(edit(Caption.of(caption)))


def test_a_word_is_replaced_by_one_that_is_not_its_kind() -> None:
    captions = [Caption.of(text) for text in ("a dog", "an animal", "a puppy", "a table")]
    words = vocabulary(captions, least=1)
    found = {" ".join(w) for seed in range(40) for _, w in replaced(captions[0], words, np.random.default_rng(seed))}
    assert found == {"a table"}


@pytest.mark.parametrize(
    ("verb", "done"), [("ride", "ridden"), ("hold", "held"), ("carry", "carried"), ("walk", "walked")]
)
def test_participles(verb: str, done: str) -> None:
    assert participle(verb) == done


def test_rewording_is_repeatable() -> None:
    caption = Caption.of("A man riding a horse next to a large tree")
    assert reworded(caption, np.random.default_rng(1)) == reworded(caption, np.random.default_rng(1))


IMAGES = {
    str(i): ("corpus", texts)
    for i, texts in enumerate(
        [
            ["a red car near a blue bus", "the red car and a bus", "cars on a street"],
            ["a dog chasing a cat", "the dog runs after the cat", "animals"],
            ["a green boat near a white house", "something else", "a view"],
        ]
        * 8
    )
}


def test_foils_are_made_where_a_reference_can_decide_and_images_are_on_one_side() -> None:
    distinct = {name: (corpus, [f"{text} {name}x" for text in texts]) for name, (corpus, texts) in IMAGES.items()}
    sides = {side: made_contrasts.make(distinct, side) for side in ("train", "test")}
    both = [foil for foils in sides.values() for foil in foils]
    assert {foil.kind for foil in both} == set(made_contrasts.KINDS)
    assert not {foil.image for foil in sides["train"]} & {foil.image for foil in sides["test"]}
    assert not [foil for foil in both if "boat" in foil.foil]
    assert all(foil.caption != foil.foil for foil in both)
    assert sides["test"] == made_contrasts.make(distinct, "test")
