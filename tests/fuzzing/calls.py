"""How is `grice.score` called, rightly and wrongly? Calls as Python source, so that any type can be written down."""

from collections import deque
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa

import grice
from fuzzing import english, odd_texts, written_graphs
from grice.readers.rooms.mentions import mentions_of
from grice.scenes.quantified import Domain

METRICS = {
    "texts": ("bleu", "rouge", "cider", "diversity", "BLEU-4", "CIDEr-D"),
    "graphs": ("setmatch", "spice", "spice:references=max", "spice:references=merged", "diversity"),
    "rooms": ("pragmatics",),
    "quantified": ("reconstruction",),
    "encoders": ("softspice", "faithfulness", "sentence", "tokens", "grice"),
}
"""Metrics by what they read; those of `encoders` run a network."""
ODD = (
    "None", "0", "-1", "1.5", "True", "float('nan')", "float('inf')", "2**70", "''", "' '", "'\\ud800'", "b'a'",
    "object()", "[]", "()", "{}",
    "set()", "{'a'}", "deque(['a'])", "range(2)", "iter(['a', 'b'])", "(x for x in 'ab')", "np.array('a')",
    "np.array(['a', 'b'])",
    "np.array([['a']])", "np.array([1.5])", "np.int64(3)", "np.str_('a dog')", "pa.array(['a', None])",
    "pa.chunked_array([['a']])",
    "pa.scalar('a')", "['a', ['b']]", "[None]", "[[]]", "[{}]", "{1: ['a dog']}", "{'x': [{'caption': 'a dog'}]}",
    "{1: []}", "[b'a']",
    "[float('nan')]", "len", "str", "slice(2)", "frozenset({'a'})", "bytearray(b'a')", "1j",
    "SimpleNamespace(shape=())",
    "SceneGraph()", "SceneGraph.from_text('( dog , is , red )')", "[SceneGraph.from_text('( dog )')]",
    "memoryview(b'ab')",
)  # fmt: skip


def _compared(**options: Any) -> Any:
    one, other = (grice.score([said], references=[["a dog"]], metrics=["bleu"]) for said in ("a dog", "a cat"))
    return grice.compare({"one": one, "other": other}, **options)


_NAMES = {
    "deque": deque, "np": np, "pa": pa, "SceneGraph": grice.SceneGraph, "SimpleNamespace": SimpleNamespace,
    "grice": grice, "metrics": grice.metrics, "Domain": Domain, "mentions_of": mentions_of, "compared": _compared,
}  # fmt: skip
_SCENES = ("(2, 0, 0, 2)", "(4, 0, 0, 0)", "(1, 1, 1, 1)", "(0, 0, 0, 1)", "(-1, 5, 0, 0)", "(1.5, 2)",
           "'BS BS RC'", "'2,0,0,2'",
           "{'blue squares': 2, 'red circles': 2}", "{'BS': -2}", "(10**9, 0, 0, 0)", "[2, 0, 0]",
           "'xyzzy'")  # fmt: skip

_SCORED = "grice.score(['a dog', 'a cat'], references=[['a dog'], ['the cat']]"
ENTRANCES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("grice.parse('a dog'", ("parser", "language", "beams", "threads", "content")),
    ("grice.parse(['a dog', None]", ("content", "language")),
    (f"{_SCORED}, parser='rules'", ("metrics", "unreadable", "processes", "images", "targets", "distractors")),
    (f"{_SCORED}, metrics=['spice']", ("parser", "encoder")),
    (f"{_SCORED}, metrics=['sentence']", ("encoder",)),
    (f"{_SCORED}, metrics=['bleu'])['bleu'].interval(", ("level", "samples", "seed")),
    (f"{_SCORED}, metrics=['bleu'])['bleu'].explain(", ("item",)),
    ("compared(", ("test", "values", "clusters", "names", "samples", "seed", "level")),
    ("grice.read('half are red', 4", ("reading", "domain", "seed", "prototypes")),
    ("metrics.Reconstruction(", ("reading", "pick", "divide", "error", "domain")),
    ("grice.describe((2, 0, 0, 2)", ("speaker", "seed", "distractors", "domain")),
    ("grice.describe(118308", ("speaker", "seed", "distractors")),
    ("mentions_of('a red block', 118308", ("distractors", "rule", "contrast", "vocabulary")),
    ("mentions_of('a red block'", ("target", "distractors")),
    ("metrics.Spice(", ("lemmatise", "synonyms", "references", "parser")),
    ("metrics.SoftSpice(", ("bidirectional", "references", "parser", "encoder")),
    ("metrics.Faithfulness(", ("near", "parser", "encoder")),
    ("metrics.Cider(", ("idf",)),
    ("metrics.TokenMatch(", ("references", "idf", "encoder")),
    ("metrics.Grice(", ("weights", "parser", "encoder")),
    ("metrics.Pragmatics(", ("rule", "efficiency", "contrast", "mentions", "vocabulary")),
    ("metrics.Diversity(", ("over", "parser")),
    ("metrics.Harmonic(", ("first", "second")),
    ("SceneGraph.from_text(", ("text",)),
    ("SceneGraph.from_mr(", ("text",)),
    ("SceneGraph.from_json(", ("json",)),
    ("SceneGraph.from_facts(", ("facts",)),
    ("SceneGraph.from_networkx(", ("network",)),
    ("Domain(", ("self", "colour", "shape")),
    ("grice.scenes.rooms.scene(", ("id",)),
    ("grice.scenes.quantified.counts(", ("scene",)),
)
"""Entrances with the options that are given odd values; an entrance may have others, which it is given rightly."""


