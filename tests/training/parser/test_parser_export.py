"""The exported graphs compute what the network computes."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")
pytest.importorskip("onnx", reason="exporting needs onnx: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.networks.pieces import START  # noqa: E402
from grice.readers.graphs.network.model import ParserNetwork as Model  # noqa: E402
from grice.readers.graphs.pieces import GraphPieces, build  # noqa: E402
from grice.training.parser.export import export_parser  # noqa: E402
from grice.training.parser.network import NetworkShape, ParserNetwork  # noqa: E402
from grice.training.parser.pretrained import load_encoder, new_network, widened  # noqa: E402
from tiny_networks import write_encoder  # noqa: E402

WORDS = ["a", "red", "ball", "on", "the", "grass", "two", "dogs", "chase", "cup", "fill", "with", "tea"]


@pytest.fixture
def parser(tiny_encoder):
    encoder = load_encoder(tiny_encoder(WORDS))
    vocabulary = build(encoder.tokenizer, [WORDS, ["zebra"]], [[("ball", "is", "red"), ("dogs", "v:chase", "ball")]])
    torch.manual_seed(1)
    network = new_network(vocabulary, encoder, 2, 0.0).eval()
    for parameter in network.parameters():
        parameter.data += 0.05 * torch.randn_like(parameter)
    return network, vocabulary, encoder


@pytest.mark.parametrize(("form", "tolerance"), [("float32", 1e-5), ("float16", 1e-3), ("int8", 0.05)])
def test_step_by_step_probabilities_equal_the_networks(parser, tmp_path: Path, form: str, tolerance: float) -> None:
    network, vocabulary, _ = parser
    export_parser(network, vocabulary, tmp_path, form)
    model = Model(tmp_path)
    captions = [WORDS[:6], ["zebra", "tea"], [*WORDS[6:9], *WORDS[:6]]]
    sources = [vocabulary.source(words) for words in captions]
    width = max(map(len, sources))
    source = np.array([[*s, *[0] * (width - len(s))] for s in sources])
    source_out = np.array([[*vocabulary.source_outputs(s), *[0] * (width - len(s))] for s in sources])
    target = np.array([[START, 13, 6, 14, 5], [START, 15, 13, 7, 16], [START, 14, 8, 13, 15]])
    with torch.no_grad():
        expected = network(torch.from_numpy(source), torch.from_numpy(source_out), torch.from_numpy(target))[0].numpy()
    state = model.read(source, source_out)
    for place in range(target.shape[1]):
        chances, state = model.step(target[:, place], place, state)
        assert np.abs(chances - expected[:, place]).max() < tolerance
        assert chances.sum(1) == pytest.approx(1.0, abs=1e-4)


def test_the_real_shape_fits_into_forty_megabytes(tmp_path: Path) -> None:
    class Saved:
        def save(self, path: str) -> None:
            Path(path).write_bytes(bytes(466_247))

    vocabulary = GraphPieces([f"piece-{i}" for i in range(30_522)], 5_700, Saved())
    written = export_parser(ParserNetwork(NetworkShape(30_522, 5_700)), vocabulary, tmp_path, "int8")
    assert sum(file["bytes"] for file in written.values()) < 40e6


def test_a_widened_parser_reads_every_piece_and_says_the_same(parser) -> None:
    network, vocabulary, encoder = parser
    wide, whole = widened(network, vocabulary, encoder)
    assert len(whole.pieces) > len(vocabulary.pieces)
    source = vocabulary.source(["red", "ball"])
    given = torch.tensor([source]), torch.tensor([vocabulary.source_outputs(source)]), torch.tensor([[START, 13]])
    with torch.no_grad():
        assert torch.allclose(network(*given)[0], wide(*given)[0], atol=1e-6)
    assert whole.source(["zq"]) != [whole.row["[UNK]"]]


def test_a_parser_is_not_widened_by_another_encoder(parser, tmp_path: Path) -> None:
    network, vocabulary, _ = parser
    other = load_encoder(write_encoder(tmp_path / "other", WORDS, width=64))
    with pytest.raises(InputError, match="64 wide for a parser 32 wide"):
        widened(network, vocabulary, other)


def test_an_encoder_is_read_from_its_folder_or_its_file(tiny_encoder) -> None:
    folder = tiny_encoder(WORDS)
    ours, same = load_encoder(folder), load_encoder(folder / "model.safetensors")
    assert ours.digest() == same.digest()
    assert torch.equal(ours.table(["red", "<next>"]), same.table(["red", "<next>"]))
    layers = {name.split(".")[2] for name in ours.weights if name.startswith("encoder.layer.")}
    first = load_encoder(folder, layers=1)
    assert layers > {"0"}
    assert {name for name in ours.weights if ".layer." not in name or ".layer.0." in name} == set(first.weights)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(InputError, match=r"holds no tokenizer\.json"):
        load_encoder(folder)
