"""Is what the prediction says near the references and in the image too? SoftSPICE(img) (FACTUAL, equations 2 and 3).

With the slips of the printed equations put right (they write the arguments of the text score and the image score for
each other): phi'(Gc, I) is the mean over the prediction's components of their cosine with the image, both encoded by
CLIP, and phi(Gc, Gr, I) = 2 phi_s(Gc, Gr) phi'(Gc, I) / (phi_s(Gc, Gr) + phi'(Gc, I)) with phi_s of equation 1. The two
cosines live on different scales; the paper does not rescale, and `weight` (1 by default) multiplies the image's.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from grice.encoders.base import ImageTextEncoder, TextEncoder, described
from grice.encoders.images import encode_pictures
from grice.encoders.loading import FAST, load_image_text
from grice.meaning.tuples import components, tuples
from grice.metrics.base import Measured, Rows, Value, harmonic_mean
from grice.metrics.graphs.softspice import PhraseVectors, SoftSpice
from grice.metrics.images.clipscore import named_encoder
from grice.metrics.inputs import graphs
from grice.readers.base import Parser


class SoftSpiceImg(SoftSpice):
    """Harmonic mean of softspice and of how well the components fit the image; other settings are softspice's."""

    name = "softspice-img"
    needs = ("references", "images")

    def __init__(
        self,
        image_encoder: str | ImageTextEncoder | None = None,
        weight: float = 1.0,
        *,
        bidirectional: bool = False,
        lemmatise: bool = True,
        references: str = "pooled",
        parser: str | Path | Parser = "default",
        encoder: str | TextEncoder = FAST,
    ) -> None:
        self.image_encoder = load_image_text(named_encoder(image_encoder, self.name))
        self.weight = weight
        super().__init__(
            bidirectional=bidirectional, lemmatise=lemmatise, references=references, parser=parser, encoder=encoder
        )
        self.values = (
            Value("softspice-img", "harmonic mean of text and image", highest=max(1.0, weight)),
            Value("text", "softspice against the references", lowest=-1.0),
            Value("image", "mean cosine of components and image, weighted", lowest=-weight, highest=weight),
        )

    def settings(self) -> Mapping[str, str]:
        image = {"weight": f"{self.weight:g}", "image_encoder": described(self.image_encoder)}
        return {**super().settings(), **image}

    def judge(self, rows: Rows, prepared: Any) -> Measured:  # noqa: ARG002
        found = graphs(rows, self.parser)
        text, details = self.compare(found)
        images, problems = encode_pictures(self.image_encoder, rows.images or ())
        errors = [one or other for one, other in zip(found.errors, problems, strict=True)]
        image = np.full(len(rows), np.nan)
        said = {
            row: components(tuples((found.predictions[row],), self.lemmatise))
            for row in found.rows
            if errors[row] is None
        }
        table = PhraseVectors.of(self.image_encoder.texts, said.values())
        for row, phrases in said.items():
            image[row] = self.weight * np.mean(table.of_phrases(phrases) @ images[row]) if phrases else 0.0
        values = {"softspice-img": harmonic_mean(text, image), "text": text, "image": image}
        return Measured(values, errors, found.unreadable, details=details, used=found.used, left_out=found.left_out)

    def reasons(self, rows: Rows, measured: Measured) -> str:
        lines = (f"{name} = {values[0]:.4f}" for name, values in measured.values.items())
        return "\n".join([*lines, super().reasons(rows, measured)])
