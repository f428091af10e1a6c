"""Which metrics judge a caption? One list for every benchmark of captions, the paper's numbers, and one call for all.

Metrics that look at images are added where images and an image encoder are named. A metric that can judge no row is
left out, and a note says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grice.encoders.base import TextEncoder
from grice.encoders.loading import FAST, load
from grice.engines.score import score
from grice.errors import InputError
from grice.metrics.base import Metric
from grice.metrics.graphs.faithfulness import Faithfulness
from grice.metrics.graphs.setmatch import SetMatch
from grice.metrics.graphs.softspice import SoftSpice
from grice.metrics.graphs.spice import Spice
from grice.metrics.harmonic import Harmonic
from grice.metrics.images.clipscore import ClipScore, RefClipScore
from grice.metrics.images.softspice_img import SoftSpiceImg
from grice.metrics.texts.bleu import Bleu
from grice.metrics.texts.cider import Cider
from grice.metrics.texts.grice import Grice
from grice.metrics.texts.rouge import Rouge
from grice.metrics.texts.sentence import Sentence
from grice.metrics.texts.tokenmatch import TokenMatch
from grice.progress import step
from grice.statistics.bootstrap import Interval

Floats = NDArray[np.float64]

Labelled = tuple[Metric, Mapping[str, str]]
"""A metric, and its values by the name of their row in a table."""


def text_metrics(encoder: TextEncoder, fast: TextEncoder) -> list[Labelled]:
    """Metrics that compare a caption with references; `fast` is the encoder of those that ask it for much."""
    softspice = SoftSpice(encoder=fast)
    return [
        (Bleu(), {"BLEU-1": "bleu1", "BLEU-4": "bleu4"}),
        (Rouge(), {"ROUGE-L": "rouge"}),
        (Cider(), {"CIDEr-D": "cider"}),
        (SetMatch(), {"setmatch": "setmatch"}),
        (Spice(), {"spice": "spice"}),
        (Sentence("max", encoder), {"sentence, max": "sentence"}),
        (Sentence("mean", encoder), {"sentence, mean": "sentence"}),
        (TokenMatch("max", encoder=encoder), {"tokens f, max": "f"}),
        (TokenMatch("mean", encoder=encoder), {"tokens p, mean": "p", "tokens f, mean": "f"}),
        (softspice, {"softspice": "softspice"}),
        (SoftSpice(bidirectional=True, encoder=fast), {"softspice, bidirectional": "softspice"}),
        (Harmonic(Sentence("mean", encoder), softspice), {"sentence + softspice": "harmonic"}),
        (Faithfulness(encoder=encoder), {"faithfulness": "faithfulness"}),
        (Grice(encoder=fast), {"grice": "grice"}),
    ]


def image_metrics(fast: TextEncoder, image_encoder: str | None) -> list[Labelled]:
    """Metrics that look at the image as well."""
    both = Harmonic(RefClipScore(image_encoder), SoftSpiceImg(image_encoder, encoder=fast))
    named = {"refclipscore": "refclipscore", "softspice-img": "softspice-img", BEST: "harmonic"}
    return [(ClipScore(image_encoder), {"clipscore": "clipscore"}), (both, named)]


BEST = "refclipscore + softspice-img"
PUBLISHED: Mapping[str, tuple[float, float, float, float]] = {
    "spice": (45.12, 60.78, 76.69, 86.88),
    "softspice": (53.35, 69.52, 85.66, 91.61),
    "softspice-img": (54.85, 70.55, 88.12, 92.31),
    "clipscore": (51.44, 64.86, 86.85, 86.85),
    "refclipscore": (53.00, 67.67, 90.94, 92.40),
    BEST: (57.37, 73.40, 90.69, 94.01),
    "spice with SPICE-Parser": (44.77, 60.11, 76.31, 87.02),
    "spice with CDP-T5": (33.50, 49.50, 65.66, 72.76),
    "spice with VG-T5": (37.18, 51.94, 68.43, 76.12),
    "softspice with SPICE-Parser": (51.90, 68.12, 78.53, 86.77),
    "softspice with CDP-T5": (45.54, 59.64, 53.58, 59.49),
    "softspice with VG-T5": (39.66, 53.05, 70.80, 76.77),
    "BERTScore": (36.71, 49.81, 86.70, 90.49),
    "BERTScore + softspice-img": (51.08, 65.80, 90.50, 94.64),
}
"""Li et al. (2023), Tables 5 and 6: tau_c and Pearson on Flickr8k-Expert, accuracy on FOIL with 1 and 4 references. The
parser is FACTUAL-T5 unless another is named; BEST has the highest tau_c published for text and image together."""
NOT_HERE = (
    "Not in this table: pragmatics and reconstruction need scenes; diversity is a value of a corpus, not of an item."
)
NO_IMAGES = "clipscore, refclipscore and softspice-img need --images with --image-encoder."


@dataclass(frozen=True)
class CaptionScores:
    """Scores per row of a table and item; what was left out and why; the signatures of the metrics."""

    scores: dict[str, Floats]
    left_out: tuple[str, ...]
    signature: str


def per_cent(bounds: Interval) -> str:
    """An interval of shares, in per cent."""
    return "–" if bounds.low != bounds.low else f"[{100 * bounds.low:.1f}, {100 * bounds.high:.1f}]"


def pictures(folder: Path, names: Sequence[str | None]) -> list[str]:
    """The images of rows: in the folder, by the path that the corpus gives or by its file name."""
    if not folder.is_dir():
        raise InputError(f"--images {folder} is not a folder", "the folder of the corpus's photographs")
    if not all(names):
        raise InputError("--images with a corpus that does not name its images", "a file with image_path or file_name")
    paths = [folder / str(name) for name in names]
    return [str(path if path.is_file() else folder / path.name) for path in paths]


def judge(
    predictions: Sequence[str],
    references: Sequence[Sequence[str]],
    images: Sequence[str] | None = None,
    image_encoder: str | None = None,
) -> CaptionScores:
    """The captions under every metric that can be run here, all in one call, so that each is parsed once."""
    fast = load(FAST)
    chosen = [*(image_metrics(fast, image_encoder) if images else ()), *text_metrics(load(), fast)]
    result = score(predictions, references, images=images, metrics=[metric for metric, _ in chosen])
    step(len(chosen))
    scores: dict[str, Floats] = {}
    left_out = [NOT_HERE] if images else [NOT_HERE, NO_IMAGES]
    signatures = []
    # `score` tells variants of one metric apart by their names, and keeps the order in which metrics were given.
    for found, (_, values) in zip(result.values(), chosen, strict=True):
        if len(found.errors) == len(predictions):
            left_out.append(f"{', '.join(values)}: {next(iter(found.errors.values()))}".replace("\n", "; "))
            continue
        signatures.append(found.signature)
        for label, value in values.items():
            items = found[value].items
            wrong = int(np.isnan(items).sum())
            if wrong == len(items):
                left_out.append(f"{label}: no row could be judged")
            else:
                scores[label] = np.nan_to_num(items, nan=0.0)
                left_out += [f"{label}: {wrong} rows without a score count as 0"] if wrong else []
    return CaptionScores(scores, tuple(left_out), " + ".join(signatures))
