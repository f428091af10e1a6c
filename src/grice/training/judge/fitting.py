"""How does the judge learn? Ratings, preferences, contrasts and marked words at once, with whole corpora left out.

    python -m grice.training.judge.fitting FOLDER OUT --fold 0 --steps 2000

needs torch and numpy alone. The score of a caption is the mean over references of the judge's score of the pair plus a
weight times the cosine of the unchanged encoder: the judge learns what the cosine does not see. Four losses: the order of
two ratings of one set, the preferred of two captions, the true of two captions that differ by an edit (all logistic in
the difference of scores), and for words whether they are borne out (cross-entropy). Fold `i` leaves out LEFT_OUT[i]
altogether, judges it, and writes what it found; the last leaves out nothing and writes the judge.
"""

import argparse
import io
import lzma
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from grice.training.judge.network import Judge, Read

SOURCES = ("nebula", "thumb", "pascal50s", "flickr8k", "sugarcrepepp", "hat", "nocaps", "factual")
LEFT_OUT: tuple[tuple[str, ...], ...] = (
    ("nebula", "sugarcrepepp"),
    ("thumb", "nocaps"),
    ("pascal50s", "hat"),
    ("flickr8k",),
    (),
)
RATED = ("nebula", "thumb", "flickr8k")
ITEMS, PREFERENCES, CONTRASTS, MARKED = 64, 64, 320, 16
"""Per step: captions of each rated set, pairs of each set of preferences, triples, captions with marked words."""
REFERENCES = 3
"""Of a caption, drawn anew at each step."""
WEIGHTS = {"rated": 1.0, "preferred": 0.6, "contrast": 0.6, "words": 0.5}


