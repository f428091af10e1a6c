"""What does the report say of captions as graphs? Some drawn and tied to their words, captions of one scene judged and
explained, and published tables where their corpora are there."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grice.benchmarks import BENCHMARKS
from grice.engines.score import Result, score
from grice.meaning.graph import SceneGraph
from grice.progress import step
from grice.readers.graphs.parsing import parse
from grice.report.charts import bars
from grice.report.graph_drawing import graph
from grice.report.marks import marked, of_graph
from grice.report.page import Answer, Figure, Fold, Heading, Panel, Paragraph, Part, Quote, Section, Words
from grice.report.settings import Settings
from grice.tables import Table

SHOWN = (
    (
        "A yellow and white snowboard is stuck into the snow on a ledge and a mountain range lays in the background.",
        "A caption of MS COCO (Chen et al. 2015, CC BY 4.0)",
    ),
    (
        "A vase full of red flowers sits in a room without any red walls or red decorations.",
        "A caption of SugarCrepe++ (Dumpala et al. 2024, CC BY 4.0); what it denies is dashed",
    ),
    (
        "A woman in a striped apron stands behind a wooden counter. On the counter are four loaves of bread and a "
        "glass jar of honey. Next to the jar lies a long knife. A boy with curly hair points at the largest loaf, and "
        "his mother holds a green shopping bag. Behind the woman hangs a white clock. There are no other customers in "
        "the shop.",
        "A long one, written for this report",
    ),
)
REFERENCES = (
    "A brown dog leaps for a red frisbee in the park .",
    "A dog jumps to catch a frisbee on the grass .",
    "The dog is catching a frisbee while two men look on .",
)
CAPTIONS = {
    "right": "A dog catches a red frisbee on the grass .",
    "wrong colour": "A white dog catches a red frisbee on the grass .",
    "wrong things": "A dog chases a blue ball on the beach .",
    "another scene": "Two women drink coffee in a kitchen .",
}
METRICS = ("spice", "softspice", "sentence", "grice", "faithfulness")
MEANINGS = {
    "spice": "F1 over the objects, attributes and relations that caption and references share, word for word or by "
    "synonyms",
    "softspice": "the same with likeness of meaning instead of equality",
    "sentence": "cosine of sentence vectors, the best of the references",
    "grice": "sentence, words and graph in one number, fitted to people's ratings",
    "faithfulness": "the share of facts that no reference contradicts or fails to support",
}
EXPLAINED = (("grice", 2), ("faithfulness", 1))
PUBLISHED: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("factual", "factual", {}),
    ("flickr8k", "flickr8k/expert_half.json", {}),
    ("judgements", "judgements", {}),
    ("contrasts", "contrasts", {}),
    ("discourse", "discosg", {"limit": 50}),
)
"""Benchmarks of parsers and of metrics: the name, where in the data folder its corpus lies, and its options."""


def section(settings: Settings) -> Section:
    """The answer, graphs tied to their words, captions of one scene, and benchmarks where there are corpora."""
    result = score(list(CAPTIONS.values()), [list(REFERENCES)] * len(CAPTIONS), metrics=METRICS)
    step()
    parts: list[Part] = [
        Paragraph(
            "A caption is read as a scene graph: objects, how many, their attributes, and relations between them. Two "
            "captions mean the same where their graphs do."
        ),
        *_drawn(),
        *_judged(result),
        *_benchmarks(settings),
    ]
    return Section("Does the meaning match?", parts, "graphs", _answer(result))


def steps(settings: Settings) -> int | None:
    """Two, unless benchmarks are run, whose steps nobody knows before."""
    return 2 if not _there(settings) else None


def _there(settings: Settings) -> list[tuple[str, Path, Mapping[str, Any]]]:
    """The benchmarks whose corpora are in the data folder."""
    found = [(name, settings.data / place, options) for name, place, options in PUBLISHED if settings.data is not None]
    return [(name, path, options) for name, path, options in found if path.exists()]


def _answer(result: Result) -> Answer:
    order = list(CAPTIONS)
    values = {name: dict(zip(order, result[name].items.tolist(), strict=True)) for name in METRICS}
    sentence, faithful = values["sentence"], values["faithfulness"]
    series = {name: list(values[name].values()) for name in ("spice", "sentence", "grice", "faithfulness")}
    chart = bars("Four captions of one scene, from right to wrong, under four metrics", order, series)
    return Answer(
        (
            f"Of four captions of one scene, the right one scores {values['grice']['right']:.2f} (grice) and one of "
            f"another scene {values['grice']['another scene']:.2f}.",
            f"One wrong colour costs {abs(sentence['right'] - sentence['wrong colour']):.2f} of the cosine of sentence "
            f"vectors, but faithfulness falls from {faithful['right']:.2f} to {faithful['wrong colour']:.2f}: it finds "
            "the fact that is contradicted.",
            "Every score is explained tuple by tuple below, and every tuple is tied to its words.",
        ),
        Figure(chart, "The captions are below, with the references they are judged against."),
    )


def drawn(scene: SceneGraph, source: str) -> Panel:
    """A graph under its caption; an object has one colour in both, and shows its other half under the pointer."""
    text = scene.text or str(scene)
    facts = "; ".join(" ".join(fact) for fact in scene.facts)
    denied = "; ".join(" ".join(fact) for fact in scene.denied_facts)
    words = f"{facts}{'. Denied: ' + denied if denied else ''}."
    return Panel("", (Words(marked(text, of_graph(scene))), Figure(graph(words, scene), f"{source}.", wide=True)))


def _drawn() -> Iterator[Part]:
    yield Heading("Captions and their graphs")
    for scene, (_, source) in zip(parse([text for text, _ in SHOWN]), SHOWN, strict=True):
        yield drawn(scene, source)
    step()


def _judged(result: Result) -> Iterator[Part]:
    yield Heading("One scene, four captions, every metric")
    yield Paragraph("Judged against these references:")
    yield Quote("\n".join(REFERENCES))
    rows = [
        [name, caption, *(float(found.items[i]) for found in result.values())]
        for i, (name, caption) in enumerate(CAPTIONS.items())
    ]
    columns = ("which", "caption", *result)
    yield Table("Four captions under every metric", columns, rows, (), result.signature, MEANINGS)
    for name, item in EXPLAINED:
        caption = list(CAPTIONS.values())[item]
        yield Paragraph(f"Why {name} gives {result[name].items[item]:.3f} to “{caption}”")
        yield Quote(result[name].explain(item))


def _benchmarks(settings: Settings) -> Iterator[Part]:
    yield Heading("Parsers and metrics on published corpora")
    there = _there(settings)
    if not there:
        wanted = ", ".join(place for _, place, _ in PUBLISHED)
        yield Paragraph(
            "These tables need the corpora themselves, which are not part of Grice: grice report --data DIR, a folder "
            f"with any of {wanted}."
        )
    for name, path, options in there:
        yield Paragraph(f"grice benchmark {name}: {BENCHMARKS[name].about}. Rows marked (paper) are as printed.")
        first, *others = _run(name, path, options)
        yield first
        if others:
            yield Fold(f"{len(others)} more table{'s' * (len(others) > 1)} of {name}", others)


def _run(name: str, path: Path, options: Mapping[str, Any]) -> list[Table]:
    made: list[Table] = BENCHMARKS.load(name)(data=path, **options)
    return made
