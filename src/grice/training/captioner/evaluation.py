"""How well does a speaker do, while it learns and at the end? Greedy captions on the thirteen sets, judged on the device.

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
from grice.training.captioner.meaning import Meaning, features_of
from grice.training.captioner.networks import Captioner, Listener, lengths, said
from grice.training.captioner.wordlist import WordList

AT_ONCE = 8192
RECOGNISED = ("exhaustive", "short", "minimal")
Sets = Mapping[str, Mapping[str, Pairs]]
SHOWN = ("d", "e(z)", "r", "od", "k", "false", "literal", "listener", "parses", "words")


@dataclass(frozen=True)
class Players:
    """Who is measured: a speaker, perhaps its listener, perhaps the speaker it began as."""

    speaker: Captioner
    listener: Listener | None = None
    began_as: Captioner | None = None


@torch.no_grad()
def spoken(speaker: Captioner, table: FeatureTable, pairs: Pairs, longest: int) -> Any:
    """Greedy captions of pairs, (n, longest + 1), on the device."""
    speaker.eval()
    parts = []
    for start in range(0, len(pairs), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        seen = speaker.seen(table.of(pairs.targets[here]), table.of(pairs.distractors[here]))
        parts.append(decode(speaker, seen, longest).to(torch.uint8))
    return torch.cat(parts)


@torch.no_grad()
def measured(
    players: Players, table: FeatureTable, pairs: Pairs, words: WordList, meaning: Meaning, longest: int
) -> tuple[dict[str, float], Any]:
    """What a speaker is worth on one set, and its captions."""
    captions = spoken(players.speaker, table, pairs, longest)
    device = str(table.values.device)
    targets, distractors = (features_of(ids, device) for ids in (pairs.targets, pairs.distractors))
    judged = meaning.judge(captions, targets, distractors).means()
    texts = words.texts(captions.cpu().numpy())
    judged["parses"] = float(np.mean(recognised(texts, RECOGNISED)))
    judged["words"] = float((lengths(captions) - 1).float().mean())
    judged["distinct"] = len(set(texts)) / len(texts)
    if players.listener is not None:
        judged["listener"] = _heard(players.listener, table, pairs, captions)
    if players.began_as is not None:
        judged["likelihood"] = _likelihood(players.began_as, table, pairs, captions)
    return judged, captions


def _heard(listener: Listener, table: FeatureTable, pairs: Pairs, captions: Any) -> float:
    right = 0
    for start in range(0, len(pairs), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        candidates = torch.stack([table.of(pairs.targets[here]), table.of(pairs.distractors[here])], 1)
        scores = listener(captions[here], candidates)
        right += int((scores[:, 0] > scores[:, 1]).sum())
    return right / len(pairs)


def _likelihood(speaker: Captioner, table: FeatureTable, pairs: Pairs, captions: Any) -> float:
    total, count = 0.0, 0
    for start in range(0, len(pairs), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        # The language of the start is that of a room alone.
        chosen, _ = scored(speaker, speaker.seen(table.of(pairs.targets[here])), captions[here])
        total, count = total + float(chosen.sum()), count + int(said(captions[here]).sum())
    return total / count


def on_sets(
    players: Players, table: FeatureTable, sets: Sets, words: WordList, meaning: Meaning, longest: int
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A row of values for each set, and its captions by set."""
    rows, captions = [], {}
    for category, of_category in sets.items():
        for name, pairs in of_category.items():
            values, captions[name] = measured(players, table, pairs, words, meaning, longest)
            rows.append({"category": category, "set": name, **values})
    return rows, captions


def by_category(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """The unweighted mean over the sets of each category, and over the categories (`all`)."""
    names = [name for name in rows[0] if name not in ("category", "set")]
    kinds = dict.fromkeys(row["category"] for row in rows)
    found = {
        kind: {name: float(np.mean([row[name] for row in rows if row["category"] == kind])) for name in names}
        for kind in kinds
    }
    return found | {"all": {name: float(np.mean([one[name] for one in found.values()])) for name in names}}
