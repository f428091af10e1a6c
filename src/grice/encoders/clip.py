"""How near are a text and an image? CLIP and its kin (Radford et al. 2021) through open_clip, which brings torch."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grice.encoders.base import Vectors, unit, well_formed
from grice.errors import InputError
from grice.extras import require
from grice.networks.manifest import sha256

BATCH = 64


class OpenClip:
    """An `ImageTextEncoder`: "ViT-B-32/openai" (may download), "ViT-B-32/weights.safetensors", or a folder.

    A folder holds `open_clip_config.json` and its weights as safetensors, as open_clip's hub repositories do.
    """

    def __init__(self, name: str) -> None:
        model, weights = _parts(name)
        library = require("open_clip", "images", "an image-text metric")
        self._torch = require("torch", "images", "an image-text metric")
        self._source = name
        self.name = Path(name).name if weights.is_file() else name
        self.fingerprint = sha256(weights)[:8] if weights.is_file() else weights.name
        loaded = library.create_model_and_transforms(model, pretrained=None if ":" in model else str(weights))
        self._model, _, self._prepare = loaded
        self._model.eval()
        self._tokenize = library.get_tokenizer(model)

    def texts(self, texts: Sequence[str]) -> Vectors:
        return self._batched(
            texts, lambda batch: self._model.encode_text(self._tokenize(list(map(well_formed, batch))))
        )

    def images(self, images: Sequence[Any]) -> Vectors:
        stack = self._torch.stack
        return self._batched(images, lambda batch: self._model.encode_image(stack([self._prepare(i) for i in batch])))

    def _batched(self, items: Sequence[Any], encode: Any) -> Vectors:
        with self._torch.inference_mode():
            parts = [encode(items[i : i + BATCH]).float().numpy() for i in range(0, len(items), BATCH)]
        return unit(np.concatenate(parts)) if parts else np.zeros((0, 0), np.float32)

    def __reduce__(self) -> tuple[type["OpenClip"], tuple[str]]:
        return OpenClip, (self._source,)


def _parts(name: str) -> tuple[str, Path]:
    """open_clip's name of the model, and the weights: a file, or a tag it knows."""
    if Path(name).is_dir():
        found = sorted(Path(name).glob("*.safetensors"))
        if not found:
            raise InputError(f"{name} holds no .safetensors file", "a folder with a config and weights as safetensors")
        return f"local-dir:{name}", found[0]
    model, slash, weights = name.partition("/")
    if not slash or not weights:
        raise InputError(
            f"no image-text encoder is called {name!r}",
            "an open_clip model and its weights (a tag or a .safetensors file), or a folder with both",
            'encoder="ViT-B-32/openai"',
        )
    if Path(weights).suffix in (".pt", ".pth", ".bin", ".ckpt"):
        raise InputError(f"weights in {weights}, a pickle", "weights as .safetensors")
    return model, Path(weights)
