"""How much of what a prompt states is in its graph? Recall of DSG's tuples (Cho et al. 2024).

An entity is found when the lemmatised last word of its name is that of an object; an attribute of colour, size or
material when an object of that name has one with that last word; a relation of two things when some relation, in either
direction, joins two objects of these names. DSG also asks for what a picture would show and the text does not say, so
people's own graphs do not find everything either: `--captions` measures those of the project's annotators.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from grice.corpora import captions as people
from grice.corpora import dsg
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.progress import step
from grice.readers.graphs.parsing import DEFAULT, described, load, parse
from grice.tables import Table
from grice.words.morphology import noun_lemma

DETAILS = frozenset(["color", "size", "material"])
KINDS = {"entity": "entities", "attribute": "colours, sizes, materials", "relation": "related pairs"}


def run(
    *,
    data: Annotated[Path | None, typer.Option(help="DSG's tuples as JSON lines.")] = None,
    captions: Annotated[Path | None, typer.Option(help="data/captions/train.jsonl: graphs that people drew.")] = None,
    parser: Annotated[str, typer.Option(help="default, rules, a folder, or a hub id.")] = DEFAULT,
) -> list[Table]:
    """One table: the share of each kind of tuple that graphs hold."""
    if data is None:
        raise InputError("dsg without --data", "DSG's tuples as JSON lines", dsg.CARD.how)
    prompts = list(dsg.load(data))
    reader = load(parser)
    rows = []
    for content in ("all", None):
        graphs = parse([prompt.text for prompt in prompts], reader, content=content, step=step)
        rows.append([f"{parser}, {content or 'as by default'}", len(prompts), *recall(prompts, graphs)])
    if captions is not None:
        drawn = {one.caption.strip(): one.graphs[0] for one in people.load(captions)}
        known = [prompt for prompt in prompts if prompt.text.strip() in drawn]
        rows.append(["people", len(known), *recall(known, [drawn[prompt.text.strip()] for prompt in known])])
    return [
        Table(
            "DSG-1k: tuples of prompts found in their graphs, per cent",
            ("graphs", "prompts", *KINDS.values()),
            rows,
            signature=f"parser:{described(reader)}",
        )
    ]


def recall(prompts: Sequence[dsg.Prompt], graphs: Sequence[SceneGraph]) -> list[float]:
    """The share of tuples of each kind that graphs hold, per cent."""
    asked: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for prompt, graph in zip(prompts, graphs, strict=True):
        held = _held(graph)
        for claim in prompt.claims:
            wanted = _wanted(claim)
            if wanted is not None:
                asked[claim.kind] += 1
                found[claim.kind] += wanted in held[claim.kind]
    return [100.0 * found[kind] / max(1, asked[kind]) for kind in KINDS]


def _wanted(claim: dsg.Claim) -> tuple[str, ...] | None:
    """What a graph must hold, or None where the tuple is of no kind that is counted."""
    count = {"entity": 1, "attribute": 2, "relation": 2}.get(claim.kind, 0)
    enough = len(claim.arguments) >= (3 if claim.kind == "relation" else count)
    if not count or not enough or (claim.kind == "attribute" and claim.detail not in DETAILS):
        return None
    return tuple(map(_head, claim.arguments[:count]))


def _held(graph: SceneGraph) -> Mapping[str, set[tuple[str, ...]]]:
    said = [(fact[1] == "is", (_head(fact[0]), _head(fact[2]))) for fact in graph.facts if len(fact) == 3]
    pairs = [pair for attribute, pair in said if not attribute]
    return {
        "entity": {(_head(node.name),) for node in graph.nodes},
        "attribute": {pair for attribute, pair in said if attribute},
        "relation": {*pairs, *((b, a) for a, b in pairs)},
    }


def _head(name: str) -> str:
    words = name.lower().split()
    return noun_lemma(words[-1]) if words else ""
