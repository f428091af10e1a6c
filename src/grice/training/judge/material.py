"""What does the judge learn from? Ratings, preferences and contrasts as numbers, in one folder that travels.

    python -m grice.training.judge.material FOLDER --data DATA

`DATA` has `judgements`, `contrasts`, `flickr8k` and `factual`. Every distinct text becomes its word pieces once; all
else points to texts. Made negatives come from captions of the training half of the images (`made_contrasts.half`); a
row says which corpus it is from, so that a whole corpus can be left out. The encoder's matrices are rounded to about
6 bits a weight for the journey.
"""

import argparse
import io
import json
import lzma
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.corpora import contrasts, edits, judgements, made_contrasts
from grice.corpora.edits import Caption
from grice.encoders import minilm

LONGEST = 40
"""Pieces of a text that are learned from."""
SOURCES = ("nebula", "thumb", "pascal50s", "flickr8k", "sugarcrepepp", "hat", "nocaps", "factual")
WORDS = "embeddings.word_embeddings.weight"
EACH = 4
"""Corruptions of one caption that are learned from."""


class Texts:
    """Distinct texts by number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        return self.numbers.setdefault(" ".join(text.split()), len(self.numbers))


def corruptions(caption: Caption, vocabulary: dict[str, list[str]], rng: np.random.Generator) -> list[tuple[str, str]]:
    """Some ways to make a caption false: (kind, text), the rarer kinds first."""
    kinds: dict[str, list[list[str]]] = {
        "swap_colour": list(edits.swapped_modifiers(caption, colours=True)),
        "swap_attribute": [*edits.swapped_modifiers(caption, colours=False), *edits.swapped_heads(caption)],
        "swap_role": list(edits.swapped_roles(caption)),
        "swap_phrase": list(edits.swapped_phrases(caption)),
        "move": list(edits.moved_modifiers(caption)),
        "deny": list(edits.denials(caption)),
        "replace": [words for _, words in edits.replaced(caption, vocabulary, rng)],
    }
    held = {kind: options for kind, options in kinds.items() if options}
    names = list(held)
    found: dict[str, str] = {}
    for kind in [*(n for n in names if n.startswith("swap")), *rng.permutation([*names, *names]).tolist()]:
        options = held[kind]
        text = " ".join(edits.articled(options[int(rng.integers(len(options)))]))
        if text != " ".join(caption.words):
            found.setdefault(text, kind)
        if len(found) == EACH:
            break
    return [(kind, text) for text, kind in found.items()]


def triples(groups: Sequence[tuple[int, list[str]]], number: Texts, seed: int) -> Iterator[tuple[int, int, int, int]]:
    """(anchor, one that means the same or is true of the same image, one that is false, source)."""
    rng = np.random.default_rng(seed)
    read = [(source, [Caption.of(text) for text in texts]) for source, texts in groups]
    words = edits.vocabulary([caption for _, captions in read for caption in captions])
    for source, captions in read:
        for caption in captions:
            if not 3 <= len(caption.words) <= 30:
                continue
            text = " ".join(caption.words)
            mates = [" ".join(other.words) for other in captions if other is not caption and len(other.words) > 2]
            for kind, false in corruptions(caption, words, rng):
                same = " ".join(edits.reworded(caption, rng))
                yield number(text), number(same), number(false), source
                yield number(same), number(text), number(false), source
                if mates:
                    yield number(mates[int(rng.integers(len(mates)))]), number(text), number(false), source
                if kind != "replace" or rng.random() < 0.3:
                    again = " ".join(edits.reworded(Caption.of(false), rng))
                    yield number(false), number(again), number(text), source


def changed(original: Sequence[int], edited: Sequence[int]) -> NDArray[np.uint8]:
    """Which pieces of the edited text are not, in this order, those of the original."""
    mark = np.ones(len(edited), np.uint8)
    for block in SequenceMatcher(None, original, edited, autojunk=False).get_matching_blocks():
        mark[block.b : block.b + block.size] = 0
    return mark


def prepare(data: Path) -> dict[str, NDArray[Any]]:
    number = Texts()
    source = {name: place for place, name in enumerate(SOURCES)}
    made: dict[str, NDArray[Any]] = {}
    rated = judgements.load(data / "judgements", data / "flickr8k" / "expert_half.json")
    for one in rated:
        made[f"{one.name}.references"] = _padded([[number(text) for text in some] for some in one.references])
        made[f"{one.name}.images"] = np.unique(one.images, return_inverse=True)[1]
        if isinstance(one, judgements.Rated):
            made[f"{one.name}.captions"] = np.array([number(text) for text in one.captions])
            made[f"{one.name}.ratings"] = np.nanmean(one.ratings, axis=1)
        else:
            made[f"{one.name}.captions"] = np.array([[number(text) for text in pair] for pair in one.captions])
            made[f"{one.name}.better"] = one.better
    folder = data / "contrasts"
    sugar = contrasts.sugarcrepepp(folder)
    made["sugarcrepepp"] = np.array([[number(t) for t in (s.caption, s.paraphrase, s.negative)] for s in sugar])
    foils = contrasts.nocaps_foil(folder)
    made["nocaps.captions"] = np.array([[number(f.caption), number(f.foil)] for f in foils])
    made["nocaps.references"] = _padded([[number(text) for text in f.references] for f in foils])
    hat = contrasts.hat(folder)
    made["hat.captions"] = np.array([number(" ".join(row.words)) for row in hat])
    made["hat.references"] = _padded([[number(text) for text in row.references] for row in hat])
    held = made_contrasts.make(made_contrasts.images(data), "test")
    made["made.captions"] = np.array([[number(f.caption), number(f.foil)] for f in held])
    made["made.references"] = _padded([[number(text) for text in f.references] for f in held])
    groups = [(source[name], texts) for name, texts in made_contrasts.training(data)]
    made["triples"] = np.array(sorted(set(triples(groups, number, 0))), np.int32)
    tokenizer = minilm.tokenizer()
    texts = list(number.numbers)
    pieces = [e.ids[:LONGEST] for e in tokenizer.encode_batch_fast(texts, add_special_tokens=False)]
    made["marks"] = np.array(_hat_marks(tokenizer, hat), np.uint8)
    made["lengths"] = np.array([len(some) for some in pieces], np.uint8)
    made["pieces"] = np.concatenate([np.array(some, np.uint16) for some in pieces])
    return made


def _hat_marks(tokenizer: Any, rows: Sequence[contrasts.Marked]) -> list[list[int]]:
    """Per piece of each caption of HAT, padded: 1 hallucinated, 0 not, 2 none."""
    found = []
    for row in rows:
        counts = [len(e.ids) for e in tokenizer.encode_batch_fast(list(row.words), add_special_tokens=False)]
        marks = [int(wrong) for wrong, count in zip(row.wrong, counts, strict=True) for _ in range(count)]
        found.append([*marks, *[2] * LONGEST][:LONGEST])
    return found


def encoder(used: NDArray[np.uint16], coarse: float = 12.0) -> dict[str, NDArray[Any]]:
    """The encoder's tensors, matrices in whole steps of a part of each row's spread; words only where they are used."""
    found: dict[str, NDArray[Any]] = {}
    for name, array in minilm.tensors().items():
        if array.ndim == 1:
            found[name] = array.astype(np.float16)
            continue
        rows = array[used] if name == WORDS else array
        step = (rows.std(axis=1, keepdims=True) / coarse).astype(np.float16)
        whole = np.round(rows / step.astype(np.float32))
        found[name], found[f"{name}:step"] = np.clip(whole, -127, 127).astype(np.int8), step
        # The few weights beyond a byte travel beside it: a layer depends on its outliers.
        far = np.flatnonzero(np.abs(whole) > 127)
        found[f"{name}:far"], found[f"{name}:beyond"] = far.astype(np.int32), whole.ravel()[far].astype(np.int16)
    return found


def _padded(lists: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    table = np.full((len(lists), max(map(len, lists))), -1, np.int32)
    for row, some in zip(table, lists, strict=True):
        row[: len(some)] = some
    return table


def write(path: Path, arrays: dict[str, NDArray[Any]]) -> None:
    with io.BytesIO() as buffer:
        np.savez(buffer, **arrays)  # type: ignore[arg-type]
        path.write_bytes(lzma.compress(buffer.getvalue(), preset=6))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    arrays = prepare(given.data)
    special = np.array([minilm.tokenizer().token_to_id(mark) for mark in ("[PAD]", "[CLS]", "[SEP]")], np.uint16)
    used = np.unique(np.concatenate([special, arrays["pieces"]]))
    arrays["special"] = np.searchsorted(used, special)
    arrays["pieces"] = np.searchsorted(used, arrays["pieces"]).astype(np.uint16)
    arrays["used"] = used
    write(given.folder / "material.npz.xz", arrays)
    write(given.folder / "encoder.npz.xz", encoder(used))
    sizes = {name: list(array.shape) for name, array in arrays.items()}
    print(json.dumps(sizes), sum(f.stat().st_size for f in given.folder.glob("*.xz")))


if __name__ == "__main__":
    main()
