"""Which graph does a network, or the mean of several, find likeliest? Batched greedy and beam decoding in torch.

Several networks are one by averaging their output probabilities at each step. A beam's score is its log-probability
over its length to the power `alpha` (Wu et al. 2016); finished beams that give the same set of facts pool their
probability, because the metric compares sets.
"""

from collections.abc import Sequence
from typing import Any

import torch

from grice.networks.pieces import END, PAD, START
from grice.readers.graphs.linear import Fact
from grice.readers.graphs.network.choice import pooled
from grice.readers.graphs.pieces import GraphPieces
from grice.training.parser.network import ParserNetwork

LONGEST = 256


@torch.no_grad()
def parse_captions(
    networks: Sequence[ParserNetwork],
    vocabulary: GraphPieces,
    captions: Sequence[Sequence[str]],
    beams: int = 1,
    alpha: float = 0.6,
    batch: int = 512,
) -> list[list[Fact]]:
    """The facts of captions given as words, cut to a network's positions; similar lengths are decoded together."""
    most = min(network.shape.positions for network in networks) // 8 * 8
    sources = [vocabulary.source(words)[:most] for words in captions]
    order = sorted(range(len(sources)), key=lambda i: len(sources[i]))
    facts: list[list[Fact]] = [[] for _ in sources]
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        for place, rows in zip(
            chosen, decode(networks, vocabulary, [sources[i] for i in chosen], beams, alpha), strict=True
        ):
            facts[place] = vocabulary.facts(rows)
    return facts


@torch.no_grad()
def decode(
    networks: Sequence[ParserNetwork],
    vocabulary: GraphPieces,
    sources: Sequence[Sequence[int]],
    beams: int,
    alpha: float,
) -> list[list[int]]:
    """Table rows of the best target of each source."""
    device = networks[0].pieces.weight.device
    width = -(-max(map(len, sources)) // 8) * 8
    padded = [[*source, *[PAD] * (width - len(source))] for source in sources]
    source = torch.tensor(padded, device=device)
    copies = [[*vocabulary.source_outputs(s), *[PAD] * (width - len(s))] for s in sources]
    source_out = torch.tensor(copies, device=device)
    for network in networks:
        network.eval()
    if beams == 1:
        return _greedy(networks, source, source_out)
    return _beam(networks, vocabulary, source, source_out, beams, alpha)


class _Search:
    """The running state of a search over one or several networks."""

    def __init__(self, networks: Sequence[ParserNetwork], source: Any, source_out: Any, beams: int) -> None:
        self.networks = networks
        self.source = source.repeat_interleave(beams, 0)
        self.source_out = source_out.repeat_interleave(beams, 0)
        self.seen = [network.encode(source).repeated(beams) for network in networks]
        self.pasts = [network.nothing_yet(len(self.source)) for network in networks]
        self.outputs = networks[0].shape.outputs
        self.longest = min(LONGEST, *(network.shape.positions for network in networks))

    def step(self, last: Any, place: int) -> Any:
        """The mean probabilities of the next output."""
        at = torch.tensor([place], device=last.device)
        total: Any = 0.0
        for i, network in enumerate(self.networks):
            chances, _, self.pasts[i] = network.step(last, at, self.pasts[i], self.seen[i], self.source_out)
            total = total + chances
        return total / len(self.networks)

    def rows(self, outputs: Any, source: Any) -> Any:
        """Table rows of outputs (captions, k): themselves, or what stands at the source position they point to."""
        pointed = source.gather(1, (outputs - self.outputs).clamp(min=0))
        return torch.where(outputs < self.outputs, outputs, pointed)

    def reorder(self, kept: Any) -> None:
        self.pasts = [[(k.index_select(0, kept), v.index_select(0, kept)) for k, v in past] for past in self.pasts]


def _greedy(networks: Sequence[ParserNetwork], source: Any, source_out: Any) -> list[list[int]]:
    search = _Search(networks, source, source_out, 1)
    last = torch.full((len(source),), START, device=source.device)
    done = torch.zeros_like(last, dtype=torch.bool)
    found = []
    for place in range(search.longest):
        row = search.rows(search.step(last, place).argmax(-1, keepdim=True), source)[:, 0]
        last = torch.where(done, torch.full_like(row, PAD), row)
        found.append(last)
        done |= row == END
        if place % 4 == 3 and bool(done.all()):
            break
    rows: list[list[int]] = torch.stack(found, 1).tolist()
    return rows


def _beam(
    networks: Sequence[ParserNetwork], vocabulary: GraphPieces, source: Any, source_out: Any, beams: int, alpha: float
) -> list[list[int]]:
    count, device = len(source), source.device
    search = _Search(networks, source, source_out, beams)
    scores = torch.full((count, beams), -1e9, device=device)
    scores[:, 0] = 0.0
    last = torch.full((count * beams,), START, device=device)
    history = torch.zeros((count * beams, 0), dtype=torch.long, device=device)
    base = torch.arange(count, device=device)[:, None] * beams
    finished: list[list[tuple[float, list[int]]]] = [[] for _ in range(count)]
    for place in range(search.longest):
        logs = (search.step(last, place) + 1e-12).log().unflatten(0, (count, beams))
        options = (scores[..., None] + logs).flatten(1)
        best, where = options.topk(2 * beams, dim=1)
        beam = torch.div(where, logs.shape[-1], rounding_mode="floor")
        row = search.rows(where % logs.shape[-1], source)
        ends = row == END
        _collect(finished, ends, best, base + beam, history)
        best = best.masked_fill(ends, -1e9)
        scores, kept = best.topk(beams, dim=1)
        flat = (base + beam.gather(1, kept)).flatten()
        last = row.gather(1, kept).flatten()
        history = torch.cat([history.index_select(0, flat), last[:, None]], 1)
        search.reorder(flat)
        if place % 4 == 3 and all(map(_settled, finished, scores[:, 0].tolist())):
            break
    return [[*done[pooled(done, vocabulary.facts, alpha)][1], END] if done else [END] for done in finished]


def _collect(finished: Any, ends: Any, best: Any, flat: Any, history: Any) -> None:
    limit = ends.shape[1] // 2
    hits = ends[:, :limit].nonzero().tolist()
    if not hits:
        return
    scores, beams, past = best.tolist(), flat.tolist(), history.tolist()
    for i, j in hits:
        if scores[i][j] > -1e8:
            finished[i].append((scores[i][j], past[beams[i][j]]))


def _settled(done: Sequence[tuple[float, list[int]]], running: float) -> bool:
    """Whether no running beam can still win: each finished one is far likelier than the best running one."""
    return bool(done) and max(score for score, _ in done) > running + 4.0
