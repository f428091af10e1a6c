"""Which graph does a network find likeliest? Greedy decoding in torch, batched, without a constraint."""

from collections.abc import Sequence

import torch

from grice.networks.pieces import END, PAD, START
from grice.readers.graphs.linear import Fact
from grice.readers.graphs.pieces import GraphPieces
from grice.training.parser.network import ParserNetwork

LONGEST = 256


@torch.no_grad()
def parse_captions(
    network: ParserNetwork, vocabulary: GraphPieces, captions: Sequence[Sequence[str]], batch: int = 512
) -> list[list[Fact]]:
    """The facts of captions given as words, cut to the network's positions; similar lengths are decoded together."""
    network.eval()
    most = network.shape.positions // 8 * 8
    sources = [vocabulary.source(words)[:most] for words in captions]
    order = sorted(range(len(sources)), key=lambda i: len(sources[i]))
    facts: list[list[Fact]] = [[] for _ in sources]
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        for place, rows in zip(chosen, _decoded(network, vocabulary, [sources[i] for i in chosen]), strict=True):
            facts[place] = vocabulary.facts(rows)
    return facts


def _decoded(network: ParserNetwork, vocabulary: GraphPieces, sources: Sequence[Sequence[int]]) -> list[list[int]]:
    """Table rows of the likeliest next piece at each step, for each source."""
    device, outputs = network.pieces.weight.device, network.shape.outputs
    width = -(-max(map(len, sources)) // 8) * 8
    source = torch.tensor([[*rows, *[PAD] * (width - len(rows))] for rows in sources], device=device)
    copies = [[*vocabulary.source_outputs(rows), *[PAD] * (width - len(rows))] for rows in sources]
    source_out = torch.tensor(copies, device=device)
    seen, past = network.encode(source), network.nothing_yet(len(source))
    last = torch.full((len(source),), START, device=device)
    done = torch.zeros_like(last, dtype=torch.bool)
    written = []
    for place in range(min(LONGEST, network.shape.positions)):
        chances, _, past = network.step(last, torch.tensor([place], device=device), past, seen, source_out)
        best = chances.argmax(-1, keepdim=True)
        # An output stands for itself, or for the piece at the place of the source that it points to.
        pointed = source.gather(1, (best - outputs).clamp(min=0))
        row = torch.where(best < outputs, best, pointed)[:, 0]
        last = torch.where(done, torch.full_like(row, PAD), row)
        written.append(last)
        done |= row == END
        if place % 4 == 3 and bool(done.all()):
            break
    rows: list[list[int]] = torch.stack(written, 1).tolist()
    return rows