def score(random: Random) -> str:
    """A call of `score` with metrics that need no network."""
    return _call(random, random.choice(("texts", "texts", "graphs", "rooms", "quantified")))


def score_by_networks(random: Random) -> str:
    """A call of `score` with metrics that compare by a network."""
    return _call(random, "encoders")


def option(random: Random) -> str:
    """A call of any entrance with one option, or two, of a kind that nobody expects."""
    entrance, names = random.choice(ENTRANCES)
    chosen = random.sample(names, min(len(names), random.choice((1, 1, 2))))
    given = ", ".join(f"{name}={random.choice(ODD)}" for name in chosen)
    return f"{entrance}{given})" if entrance.endswith("(") else f"{entrance}, {given})"


def evaluated(source: str) -> Any:
    """What the source of a call, or of its arguments, spells."""
    return eval(source, {"__builtins__": __builtins__, **_NAMES})


def _call(random: Random, family: str) -> str:
    count = random.choice((1, 1, 2, 3, 6))
    make = {"rooms": english.room, "quantified": english.quantified}.get(family, english.caption)
    if family in ("graphs", "encoders") and random.random() < 0.3:
        make = written_graphs.text
    chosen = random.sample(METRICS[family], random.randrange(1, min(3, len(METRICS[family])) + 1))
    given = {"predictions": _list(random, [_text(random, make) for _ in range(count)]), "metrics": repr(chosen)}
    if family not in ("rooms", "quantified") or random.random() < 0.1:
        given["references"] = _list(random, [_references(random, make) for _ in range(count)])
    if family == "rooms":
        given["targets"] = _list(random, [str(_room(random)) for _ in range(count)])
        given["distractors"] = _list(
            random, [str([_room(random) for _ in range(random.randrange(3))]) for _ in range(count)]
        )
    if family == "quantified":
        given["targets"] = _list(random, [random.choice(_SCENES) for _ in range(count)])
    if family in ("graphs", "encoders", "texts"):
        given["parser"] = "'rules'"
    if random.random() < 0.1:
        given["unreadable"] = random.choice(("'drop'", "'worst'", "'x'", "None"))
    if random.random() < 0.15:
        name = random.choice(
            ("predictions", "references", "targets", "distractors", "metrics", "images", "encoder", "cache")
        )
        given[name] = random.choice(
            [one for one in ODD if name != "cache" or not one.startswith(("'", "np.str", "True"))]
        )
    return f"dict({', '.join(f'{name}={value}' for name, value in given.items())})"


def _text(random: Random, make: Any) -> str:
    return random.choice(ODD) if random.random() < 0.08 else repr(make(random)[: odd_texts.LONGEST])


def _references(random: Random, make: Any) -> str:
    if random.random() < 0.05:
        return _text(random, make)
    return f"[{', '.join(_text(random, make) for _ in range(random.choice((0, 1, 1, 2, 3))))}]"


def _list(random: Random, entries: list[str]) -> str:
    """Entries in one of the shapes a column comes in."""
    listed = f"[{', '.join(entries)}]"
    kind = random.randrange(20)
    if kind == 0:
        return entries[0]
    if kind == 1:
        return f"{listed}[:-1]"
    return {2: f"tuple({listed})", 3: f"deque({listed})", 4: f"iter({listed})", 5: f"dict(enumerate({listed}))"}.get(
        kind, listed
    )


def _room(random: Random) -> int:
    return random.randrange(480_000) if random.random() < 0.95 else random.choice((-1, 480_000, 2**40))
