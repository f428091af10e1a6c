"""What is Flickr8k-Expert (Hodosh, Young & Hockenmaier 2013)? Captions of images, rated 1 to 4 by three experts each.

Read from the JSON file that authors of caption metrics distribute: an entry per image with `ground_truth`, five
references, and `human_judgement`, a list of {caption, rating} with an entry for each rating of a caption.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grice.corpora.cards import Card
from grice.errors import InputError
from grice.files.json_stream import whole

CARD = Card(
    name="flickr8k",
    title="Flickr8k-Expert: ratings of captions by experts",
    items="1,000 images with five references; 5,664 pairs of image and caption, three ratings from 1 to 4 each",
    licence="research use, as the authors ask; the ratings are not part of Grice",
    citation="Hodosh, Young & Hockenmaier: Framing Image Description as a Ranking Task. JAIR 47 (2013)",
    how="flickr8k.json as packaged by the authors of CLIPScore or FACTUAL; name it with --data",
    notes="972 captions, taken from other images, recur about six times each: captions of the test must be kept from "
    "what a metric is fitted on, as well as images. Agreement is measured over single ratings, not over their means.",
)
_NEEDED = 'a JSON object: image id -> {"ground_truth": [texts], "human_judgement": [{"caption", "rating"}]}'


@dataclass(frozen=True)
class Judged:
    """A caption for an image, the image's references, and the caption's ratings."""

    image_id: str
    caption: str
    references: tuple[str, ...]
    ratings: tuple[float, ...]
    image: str | None = None
    """The path of its picture in the folder of the corpus, where the file gives one (`image_path`)."""


def load(path: str | Path) -> list[Judged]:
    """Every pair of image and caption, in the order of the file."""
    path = Path(path)
    if not path.is_file():
        raise InputError(f"{path} is not a file", _NEEDED, CARD.how)
    images = whole(path, _NEEDED, CARD.how)
    if not isinstance(images, dict) or not images:
        raise InputError(f"{path} holds a {type(images).__name__} of {len(images or ())}", _NEEDED, CARD.how)
    judged = [pair for image_id, entry in images.items() for pair in _pairs(path, image_id, entry)]
    if not judged:
        raise InputError(f"{path} holds {len(images)} images and no rating", _NEEDED, CARD.how)
    return judged


def _pairs(path: Path, image_id: str, entry: Any) -> list[Judged]:
    by_caption: dict[str, list[float]] = {}
    if not isinstance(entry, dict):
        raise InputError(f"{path}: {image_id!r} is a {type(entry).__name__}, not an image", _NEEDED, CARD.how)
    try:
        references = tuple(str(text) for text in entry["ground_truth"])
        image = entry.get("image_path")
        for judgement in entry["human_judgement"]:
            rating = float(judgement["rating"])
            if rating == rating:
                by_caption.setdefault(str(judgement["caption"]), []).append(rating)
    except (KeyError, TypeError, ValueError) as error:
        problem = f"{type(error).__name__} {error}"
        raise InputError(f"{path}: image {image_id!r} cannot be read ({problem})", _NEEDED, CARD.how) from None
    if not references:
        raise InputError(f"{path}: image {image_id!r} has no reference", _NEEDED, CARD.how)
    return [Judged(image_id, caption, references, tuple(given), image) for caption, given in by_caption.items()]
