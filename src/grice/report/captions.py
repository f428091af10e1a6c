"""The report's part on captions: the graph of a caption drawn, and captions of one scene judged and explained."""

from grice.engines.score import score
from grice.errors import GriceError
from grice.readers.graphs.parsing import parse
from grice.report.figures import graph
from grice.report.page import Section
from grice.tables import Table

CAPTION = "A brown dog leaps for a red frisbee while two men in black coats watch from the bench ."
REFERENCES = (
    "A brown dog leaps for a red frisbee in the park .",
    "A dog jumps to catch a frisbee on the grass .",
    "The dog is catching a frisbee while two men look on .",
)
CAPTIONS = (
    "A dog catches a red frisbee on the grass .",
    "A white dog catches a red frisbee on the grass .",
    "A dog chases a blue ball on the beach .",
    "Two women drink coffee in a kitchen .",
)
METRICS = ("spice", "softspice", "sentence", "grice", "faithfulness")
EXPLAINED = (("grice", 2), ("faithfulness", 1))


def section(part: Section, *, seed: int = 0) -> None:  # noqa: ARG001
    """Fill the section. What is not installed is left out and named."""
    part.say("A caption is read as a scene graph: objects, their attributes and numbers, and relations between them.")
    part.figure(graph(CAPTION, parse(CAPTION)), f"The graph of: {CAPTION}")
    part.say("Captions of one scene, judged by what others say of it:")
    part.quote("\n".join(REFERENCES))
    columns: list[str] = []
    found = []
    signatures = []
    for name in METRICS:
        try:
            found.append(score(list(CAPTIONS), [list(REFERENCES)] * len(CAPTIONS), metrics=name)[name])
        except GriceError as error:
            part.say(f"{name} is left out: {error}")
            continue
        columns.append(name)
        signatures.append(found[-1].signature)
    rows = [[caption, *(float(one.items[i]) for one in found)] for i, caption in enumerate(CAPTIONS)]
    part.add(Table("Four captions under every metric", ("caption", *columns), rows, (), " + ".join(signatures)))
    for name, item in EXPLAINED:
        if name in columns:
            part.say(f"Why {name} says so of: {CAPTIONS[item]}")
            part.quote(found[columns.index(name)].explain(item))
