"""How do a speaker and a listener learn from each other? A reference game, through the one visible loop.

In every round the speaker captions pairs by drawing words, the listener chooses, both learn: the speaker by its policy
gradient (or from the best of several captions), the listener by the cross-entropy of the target.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from grice.games.policy import Baseline, as_released, chosen_best, divergence, entropies, reinforce
from grice.games.rewards import REWARDS, Played, paid
from grice.games.round import Round, dump
from grice.training.captioner.agents import Agent, digest_of, rounded
from grice.training.captioner.config import Config
from grice.training.captioner.config import Game as Rules
from grice.training.captioner.decoding import decode, scored
from grice.training.captioner.evaluation import Players
from grice.training.captioner.fitting import about, caption_loss
from grice.training.captioner.meaning import features_of
from grice.training.captioner.networks import Captioner, Listener, parameter_groups, said
from grice.training.captioner.rows import pool, rows
from grice.training.captioner.running import Resources, Say, Stage, run

ROUNDS = "rounds.parquet"


class Game(nn.Module):
    """Two players and the rules; its loss over a batch of rows is what the loop steps on."""

    def __init__(self, speaker: Captioner, listener: Listener, rules: Rules, having: Resources) -> None:
        super().__init__()
        self.speaker, self.listener, self.baseline = speaker, listener, Baseline(rules.baseline)
        self.rules, self.having = rules, having
        self.weights = {name: float(getattr(rules, name)) for name in REWARDS}
        # In a list: the speaker of the start does not learn and is no part of the checkpoint.
        self.began_as: list[Captioner] = []
        self.features = features_of(having.table.ids, having.device)
        self.register_buffer("paid", torch.zeros(2))
        """The rewards since the last report, and how many."""

    def round(self, batch: Mapping[str, Any]) -> Round:
        """Play a batch: the speaker draws captions, the listener chooses, the rules pay."""
        return self._turn(batch).round

    def _turn(self, batch: Mapping[str, Any], captions: Any | None = None) -> "Turn":
        target, distractor = (self.having.table.values[batch[name]] for name in ("target", "distractor"))
        seen = self.speaker.seen(target, distractor)
        if captions is None:
            captions = decode(self.speaker, seen.detach(), self.having.longest, draw=True)
        chosen, everything = scored(self.speaker, seen, captions)
        places = torch.randint(2, (len(captions),), device=captions.device)
        first = (places == 0)[:, None]
        candidates = torch.stack([torch.where(first, target, distractor), torch.where(first, distractor, target)], 1)
        scores = self.listener(captions, candidates)
        choices = scores.argmax(1)
        played = Round(
            batch["target"],
            batch["distractor"],
            places,
            captions,
            chosen,
            entropies(everything, said(captions)),
            scores,
            choices,
            self.rewards(batch, captions, choices == places),
        )
        return Turn(played, seen, everything)

    @torch.no_grad()
    def rewards(self, batch: Mapping[str, Any], captions: Any, right: Any) -> Any:
        """What the rules pay for each game."""
        target, distractor = (self.features[batch[name]] for name in ("target", "distractor"))
        return paid(Played(captions, right, target, distractor, self.having.meaning), self.weights)

    def loss(self, batch: Mapping[str, Any]) -> Any:
        """Of a batch of rows, for the speaker and the listener at once; they share no weights."""
        return self._by_expert(batch) if self.rules.method == "expert" else self._by_policy(batch)

    def _by_policy(self, batch: Mapping[str, Any]) -> Any:
        turn, rules = self._turn(batch), self.rules
        played = turn.round
        self._remember(played.rewards)
        logs = played.log_probabilities
        if rules.method == "released":
            logs = as_released(logs, said(played.captions))
        total = rules.functional * reinforce(logs, played.rewards, self.baseline(played.rewards))
        total = total - rules.entropy * played.entropies.sum() / said(played.captions).sum()
        return total + functional.cross_entropy(played.scores, played.places) + self._held(batch, turn)

    def _by_expert(self, batch: Mapping[str, Any]) -> Any:
        """Learn the caption that the rules pay best out of several drawn ones, where it is better than the others."""
        draws, rules = self.rules.draws, self.rules
        many = {name: batch[name].repeat_interleave(draws, 0) for name in ("target", "distractor")}
        with torch.no_grad():
            drawn = self.round(many)
        self._remember(drawn.rewards)
        best, better = chosen_best(drawn.rewards.view(-1, draws))
        turn = self._turn(batch, drawn.captions[torch.arange(len(best), device=best.device) * draws + best])
        played = turn.round
        words = (said(played.captions) & better[:, None]).sum().clamp(min=1)
        total = -rules.functional * (played.log_probabilities * better[:, None]).sum() / words
        return total + functional.cross_entropy(played.scores, played.places) + self._held(batch, turn)

    @torch.no_grad()
    def _remember(self, rewards: Any) -> None:
        self.paid += torch.stack([rewards.sum(), rewards.new_tensor(float(len(rewards)))])

    def logged(self) -> dict[str, float]:
        """The mean reward since this was last asked."""
        total, count = self.paid.tolist()
        self.paid.zero_()
        return {"reward": total / max(1.0, count)}

    def _held(self, batch: Mapping[str, Any], turn: "Turn") -> Any:
        """What holds the speaker to its language: the caption loss and the leash."""
        rules, captions, total = self.rules, turn.round.captions, 0.0
        if rules.structural:
            total = total + rules.structural * caption_loss(self.speaker, turn.seen, batch["captions"])
        if rules.leash and self.began_as:
            (start,) = self.began_as
            values = self.having.table.values
            with torch.no_grad():
                seen = start.seen(values[batch["target"]], values[batch["distractor"]])
                _, before = scored(start, seen, captions)
            total = total + rules.leash * divergence(turn.everything, before, said(captions))
        return total


@dataclass(frozen=True)
class Turn:
    """A round and what its loss needs beside it: what the speaker saw, and its log-probabilities of all words."""

    round: Round
    seen: Any
    everything: Any


def play(
    config: Config, start: Agent, having: Resources, out: Path | None = None, say: Say = print, dumped: int = 0
) -> tuple[Agent, Agent, list[dict[str, Any]]]:
    """Play the game of a configuration from a speaker on: speaker, listener, and what was measured on the way.

    With `dumped`, that many rounds are played at the end and written to `out` as Parquet.
    """
    torch.manual_seed(config.seed)
    table, words = having.table, having.words
    ids = pool(config.images.pool, config.images.count)
    taught = rows(config.lessons, ids, words, having.longest, config.seed)
    speaker, began_as = _copy(start, having.device), _copy(start, having.device).eval()
    for parameter in began_as.parameters():
        parameter.requires_grad_(False)
    listener = Listener(len(words), table.values.shape[1], config.speaker.width)
    listener.images.standardise(table.of(ids).cpu())
    game = Game(speaker, listener.to(having.device), config.game, having).to(having.device)
    game.began_as.append(began_as)
    settings = config.training
    groups = [
        *parameter_groups(speaker, settings.rate, settings.weight_decay),
        *parameter_groups(listener, config.game.listener_rate, settings.weight_decay),
    ]
    players = Players(speaker, listener, began_as)
    stage = Stage(game, game.loss, groups, players, _score, digest_of(start), game.logged)
    points = run(config, stage, taught, having, out, say)
    for module in (speaker, listener):
        rounded(module)
    if dumped and out:
        dump(
            [game.round(batch) for batch in _some(taught, having, settings.batch, dumped)],
            table.ids,
            words,
            out / ROUNDS,
        )
    spoke, heard = (
        Agent(module, words, having.longest, about(config, having, kind))
        for module, kind in ((speaker, "speaker"), (listener, "listener"))
    )
    return spoke, heard, points


def _score(means: Mapping[str, float]) -> float:
    return means["listener"] + means["literal"]


def _copy(start: Agent, device: str) -> Captioner:
    """A speaker with the weights of another."""
    copied: Captioner = deepcopy(start.module).to(device)
    return copied


def _some(taught: Any, having: Resources, size: int, count: int) -> Any:
    for start in range(0, count * size, size):
        here = slice(start, start + size)
        yield {
            "target": torch.from_numpy(having.table.rows(taught.targets[here])).to(having.device),
            "distractor": torch.from_numpy(having.table.rows(taught.distractors[here])).to(having.device),
        }
