"""What does an item show? Its pictures as bytes: a drawing of shapes, a rendered room, or a file of the researcher's.

`Item.shown["pictures"]` lists them, each as {"counts": ...}, {"room": ...} or {"image": ...}. A page knows a picture by
its place in the list alone, so an address says nothing of what is true.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.scenes.quantified import DEFAULT
from grice.studies.design import Design
from grice.studies.items import Item

TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".gif": "image/gif"}
PIXELS = 256
"""The side of a room's picture."""


def picture(item: Item, place: int, design: Design) -> tuple[bytes, str]:
    """A picture of an item and its media type."""
    listed = item.shown.get("pictures", ())
    if not 0 <= place < len(listed):
        raise InputError(f"the item {item.id} has no picture {place}")
    one: Mapping[str, Any] = listed[place]
    if "counts" in one:
        return shapes(tuple(one["counts"]), one.get("seed", 0)), "image/svg+xml"
    if "room" in one:
        return room(int(one["room"])), "image/png"
    return image(design, str(one["image"]))


def image(design: Design, name: str) -> tuple[bytes, str]:
    """A file of the design's folders of pictures; nothing outside them is ever read."""
    for folder in dict.fromkeys(design.beside(group.images).resolve() for group in design.materials if group.images):
        path = (folder / name).resolve()
        if path.is_relative_to(folder) and path.is_file() and path.suffix.lower() in TYPES:
            return path.read_bytes(), TYPES[path.suffix.lower()]
    raise InputError(f"there is no picture {Path(name).name!r}", f"a file {', '.join(TYPES)} in the folder `images`")


@lru_cache(maxsize=256)
def shapes(counts: tuple[int, ...], seed: int = 0, kinds: tuple[str, ...] = DEFAULT.plural_kinds) -> bytes:
    """A scene of coloured shapes as SVG."""
    from grice.scenes.render.quantified import counts as drawn

    return drawn(counts, seed=seed, width=480, height=360, kinds=kinds).svg.encode("utf-8")


@lru_cache(maxsize=1024)
def room(id: int, pixels: int = PIXELS) -> bytes:
    """A room as PNG."""
    from grice.scenes.render.compose import rooms
    from grice.scenes.render.pages import png

    return png(rooms(id, pixels))
