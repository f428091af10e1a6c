"""The image encoders of rooms: the same numbers as in torch, the published network, and real pictures like ours."""

import csv
from pathlib import Path

import numpy as np
import pytest

from grice.encoders.rooms import LAYERS, SIZES, ConvolutionalEncoder, load
from grice.encoders.sight import Sight
from grice.errors import InputError
from grice.networks.convolutions import enlarging, padding, shapes, width
from grice.scenes.render import rooms

REAL = Path(__file__).parents[3] / "shared" / "data" / "shapes3d"


def random_weights(name: str) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {
        tensor: rng.normal(size=shape, scale=1 / np.sqrt(np.prod(shape[1:]) or 1)).astype(np.float32)
        for tensor, shape in shapes(LAYERS[name]).items()
    }


@pytest.mark.parametrize("name", LAYERS)
def test_onnxruntime_and_torch_see_the_same(name) -> None:
    torch = pytest.importorskip("torch")
    from grice.training.captioner.convolutions import restored

    weights = random_weights(name)
    pictures = np.random.default_rng(1).integers(0, 256, (3, 64, 64, 3), np.uint8)
    found = ConvolutionalEncoder(name, weights, "none").encode(pictures)
    with torch.no_grad():
        expected = restored(LAYERS[name], weights, 64, SIZES[name])(torch.from_numpy(pictures)).numpy()
    assert found.shape == (3, width(LAYERS[name]))
    np.testing.assert_allclose(found, expected, atol=2e-4 * np.abs(expected).max())


def test_lite0_is_of_the_published_size() -> None:
    # 4,652,008 parameters with a classifier of 1000 x 1280 + 1000; folding leaves one vector a layer of two.
    held = sum(int(np.prod(shape)) for shape in shapes(LAYERS["lite0"]).values())
    channels = sum(layer.width for layer in LAYERS["lite0"])
    assert held + channels == 4_652_008 - 1_281_000
    assert width(LAYERS["lite0"]) == 2048


def test_pictures_are_enlarged_as_torch_enlarges_them() -> None:
    torch = pytest.importorskip("torch")
    picture = np.random.default_rng(0).random((1, 1, 64, 64), np.float32)
    matrix = enlarging(96, 64)
    expected = torch.nn.functional.interpolate(torch.from_numpy(picture), size=96, mode="bilinear").numpy()
    np.testing.assert_allclose(matrix @ picture @ matrix.T, expected, atol=1e-5)


def test_padding_is_that_of_tensorflow() -> None:
    # Worked by hand from "SAME": ceil(size / stride) outputs, the odd pixel at the end.
    assert [padding(*given) for given in ((64, 3, 2), (63, 3, 2), (64, 5, 1), (8, 1, 1))] == [
        (0, 1),
        (1, 1),
        (2, 2),
        (0, 0),
    ]


def test_a_row_does_not_depend_on_the_others() -> None:
    encoder = load("lite0")
    pictures = np.random.default_rng(2).integers(0, 256, (40, 64, 64, 3), np.uint8)
    together = encoder.encode(pictures)
    np.testing.assert_allclose(encoder.encode(pictures[33:34])[0], together[33], atol=1e-4)


def test_each_distinct_room_is_encoded_once() -> None:
    class Counting:
        name, fingerprint, size = "counting", "none", 3
        seen = 0

        def encode(self, pictures: np.ndarray) -> np.ndarray:
            self.seen += len(pictures)
            return pictures.mean((1, 2)).astype(np.float32)

    encoder = Counting()
    sight = Sight(encoder)
    views = sight.views([118300, 118308, 118300], [[118308], [], [118300 + 1]])
    assert encoder.seen == 3
    np.testing.assert_array_equal(
        views.features[views.targets], rooms([118300, 118308, 118300]).mean((1, 2)).astype(np.float32)
    )
    assert views.owner.tolist() == [0, 2]
    # What the last call saw is remembered, whatever its order.
    sight.views([118301, 118308])
    assert encoder.seen == 3


@pytest.mark.parametrize("name", LAYERS)
def test_real_pictures_are_seen_as_their_rooms(name) -> None:
    if not REAL.is_dir():
        pytest.skip("the real pictures of 3DShapes are not here (../shared/data/shapes3d)")
    try:
        encoder = load(name)
    except InputError:
        pytest.skip(f"the encoder {name} does not ship")
    from PIL import Image

    ids = [int(row["id"]) for row in csv.DictReader((REAL / "labels.csv").open())]
    real = encoder.encode(np.stack([np.asarray(Image.open(REAL / f"{id}.png").convert("RGB")) for id in ids]))
    ours = encoder.encode(rooms(ids))
    scale = ours.std(0) + 1e-3
    distances = np.linalg.norm((real[:, None] - ours) / scale, axis=2)
    assert (distances.argmin(1) == np.arange(len(ids))).all()


@pytest.mark.parametrize(
    "wrong", [np.zeros((2, 64, 64), np.uint8), np.zeros((1, 64, 64, 3)), np.zeros((1, 9, 9, 3), np.uint8)]
)
def test_other_pictures_are_refused(wrong) -> None:
    with pytest.raises(InputError, match=r"uint8 of shape \(n, 64, 64, 3\)"):
        load("lite0").encode(wrong)


def test_an_unknown_encoder_and_other_weights_are_refused() -> None:
    with pytest.raises(InputError, match="lite0, pictures"):
        load("resnet")
    with pytest.raises(InputError, match="no such tensor"):
        ConvolutionalEncoder("pictures", {}, "none")


def test_a_small_network_learns_to_read_rooms() -> None:
    pytest.importorskip("torch").set_num_threads(1)
    from grice.scenes.rooms import features
    from grice.training.captioner import pictures
    from grice.training.loop import Plan

    # Rooms of one size, shape and view, so that colours are all there is to learn and one geometry is traced.
    ids = np.random.default_rng(0).choice(1000, 60, replace=False) * 480 + 7
    losses = []
    fitted = pictures.fit(
        rooms(ids),
        features(ids).astype(np.int64),
        Plan(steps=16, warmup=2, precision="float32", report_every=0.25),
        callback=lambda report, _average: losses.append(report.loss),
    )
    assert losses[-1] < 0.75 * losses[0]
    assert len(fitted.accuracy) == 6
    assert shapes(LAYERS["pictures"]) == {name: array.shape for name, array in fitted.weights.items()}
