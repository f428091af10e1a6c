"""What do scene graphs look like as people and programs write them? Text, FACTUAL-MR, JSON; whole or damaged."""

import json
from random import Random
from typing import Any

from fuzzing.english import ADJECTIVES, NOUNS, VERBS
from fuzzing.odd_texts import ODD, bounded, damaged, noise, odd

_MARKS = ("", "", "", "v:", "pv:", "p:", ":")
_ENDS = ("", "", "", ":1", ":0", ":01", ":٣", ":999999999999", ":", ":x", " on", " of")
_SPECIAL = (
    "is",
    "2",
    "many",
    "2pr",
    "1pr",
    "pr",
    "manygr",
    "3sl",
    "pair of",
    "group of",
    "part",
    "0",
    "not",
    "on",
    "of",
    "٣",
    "²",
)


def text(random: Random) -> str:
    """Facts in parentheses, some denied."""
    facts = [_fact(random) for _ in range(random.choice((1, 1, 2, 3, 5, 12)))]
    made = " , ".join(facts)
    others = (*ODD, "(", ")", " , ", "not ", *facts)
    made = damaged(random, made, others) if random.random() < 0.5 else bounded(random, made)
    # Two halves of a surrogate pair side by side are one character in JSON, which knows no others.
    return made.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def as_json(random: Random) -> str:
    """The JSON of a graph, or something near to it."""
    nodes = [_node(random) for _ in range(random.randrange(4))]
    graph: dict[str, Any] = {
        "nodes": nodes,
        "statements": [_statement(random, len(nodes)) for _ in range(random.randrange(4))],
    }
    if random.random() < 0.4:
        graph["denied"] = [_statement(random, len(nodes)) for _ in range(random.randrange(3))]
    if random.random() < 0.4:
        graph["text"] = _value(random)
    if random.random() < 0.2:
        graph[random.choice(("problems", "nodes", "statements", "denied", "other"))] = _value(random, 3)
    made = json.dumps(graph)
    return (
        damaged(random, made, (*ODD, "null", "[", "{", "1e999", "-0", "NaN", "true")) if random.random() < 0.3 else made
    )


def _fact(random: Random) -> str:
    denied = "not " if random.random() < 0.1 else ""
    fields = [_field(random) for _ in range(random.choice((1, 2, 3, 3, 3, 4, 5, 6)))]
    if len(fields) > 2 and random.random() < 0.4:
        fields[-2] = "is"
    space = random.choice((" ", " ", "", "  ", "\t"))
    return f"{denied}({space}{f'{space},{space}'.join(fields)}{space})"


def _field(random: Random) -> str:
    kind = random.random()
    if kind < 0.25:
        return random.choice(_SPECIAL)
    if kind < 0.3:
        return noise(random, 6)
    return random.choice(_MARKS) + random.choice(random.choice((NOUNS, ADJECTIVES, VERBS))) + random.choice(_ENDS)


def _node(random: Random) -> Any:
    node: dict[str, Any] = {"name": _label(random)}
    for name in ("index", "span", "implied"):
        if random.random() < 0.3:
            node[name] = {"index": random.randrange(3), "span": [0, 2], "implied": True}[name]
    return _spoilt(random, node)


def _statement(random: Random, nodes: int) -> Any:
    at, other = (random.randrange(nodes + 1) for _ in range(2))
    made: dict[str, Any] = random.choice(
        (
            {"kind": "exists", "node": at},
            {"kind": "quantity", "node": at, "number": "2", "unit": "pr"},
            {"kind": "attribute", "node": at, "value": _label(random)},
            {
                "kind": "relation",
                "subject": at,
                "object": other,
                "verb": _label(random),
                "preposition": "on",
                "passive": True,
            },
        )
    )
    return _spoilt(random, made)


def _spoilt(random: Random, made: dict[str, Any]) -> Any:
    """With one in five, a member changed, taken away or added."""
    kind = random.random()
    if kind < 0.1:
        made[random.choice((*made, "span", "extra"))] = _value(random)
    elif kind < 0.15:
        del made[random.choice(tuple(made))]
    elif kind < 0.2:
        return _value(random, 2)
    return made


def _label(random: Random) -> str:
    return random.choice(NOUNS) if random.random() < 0.8 else noise(random, 4) or odd(random)


def _value(random: Random, depth: int = 2) -> Any:
    """Any value that JSON has."""
    match random.randrange(9 if depth else 7):
        case 0:
            return None
        case 1:
            return random.choice((True, False))
        case 2:
            return random.choice((0, 1, -1, 2**31, 2**63, 2**64, 10**30))
        case 3:
            return random.choice((0.5, -0.0, 1e308, float("nan"), float("inf")))
        case 4:
            return noise(random)
        case 5 | 6:
            return random.choice(NOUNS)
        case 7:
            return [_value(random, depth - 1) for _ in range(random.randrange(4))]
        case _:
            return {noise(random, 4): _value(random, depth - 1) for _ in range(random.randrange(3))}


any_value = _value
