"""New captions follow from training rows with the facts they must have; made ones are told apart; no torch needed."""

import numpy as np
import pytest

from grice.networks.pieces import MASK, load_tokenizer, pieces_of
from grice.readers.graphs.alignment import in_reading_order
from grice.readers.graphs.parsing import shipped
from grice.readers.graphs.pieces import build
from grice.training.parser.augment import MARK, Augmenter, Mixture, shortened
from grice.training.parser.editions import Editions
from grice.training.parser.recipes import RECIPES, recipe
from grice.training.parser.rows import Row, facts_in, hold_out, read_rows
from grice.words.split import words_in


def row(caption: str, graph: str) -> Row:
    return Row(words_in(caption), facts_in(graph), facts_in(graph))


def followed(first: Row, second: Row) -> dict[str, set[tuple[str, ...]]]:
    """Every caption that 200 seeds make of the first row when only the second can follow it."""
    augmenter = Augmenter([second])
    made = (augmenter.follow(first, np.random.default_rng(seed)) for seed in range(200))
    return {" ".join(new.words): set(new.facts) for new in made}


ON_HORSE = row("a man on a horse", "( man , on , horse )")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (
            ON_HORSE,
            row("man wearing a hat .", "( man , wear , hat )"),
            {
                "a man on a horse wearing a hat",
                "a man on a horse , wearing a hat",
                "a man on a horse and wearing a hat",
            },
        ),
        (
            row("dog with a black nose", "( nose , is , black ) , ( dog , with , nose )"),
            row("the dog with a tongue", "( dog , with , tongue )"),
            {
                "dog with a black nose and a tongue",
                "dog with a black nose , a tongue",
                "dog with a black nose with a tongue",
                "dog with a black nose , with a tongue",
            },
        ),
        (
            ON_HORSE,
            row("the man is waving", "( man , is , waving )"),
            {
                "a man on a horse is waving",
                "a man on a horse that is waving",
                "a man on a horse , it is waving",
            },
        ),
        (
            row("the man is tall", "( man , is , tall )"),
            row("man has a beard", "( man , have , beard )"),
            {"the man is tall and has a beard"},
        ),
    ],
    ids=["participle", "list", "clause", "two clauses"],
)
def test_what_is_said_of_the_same_subject_follows(first: Row, second: Row, expected: set[str]) -> None:
    made = followed(first, second)
    assert made.keys() == expected
    assert all(facts == {*first.facts, *second.facts} for facts in made.values())


@pytest.mark.parametrize(
    "second",
    [
        row("woman wearing a hat", "( woman , wear , hat )"),
        row("man feeding a horse", "( man , feed , horse )"),
        row("a tall man wearing a hat", "( man , is , tall ) , ( man , wear , hat )"),
        row("man and dog", "( man ) , ( dog )"),
        row("hat on a man", "( hat , on , man )"),
    ],
    ids=["another subject", "a second horse", "an adjective before", "a list", "an object"],
)
def test_what_might_mean_something_else_does_not_follow(second: Row) -> None:
    assert followed(ON_HORSE, second).keys() == {"a man on a horse"}


@pytest.mark.parametrize(
    ("second", "facts"),
    [
        ("( man , on , bike )", "( man , on , horse ) , ( man:1 , on , bike )"),
        ("( man , next to , man:1 )", "( man , on , horse ) , ( man:1 , next to , man:2 )"),
        ("( dog , v:chase , ball )", "( man , on , horse ) , ( dog , v:chase , ball )"),
    ],
)
def test_each_object_of_a_joined_caption_stays_one(second: str, facts: str) -> None:
    """A man of each caption is two men, also where no verb shows that graphs have identifiers."""
    other = row("the other caption", second)
    with_verbs = row("dog chasing a cat", "( dog , v:chase , cat )")
    augmenter = Augmenter([other, with_verbs])
    made = {augmenter.join(ON_HORSE, np.random.default_rng(seed)).facts for seed in range(40)}
    assert facts_in(facts) in made
    plain = Augmenter([row("a man on a bike", "( man , on , bike )")])
    assert plain.join(ON_HORSE, np.random.default_rng(0)).facts == (("man", "on", "horse"), ("man", "on", "bike"))


