"""How good is a parser? Set Match and SPICE on rows held out and on the development set."""

from collections.abc import Sequence
from typing import Any

import torch

from grice.corpora.factual import fresh
from grice.readers.graphs.pieces import GraphPieces
from grice.training.parser.decoding import parse_captions
from grice.training.parser.judge import GraphScores, judge
from grice.training.parser.network import ParserNetwork
from grice.training.parser.rows import Row
from grice.training.parser.splits import ParserData


def measured(network: ParserNetwork, vocabulary: GraphPieces, data: ParserData) -> dict[str, Any]:
    """Held-out and development scores by greedy search, and those on rows without a near-duplicate in training."""
    dev_captions, known = ([" ".join(row.words) for row in rows] for rows in (data.dev, data.rows))
    dev = scores_on(network, vocabulary, data.dev)
    result: dict[str, Any] = {
        "dev": dev.set_match,
        "dev_spice": dev.spice,
        "dev_fresh": dev.over(fresh(dev_captions, known).tolist()),
    }
    for name, rows in (("held_out", data.held_out), ("captions", data.captions)):
        if rows:
            scores = scores_on(network, vocabulary, rows)
            result |= {name: scores.set_match, f"{name}_spice": scores.spice}
    return result


def scores_on(network: ParserNetwork, vocabulary: GraphPieces, rows: Sequence[Row]) -> GraphScores:
    """Judge the graphs that a network finds in the captions of rows."""
    kind = network.pieces.weight.device.type
    with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
        found = parse_captions(network, vocabulary, [row.words for row in rows])
    return judge(found, [row.gold for row in rows])
