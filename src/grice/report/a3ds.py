"""The A3DS part of the report: Table 1, the thirteen sets, and who mentions what although it is redundant."""

from grice.benchmarks.a3ds import by_set, evaluate, orders, profile, table_1
from grice.report.figures import bars
from grice.report.page import Section
from grice.scenes.context import TEST_SETS
from grice.scenes.rooms import FEATURES

CAPTIONERS = (
    "exhaustive",
    "short",
    "background-first",
    "minimal",
    "oracle-best",
    "oracle-three",
    "oracle-one",
)


def section(part: Section, seed: int = 0) -> None:
    """Fill the section with the tables and Figure 2."""
    runs = evaluate(7500, seed, CAPTIONERS)
    signature = f"pairs:7500|seed:{seed}|{runs[0].score.signature}"
    part.say(
        "A caption is read for which of the six features of a room it mentions; each is contrastive, redundant or "
        "false for a target and its distractor. Thirteen sets of 7,500 pairs, matched on one, two or three features."
    )
    for table in (*table_1(runs, signature), *by_set(runs, signature)):
        part.add(table)
    for category, shown in zip(TEST_SETS, profile(runs, signature), strict=True):
        series = {row[0]: list(row[1:]) for row in shown.rows if not row[0].startswith("oracle")}
        part.figure(
            bars(f"Mentioned although redundant: pairs matched on {category}", FEATURES, series),
            "The share of captions that mention a feature where it does not tell target and distractor apart.",
        )
    part.add(orders(runs, signature))
