"""Which verbs and prepositions may an annotator choose? Closed lists, and how to make them for another domain.

Li et al. (2023, section 4.3) clustered the predicates of Visual Genome, chose some by hand, and took them apart into
about 400 verbs and 100 prepositions. `closed_lists` does the same for any corpus: predicates are embedded and clustered
by k-means, the commonest of each cluster stands for it, the others are listed with it to be looked through by hand.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grice.encoders.loading import load as load_encoder
from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.words.prepositions import PREPOSITIONS, split

ROUNDS = 25
"""The most rounds of k-means."""
TRIES = 5
Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Lists:
    """Verbs and prepositions, commonest first; `merged` says what each of the others became."""

    verbs: tuple[str, ...]
    prepositions: tuple[str, ...]
    merged: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=8)
def lists(path: str | Path = "") -> Lists:
    """The lists of a file that `grice study predicates` wrote, or those that come with Grice."""
    if not path:
        verbs = files(__package__).joinpath("verbs.txt").read_text("utf-8").split("\n")
        kept = tuple(verb.strip() for verb in verbs if verb.strip() and not verb.startswith("#"))
        return Lists(kept, tuple(sorted(PREPOSITIONS, key=lambda one: (len(one.split()), one))))
    try:
        table = tomllib.loads(Path(path).read_text("utf-8"))
        found = Lists(tuple(map(str, table["verbs"])), tuple(map(str, table["prepositions"])))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path} holds no closed lists: {error}",
            "a TOML file with verbs and prepositions",
            "grice study predicates",
        ) from None
    return found


def closed_lists(graphs: Iterable[SceneGraph], verbs: int = 400, prepositions: int = 100, seed: int = 0) -> Lists:
    """Lists of at most so many verbs and prepositions from the relations of graphs."""
    said, placed = Counter[str](), Counter[str]()
    for graph in graphs:
        for relation in graph.relations:
            verb, preposition = relation.verb, relation.preposition
            if verb and not preposition:
                verb, preposition = split(verb)
            said.update([verb] if verb else [])
            placed.update([preposition] if preposition else [])
    if not said and not placed:
        raise InputError("graphs without relations", "a corpus of captions with scene graphs")
    kept, merged = _clustered(said, verbs, seed)
    kept_too, merged_too = _clustered(placed, prepositions, seed)
    return Lists(tuple(kept), tuple(kept_too), merged | merged_too)


def written(found: Lists) -> str:
    """Lists as a TOML file, with what was merged into each as a comment, to be looked through by hand."""
    others: dict[str, list[str]] = {}
    for one, into in found.merged.items():
        others.setdefault(into, []).append(one)

    def block(name: str, labels: Sequence[str]) -> str:
        lines = [
            f'  "{_quoted(one)}",' + (f"  # also: {', '.join(others[one])}" if one in others else "") for one in labels
        ]
        return "\n".join([f"{name} = [", *lines, "]"])

    head = "# Closed lists for annotation, commonest first. Look through them: take out, add, rename."
    return "\n".join([head, block("verbs", found.verbs), block("prepositions", found.prepositions), ""])


def _clustered(counts: Counter[str], most: int, seed: int) -> tuple[list[str], dict[str, str]]:
    """The commonest label of each cluster, commonest first, and where the other labels went."""
    labels = [one for one, _ in counts.most_common()]
    if len(labels) <= most:
        return labels, {}
    vectors = np.asarray(load_encoder().encode(labels), np.float32)
    where = k_means(vectors, most, np.array([counts[one] for one in labels], np.float64), seed)
    stands: dict[int, str] = {}
    merged: dict[str, str] = {}
    for one, cluster in zip(labels, where.tolist(), strict=True):
        if cluster in stands:
            merged[one] = stands[cluster]
        else:
            stands[cluster] = one
    return list(stands.values()), merged


def k_means(vectors: Vectors, clusters: int, weights: NDArray[np.float64], seed: int = 0) -> NDArray[np.int64]:
    """Which cluster each unit vector is in: spherical k-means, the tightest of several tries."""
    rng = np.random.default_rng(seed)
    tried = [_clusters(vectors, clusters, weights, rng) for _ in range(TRIES)]
    return max(tried, key=lambda found: found[1])[0]


def _clusters(
    vectors: Vectors, clusters: int, weights: NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.int64], float]:
    """One try, and the weighted sum of the cosines of vectors with their centres."""
    chosen = [int(rng.choice(len(vectors), p=weights / weights.sum()))]
    nearest = vectors @ vectors[chosen[0]]
    for _ in range(clusters - 1):
        # k-means++ (Arthur & Vassilvitskii 2007), with weights: far from what is chosen, and common.
        chances = np.maximum(1 - nearest, 0) ** 2 * weights
        if chances.sum() <= 0:
            break
        chosen.append(int(rng.choice(len(vectors), p=chances / chances.sum())))
        nearest = np.maximum(nearest, vectors @ vectors[chosen[-1]])
    centres = vectors[chosen]
    where = np.argmax(vectors @ centres.T, axis=1)
    for _ in range(ROUNDS):
        sums = np.zeros(centres.shape, np.float64)
        np.add.at(sums, where, vectors * weights[:, None])
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(lengths > 0, sums / np.maximum(lengths, 1e-12), centres).astype(np.float32)
        moved = np.argmax(vectors @ centres.T, axis=1)
        if (moved == where).all():
            break
        where = moved
    tight = float(weights @ np.take_along_axis(vectors @ centres.T, where[:, None], axis=1)[:, 0])
    return where.astype(np.int64), tight


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
