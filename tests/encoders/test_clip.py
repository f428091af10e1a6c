"""open_clip models are image-text encoders: a tiny one, randomly initialised, saved and loaded here."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from grice.encoders import load_image_text
from grice.errors import InputError

TINY = {
    "embed_dim": 16,
    "vision_cfg": {"image_size": 32, "layers": 1, "width": 64, "patch_size": 16},
    "text_cfg": {"context_length": 16, "vocab_size": 49408, "width": 32, "heads": 2, "layers": 1},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    open_clip = pytest.importorskip("open_clip", reason="needs open_clip: pip install 'grice[images]'")
    torch = pytest.importorskip("torch", reason="needs torch: pip install 'grice[images]'")
    from safetensors.torch import save_file

    folder = tmp_path_factory.mktemp("tiny-clip")
    torch.manual_seed(0)
    model = open_clip.CLIP(**TINY)
    weights = {name: tensor.contiguous() for name, tensor in model.state_dict().items()}
    save_file(weights, str(folder / "open_clip_model.safetensors"))
    config = {"model_cfg": TINY, "preprocess_cfg": {"mean": [0.5] * 3, "std": [0.5] * 3}}
    (folder / "open_clip_config.json").write_text(json.dumps(config))
    return folder


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ViT-B-32", "an open_clip model and its weights"),
        ("ViT-B-32/weights.pt", "a pickle"),
    ],
)
def test_a_name_that_cannot_be_loaded_says_what_is_needed(name: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        load_image_text(name)


def test_vectors_are_those_of_the_model_scaled_to_one(folder: Path) -> None:
    import open_clip
    import torch

    encoder = load_image_text(str(folder))
    noise = np.random.default_rng(0).integers(0, 256, (3, 40, 50, 3), dtype=np.uint8)
    images = [Image.fromarray(array) for array in noise]
    model, _, prepare = open_clip.create_model_and_transforms(f"local-dir:{folder}")
    model.eval()
    with torch.no_grad():
        seen = model.encode_image(torch.stack([prepare(image) for image in images]), normalize=True).numpy()
        tokens = open_clip.get_tokenizer(f"local-dir:{folder}")(["a dog", "a red ball"])
        read = model.encode_text(tokens, normalize=True).numpy()
    np.testing.assert_allclose(encoder.images(images), seen, atol=1e-5)
    np.testing.assert_allclose(encoder.texts(["a dog", "a red ball"]), read, atol=1e-5)
    assert encoder.texts(["a dog"]).shape == (1, 16)


def test_metrics_run_with_it_and_sign_with_its_weights(folder: Path) -> None:
    import grice

    image = np.random.default_rng(1).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    metric = grice.metrics.RefClipScore(str(folder))
    result = grice.score(["a dog"], references=[["a dog", "a cat"]], images=[image], metrics=metric)
    assert result["refclipscore"]["text"].value == pytest.approx(1, abs=1e-6)
    assert 0 <= result["refclipscore"].value <= 10 / 7
    assert f"{folder.name}@" in result.signature