class Material:
    """The arrays of `material`, texts as padded pieces on the device."""

    def __init__(self, folder: Path, device: str) -> None:
        self.arrays = read(folder / "material.npz.xz")
        self.device = device
        lengths, pieces = self.arrays["lengths"].astype(np.int64), self.arrays["pieces"].astype(np.int64)
        table = np.zeros((len(lengths), int(lengths.max())), np.int64)
        table[np.arange(table.shape[1]) < lengths[:, None]] = pieces
        self.texts = torch.tensor(table, device=device)
        self.lengths = torch.tensor(lengths, device=device)
        self.pad, self.start, self.end = self.arrays["special"].tolist()
        self.vectors = torch.zeros(0)

    def pairs(self, captions: Tensor, references: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Ids of both texts with marks, and which tokens are whose."""
        a, b = self.lengths[captions][:, None], self.lengths[references][:, None]
        place = torch.arange(int((a + b).max()) + 3, device=self.device)[None]
        last = self.texts.shape[1] - 1
        one = self.texts[captions].gather(1, (place - 1).clamp(0, last).expand(len(captions), -1))
        two = self.texts[references].gather(1, (place - a - 2).clamp(0, last))
        caption, reference = (place >= 1) & (place <= a), (place >= a + 2) & (place < a + 2 + b)
        ids = torch.where(caption, one, torch.where(reference, two, self.pad))
        ids = torch.where(place == 0, self.start, ids)
        return torch.where((place == a + 1) | (place == a + b + 2), self.end, ids), caption, reference

    def embed(self, judge: Judge) -> None:
        found = []
        for start in range(0, len(self.texts), 4096):
            some, lengths = self.texts[start : start + 4096], self.lengths[start : start + 4096, None]
            place = torch.arange(some.shape[1] + 2, device=self.device)[None]
            ids = functional.pad(some, (1, 1))
            ids = torch.where(place == 0, self.start, torch.where(place == lengths + 1, self.end, ids))
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device != "cpu"):
                found.append(judge.vectors(ids, place < lengths + 2).float())
        self.vectors = functional.normalize(torch.cat(found), dim=-1)

    def cosines(self, captions: Tensor, references: Tensor) -> Tensor:
        return (self.vectors[captions] * self.vectors[references]).sum(-1)


def read(path: Path) -> dict[str, NDArray[Any]]:
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as held:
        return {name: held[name] for name in held.files}


def weights(folder: Path) -> dict[str, NDArray[np.float32]]:
    held = read(folder / "encoder.npz.xz")
    found = {}
    for name in [name for name in held if ":" not in name]:
        found[name] = held[name].astype(np.float32)
        if f"{name}:step" in held:
            found[name].ravel()[held[f"{name}:far"]] = held[f"{name}:beyond"]
            found[name] *= held[f"{name}:step"].astype(np.float32)
    return found


class Fitting:
    """One judge with some corpora left out."""

    def __init__(self, material: Material, judge: Judge, left_out: tuple[str, ...], seed: int, size: float) -> None:
        self.material, self.judge, self.left_out, self.size = material, judge, left_out, size
        self.rng = torch.Generator().manual_seed(seed)
        arrays, device = material.arrays, material.device

        def held(name: str) -> Tensor:
            return torch.tensor(arrays[name].astype(np.float64 if "ratings" in name else np.int64), device=device)

        self.rated = {
            n: (held(f"{n}.captions"), held(f"{n}.references"), held(f"{n}.ratings"))
            for n in RATED
            if n not in left_out
        }
        self.preferred: dict[str, tuple[Tensor, Tensor]] = {}
        if "pascal50s" not in left_out:
            captions, better = held("pascal50s.captions"), held("pascal50s.better")[:, None]
            self.preferred["pascal50s"] = (
                captions.gather(1, torch.cat([better, 1 - better], 1)),
                held("pascal50s.references"),
            )
        if "nocaps" not in left_out:
            self.preferred["nocaps"] = held("nocaps.captions"), held("nocaps.references")
        out = [SOURCES.index(name) for name in left_out]
        made = held("triples")
        made = made[~torch.isin(made[:, 3], torch.tensor(out, device=device))][:, :3]
        sugar = held("sugarcrepepp") if "sugarcrepepp" not in left_out else made[:0]
        self.real = torch.cat([sugar, sugar[:, [1, 0, 2]]])
        self.made = made
        self.hat = (held("hat.captions"), held("hat.references"), held("marks")) if "hat" not in left_out else None

    def draw(self, count: int, many: int) -> Tensor:
        drawn = torch.randint(count, (max(4, int(many * self.size)),), generator=self.rng)
        return drawn.to(self.material.device)

    def references(self, table: Tensor, many: int) -> Tensor:
        """Some references of each row, drawn without looking at which; repeated where there are fewer."""
        there = (table >= 0).sum(1, keepdim=True)
        drawn = torch.rand(len(table), table.shape[1], generator=self.rng).to(table.device)
        drawn = drawn.masked_fill(table < 0, 2.0).argsort(1)[:, :many]
        place = torch.arange(many, device=table.device)[None] % there.clamp(max=many)
        return table.gather(1, drawn.gather(1, place))

    def score(self, captions: Tensor, references: Tensor) -> tuple[Tensor, Read]:
        """Scores of captions (n,) with references (n, m), and what was read of each pair."""
        many = references.shape[1]
        each, other = captions.repeat_interleave(many), references.reshape(-1)
        found = self.judge(*self.material.pairs(each, other))
        total = found.score.float() + self.judge.one("cosine") * self.material.cosines(each, other)
        return total.view(-1, many).mean(1), found

    def loss(self) -> dict[str, Tensor]:
        found: dict[str, Tensor] = {}
        rated = []
        for captions, table, ratings in self.rated.values():
            chosen = self.draw(len(captions), ITEMS)
            scores, _ = self.score(captions[chosen], self.references(table[chosen], REFERENCES))
            difference = scores[:, None] - scores[None]
            wanted = ratings[chosen][:, None] - ratings[chosen][None]
            rated.append(functional.softplus(-difference[wanted > 0]).mean())
        found["rated"] = torch.stack(rated).mean()
        preferred = []
        for pairs, table in self.preferred.values():
            chosen = self.draw(len(pairs), PREFERENCES)
            references = self.references(table[chosen], 2)
            scores, _ = self.score(pairs[chosen].T.reshape(-1), references.repeat(2, 1))
            better, worse = scores.chunk(2)
            preferred.append(functional.softplus(worse - better).mean())
        found["preferred"] = (
            torch.stack(preferred).mean() if preferred else torch.zeros((), device=self.material.device)
        )
        found["contrast"], found["words"] = self.contrast()
        if self.hat is not None:
            found["words"] = found["words"] + 0.5 * self.marked(*self.hat)
        return found

    def contrast(self) -> tuple[Tensor, Tensor]:
        some = self.made[self.draw(len(self.made), CONTRASTS)]
        if len(self.real):
            some = torch.cat([some, self.real[self.draw(len(self.real), CONTRASTS // 5)]])
        anchor, true, false = some.T
        scores, read = self.score(torch.cat([true, false]), torch.cat([anchor, anchor])[:, None])
        better, worse = scores.chunk(2)
        texts, lengths, device = self.material.texts, self.material.lengths, self.material.device
        own, length = torch.cat([true, false]), min(read.caption.shape[1] - 1, texts.shape[1])
        said = texts[own][:, :length]
        there = torch.arange(length, device=device)[None] < lengths[own][:, None]
        # A piece is borne out where the anchor has it beside the same neighbour; it is wrong where neither the anchor
        # nor the true text has it, or where both have it beside others. Of the rest nothing is known.
        held, moved = [], []
        for other in (torch.cat([anchor, anchor]), torch.cat([true, true])):
            known = torch.arange(texts.shape[1], device=device)[None] < lengths[other][:, None]
            same = (said[:, :, None] == texts[other][:, None, :]) & known[:, None, :]
            held.append(same.any(-1))
            moved.append(self._moved(said, texts[other], same))
        label = torch.where(held[0] & ~moved[0], 1.0, -1.0)
        label = torch.where((~held[0] & ~held[1]) | (moved[0] & moved[1]), 0.0, label)
        label = torch.where(there, label, -1.0)
        logits = read.tokens[:, 1 : 1 + length].float()
        use = label >= 0
        words = functional.binary_cross_entropy_with_logits(logits[use], label[use])
        return functional.softplus(1.0 - (better - worse)).mean(), words

    def _moved(self, said: Tensor, base: Tensor, same: Tensor) -> Tensor:
        """Whether a piece has neither of its neighbours beside it in the other text."""
        after = functional.pad(said[:, 1:], (0, 1), value=-1)[:, :, None]
        before = functional.pad(said[:, :-1], (1, 0), value=-1)[:, :, None]
        then = functional.pad(base[:, 1:], (0, 1), value=-2)[:, None, :]
        ago = functional.pad(base[:, :-1], (1, 0), value=-2)[:, None, :]
        return ~(same & ((after == then) | (before == ago))).any(-1)

    def marked(self, captions: Tensor, table: Tensor, marks: Tensor) -> Tensor:
        chosen = self.draw(len(captions), MARKED)
        _, read = self.score(captions[chosen], self.references(table[chosen], 2))
        length = min(read.tokens.shape[1] - 1, marks.shape[1])
        label = marks[chosen][:, :length].repeat_interleave(2, 0)
        use = (label < 2) & read.caption[:, 1 : 1 + length]
        logits = read.tokens[:, 1 : 1 + length].float()
        return functional.binary_cross_entropy_with_logits(logits[use], 1.0 - label[use].float())

    @torch.no_grad()
    def judge_all(self, captions: NDArray[Any], references: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Pair by pair: number, mean of caption's pieces and of the reference's, score, cosine; each caption piece."""
        self.judge.eval()
        one, two = (torch.tensor(a.astype(np.int64), device=self.material.device) for a in (captions, references))
        order = (self.material.lengths[one] + self.material.lengths[two]).argsort()
        numbers = torch.zeros(len(one), 5, device=one.device)
        longest = self.material.texts.shape[1]
        tokens = torch.zeros(len(one), longest, device=one.device)
        covered = torch.zeros(len(one), longest, device=one.device)
        for chosen in order.split(2048):
            a, b = one[chosen], two[chosen]
            with torch.autocast(self.material.device, torch.bfloat16, enabled=self.material.device != "cpu"):
                read = self.judge(*self.material.pairs(a, b))
            t = read.tokens.float()
            said = (t * read.caption).sum(1) / read.caption.sum(1).clamp(min=1)
            seen = (t * read.reference).sum(1) / read.reference.sum(1).clamp(min=1)
            numbers[chosen] = torch.stack(
                [read.pair.float(), said, seen, read.score.float(), self.material.cosines(a, b)], 1
            )
            width = min(longest, t.shape[1] - 1)
            tokens[chosen, :width] = (t * read.caption)[:, 1 : 1 + width]
            place = (torch.arange(longest, device=one.device)[None] + self.material.lengths[a][:, None] + 2).clamp(
                max=t.shape[1] - 1
            )
            covered[chosen] = (t * read.reference).gather(1, place)
        self.judge.train()
        short = (tokens.clamp(-8, 8) * 15).round().to(torch.int8), (covered.clamp(-8, 8) * 15).round().to(torch.int8)
        return {
            "numbers": numbers.half().cpu().numpy(),
            "caption": short[0].cpu().numpy(),
            "reference": short[1].cpu().numpy(),
        }


def evaluation(arrays: dict[str, NDArray[Any]], name: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """The pairs of caption and reference of a set, one after another."""
    if name == "sugarcrepepp":
        triples = arrays[name]
        order = ((1, 0), (2, 0), (0, 1), (2, 1))
        return tuple(np.concatenate([triples[:, pair[i]] for pair in order]) for i in (0, 1))  # type: ignore[return-value]
    captions, table = arrays[f"{name}.captions"], arrays[f"{name}.references"]
    captions = captions.reshape(len(captions), -1)
    rows, columns, references = [], [], []
    for column in range(captions.shape[1]):
        row, place = np.nonzero(table >= 0)
        rows.append(captions[row, column])
        references.append(table[row, place])
        columns.append(row)
    return np.concatenate(rows), np.concatenate(references)


def summary(arrays: dict[str, NDArray[Any]], name: str, numbers: NDArray[Any], cosine: float) -> str:
    """A first look: agreement of the score, of the score with the cosine, and of the cosine alone."""
    shown = []
    for scores in (numbers[:, 3], numbers[:, 3] + cosine * numbers[:, 4], numbers[:, 4]):
        scores = scores.astype(np.float64)
        if name == "sugarcrepepp":
            a, b, c, d = np.split(scores, 4)
            shown.append(100 * float(((a > b) & (c > d)).mean()))
            continue
        table = arrays[f"{name}.references"]
        many = (table >= 0).sum(1)
        columns = arrays[f"{name}.captions"].reshape(len(table), -1).shape[1]
        sums = np.add.reduceat(scores, np.cumsum([0, *np.tile(many, columns)[:-1]])) / np.tile(many, columns)
        if name in RATED:
            ratings = arrays[f"{name}.ratings"]
            agree = np.sign(sums[:, None] - sums[None]) * np.sign(ratings[:, None] - ratings[None])
            shown.append(100 * float(agree.sum() / (ratings[:, None] != ratings[None]).sum()))
        elif columns == 2:
            first, second = sums.reshape(2, -1)
            better = arrays.get(f"{name}.better", np.zeros(len(first)))
            shown.append(100 * float(((first > second) == (better == 0)).mean()))
    return f"{name}: judge {shown[0]:.1f}, with cosine {shown[1]:.1f}, cosine {shown[2]:.1f}" if shown else name


def train(
    fitting: Fitting, steps: int, rate: float, seconds: float, contrast: float = WEIGHTS["contrast"]
) -> Iterator[tuple[int, dict[str, float]]]:
    judge = fitting.judge
    groups = [
        {"params": [p for n, p in judge.learned.items() if not n.endswith("bias")], "lr": rate, "weight_decay": 0.01},
        {"params": [p for n, p in judge.learned.items() if n.endswith("bias")], "lr": rate / 4, "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98))
    begun, device = time.monotonic(), fitting.material.device
    done = 0.0
    for step in range(steps):
        done = max(step / steps, (time.monotonic() - begun) / seconds)
        factor = min(1.0, (step + 1) / 60) * max(0.0, 1.0 - done)
        for group, base in zip(optimiser.param_groups, (rate, rate / 4), strict=True):
            group["lr"] = base * factor
        with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
            losses = fitting.loss()
        total = sum((WEIGHTS | {"contrast": contrast})[name] * value for name, value in losses.items())
        optimiser.zero_grad(set_to_none=True)
        total.backward()  # type: ignore[union-attr]
        torch.nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
        optimiser.step()
        if step % 200 == 0 or done >= 1 or step == steps - 1:
            yield step, {name: float(value.detach()) for name, value in losses.items()}
        if done >= 1:
            return


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--fold", type=int, required=True)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--contrast", type=float, default=WEIGHTS["contrast"], help="The weight of contrasts.")
    parser.add_argument("--brief", action="store_true", help="Write numbers of pairs alone.")
    parser.add_argument("--rank", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=float, default=1.0, help="Of each step, as a part of what is usual.")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(given.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    material = Material(given.folder, device)
    judge = Judge(weights(given.folder), given.rank).to_device(device)
    material.embed(judge)
    left_out = LEFT_OUT[given.fold]
    fitting = Fitting(material, judge, left_out, given.seed, given.size)
    judge.train()
    asked = [*left_out] if left_out else ["made"]
    begun = time.monotonic()
    for step, losses in train(fitting, given.steps, given.rate, given.seconds, given.contrast):
        shown = " ".join(f"{name} {value:.3f}" for name, value in losses.items())
        print(f"fold {given.fold} step {step} {time.monotonic() - begun:.0f}s {shown}", flush=True)
    given.out.mkdir(parents=True, exist_ok=True)
    found: dict[str, NDArray[Any]] = {}
    for name in asked:
        captions, references = evaluation(material.arrays, name)
        made = fitting.judge_all(captions, references)
        print(
            f"fold {given.fold} {summary(material.arrays, name, made['numbers'], float(judge.one('cosine').detach()))}",
            flush=True,
        )
        found |= {f"{name}.{part}": array for part, array in made.items() if part == "numbers" or not given.brief}
    found["cosine"] = np.array(float(judge.one("cosine").detach()), np.float32)
    found["mix"] = judge.one("mix").detach().float().cpu().numpy()
    if not left_out:
        found |= {
            f"judge.{name.replace('/', '.')}": value.detach().half().cpu().numpy()
            for name, value in judge.learned.items()
        }
    with io.BytesIO() as buffer:
        np.savez(buffer, **found)  # type: ignore[arg-type]
        (given.out / f"fold{given.fold}.npz.xz").write_bytes(lzma.compress(buffer.getvalue(), preset=6))


if __name__ == "__main__":
    main()
