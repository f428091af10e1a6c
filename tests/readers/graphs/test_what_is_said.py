"""Kinds of texts through the parser that ships: of each, texts with other words in the same frames, most of them right.

A network errs now and then, so a kind holds where most of its texts do; no text was learned from.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest

import grice
from grice.errors import InputError
from grice.meaning.graph import SceneGraph

CAPTIONS = Path(__file__).parents[3] / "data" / "captions"
MOST = 0.8
Holds = Callable[[SceneGraph], bool]


def share(cases: Iterable[tuple[str, Holds]]) -> tuple[float, list[str]]:
    """How many of the texts hold, and those that do not, with their graphs."""
    listed = list(cases)
    graphs = grice.parse([text for text, _ in listed], content="all")
    wrong = [f"{text!r}: {graph!r}" for (text, holds), graph in zip(listed, graphs, strict=True) if not holds(graph)]
    return 1 - len(wrong) / len(listed), wrong


def named(graph: SceneGraph) -> set[str]:
    """Every name, attribute and number of a graph."""
    return {part for fact in (*graph.facts, *graph.denied_facts) for part in (fact[0], fact[-1])}


def denies(subject: str, object_: str) -> Holds:
    """That a thing has or wears something is denied and not asserted."""
    return lambda graph: (
        any(fact[0] == subject and fact[-1] == object_ for fact in graph.denied_facts)
        and not any(fact[0] == subject and fact[-1] == object_ for fact in graph.facts)
    )


def absent(thing: str) -> Holds:
    return lambda graph: (
        any(fact[-1] == thing or fact[0] == thing for fact in graph.denied_facts)
        and not any(thing in (fact[0], fact[-1]) for fact in graph.facts)
    )


def facts(*wanted: tuple[str, ...]) -> Holds:
    return lambda graph: set(wanted) <= set(graph.facts)


def says(*words: str) -> Holds:
    """That each of these words or groups of words stands, whole, in a name or attribute."""
    return lambda graph: all(any(f" {word} " in f" {name} " for name in named(graph)) for word in words)


PEOPLE = ("plumber", "girl", "old man", "nurse")
CLOTHES = ("scarf", "helmet", "watch")


def bare(person: str) -> str:
    return person.removeprefix("old ")


KINDS: dict[str, list[tuple[str, Holds]]] = {
    "what somebody is without": [
        (f"a {p} without a {c} {where}", denies(bare(p), c))
        for p, c, where in product(PEOPLE, CLOTHES, ("on a bench", "beside a van"))
    ],
    "what is not there": [
        (frame.format(thing), absent(thing))
        for frame, thing in product(
            ("There are no {} on the road.", "The yard has no {}.", "no {} in the pond", "a hill without any {}"),
            ("boats", "lanterns", "sheep", "benches"),
        )
    ],
    "what is not in the scene": [
        (f"A {place}. There are no {things} in the {scene}.", absent(things))
        for place, things, scene in product(
            ("quiet harbour", "wide street"), ("people", "dogs", "bicycles"), ("scene", "picture")
        )
    ],
    "the same thing affirmed and denied": [
        (
            f"a {p} with a {c} and a {q} without a {c}",
            lambda graph, p=p, q=q, c=c: denies(q, c)(graph) and any(f[0] == p and f[-1] == c for f in graph.facts),
        )
        for p, q, c in product(("cook", "girl"), ("sailor", "boy"), ("hat", "balloon", "whistle"))
    ],
    "numbers": [
        (frame.format(word), facts(("goats", "is", digits)))
        for frame, (word, digits) in product(
            ("{} goats on a cliff", "A shed with {} goats", "{} goats graze behind the barn."),
            (("seven", "7"), ("twelve", "12"), ("23", "23"), ("forty-one", "41"), ("a dozen", "12"), ("1,200", "1200")),
        )
    ],
    "ranges": [
        (f"{said} herons above a lake", facts(("herons", "is", amount)))
        for said, amount in (
            ("three or four", "3 or 4"),
            ("Five to six", "5 to 6"),
            ("at least nine", "at least 9"),
            ("Ten or eleven", "10 or 11"),
            ("about 40", "about 40"),
            ("more than 200", "more than 200"),
        )
    ],
    "numbers on things": [
        (frame.format(number), says(number))
        for frame, number in product(
            (
                "a tram with the number {} on its front",
                "A runner with number {} on her shirt",
                "The number {} is painted on the door.",
            ),
            ("42", "7", "118", "63"),
        )
    ],
    "numbers on other things": [
        (frame.format(number), says(number))
        for frame, number in product(
            (
                "a locker with the number {} on it",
                "Boat number {} leads the race.",
                "A goalkeeper wears the number {}.",
                "A sign with the number {} hangs over the gate",
            ),
            ("42", "7", "118", "63"),
        )
    ],
    "receivers": [
        (
            f"{giver} hands {taker} a {thing}.",
            lambda graph, g=giver, t=taker, x=thing: (
                {g.lower(), t.lower()} <= named(graph) and any(f[0] == g.lower() and f[-1] == x for f in graph.facts)
            ),
        )
        for giver, taker, thing in product(("Tom", "Amira"), ("Jerry", "Lucía"), ("cake", "letter", "spanner"))
    ],
    "names after titles": [
        (
            f"{minister} shakes hands with {title} {name} outside the {place}.",
            lambda graph, n=name.lower(): any(one == n or one.endswith(f" {n}") for one in named(graph)),
        )
        for minister, title, name, place in product(
            ("Foreign minister Ana Kováč",),
            ("German Chancellor", "President", "Bishop", "coach"),
            ("Olaf Brandt", "Zoë Nkemelu", "Józef Wróbel"),
            ("palace", "museum"),
        )
    ],
    "words on things": [
        (frame.format(words), says(words.lower()))
        for frame, words in product(
            ('a green "{}" button', 'A sign that says "{}" hangs on the gate.', 'a mug with the words "{}"'),
            ("Pay now", "Keep left", "Best dad", "Open"),
        )
    ],
    "pronouns over sentences": [
        (f"A {who} holds a {thing}. {pronoun} wears a {worn}.", facts((who, "hold", thing), (who, "wear", worn)))
        for (who, pronoun), thing, worn in product(
            (("fisherman", "He"), ("queen", "She"), ("nurse", "She")), ("rope", "cup"), ("cap", "coat")
        )
    ],
    "a part of a number of things": [
        (
            f"{part} of the {whole} {things} are {said}",
            lambda graph, p=p, w=w, said=said: (
                {p, w} <= {one.number for one in graph.quantities}
                and len({one.nodes[0].index for one in graph.quantities}) == 2
                and [one.node.index for one in graph.attributes if one.value == said] == [1]
            ),
        )
        for (part, p), (whole, w), things, said in product(
            (("Three", "3"), ("Two", "2")), (("five", "5"), ("twelve", "12")), ("chairs", "eggs"), ("red", "cracked")
        )
    ],
}


LOST = {
    "numbers on things": "9 of 12: the number of a runner and of a door is lost (never with the weights before)",
}
"""Kinds that the weights which ship read less often than that, and why."""


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.xfail(reason=LOST[kind])) if kind in LOST else kind for kind in KINDS]
)
def test_most_texts_of_a_kind_are_read(kind: str) -> None:
    right, wrong = share(KINDS[kind])
    assert right >= MOST, "\n".join(wrong)


def held_out(*names: str) -> list[dict[str, object]]:
    return [json.loads(line) for name in names for line in (CAPTIONS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def test_no_name_says_a_word_more_often_than_its_text() -> None:
    texts = [str(row["caption"]) for row in held_out("kinds", "hard")]
    for text, graph in zip(texts, grice.parse(texts, content="all"), strict=True):
        for name in named(graph):
            words = name.split()
            for word in set(words):
                assert words.count(word) <= max(1, text.lower().count(word)), (text, name)


def accented() -> Iterator[tuple[str, set[str], set[str], dict[str, str]]]:
    """Each text of other kinds, its words, the words of its graph, and its accented words by their bare letters."""
    texts = [str(row["caption"]) for row in held_out("kinds")]
    for text, graph in zip(texts, grice.parse(texts, content="all"), strict=True):
        words = {word.strip(".,;:!?()'\"").lower() for word in text.split()}
        bare_of = {unaccented(word): word for word in words if unaccented(word) != word}
        yield text, words, {word for name in named(graph) for word in name.split()}, bare_of


def test_names_keep_their_letters_and_accents() -> None:
    for text, words, said, bare_of in accented():
        assert not {bare_of[word] for word in said if word in bare_of and word not in words}, text


@pytest.mark.xfail(reason="19 of 22: the weights that ship leave out three names (one with the weights before)")
def test_names_with_accents_are_read() -> None:
    assert sum(len(said & set(bare_of.values())) for _, _, said, bare_of in accented()) > 20


def unaccented(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def test_denied_things_have_their_places() -> None:
    graph = grice.parse("A man without a shirt stands on the beach")
    assert graph.denied_facts == (("man", "wear", "shirt"),)
    assert [graph.text[slice(*node.span)] for one in graph.denied for node in one.nodes] == ["man", "shirt"]
    assert "not" not in str(graph)


PARAGRAPH = (
    "The image captures a serene scene at dusk. A black dog lies on a wooden deck. It wears a red collar. Behind it, a "
    "woman in a long coat waters a row of ferns with a hose. Two bicycles lean against the railing, and a lamp hangs "
    "above the door. The composition creates a warm and inviting atmosphere that adds a touch of magic to the evening."
)


def test_a_paragraph_gives_what_a_person_would_draw_of_it() -> None:
    graph = grice.parse(PARAGRAPH)
    assert ("dog", "is", "black") in graph.facts
    assert ("dog", "wear", "collar") in graph.facts
    names = {node.name for node in graph.nodes}
    assert not names & {"atmosphere", "touch", "composition", "image", "magic"}
    assert not graph.problems
    everything = grice.parse(PARAGRAPH, content="all")
    assert len(everything.facts) >= len(graph.facts)


def test_a_text_that_only_names_things_is_read_for_all_of_them() -> None:
    assert set(grice.parse("a cat; a dog").facts) == {("cat",), ("dog",)}


@pytest.mark.parametrize("text", ["A cat. A dog.", PARAGRAPH])
def test_the_mark_of_a_text_is_never_written(text: str) -> None:
    assert "<" not in str(grice.parse([text], content="visual")[0])


def test_an_unknown_content_is_refused() -> None:
    with pytest.raises(InputError, match="'visual'"):
        grice.parse("a dog", content="nice")


def test_a_cache_keeps_what_a_text_was_read_for_apart(tmp_path) -> None:
    file = tmp_path / "cache.sqlite"
    everything = grice.parse(PARAGRAPH, content="all", cache=file)
    assert grice.parse(PARAGRAPH, content="visual", cache=file) == grice.parse(PARAGRAPH, content="visual")
    assert grice.parse(PARAGRAPH, content="all", cache=file) == everything
