"""Two texts are read at once: as the network that was trained reads them, whole however long, each pair by itself."""

import pickle

import numpy as np
import pytest

from grice.encoders import minilm
from grice.encoders.pairs import PIECES, PairReader, merged, windows_of

MATRICES = {
    "attention.self.query": (384, 384),
    "attention.self.key": (384, 384),
    "attention.self.value": (384, 384),
    "attention.output.dense": (384, 384),
    "intermediate.dense": (1536, 384),
    "output.dense": (384, 1536),
}
CAPTION, REFERENCE = "a dog runs in the park .", "two men ride a big brown horse"


@pytest.fixture(scope="module")
def tensors() -> dict[str, np.ndarray]:
    """An addition of rank two, by chance."""
    rng = np.random.default_rng(0)
    made = {
        "segment": rng.normal(0, 0.1, 384),
        "heads": rng.normal(0, 0.1, (3, 384)),
        "shift": np.array([0.1, 0.2, 0.3]),
    }
    for layer in range(6):
        for name, (out, given) in MATRICES.items():
            made[f"{layer}.{name}.A"] = rng.normal(0, 0.05, (2, given))
            made[f"{layer}.{name}.B"] = rng.normal(0, 0.05, (out, 2))
            made[f"{layer}.{name}.bias"] = rng.normal(0, 0.05, out)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            made[f"{layer}.{name}.bias"] = rng.normal(0, 0.05, 384)
    return {name: array.astype(np.float32) for name, array in made.items()}


@pytest.fixture(scope="module")
def reader(tensors: dict[str, np.ndarray]) -> PairReader:
    return PairReader(integers=False, threads=1, tensors=tensors)


def test_it_reads_as_the_network_that_was_trained(reader: PairReader, tensors: dict[str, np.ndarray]) -> None:
    torch = pytest.importorskip("torch")
    from grice.training.judge.network import Judge

    judge = Judge(minilm.tensors(), rank=2).eval()
    with torch.no_grad():
        for name, value in judge.learned.items():
            if (plain := name.replace("/", ".")) in tensors:
                value.copy_(torch.tensor(tensors[plain]))
        one, other = (minilm.tokenizer().encode(text, add_special_tokens=False).ids for text in (CAPTION, REFERENCE))
        ids = torch.tensor([[101, *one, 102, *other, 102]])
        place = torch.arange(ids.shape[1])[None]
        caption = (place > 0) & (place <= len(one))
        reference = (place > len(one) + 1) & (place < ids.shape[1] - 1)
        wanted = judge(ids, caption, reference)
    (found,) = reader.read([(CAPTION, REFERENCE)])
    assert found.pair == pytest.approx(float(wanted.pair), abs=1e-4)
    np.testing.assert_allclose(found.caption, wanted.tokens[caption].numpy(), atol=1e-4)
    np.testing.assert_allclose(found.reference, wanted.tokens[reference].numpy(), atol=1e-4)
    mix = judge.one("mix").detach().numpy()
    assert float(wanted.score) == pytest.approx(mix @ [found.pair, found.said, found.covered], abs=1e-4)


def test_integers_are_near(reader: PairReader, tensors: dict[str, np.ndarray]) -> None:
    (quick,) = PairReader(integers=True, threads=1, tensors=tensors).read([(CAPTION, REFERENCE)])
    (exact,) = reader.read([(CAPTION, REFERENCE)])
    np.testing.assert_allclose(quick.caption, exact.caption, atol=0.3)
    assert quick.pair == pytest.approx(exact.pair, abs=0.3)


def test_a_pair_is_read_by_itself_and_in_its_order(reader: PairReader) -> None:
    pairs = [(CAPTION, REFERENCE), (REFERENCE, CAPTION), ("a cat", REFERENCE), ("", "a cat")]
    together = PairReader.read(reader, pairs)
    reader._known.clear()
    for pair, one in zip(pairs, together, strict=True):
        (alone,) = reader.read([pair])
        assert alone.pair == pytest.approx(one.pair, abs=1e-5)
        np.testing.assert_allclose(alone.caption, one.caption, atol=1e-5)
    assert together[0].pair != pytest.approx(together[1].pair, abs=1e-3)
    assert len(together[3].caption) == 0
    assert together[3].said == 0


@pytest.mark.parametrize(("one", "other"), [(10, 20), (PIECES - 5, 5), (400, 10), (10, 400), (300, 300)])
def test_windows_hold_every_piece_once_and_fit_together(one: int, other: int) -> None:
    caption, reference = list(range(one)), list(range(other))
    first, second = windows_of(caption, reference)
    assert [n for window in first for n in window] == caption
    assert [n for window in second for n in window] == reference
    assert all(len(a) + len(b) <= PIECES for a in first for b in second)


def test_a_long_text_is_read_to_its_end(reader: PairReader) -> None:
    long = "a dog runs in the park . " * 60
    with_end, without = reader.read([(f"{long} two men ride a horse", REFERENCE), (long, REFERENCE)])
    assert len(with_end.caption) == len(without.caption) + 5
    (whole,) = reader.read([(REFERENCE, long)])
    assert len(whole.caption) == 7
    assert len(whole.reference) == 420


def test_nothing_added_is_the_encoder_itself(tensors: dict[str, np.ndarray]) -> None:
    base = minilm.tensors()
    none = {name: np.zeros_like(array) for name, array in tensors.items() if not name.endswith("bias")}
    made = merged(base, none)
    assert all(np.array_equal(made[name], array) for name, array in base.items() if "token_type" not in name)


def test_it_survives_the_way_to_another_process(reader: PairReader) -> None:
    again = pickle.loads(pickle.dumps(reader))
    assert again.read([(CAPTION, REFERENCE)])[0].pair == pytest.approx(reader.read([(CAPTION, REFERENCE)])[0].pair)
