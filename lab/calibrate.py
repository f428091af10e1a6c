"""How often is a fact right that the parser gives a probability of .8? Fit what turns the one into the other.

    python -m lab.calibrate EXPORTED --fit RUN/unseen.jsonl --test hard=data/captions/hard.jsonl ... [--write]

A fact is right if it stands in the annotator's graph, as SPICE matches tuples: equal, or with synonyms in every field;
of two annotators each counts half. logit(p) -> slope logit(p) + offset (Platt 1999) is fitted on captions that the
parser did not learn from, and judged on others by the expected calibration error (Naeini et al. 2015): facts in ten
bins of equal width, the mean distance between their mean probability and the share that is right. `--write` puts slope
and offset into the exported folder.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, logit

from grice.corpora.captions import Annotated
from grice.meaning.graph_statements import IS, Fact
from grice.meaning.tuples import lemmatised_facts
from grice.metrics.graphs.matching import match, meaning
from grice.networks import manifest
from grice.readers.graphs.network.parser import Calibration, NetworkParser
from grice.readers.graphs.windows import read_texts
from grice.words.split import words_of_text
from lab.command import command
from lab.measure import annotated

BINS = 10
FACTS = "vocabulary.json"


def judged(parser: NetworkParser, rows: Sequence[Annotated]) -> tuple[np.ndarray, np.ndarray]:
    """The probability of each fact that a parser finds, and how right it is: from 0 to 1."""
    graphs = read_texts([words_of_text(row.caption) for row in rows], parser, "all")
    chances: list[float] = []
    right: list[float] = []
    for row, made in zip(rows, graphs, strict=True):
        golds = [_tuples(graph.facts) for graph in row.graphs]
        for statement in made.statements:
            said = _tuples(statement.facts)
            if said and statement.probability is not None:
                chances.append(statement.probability)
                right.append(sum(not match(said, gold, meaning).extra for gold in golds) / len(golds))
    return np.array(chances), np.array(right)


def _tuples(facts: tuple[Fact, ...]) -> frozenset[Fact]:
    """Whole facts, without the objects that SPICE counts beside them; "is" as in (object, attribute)."""
    return frozenset(
        (fact[0], fact[2]) if len(fact) == 3 and fact[1] == IS else fact for fact in lemmatised_facts(facts)
    )


def fitted(chances: np.ndarray, right: np.ndarray) -> Calibration:
    """Slope and offset of least surprise."""
    x = logit(chances.clip(1e-6, 1 - 1e-6))

    def surprise(given: np.ndarray) -> float:
        p = expit(given[0] * x + given[1]).clip(1e-9, 1 - 1e-9)
        return float(-(right * np.log(p) + (1 - right) * np.log(1 - p)).mean())

    slope, offset = minimize(surprise, np.array([1.0, 0.0]), method="Nelder-Mead").x
    return Calibration(round(float(slope), 4), round(float(offset), 4))


def error(chances: np.ndarray, right: np.ndarray) -> float:
    """The expected calibration error."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    parts = [bins == i for i in range(BINS) if (bins == i).any()]
    return float(sum(abs(chances[part].sum() - right[part].sum()) for part in parts) / len(chances))


def main() -> None:
    """Fit, print a line for each set, and write where asked."""
    made = command(__doc__)
    made.add_argument("parser", type=Path, metavar="EXPORTED")
    made.add_argument("--fit", nargs="+", required=True, help="captions that were not learned from")
    made.add_argument("--test", nargs="*", default=(), help="NAME=FILE")
    made.add_argument("--write", action="store_true", help="put the calibration into the exported folder")
    options = made.parse_args()
    parser = NetworkParser(options.parser)
    parser.calibration = Calibration()
    chances, right = judged(parser, [row for file in options.fit for row in annotated(file)])
    found = fitted(chances, right)
    print(f"slope {found.slope}, offset {found.offset}, fitted on {len(chances)} facts")
    print(f"{'set':12} {'facts':>6} {'right':>6} {'error before':>13} {'after':>6}")
    for given in ("fit", *options.test):
        name, _, file = given.partition("=")
        if file:
            chances, right = judged(parser, annotated(file))
        after = np.array([found.of(chance) for chance in chances])
        figures = f"{len(chances):6} {right.mean():6.3f} {error(chances, right):13.3f} {error(after, right):6.3f}"
        print(f"{name:12} {figures}", flush=True)
    if options.write:
        about = json.loads((options.parser / FACTS).read_text("utf-8"))
        about["calibration"] = [found.slope, found.offset]
        (options.parser / FACTS).write_text(json.dumps(about, ensure_ascii=False), "utf-8")
        pinned = json.loads((options.parser / manifest.MANIFEST).read_text("utf-8"))["sha256"]
        manifest.write(options.parser, tuple(pinned), manifest.about(options.parser))


if __name__ == "__main__":
    main()
