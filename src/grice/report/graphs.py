"""What does the report say of captions as graphs? One drawn, and captions of one scene judged and explained."""

from grice.engines.score import score
from grice.readers.graphs.parsing import parse
from grice.report.graph_drawing import graph
from grice.report.page import Figure, Paragraph, Part, Quote
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


def parts(seed: int = 0) -> list[Part]:  # noqa: ARG001
    """A graph, and four captions under every metric, all in one call, so that each is parsed once."""
    result = score(list(CAPTIONS), [list(REFERENCES)] * len(CAPTIONS), metrics=METRICS)
    rows = [[caption, *(float(found.items[i]) for found in result.values())] for i, caption in enumerate(CAPTIONS)]
    explained: list[Part] = []
    for name, item in EXPLAINED:
        explained += [
            Paragraph(f"Why {name} gives this score to: {CAPTIONS[item]}"),
            Quote(result[name].explain(item)),
        ]
    return [
        Paragraph(
            "A caption is read as a scene graph: objects, their attributes and numbers, and relations between them."
        ),
        Figure(graph(CAPTION, parse(CAPTION)), f"The graph of: {CAPTION}", wide=True),
        Paragraph("Four captions of one scene, judged against these references:"),
        Quote("\n".join(REFERENCES)),
        Table("Four captions under every metric", ("caption", *result), rows, (), result.signature),
        *explained,
    ]
