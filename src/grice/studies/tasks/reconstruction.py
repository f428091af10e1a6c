"""How many of each kind does the described scene have? The reconstruction task of Pel (2020, section 3).

The participant reads a description, is told how many objects the scene has, and gives four numbers that sum to it. A
swap is half the sum of the absolute differences from the true counts (section 3.4).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from grice.meaning.reading import Reading
from grice.readers.quantified.reading import read
from grice.readers.quantified.reconstruction import reconstruct
from grice.scenes.quantified import DEFAULT, counts, swaps
from grice.studies.design import Design, Materials
from grice.studies.items import Answer, AnswerError, Item, words
from grice.studies.materials import described

KINDS = tuple(kind.replace(" ", "_") for kind in DEFAULT.plural_kinds)
"""blue_squares, red_squares, blue_circles, red_circles: the fields of the form and the ends of exported columns."""
PAGE = "reconstruction.html"
SCALES = {"counts": "interval"}
CODEBOOK = {
    **{f"answer_{kind}": f"how many {kind.replace('_', ' ')} the participant answered" for kind in KINDS},
    **{f"truth_{kind}": f"how many {kind.replace('_', ' ')} the scene has" for kind in KINDS},
    "swaps": "half the sum of the absolute differences between answer and truth; empty where there is no answer",
    "swap_share": "swaps over the size of the scene, as Pel (2020) divides",
}


def items(materials: Materials, design: Design) -> Sequence[Item]:
    return [
        Item(
            id=f"{materials.group}:{scene.name}:{producer}",
            group=materials.group,
            scene=f"{scene.name}:{','.join(map(str, scene.counts))}",
            producer=producer,
            size=scene.size,
            shown={"text": text, "size": scene.size},
            truth={"counts": list(scene.counts)},
        )
        for scene, producer, text in described(materials, design)
    ]


def gold(table: Mapping[str, Any], number: int) -> Item:
    scene = counts(table.get("counts", ()))
    text = words(table, "text")
    shown = {"text": text, "size": sum(scene)}
    return Item(f"gold:{number}", "gold", f"gold:{number}", "gold", sum(scene), shown, {"counts": list(scene)})


def page(item: Item, values: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG001
    return {"kinds": [(field, name, *name.split()) for field, name in zip(KINDS, DEFAULT.plural_kinds, strict=True)]}


def answer(item: Item, given: Mapping[str, Any]) -> Answer:
    found = [_count(given.get(kind), kind) for kind in KINDS]
    total = sum(one or 0 for one in found)
    if total == item.size and given.get("not_understood") != "1":
        return {"counts": [one or 0 for one in found]}
    if given.get("not_understood") == "1":
        return {"counts": [one or 0 for one in found] if total == item.size else None}
    left = item.size - total
    raise AnswerError(
        f"Your numbers add up to {total}; this scene has {item.size} objects.",
        f"{left} more" if left > 0 else f"{-left} fewer",
    )


def right(item: Item, answer: Answer) -> bool | None:
    return None if answer["counts"] is None else list(answer["counts"]) == list(item.truth["counts"])


def row(item: Item, answer: Answer) -> dict[str, Any]:
    given, truth = answer["counts"], item.truth["counts"]
    off = None if given is None else int(swaps(given, truth))
    return {
        **{f"answer_{kind}": None if given is None else given[i] for i, kind in enumerate(KINDS)},
        **{f"truth_{kind}": truth[i] for i, kind in enumerate(KINDS)},
        "swaps": off,
        "swap_share": None if off is None else off / item.size,
    }


def rated(item: Item, answer: Answer) -> Mapping[str, Mapping[str, Any]]:
    given = answer["counts"]
    return {"counts": {} if given is None else {f"{item.id}:{kind}": given[i] for i, kind in enumerate(KINDS)}}


def simulated(item: Item, rng: np.random.Generator) -> Mapping[str, Any]:
    """A reader who takes any scene in which the words and what they implicate hold, and errs once in ten."""
    answers = reconstruct(_reading(item.shown["text"], item.size), "strict", 0.1, rng)
    return {kind: int(count) for kind, count in zip(KINDS, answers[0].tolist(), strict=True)}


@lru_cache(maxsize=4096)
def _reading(text: str, size: int) -> Reading:
    return read(text, size)


def _count(given: Any, kind: str) -> int | None:
    """A count of a form: digits, or nothing for none."""
    if given in (None, ""):
        return None
    text = str(given).strip()
    if isinstance(given, bool) or not text.isascii() or not text.isdigit() or len(text) > 6:
        raise AnswerError(
            f"{kind.replace('_', ' ').capitalize()}: {text[:20]!r} is not a number.", "a whole number, 0 or more"
        )
    return int(text)
