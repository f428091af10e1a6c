"""Find the constants of the metric `grice`: the mean vectors it subtracts and the weights of its three evidences.

    python tools/fit_grice.py flickr8k.json src/grice/metrics/grice_centres.npz

Prints agreement when the images, and when images and captions, are unseen (five folds of each; means and weights are
found again in every fold), then fits on everything, prints the weights and writes the means.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from grice.corpora import flickr8k
from grice.encoders.loading import load
from grice.meaning.graph import SceneGraph
from grice.meaning.tuples import parts
from grice.metrics.base import Rows
from grice.metrics.graphs.softspice import SoftSpice
from grice.metrics.texts.grice import EVIDENCE, WEIGHTS, Centres, Grice
from grice.metrics.texts.sentence import Sentence
from grice.metrics.texts.tokenmatch import TokenMatch
from grice.readers.graphs.given import graphs, graphs_of
from grice.statistics.correlation import Ratings

FOLDS = 5
SPLITS = 5


def main(source: Path, out: Path) -> None:
    pairs = flickr8k.load(source)
    rows = Rows([pair.caption for pair in pairs], [list(pair.references) for pair in pairs])
    images = [pair.image_id for pair in pairs]
    captions = [pair.caption for pair in pairs]
    people = Ratings(np.array([pair.ratings for pair in pairs]), images)
    mean = people.ratings.mean(axis=1)
    encoder = load()
    graphs(rows)
    others = {f"sentence, {how}": Sentence(how, encoder).measure(rows).values["sentence"] for how in ("mean", "max")}
    others["tokens p, mean"] = TokenMatch("mean", encoder=encoder).measure(rows).values["p"]
    others["softspice"] = SoftSpice(encoder=encoder).measure(rows).values["softspice"]
    for name, scores in others.items():
        show(name, people, scores)
    for split in range(SPLITS):
        by_image, by_caption = folds(images, split), folds(captions, split + 100)
        unseen = {name: np.zeros(len(pairs)) for name in ("images unseen", "images and captions unseen")}
        equal, graphless = np.zeros(len(pairs)), np.zeros(len(pairs))
        for i in range(FOLDS):
            seen = by_image != i
            x = evidence(rows, means([pairs[k] for k in np.flatnonzero(seen)], encoder), encoder)
            unseen["images unseen"][~seen] = x[~seen] @ fit(x[seen], mean[seen])
            spread = 1 / x[seen].std(axis=0)
            equal[~seen] = x[~seen] @ (spread / spread.sum())
            graphless[~seen] = x[~seen, :2] @ fit(x[seen, :2], mean[seen])
            for j in range(FOLDS):
                train, test = seen & (by_caption != j), ~seen & (by_caption == j)
                unseen["images and captions unseen"][test] = x[test] @ fit(x[train], mean[train])
        for name, scores in unseen.items():
            show(f"split {split}: {name}", people, scores)
        show(f"split {split}: images unseen, equal weights", people, equal)
        show(f"split {split}: images unseen, without the graph", people, graphless)
        if split == 0:
            compare(people, unseen["images and captions unseen"], others | {"without the graph": graphless})
    centres = means(pairs, encoder)
    x = evidence(rows, centres, encoder)
    for i, name in enumerate(EVIDENCE):
        show(name, people, x[:, i])
    for i, name in enumerate(EVIDENCE):
        kept = [k for k in range(len(EVIDENCE)) if k != i]
        show(f"without {name}", people, x[:, kept] @ fit(x[:, kept], mean))
    print("weights", dict(zip(EVIDENCE, fit(x, mean).round(4).tolist(), strict=True)))
    show("frozen weights", people, x @ np.array(WEIGHTS))
    np.savez(out, **{name: getattr(centres, name) for name in ("sentence", "token", "part")})


def compare(people: Ratings, scores: np.ndarray, others: dict[str, np.ndarray]) -> None:
    """Paired tests over images of scores against others."""
    best = people.judge(scores)
    for name, other in others.items():
        compared = best.compare(people.judge(other))
        for what in ("tau_c", "pearson"):
            paired, p = getattr(compared, what), getattr(compared, f"{what}_swapped")
            bounds = f"[{100 * paired.interval.low:.2f}, {100 * paired.interval.high:.2f}]"
            print(f"  unseen less {name}: {what} {100 * paired.difference:.2f} {bounds}, p {paired.p:.4f} and {p:.4f}")


def folds(names: Sequence[str], seed: int) -> np.ndarray:
    """A fold for every distinct name."""
    distinct = list(dict.fromkeys(names))
    chosen = dict(zip(distinct, np.random.default_rng(seed).permutation(len(distinct)) % FOLDS, strict=True))
    return np.array([chosen[name] for name in names])


def means(pairs: Sequence[flickr8k.Judged], encoder) -> Centres:
    """Mean vectors over the references of these images."""
    texts = list(dict.fromkeys(reference for pair in pairs for reference in pair.references))
    known = graphs_of(texts)
    phrases = sorted({part for graph in known.values() if isinstance(graph, SceneGraph) for part in parts(graph)})
    tokens = np.concatenate([tokens.vectors for tokens in encoder.tokens(texts)])
    return Centres(encoder.encode(texts).mean(axis=0), tokens.mean(axis=0), encoder.encode(phrases).mean(axis=0))


def evidence(rows: Rows, centres: Centres, encoder) -> np.ndarray:
    values = Grice(centres=centres, encoder=encoder).measure(rows).values
    return np.stack([values[name] for name in EVIDENCE], axis=1)


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Weights of a linear regression of the mean rating, scaled to a sum of one."""
    found = np.linalg.lstsq(np.column_stack([x, np.ones(len(x))]), y, rcond=None)[0][:-1]
    return found / found.sum()


def show(name: str, people: Ratings, scores: np.ndarray) -> None:
    found = people.judge(scores)
    print(f"{name:45s} tau_c {100 * found.tau_c:.2f}  Pearson {100 * found.pearson:.2f}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
