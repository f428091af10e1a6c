"""Does a metric see the one thing that differs? SugarCrepe++, HAT, nocaps-FOIL, and foils made of real captions.

* SugarCrepe++: caption and paraphrase must each be closer to one another than to the negative; all four scores are
  asked for, and both orders must hold (Dumpala et al. 2024, their text-to-text task).
* HAT: the average precision of "low score" as a sign that a caption holds a hallucinated word (Petryk et al. 2024).
* nocaps-FOIL and the foils made here: the caption above its foil; a tie is not a success.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from grice.benchmarks.caption_metrics import judge, per_cent
from grice.benchmarks.options import Seed
from grice.corpora import contrasts, made_contrasts
from grice.corpora.contrasts import REPLACEMENTS, SWAPS, Foiled, Marked, Triple
from grice.errors import InputError
from grice.progress import step
from grice.statistics.bootstrap import interval
from grice.statistics.paired import bootstrap
from grice.tables import Table

BASELINE = "sentence, mean"
SETS = ("sugarcrepepp", "hat", "nocaps", "made")
PAPER = {"CLIPScore": 40.1, "RefCLIPScore": 48.4, "CHAIRs": 36.85, "ALOHa": 48.78}
"""Average precision on all 400 captions of HAT, in per cent (Petryk et al. 2024, Table 1)."""


def run(
    *,
    data: Annotated[
        Path | None, typer.Option(help="Folder with sugarcrepepp.jsonl, hat.jsonl, nocaps_foil.jsonl.")
    ] = None,
    captions: Annotated[
        Path | None,
        typer.Option(help="Folder with judgements/, contrasts/, flickr8k/, of whose captions foils are made."),
    ] = None,
    only: Annotated[str | None, typer.Option(help="sugarcrepepp, hat, nocaps or made.")] = None,
    seed: Seed = 0,
) -> list[Table]:
    """A table for each set."""
    if data is None and captions is None:
        raise InputError("contrasts without --data", "the folder of the contrast sets", contrasts.CARD.how)
    if only is not None and only not in SETS:
        raise InputError(f"--only {only}", f"one of {', '.join(SETS)}")
    tables = []
    if data is not None and only in (None, "sugarcrepepp"):
        tables.append(triples(contrasts.sugarcrepepp(data), seed))
        step()
    if data is not None and only in (None, "hat"):
        tables.append(hallucinations(contrasts.hat(data), seed))
        step()
    if data is not None and only in (None, "nocaps"):
        tables.append(foils("nocaps-FOIL", contrasts.nocaps_foil(data), seed))
        step()
    if captions is not None and only in (None, "made"):
        made = made_contrasts.make(made_contrasts.images(captions), "test", seed)
        tables.append(foils("Foils made of real captions", made, seed))
        step()
    if not tables:
        raise InputError(f"--only {only} without its folder", "--data for published sets, --captions for made ones")
    return tables


def triples(rows: Sequence[Triple], seed: int) -> Table:
    """Per cent of triples in which both orders hold, by kind."""
    pairs = [(r.paraphrase, r.caption) for r in rows] + [(r.negative, r.caption) for r in rows]
    pairs += [(r.caption, r.paraphrase) for r in rows] + [(r.negative, r.paraphrase) for r in rows]
    judged = judge([pair[0] for pair in pairs], [[pair[1]] for pair in pairs])
    kinds = [kind for kind in (*SWAPS, *REPLACEMENTS) if any(r.kind == kind for r in rows)]
    here = {kind: np.array([r.kind == kind for r in rows]) for kind in kinds}
    groups = {"swaps": SWAPS, "replacements": REPLACEMENTS}
    made: list[list[object]] = []
    for name, scores in judged.scores.items():
        true, false, back, wrong = np.split(scores, 4)
        won = ((true > false) & (back > wrong)).astype(np.float64)
        by_kind = [100 * float(won[chosen].mean()) for chosen in here.values()]
        pooled = []
        for some in groups.values():
            chosen = np.array([r.kind in some for r in rows])
            bounds = interval(won[chosen], seed=seed) if chosen.any() else None
            pooled += [100 * float(won[chosen].mean()) if chosen.any() else None, per_cent(bounds) if bounds else None]
        one_way = [100 * float((true > false).mean()), 100 * float((back > wrong).mean())]
        made.append([name, *by_kind, *pooled, *one_way])
    made.sort(key=lambda row: -float(np.mean([float(str(value)) for value in row[1 : 1 + len(kinds)]])))
    counts = ", ".join(f"{kind} {int(chosen.sum())}" for kind, chosen in here.items())
    return Table(
        "SugarCrepe++: caption and paraphrase nearer to each other than either to the negative, per cent",
        (
            "metric",
            *kinds,
            "swaps",
            "95 %, swaps",
            "replacements",
            "95 %, replacements",
            "caption only",
            "paraphrase only",
        ),
        made,
        notes=(
            f"{counts}. The other text is the one reference. Ties are failures.",
            "The last two columns: against the caption alone, against its paraphrase alone.",
            *judged.left_out,
        ),
        signature=f"{judged.signature}|sugarcrepepp:{len(rows)}|seed:{seed}",
    )


def hallucinations(rows: Sequence[Marked], seed: int) -> Table:
    """Average precision of a low score as a sign of a hallucinated word somewhere in the caption."""
    judged = judge([row.caption for row in rows], [list(row.references) for row in rows])
    bad = np.array([any(row.wrong) for row in rows])
    rng = np.random.default_rng(seed)
    draws = rng.integers(0, len(rows), (1000, len(rows)))
    made: list[list[object]] = []
    base = judged.scores.get(BASELINE)
    for name, scores in judged.scores.items():
        drawn = np.array([average_precision(-scores[d], bad[d]) for d in draws])
        low, high = np.nanquantile(drawn, [0.025, 0.975])
        gain = "–"
        if base is not None and name != BASELINE:
            other = np.array([average_precision(-base[d], bad[d]) for d in draws])
            bounds = 100 * np.nanquantile(drawn - other, [0.025, 0.975])
            gain = f"[{bounds[0]:.1f}, {bounds[1]:.1f}]"
        value = 100 * average_precision(-scores, bad)
        made.append([name, value, f"[{100 * low:.1f}, {100 * high:.1f}]", gain])
    made.sort(key=lambda row: -float(str(row[1])))
    made += [[f"{name} (paper)", value, None, None] for name, value in PAPER.items()]
    return Table(
        "HAT: average precision of a low score as a sign of hallucination, per cent",
        ("metric", "average precision", "95 %", f"95 % of the gain over {BASELINE}"),
        made,
        notes=(
            f"{len(rows)} captions, {int(bad.sum())} with a hallucinated word: chance is {100 * bad.mean():.1f}.",
            *judged.left_out,
        ),
        signature=f"{judged.signature}|hat:{len(rows)}|seed:{seed}",
    )


def foils(title: str, rows: Sequence[Foiled], seed: int) -> Table:
    """Per cent of captions above their foils, by kind, and the gain over sentence cosine."""
    references = [list(row.references) for row in rows]
    judged = judge([row.caption for row in rows] + [row.foil for row in rows], references + references)
    kinds = list(dict.fromkeys(row.kind for row in rows))
    here = {kind: np.array([row.kind == kind for row in rows]) for kind in kinds}
    wins = {name: _above(scores) for name, scores in judged.scores.items()}
    images = [row.image for row in rows]
    made: list[list[object]] = []
    for name, won in wins.items():
        bounds = interval(won, seed=seed)
        gain: list[object] = [None, None]
        if BASELINE in wins and name != BASELINE:
            paired = bootstrap(won, wins[BASELINE], clusters=images, seed=seed)
            gain = [100 * paired.difference, per_cent(paired.interval)]
        by_kind = [100 * float(won[chosen].mean()) for chosen in here.values()] if len(kinds) > 1 else []
        ties = float(np.mean(np.equal(*np.split(judged.scores[name], 2))))
        made.append([name, *by_kind, 100 * float(won.mean()), per_cent(bounds), 100 * ties, *gain])
    column = 1 + (len(kinds) if len(kinds) > 1 else 0)
    made.sort(key=lambda row: -float(str(row[column])))
    counts = ", ".join(f"{kind} {int(chosen.sum())}" for kind, chosen in here.items())
    return Table(
        f"{title}: the caption above its foil, per cent",
        ("metric", *(kinds if len(kinds) > 1 else ()), "all", "95 %", "ties", "gain", "95 %, gain"),
        made,
        notes=(f"{len(rows)} pairs: {counts}. Ties are failures. Gain: over {BASELINE}.", *judged.left_out),
        signature=f"{judged.signature}|pairs:{len(rows)}|seed:{seed}",
    )


def average_precision(scores: NDArray[np.float64], positive: NDArray[np.bool_]) -> float:
    """The mean over positives of the precision at their rank, tied scores taken together; nan without a positive."""
    if not positive.any():
        return float("nan")
    order = np.argsort(-scores, kind="stable")
    ends = np.flatnonzero(np.diff(scores[order], append=np.nan) != 0)
    found = np.cumsum(positive[order])[ends]
    precision = found / (ends + 1)
    return float((np.diff(found, prepend=0) * precision).sum() / positive.sum())


def _above(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    true, false = np.split(scores, 2)
    return (true > false).astype(np.float64)
