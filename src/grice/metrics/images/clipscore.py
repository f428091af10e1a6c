"""Does the caption fit the image? CLIPScore; RefCLIPScore asks the references too (Hessel et al., EMNLP 2021).

CLIP-S(c, v) = 2.5 max(cos(c, v), 0); RefCLIP-S is the harmonic mean of CLIP-S and max(0, the largest cosine of the
caption with a reference), all in the space of one image-text encoder. Captions are read after "A photo depicts ".
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from grice.encoders.base import ImageTextEncoder, Vectors, described
from grice.encoders.images import encode_pictures
from grice.encoders.loading import load_image_text
from grice.errors import InputError
from grice.metrics.base import Measured, Metric, Rows, Value, harmonic_mean
from grice.metrics.inputs import Texts, of_texts, texts
from grice.metrics.texts.sentence import pooled

WEIGHT = 2.5
PROMPT = "A photo depicts "


class ClipScore(Metric):
    """How well a caption fits its image, without references."""

    name = "clipscore"
    needs: tuple[str, ...] = ("images",)
    values: tuple[Value, ...] = (Value("clipscore", "weighted cosine of caption and image", highest=WEIGHT),)

    def __init__(
        self, image_encoder: str | ImageTextEncoder | None = None, weight: float = WEIGHT, prompt: str = PROMPT
    ) -> None:
        self.encoder = load_image_text(named_encoder(image_encoder, self.name))
        self.weight, self.prompt = weight, prompt

    def settings(self) -> Mapping[str, str]:
        return {"weight": f"{self.weight:g}", "prompt": self.prompt.strip(), "encoder": described(self.encoder)}

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        images, problems = encode_pictures(self.encoder, rows.images or ())
        given = texts(rows, with_references=False, errors=problems)
        scores = self._scores(images[given.rows], self._encode(given.predictions))
        return of_texts(given, {"clipscore": scores})

    def _encode(self, captions: list[str]) -> Vectors:
        distinct = list(dict.fromkeys(captions))
        place = {caption: row for row, caption in enumerate(distinct)}
        vectors = self.encoder.texts([self.prompt + caption for caption in distinct])
        return vectors[[place[caption] for caption in captions]]

    def _scores(self, images: Vectors, captions: Vectors) -> Vectors:
        if not len(captions):
            return np.zeros(0, np.float32)
        scores: Vectors = self.weight * np.maximum(np.einsum("nd,nd->n", images, captions), 0)
        return scores


class RefClipScore(ClipScore):
    """How well a caption fits its image and its references."""

    name = "refclipscore"
    needs = ("references", "images")
    values = (
        Value("refclipscore", "harmonic mean of clipscore and text", highest=2 * WEIGHT / (1 + WEIGHT)),
        Value("clipscore", "weighted cosine of caption and image", highest=WEIGHT),
        Value("text", "largest cosine of caption and reference, not below 0"),
    )

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        images, problems = encode_pictures(self.encoder, rows.images or ())
        given = texts(rows, errors=problems)
        captions, text = self._text(given)
        scores = self._scores(images[given.rows], captions)
        values = {"refclipscore": harmonic_mean(scores, text), "clipscore": scores, "text": text}
        return of_texts(given, values)

    def _text(self, given: Texts) -> tuple[Vectors, Vectors]:
        counts = given.counts
        vectors = self._encode(given.predictions + given.flat)
        captions = vectors[: len(counts)]
        cosines = np.einsum("rd,rd->r", np.repeat(captions, counts, axis=0), vectors[len(counts) :])
        return captions, np.maximum(pooled(cosines, counts, "max"), 0)


def named_encoder(encoder: str | ImageTextEncoder | None, metric: str) -> str | ImageTextEncoder:
    """No weights of an image-text encoder come with the package, and none are downloaded unasked."""
    if encoder is None:
        raise InputError(
            f"{metric} without an image-text encoder",
            "an open_clip model with its weights (a tag downloads them, a .safetensors file does not), or an object",
            f"pip install 'grice[images]', then {metric}:image_encoder=ViT-B-32/openai, the model of the paper",
        )
    return encoder
