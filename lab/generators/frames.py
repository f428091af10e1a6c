"""How does a frame become a training row?

A frame is (caption, graph, denied); `scene.py` says how its slots are filled. A row is a frame, sometimes with a second
one or a backdrop after it, in one of the registers: as written, without its stop, in lower case, without articles.
"""

import re
from collections.abc import Sequence

import numpy as np

from grice.meaning.forms.text import text_of
from lab.generators.scene import Fact, Scene

Frame = tuple[str, str, str]

# Frames of every generator may be followed by one of these.
BACKDROPS: tuple[Frame, ...] = (
    ("In the background [there are|are] {view9}.", "view9,in,background", ""),
    ("{view9} [are visible|can be seen] in the background.", "view9,in,background", ""),
    ("{view9} rise behind {g9.A}.", "view9,rise behind,g9", ""),
    ("{g9.A} stands {prep9} {g8.A}.", "g9,stand prep9.p,g8", ""),
    ("There is {g9.A} on the left.", "g9,on,left", ""),
    ("On the right is {g9.A}.", "g9,on,right", ""),
    ("The sky is {sky9}.", "sky,is,sky9", ""),
    ("{g9.A} is [visible|seen] in the distance.", "g9,in,distance", ""),
    ("Sunlight falls on {g9.A}.", "sunlight,fall on,g9", ""),
)


def with_attributes(facts: list[Fact], attributes: list[tuple[str, str]]) -> list[Fact]:
    """The attributes of noun phrases set beside the first fact of their noun: before a subject, after an object."""
    for name, adjective in attributes:
        fact = (name, "is", adjective)
        if fact in facts:
            continue
        place = next((i for i, other in enumerate(facts) if name in (other[0], other[-1])), len(facts))
        # "three large carts": the number is said first.
        after = place < len(facts) and (facts[place][0] != name or facts[place][-1].isdigit())
        facts = [*facts[: place + after], fact, *facts[place + after :]]
    return facts


def written(facts: list[Fact], denied: bool = False) -> str:
    """Facts in the form of the data; each once, and a thing alone only where nothing else is said of it."""
    told = {
        name for fact in facts if len(fact) == 3 for name in ((fact[0],) if fact[1] == "is" else (fact[0], fact[2]))
    }
    kept = [fact for fact in dict.fromkeys(facts) if denied or len(fact) == 3 or fact[0] not in told]
    return text_of(kept)


def sentence_case(text: str) -> str:
    """Great letters at the start of a text and after its full stops."""
    return re.sub(r"(^|[.!?] )([a-zà-ž])", lambda match: match[1] + match[2].upper(), text)


def shifted(frame: Frame, by: int) -> Frame:
    """A frame whose slots and coins are not those of the frame before it."""

    def later(text: str) -> str:
        text = re.sub(r"<(!?)(\d) ", lambda match: f"<{match[1]}{int(match[2]) + by} ", text)
        return re.sub(r"\b([a-z]+)(\d)\b", lambda match: f"{match[1]}{int(match[2]) + by}", text)

    caption, asserted, denials = frame
    return later(caption), later(asserted), later(denials)


def literals(frame: Frame) -> set[str]:
    """The words that a frame's facts spell out, so that two frames of one row do not both speak of "the hand"."""
    return {word for text in frame[1:] for word in re.findall(r"\b[a-z]{3,}\b(?![.\d])", text)}


SHARED = {"wear", "have", "with", "hold", "stand", "beside", "behind", "carry", "next", "say", "show", "for"}
FRAGMENT_OPENINGS = ("a photo of ", "a picture of ", "close-up of ", "image of ", "alt text: ", "this is ")
SENTENCE_OPENINGS = ("in this picture, ", "in this image, ", "here, ", "in the photo, ")
TIED = re.compile(
    r"Not |All |None|other|rest|first|second|third|latter|former|of the|both| and \{|each|either|same|last|,|the only"
)


def compose(parts: Sequence[Frame], scene: Scene) -> tuple[str, str, str]:
    """The caption of frames in a row, without the capitals of sentences, its graph and its denials."""
    for _, asserted, denials in parts:
        scene.reserve(asserted + ";" + denials)
    caption = " ".join(scene.caption(text) for text, _, _ in parts)
    caption = re.sub(r" +", " ", caption).replace(" ,", ",").replace(" .", ".").strip()
    facts = [fact for _, asserted, _ in parts for fact in scene.facts(asserted)]
    denied = [fact for _, _, denials in parts for fact in scene.facts(denials)]
    return caption, written(with_attributes(facts, scene.attributes)), written(denied, denied=True)


def row(frames: Sequence[Frame], kind: str, rng: np.random.Generator, second: bool = True) -> dict[str, str]:
    """One row: a frame, its words, perhaps a second frame or a backdrop, and one of the registers.

    `second` lets another frame follow; False where it could contradict the first.
    """
    frame = frames[int(rng.integers(len(frames)))]
    fragment = not frame[0].endswith((".", "!", "?"))
    register = float(rng.random())
    bare = register < (0.25 if fragment else 0.1) and not TIED.search(frame[0]) and ". " not in frame[0]
    parts = [frame]
    if second and not fragment and not bare and rng.random() < 0.15:
        other = shifted(frames[int(rng.integers(len(frames)))], 4)
        alike = (literals(frame) & literals(other)) - SHARED
        if other[0].endswith(".") and not alike and len((frame[0] + other[0]).split()) < 50:
            parts.append(other)
    elif not fragment and not bare and rng.random() < 0.2:
        parts.append(BACKDROPS[int(rng.integers(len(BACKDROPS)))])
    caption, graph, denied = compose(parts, Scene(rng, bare))
    if bare or 0.1 < register < 0.2:
        caption = caption.removesuffix(".")
    if not bare and caption.startswith(("a ", "an ", "two ", "three ")) and rng.random() < 0.12:
        openings = FRAGMENT_OPENINGS if fragment else SENTENCE_OPENINGS
        caption = openings[int(rng.integers(len(openings)))] + caption
    caption = caption.lower() if 0.25 < register < 0.4 else sentence_case(caption)
    return {"caption": caption, "graph": graph, "denied": denied, "kind": kind}


def draw(
    frames: Sequence[Frame], kind: str, count: int, rng: np.random.Generator, second: bool = True
) -> list[dict[str, str]]:
    """`count` rows of different captions, of 5 to 60 words."""
    rows: dict[str, dict[str, str]] = {}
    while len(rows) < count:
        drawn = row(frames, kind, rng, second)
        if 5 <= len(drawn["caption"].split()) <= 60:
            rows.setdefault(drawn["caption"], drawn)
    return list(rows.values())
