"""Which words can a captioner say? A list of words and the captions of the grammars as their numbers.

Words are lower-case and hyphens belong to them ("medium-sized" is one word). The list holds every word of the grammars
that come with Grice and four marks; a caption as numbers ends with `<end>` and is filled up with `<pad>`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.scenes import rooms
from grice.scenes.rooms import FEATURES
from grice.speakers.rooms.agent_folder import END, PAD, SPECIALS, spelled
from grice.speakers.rooms.grammar import Slot, Template, templates

GRAMMARS = ("exhaustive", "short", "minimal", "background-first")
_GAP = -1


@dataclass(frozen=True)
class WordList:
    """Words by number, the marks first."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.words[: len(SPECIALS)] != SPECIALS or len(set(self.words)) != len(self.words):
            given = ", ".join(self.words[: len(SPECIALS)])
            raise InputError(f"a vocabulary that begins with {given}", f"{', '.join(SPECIALS)}, then each word once")

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def number(self, word: str) -> int:
        """The number of a word, or an error that names it."""
        if word not in self._numbers:
            raise InputError(
                f"the vocabulary lacks {word!r}", "every word of the grammars", "train with the words of this grammar"
            )
        return self._numbers[word]

    def numbers(self, text: str) -> list[int]:
        """A caption as numbers, without marks."""
        return [self.number(word) for word in text.lower().split()]

    def texts(self, captions: NDArray[Any]) -> list[str]:
        """Captions of shape (n, words) as texts: the words before the first `<end>`."""
        return spelled(captions, self.words)

    def filled(self, ids: NDArray[np.int64], template: Template) -> NDArray[np.int64]:
        """One caption per room, of shape (n, any) with gaps: the template with that room's words."""
        indexes = rooms.features(ids)
        columns = []
        for part in template.parts:
            if isinstance(part, Slot):
                columns.append(self._slot(part.feature)[indexes[:, FEATURES.index(part.feature)]])
            elif part.split():
                columns.append(np.tile(np.array(self.numbers(part)), (len(ids), 1)))
        return np.concatenate(columns, axis=1)

    def captions(self, ids: NDArray[np.int64], chosen: NDArray[np.int64], kind: str, longest: int) -> NDArray[np.uint8]:
        """Captions of shape (n, longest + 1): of each room the template of this number, then `<end>`, then `<pad>`."""
        found = np.full((len(ids), longest + 1), PAD, np.uint8)
        for number, template in enumerate(templates(kind)):
            here = np.flatnonzero(chosen == number)
            if len(here):
                found[here] = packed(self.filled(ids[here], template), longest)
        return found

    def _slot(self, feature: str) -> NDArray[np.int64]:
        phrases = [self.numbers(words) for words in rooms.vocabulary()[feature]]
        width = max(map(len, phrases))
        return np.array([phrase + [_GAP] * (width - len(phrase)) for phrase in phrases])


def packed(words: NDArray[np.int64], longest: int) -> NDArray[np.uint8]:
    """Words with gaps between them, moved together, ended and filled up to `longest` words and the end."""
    count = (words != _GAP).sum(1)
    if len(count) and count.max() > longest:
        raise InputError(f"a caption of {count.max()} words", f"at most {longest}")
    together = np.take_along_axis(words, np.argsort(words == _GAP, axis=1, kind="stable"), axis=1)
    wide = np.full((len(words), max(together.shape[1], longest) + 1), _GAP)
    wide[:, : together.shape[1]] = together
    wide[np.arange(len(words)), count] = END
    return np.where(wide == _GAP, PAD, wide)[:, : longest + 1].astype(np.uint8)


@cache
def of_grammars(kinds: Sequence[str] = GRAMMARS) -> WordList:
    """Every word of the grammars, in the order of the alphabet."""
    found: set[str] = set()
    for kind in kinds:
        for template in templates(kind):
            for part in template.parts:
                said = rooms.vocabulary()[part.feature] if isinstance(part, Slot) else [part]
                found |= {word for text in said for word in text.split()}
    return WordList((*SPECIALS, *sorted(found)))


@cache
def longest_caption(kinds: Sequence[str] = GRAMMARS) -> int:
    """The most words of a caption of the grammars."""
    most = {feature: max(len(words.split()) for words in rooms.vocabulary()[feature]) for feature in FEATURES}
    return max(
        sum(most[part.feature] if isinstance(part, Slot) else len(part.split()) for part in template.parts)
        for kind in kinds
        for template in templates(kind)
    )
