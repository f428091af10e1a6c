"""What can be said of a room? The captions of A3DS (Tsvilodub & Franke 2023), for one scene or for millions.

`kind` is a grammar: exhaustive (20 captions per image), short (27), background-first, minimal, or a file of your own.
`variant="released"` gives the published wording with its flaws, `variant="fixed"` repairs them.
"""

from collections.abc import Sequence
from functools import cache
from typing import overload

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import ArrayLike, NDArray

from grice.scenes import rooms
from grice.scenes.rooms import FEATURES, Variant
from grice.speakers.rooms.grammar import Slot, Template, names, templates

__all__ = ["captions", "fill", "names", "templates"]


@overload
def captions(ids: int, kind: str = ..., variant: Variant = ...) -> list[str]: ...
@overload
def captions(ids: Sequence[int] | NDArray[np.int64], kind: str = ..., variant: Variant = ...) -> list[list[str]]: ...
def captions(ids: ArrayLike, kind: str = "exhaustive", variant: Variant = "released") -> list[str] | list[list[str]]:
    """Every caption of a scene, in grammar order; a list of ids gives a list of lists."""
    many = np.atleast_1d(rooms.check(ids))
    columns = [fill(many, template, variant).to_pylist() for template in templates(kind, variant)]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return rows[0] if np.ndim(ids) == 0 else rows


def fill(ids: NDArray[np.int64], template: Template, variant: Variant = "released") -> pa.Array:
    """One caption per id: the template with that scene's words."""
    indexes = rooms.features(ids)
    pieces = [
        part
        if isinstance(part, str)
        else _words(part, variant).take(pa.array(indexes[:, FEATURES.index(part.feature)]))
        for part in template.parts
    ]
    # Joining with an empty separator keeps spaces where the grammar has them; the last argument is the separator.
    return pc.binary_join_element_wise(*pieces, "")


@cache
def _words(slot: Slot, variant: Variant) -> pa.Array:
    words = rooms.vocabulary(variant)[slot.feature]
    if slot.article:
        words = [("an " if word[0] in "aeiou" else "a ") + word for word in words]
    return pa.array(words)