@pytest.mark.parametrize(
    ("caption", "graph", "short"),
    [
        ("the dog is on a sofa", "( dog , on , sofa )", "dog on sofa"),
        ("there are two dogs", "( dogs , is , 2 )", "two dogs"),
        ("a sign that says the end", "( sign , say , the end )", "a sign that says the end"),
        ("the", "( the )", "the"),
    ],
    ids=["articles and be", "existential", "a name with an article", "nothing left"],
)
def test_short_forms_do_without_articles_and_be(caption: str, graph: str, short: str) -> None:
    given = row(caption, graph)
    made = shortened(given)
    assert " ".join(made.words) == short
    assert made.facts == given.facts
    editions = Editions([given] * 60, None, Mixture(shorten=0.5), 3)
    drawn = {" ".join(new.words) for new in editions.drawn(0, calm=False)}
    assert drawn == {caption, short}
    assert {" ".join(new.words) for new in editions.drawn(0, calm=True)} == {caption}


def test_only_captions_put_together_are_marked_and_only_where_asked() -> None:
    rows = [ON_HORSE, row("man wearing a hat", "( man , wear , hat )"), row("a red ball", "( ball , is , red )")] * 40
    for mark in (True, False):
        editions = Editions(rows, None, Mixture(join=0.3, follow=0.5, substitute=0.5, mark=mark), 3)
        made = editions.drawn(0, calm=False)
        grown = [len(new.facts) > len(old.facts) for new, old in zip(made, rows, strict=True)]
        assert 20 < sum(grown) < 100
        assert [new.words[0] == MARK for new in made] == [mark and big for big in grown]
        assert all(MARK not in new.words[1:] and MARK not in " ".join(map(" ".join, new.facts)) for new in made)
        assert editions.drawn(0, calm=True) == rows


def test_the_mark_is_one_piece_of_the_encoders_vocabulary() -> None:
    """Otherwise it would be spelt out, and its letters would be words to copy."""
    tokenizer = load_tokenizer(shipped())
    assert pieces_of(tokenizer, MARK) == [MARK]
    assert build(tokenizer, [], []).rows([MARK]) == [MASK]


@pytest.mark.parametrize(
    ("caption", "order"),
    [
        ("pizza on white plate on table", "( pizza , on , plate ) , ( plate , is , white ) , ( plate , on , table )"),
        ("red rope with red flag", "( rope , is , red ) , ( rope , with , flag ) , ( flag , is , red )"),
        ("one bird on a cross and seven on a roof", "( bird , on , cross ) , ( bird , is , 7 ) , ( bird , on , roof )"),
    ],
)  # fmt: skip
def test_facts_stand_in_the_order_of_the_words_that_say_them(caption: str, order: str) -> None:
    facts = facts_in(order)
    for shuffled in (facts[::-1], sorted(facts), facts):
        assert tuple(in_reading_order(shuffled, words_in(caption))) == facts


def test_what_is_held_out_is_not_learned_from(corpus) -> None:
    rows, _ = read_rows(corpus("factual/length_train.csv").parent, "length", 24_000)
    left, held = hold_out(rows, 100, 0, "length")
    assert len({row.words for row in held}) == 100
    assert all(row.long for row in held)
    assert len(rows) - 102 <= len(left) <= len(rows) - 100, "two captions stand in the file twice"
    assert not {row.words for row in left} & {row.words for row in held}


def test_the_length_split_has_no_identifiers_to_learn() -> None:
    assert recipe("long", "random").identifiers
    assert not any(recipe(name, "length").identifiers for name in RECIPES)
