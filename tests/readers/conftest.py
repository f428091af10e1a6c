"""Exported parsers small enough for a test: one that knows six captions by heart, one with noise for weights."""

from dataclasses import replace
from pathlib import Path

import pytest

from tiny_networks import CAPTIONS, write_encoder


def _rows():
    from grice.training.parser.rows import Row, facts_in
    from grice.words.split import words_in

    return [Row(words_in(caption), facts_in(graph), facts_in(graph)) for caption, graph in CAPTIONS.items()]


@pytest.fixture(scope="session")
def vocabulary_words() -> list[str]:
    return sorted({word for text in (*CAPTIONS, *CAPTIONS.values()) for word in text.replace(":", " ").split()})


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory, vocabulary_words: list[str]):
    folder = write_encoder(tmp_path_factory.mktemp("encoder"), vocabulary_words)
    from grice.training.parser.pretrained import load_encoder

    return load_encoder(folder)


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory, encoder) -> Path:
    """A folder with a parser that has learned the captions above."""
    pytest.importorskip("onnx", reason="exporting needs onnx: pip install 'grice[train]'")
    from grice.training.parser.fitting import ParserRun, fit
    from grice.training.parser.recipes import Recipe
    from grice.training.parser.splits import ParserData

    calm = Recipe(decoder_layers=2, dropout=0.0, batch=6, warmup=10, encoder_rate=4e-3, decoder_rate=4e-3, decay=0.9)
    calm = replace(calm, smoothing=0.0, agreement=0.0, hide_source=0.0)
    folder = tmp_path_factory.mktemp("trained")
    rows = _rows()
    fit(ParserRun("tiny", calm, steps=300), ParserData("random", rows, [], rows), encoder, folder, say=lambda _: None)
    return folder


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory, trained: Path, encoder) -> Path:
    """The trained parser, exported."""
    from grice.training.parser.export import export_folder

    out = tmp_path_factory.mktemp("learned")
    export_folder(trained, out, encoder)
    return out


@pytest.fixture(scope="session")
def noise(tmp_path_factory: pytest.TempPathFactory, encoder, vocabulary_words: list[str]) -> Path:
    """An exported parser with large random weights: it says much, and different things of different captions."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from grice.readers.graphs.pieces import build
    from grice.training.parser.export import export_parser
    from grice.training.parser.pretrained import new_network

    rows = _rows()
    vocabulary = build(encoder.tokenizer, [vocabulary_words, ["zebra"]], [row.facts for row in rows])
    torch.manual_seed(1)
    network = new_network(vocabulary, encoder, 2, 0.0).eval()
    for parameter in network.parameters():
        parameter.data += 0.15 * torch.randn_like(parameter)
    out = tmp_path_factory.mktemp("noise")
    export_parser(network, vocabulary, out)
    return out
