"""How often is the annotators' predicate among the twenty that they would have been offered? On FACTUAL's dev file.

`python -m lab.measure_ranking DATA`, DATA being the folder of FACTUAL. Lists: those that come with Grice, and those
made of the training file. With and without the parser's proposal.
"""

from collections.abc import Sequence
from pathlib import Path

from grice.corpora import factual
from grice.meaning.graph import SceneGraph
from grice.readers.graphs.parsing import parse
from grice.studies.predicate_ranking import ranked
from grice.studies.predicates import Lists, closed_lists, lists
from grice.tables import Table
from grice.words.split import words_in
from lab.command import command

CAPTIONS = 500


def main() -> None:
    """Print the table."""
    made = command(__doc__)
    made.add_argument("data", type=Path)
    data = made.parse_args().data
    items = [item for item, _ in zip(factual.load(data / "random_dev_id.csv"), range(CAPTIONS), strict=False)]
    parsed = parse([item.caption for item in items])
    trained = closed_lists(item.graph for item in factual.load(data / "random_train_id.csv") if item.error is None)
    rows = [
        [name, whose, *measured(items, graphs, closed)]
        for name, closed in (("of Grice", lists()), ("of the training file", trained))
        for whose, graphs in (("yes", parsed), ("no", [SceneGraph()] * len(items)))
    ]
    heads = ("lists", "parser", "relations", "verb in 20", "preposition in 20", "both", "filled in right")
    print(Table(f"the first {len(items)} captions of random_dev_id.csv", heads, rows).to_text(100))


def measured(items: Sequence[factual.Item], graphs: Sequence[SceneGraph], closed: Lists) -> list[float]:
    """How many relations, and the shares of them whose verb, preposition or both are offered, or filled in at once."""
    found = []
    for item, graph in zip(items, graphs, strict=True):
        for one in item.graph.relations:
            ends = [place(node.name, item.caption) for node in one.nodes]
            names = (one.subject.name, one.object.name)
            best = ranked(item.caption, ends[0], ends[1], names, closed.verbs, closed.prepositions, graph)
            verb = not one.verb or one.verb in best.verbs
            preposition = not one.preposition or one.preposition in best.prepositions
            right = (best.verb, best.preposition) == (one.verb, one.preposition)
            found.append((verb, preposition, verb and preposition, right))
    return [len(found), *(sum(column) / len(found) for column in zip(*found, strict=True))]


def place(name: str, caption: str) -> tuple[int, int] | None:
    words, wanted = words_in(caption), name.split()
    starts = range(len(words) - len(wanted) + 1)
    return next(((i, i + len(wanted)) for i in starts if list(words[i : i + len(wanted)]) == wanted), None)


if __name__ == "__main__":
    main()
