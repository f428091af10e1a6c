"""What does a caption of word numbers claim, and is it true? Read and judged on the device, a whole batch at once.

The same judgement as `grice.readers.rooms` and the pragmatic metrics (rule "paper"), for captions in the words of the
grammars: a reward that leaves the device for every step, and strings to be read there, would cost more than the step.
A claim is a phrase and what it is about: a colour of floor, wall, object or of anything; a size, a shape, a place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional

from grice.scenes import rooms
from grice.scenes.rooms import FEATURES, HUES, SIZES
from grice.speakers.rooms.agent_folder import END, PAD
from grice.training.captioner.wordlist import WordList

_NOUNS = {"floor": ("floor",), "wall": ("wall",), "object": ("object", "thing", "shape", "something")}
_HUES = len(rooms.vocabulary()["object_hue"])
_ANYWHERE = len(HUES)
"""The head of a colour that has none."""


@dataclass(frozen=True)
class Judged:
    """Per caption, as tensors: d, e, e(z), od, r, c, k, z, false as the metrics count them, and `literal`: does the
    literal listener pick the target? Of what is not always defined, `over` says where it is."""

    values: dict[str, Any]
    over: dict[str, Any]

    @classmethod
    def joined(cls, parts: Iterable["Judged"]) -> "Judged":
        """The captions of all parts, in order."""
        listed = list(parts)
        values, over = (
            {name: torch.cat([getattr(one, of)[name] for one in listed]) for name in getattr(listed[0], of)}
            for of in ("values", "over")
        )
        return cls(values, over)

    def part(self, which: slice) -> "Judged":
        """Some of the captions."""
        values, over = ({name: value[which] for name, value in of.items()} for of in (self.values, self.over))
        return Judged(values, over)

    def means(self) -> dict[str, float]:
        """The mean of every value over the captions where it is defined."""
        found = {}
        for name, value in self.values.items():
            weight = self.over.get(name, torch.ones_like(value)).float()
            found[name] = float((value.float() * weight).sum() / weight.sum().clamp(min=1))
        return found


class Meaning:
    """The claims of captions in the words of `words`, and rooms they are true of."""

    def __init__(self, words: WordList, device: str = "cpu") -> None:
        numbered = words.numbers
        kinds = {feature: list(dict.fromkeys(rooms.vocabulary()[feature])) for feature in FEATURES[2:]}
        phrases = [numbered(phrase) for kind in kinds.values() for phrase in kind]
        self.words_at = self._words_at(phrases, len(words)).to(device)
        longer = [[q != p and q[-len(p) :] == p for p in phrases] for q in phrases]
        self.hides = torch.tensor(longer, dtype=torch.float32, device=device)
        self.lengths = torch.tensor([len(p) for p in phrases[:_HUES]], device=device)
        self.truth = [
            torch.tensor([[words == said for said in phrase_list] for words in rooms.vocabulary()[feature]]).to(device)
            for feature, phrase_list in ((f, kinds[f if f in kinds else "object_hue"]) for f in FEATURES)
        ]
        nouns = {head: [words.number(noun) for noun in said] for head, said in _NOUNS.items()}
        nouns["object"] += [words.number(shape) for shape in kinds["shape"]]
        heads = torch.full((len(words),), _ANYWHERE)
        for place, head in enumerate(("floor", "wall", "object")):
            heads[nouns[head]] = place
        self.heads = heads.to(device)
        sizes = torch.zeros(len(words), dtype=torch.bool)
        sizes[[words.number(size) for size in kinds["scale"]]] = True
        self.sizes = sizes.to(device)
        self.copula, self.of, self.article = (words.number(word) for word in ("is", "of", "a"))

    def claims(self, captions: Any) -> Any:
        """What captions of shape (n, words) claim: booleans (n, claims), in the order of `true_of`."""
        ended = (captions == END).long().cumsum(1) > 0
        said = captions.long().masked_fill(ended, PAD)
        found = self.words_at[0][said]
        for back, allowed in enumerate(self.words_at[1:], 1):
            found &= allowed[functional.pad(said, (back, 0), value=PAD)[:, : said.shape[1]]]
        found &= ~((found.float() @ self.hides) > 0)
        hues, rest = found[..., :_HUES], found[..., _HUES:].any(1)
        return torch.cat([(hues[:, :, None] & self._heads(said, hues)).any(1).flatten(1), rest], 1)

    @staticmethod
    def _words_at(phrases: Sequence[Sequence[int]], count: int) -> Any:
        """Which word may stand how far before the end of which phrase: booleans (distance, words, phrases)."""
        allowed = torch.ones(max(map(len, phrases)), count, len(phrases), dtype=torch.bool)
        for place, phrase in enumerate(phrases):
            for back, word in enumerate(reversed(phrase)):
                allowed[back, :, place] = False
                allowed[back, word, place] = True
        return allowed

    def _heads(self, said: Any, hues: Any) -> Any:
        """What the colour that ends at each word is of: booleans (n, words, 4, 1), the last head is none."""
        after = functional.pad(said, (0, 2), value=PAD)
        following, next_but_one = after[:, 1:-1], after[:, 2:]
        following = torch.where(self.sizes[following], next_but_one, following)
        head = self.heads[following]
        begins = (hues * self.lengths).sum(-1)
        place = torch.arange(said.shape[1], device=said.device) - begins
        before = said.gather(1, place.clamp(min=0))
        before_that = said.gather(1, (place - 1).clamp(min=0))
        wall = (before == self.article) & (before_that == self.of)
        head = torch.where((head == _ANYWHERE) & (before == self.copula), HUES[2], head)
        head = torch.where((head == _ANYWHERE) & wall, HUES[1], head)
        return functional.one_hot(head, _ANYWHERE + 1).bool()[..., None]

    def true_of(self, features: Any) -> Any:
        """Which claims are true of rooms with these feature indexes (n, 6): booleans (n, claims)."""
        floor, wall, thing, *rest = (table[features[:, i]] for i, table in enumerate(self.truth))
        return torch.cat([floor, wall, thing, floor | wall | thing, *rest], 1)

    def fits(self, claims: Any, features: Any) -> Any:
        """Whether nothing that is claimed is false of a room; a caption that claims nothing fits none."""
        return ~(claims & ~self.true_of(features)).any(1) & claims.any(1)

    def understood(self, claims: Any, target: Any, others: Sequence[Any]) -> Any:
        """Whether the literal listener picks the target: the one room that the caption fits."""
        wrong = [self.fits(claims, other) for other in others]
        return self.fits(claims, target) & ~torch.stack(wrong).any(0)

    def judge(self, captions: Any, target: Any, distractor: Any) -> Judged:
        """Judge captions of targets against one distractor each, both as feature indexes (n, 6)."""
        claims = self.claims(captions)
        hues = claims[:, : _HUES * (_ANYWHERE + 1)].view(-1, _ANYWHERE + 1, _HUES)
        own = functional.one_hot(target[:, : len(HUES)].long(), _HUES).bool()
        sharing = own.sum(1)
        headed, anywhere = hues[:, :_ANYWHERE], hues.any(1)
        # A colour that only one feature has counts wherever it stands; one that several share, only with its head.
        said = (own & (headed | ((sharing == 1) & anywhere)[:, None])).any(-1)
        false = (headed & ~own & (sharing != 1)[:, None]).any(-1)
        loose = (hues[:, _ANYWHERE] & (sharing == 0)).sum(-1)
        start = _HUES * (_ANYWHERE + 1)
        for i in range(len(HUES), len(FEATURES)):
            true = self.truth[i][target[:, i]]
            part = claims[:, start : start + true.shape[1]]
            said = torch.cat([said, (part & true).any(-1, keepdim=True)], 1)
            false = torch.cat([false, (part & ~true).any(-1, keepdim=True)], 1)
            start += true.shape[1]
        differs = target != distractor
        k, z, c = said.sum(1), differs.sum(1), (said & differs).sum(1)
        values = {
            "d": c > 0,
            "e": 1 - (c - 1) / (k - 1).clamp(min=1),
            "e(z)": 1 - (c - 1) / (z - 1).clamp(min=1),
            "od": c == 1,
            "r": 1 - (k - c) / (len(FEATURES) - z).clamp(min=1),
            "k": k,
            "c": c,
            "z": z,
            "false": false.sum(1) + loose,
            "literal": self.understood(claims, target, [distractor]),
        }
        return Judged(values, {"e": c > 0, "e(z)": c > 0, "r": z < len(FEATURES)})


def features_of(ids: Any, device: str) -> Any:
    """The feature indexes of rooms as a tensor (n, 6)."""
    return torch.from_numpy(rooms.features(ids).astype("int64")).to(device)


assert SIZES[0] == SIZES[1] == SIZES[2] == _HUES
