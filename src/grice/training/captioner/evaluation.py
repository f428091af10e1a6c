"""How well does a speaker do, while it learns and at the end? Greedy captions of pairs, judged on the device.

The values are those of the pragmatic metrics (rule "paper"); `literal` and `listener` are the shares of pairs in which
the literal and the trained listener pick the target, `parses` the share of captions that the exhaustive, short or
minimal grammar could have said, `likelihood` the mean log-probability of a word under the speaker it began as.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from grice.scenes.context import Pairs
from grice.speakers.rooms.recognition import recognised
from grice.training.captioner.decoding import decode, scored
from grice.training.captioner.features import FeatureTable
from grice.training.captioner.meaning import Judged, Meaning, features_of
from grice.training.captioner.networks import Captioner, Listener, lengths
from grice.training.captioner.wordlist import WordList

AT_ONCE = 4096
RECOGNISED = ("exhaustive", "short", "minimal")
Sets = Mapping[str, Mapping[str, Pairs]]


@dataclass(frozen=True)
class Players:
    """Who is measured: a speaker, perhaps its listener, perhaps the speaker it began as."""

    speaker: Captioner
    listener: Listener | None = None
    began_as: Captioner | None = None
    alone: bool = False
    """Whether the speaker knows rooms alone only: it then sees the target twice, whatever the distractors."""


@torch.no_grad()
def spoken(speaker: Captioner, table: FeatureTable, pairs: Pairs, longest: int, alone: bool = False) -> Any:
    """Greedy captions of pairs, (n, longest + 1), on the device; of the targets `alone` where that is all it knows."""
    speaker.eval()
    parts = []
    for start in range(0, len(pairs), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        others = None if alone else table.of(pairs.distractors[here])
        seen = speaker.seen(table.of(pairs.targets[here]), others)
        parts.append(decode(speaker, seen, longest).to(torch.uint8))
    return torch.cat(parts)


@torch.no_grad()
def on_sets(
    players: Players, table: FeatureTable, sets: Sets, words: WordList, meaning: Meaning, longest: int
) -> tuple[list[dict[str, Any]], Any]:
    """A row of values for each set, and the captions of all of them, in order; the speaker speaks once for all."""
    names = [(category, name) for category, of_category in sets.items() for name in of_category]
    listed = [sets[category][name] for category, name in names]
    pairs = Pairs(*(np.concatenate([getattr(one, side) for one in listed]) for side in ("targets", "distractors")))
    captions = spoken(players.speaker, table, pairs, longest, players.alone)
    device = str(table.values.device)
    judged = Judged.joined(
        meaning.judge(
            captions[part], features_of(pairs.targets[part], device), features_of(pairs.distractors[part], device)
        )
        for part in (slice(start, start + AT_ONCE) for start in range(0, len(pairs), AT_ONCE))
    )
    texts = words.texts(captions.cpu().numpy())
    items = {
        "parses": torch.tensor(recognised(texts, RECOGNISED)),
        "words": lengths(captions) - 1,
        **({"listener": _heard(players.listener, table, pairs, captions)} if players.listener else {}),
        **({"likelihood": _likelihood(players.began_as, table, pairs, captions)} if players.began_as else {}),
    }
    rows, start = [], 0
    for (category, name), one in zip(names, listed, strict=True):
        here = slice(start, start + len(one))
        values = judged.part(here).means() | {key: float(item[here].float().mean()) for key, item in items.items()}
        values["distinct"] = len(set(texts[here])) / len(one)
        rows.append({"category": category, "set": name, **values})
        start += len(one)
    return rows, captions


def _heard(listener: Listener, table: FeatureTable, pairs: Pairs, captions: Any) -> Any:
    """Whether the listener picks the target, for each pair."""
    right = []
    for start in range(0, len(pairs), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        candidates = torch.stack([table.of(pairs.targets[here]), table.of(pairs.distractors[here])], 1)
        scores = listener(captions[here], candidates)
        right.append(scores[:, 0] > scores[:, 1])
    return torch.cat(right)


def _likelihood(speaker: Captioner, table: FeatureTable, pairs: Pairs, captions: Any) -> Any:
    """The mean log-probability of a word of each caption, of the room alone: that is the language of the start."""
    found = []
    for start in range(0, len(pairs), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        chosen, _ = scored(speaker, speaker.seen(table.of(pairs.targets[here])), captions[here])
        found.append(chosen.sum(1) / lengths(captions[here]))
    return torch.cat(found)


def by_category(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """The unweighted mean over the sets of each category, and over the categories (`all`)."""
    names = [name for name in rows[0] if name not in ("category", "set")]
    kinds = dict.fromkeys(row["category"] for row in rows)
    found = {
        kind: {name: float(np.mean([row[name] for row in rows if row["category"] == kind])) for name in names}
        for kind in kinds
    }
    return found | {"all": {name: float(np.mean([one[name] for one in found.values()])) for name in names}}
