"""Does the thesis's answer hold here too? The four hypotheses of Pel (2020, section 3.3) and its question, in words.

"yes" needs the claimed direction and p < .05; "partly" one of several; "open" says what is missing.
"""

from collections import defaultdict

import numpy as np

from grice.statistics.anova import anova, shown_p, tukey, welch
from grice.statistics.regression import line
from grice.studies.analysis import HUMAN, SCORES, Rows, mean, producers, regression, spreads
from grice.tables import Table

ALPHA = 0.05


def hypotheses(rows: Rows, scores: Rows = ()) -> Table:
    """The thesis's four hypotheses and its research question, answered in words."""
    lines = [["1", "larger scenes: readers differ more", *_first(rows)]]
    lines.append(["2", "larger scenes: answers are further from the truth", *_second(rows)])
    third, verdict = _third(rows, scores)
    lines.append(["3", "higher scores by experts: answers are closer to the truth", verdict, third])
    lines.append(["4", "algorithms: right more often than people's descriptions", *_fourth(rows)])
    question = {
        "yes": "experts' scores agree with what readers did",
        "partly": "experts' scores agree in part with what readers did",
        "no": "experts' scores do not agree with what readers did",
        "open": "no expert scores were given, so it stays open (--scores FILE)",
    }[verdict]
    lines.append(["question", "do experts' scores agree with the reconstructions?", verdict, question])
    return Table("the thesis's hypotheses", ("", "what is claimed", "answer", "why"), lines)


def _first(rows: Rows) -> tuple[str, str]:
    by_size: dict[int, list[float]] = defaultdict(list)
    for size, _, total, _ in spreads(rows).values():
        by_size[size].append(total)
    kept = {size: by_size[size] for size in sorted(by_size) if len(by_size[size]) > 1}
    if len(kept) < 2:
        return "open", "it takes two sizes with two pairs each, read by two people"
    found, means = anova(kept), [float(np.mean(values)) for values in kept.values()]
    rising = means == sorted(means)
    significant = found.p < ALPHA
    apart = [f"{a}–{b}" for a, b in (c.groups for c in tukey(kept) if c.p < ALPHA)] if found.p == found.p else []
    why = f"deviation {', '.join(f'{m:.2f} at n = {n}' for n, m in zip(kept, means, strict=True))}; {found}"
    why += f"; sizes that differ: {', '.join(apart)}" if apart else ""
    return ("yes" if rising and significant else "partly" if significant else "no"), why


def _second(rows: Rows) -> tuple[str, str]:
    if len({row["size"] for row in rows}) < 2:
        return "open", "there is one size only"
    found = line([row["size"] for row in rows], [row["swap_share"] for row in rows])
    cells = [
        mean([row["swap_share"] for row in rows if row["size"] == n], 100) for n in sorted({r["size"] for r in rows})
    ]
    rising = cells == sorted(cells)
    shown = ", ".join(f"{cell:.1f} %" for cell in cells)
    why = f"swap share {shown}; slope {100 * found.slope:.2f} points an object, p {shown_p(found.p)}"
    if found.slope > 0 and found.p < ALPHA:
        return ("yes" if rising else "partly"), why
    return "no", why


def _third(rows: Rows, scores: Rows) -> tuple[str, str]:
    found = {name: regression(rows, scores, name) for name in SCORES}
    known = {name: one for name, one in found.items() if one is not None and one.slope == one.slope}
    if not known:
        return "expert scores of three pairs or more are needed", "open"
    held = [one.slope < 0 and one.p < ALPHA for one in known.values()]
    why = "; ".join(
        f"{name}: R² = {one.r_squared:.2f}, {one.band}, slope {one.slope:.3f}, p {shown_p(one.p)}"
        for name, one in known.items()
    )
    return why, "yes" if all(held) else "partly" if any(held) else "no"


def _fourth(rows: Rows) -> tuple[str, str]:
    people = [row["swap_share"] for row in rows if row["producer"] == HUMAN]
    others = [name for name in producers(rows) if name != HUMAN]
    if len(people) < 2 or not others:
        return "open", "there are no descriptions by people in this study"
    held, why = [], []
    for name in others:
        mine = [row["swap_share"] for row in rows if row["producer"] == name]
        if len(mine) > 1:
            found = welch(mine, people)
            held.append(found.statistic < 0 and found.p < ALPHA)
            why.append(f"{name} {100 * np.mean(mine):.1f} % against {100 * np.mean(people):.1f} %: {found}")
    return ("yes" if held and all(held) else "partly" if any(held) else "no"), "; ".join(why)
