"""What is the shortest description that leaves no other scene? Exact search, then the most natural of the shortest.

Every cover of the other scenes must hold a statement that rules out the scene hardest to rule out, so it is enough to
branch on those. The depth grows from one, so the first description found has provably the fewest statements.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Literal

from grice.errors import InputError
from grice.meaning.quantifiers import PATTERNS
from grice.meaning.statements import Statement
from grice.scenes.quantified import OBJECT, Domain, rank, size_of_space
from grice.speakers.quantified.description import Counted, Description
from grice.speakers.quantified.inventory import STYLES, Option, inventory, small_enough
from grice.speakers.quantified.realisation import realise

Style = Literal["short", "legible", "vague"]
LARGEST = 60_000
"""The most scenes of a size that are searched; beyond, all kinds are counted one by one."""
BUDGET = 100_000
"""The most branches that are searched for a proof; beyond, the statements found greedily are used, unproven."""
VAGUE_LIMIT = 4
"""The most statements the vague style searches exactly."""
_NEVER = 1e6


def complete(
    scene: Counted,
    domain: Domain,
    seed: int | None = None,
    style: Style = "short",
    distractors: Sequence[Counted] = (),
) -> Description:
    """Few statements that together rule out the distractors; nothing is random, so a seed changes nothing."""
    check_style(style)
    size = sum(scene)
    space = size_of_space(size, domain)
    if space > LARGEST or not small_enough(size, domain, style):
        if style == "vague":
            raise InputError(
                f"style vague for {space:,} possible scenes of size {size} with {len(domain.kinds)} kinds",
                f"at most {LARGEST:,} scenes, and fewer of many kinds",
                "style short",
            )
        return _counted_out(scene, domain, seed, tuple(distractors))
    row = rank(scene)
    others = (1 << space) - 1 ^ 1 << row
    if distractors:
        others = reduce(or_, (1 << rank(one) for one in distractors))
    options = inventory(size, domain, style).options(scene, row)
    most = max(1, len(domain.kinds) - 1)
    if style == "legible":
        search, chosen = _legibly(options, scene, others, most)
    else:
        goal, limit = others, most
        if style == "vague":
            goal, limit = others & ~_allowed(options, others), VAGUE_LIMIT
        search = Search(options, scene, goal, [option.cost for option in options])
        chosen = search.deepen(limit)
    if chosen is None:
        chosen = search.greedily()
    statements = in_order([option.said for option in chosen])
    done = not _allowed(chosen, others)
    return Description(
        realise(statements), statements, scene, domain, "complete", seed, done, done, search.proven, tuple(distractors)
    )


def check_style(style: Style) -> None:
    """Refuse an unknown style."""
    if style not in STYLES:
        raise InputError(f"style {style!r}", f"one of {', '.join(STYLES)}")


def _legibly(options: list[Option], scene: Counted, others: int, most: int) -> tuple["Search", list[Option] | None]:
    """Without large numbers if at all possible; else with as few of them as possible."""
    small = [option for option in options if not option.large]
    search = Search(small, scene, others, [option.cost for option in small])
    chosen = search.deepen(most)
    if chosen is None:
        search = Search(options, scene, others, [option.cost + _NEVER * option.large for option in options])
        chosen = search.deepen(most, start=most)
    return search, chosen


def _allowed(options: Sequence[Option], worlds: int) -> int:
    """The worlds that all the options allow."""
    return reduce(lambda left, option: left & option.allowed, options, worlds)


@dataclass
class Search:
    """The cheapest of the fewest options that together rule out `others`. Options come cheapest first."""

    options: Sequence[Option]
    scene: tuple[int, ...]
    others: int
    costs: Sequence[float]
    proven: bool = True
    _steps: int = 0
    _best: float = float("inf")
    _found: list[int] | None = None
    _ruling_out: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._order = sorted(range(len(self.costs)), key=self.costs.__getitem__)
        near = sorted((world for world in neighbours(self.scene) if self.others >> world & 1), key=self._hardness)
        self._near = [(world, 1 << world) for world in near]

    def deepen(self, limit: int, start: int = 1) -> list[Option] | None:
        """The cheapest cover of the smallest size from `start` up to `limit`, or None."""
        if not self.others:
            return []
        for depth in range(start, limit + 1):
            self._branch(self.others, depth, 0.0, [])
            if self._found is not None:
                return [self.options[i] for i in self._found]
            if not self.proven:
                return None
        self.proven = False
        return None

    def greedily(self) -> list[Option]:
        """A cover that adds what rules out most each time, without the options that turn out not to be needed."""
        left, chosen = self.others, list[Option]()
        while left:
            best = min(
                self.options, key=lambda option: (option.large, (left & option.allowed).bit_count(), option.cost)
            )
            if left & best.allowed == left:
                break
            chosen.append(best)
            left &= best.allowed
        return _without_spare(chosen, self.others & ~left)

    def _branch(self, left: int, depth: int, spent: float, chosen: list[int]) -> None:
        if self._steps > BUDGET:
            self.proven = False
            return
        for i in self._candidates(left):
            total = spent + self.costs[i]
            if total >= self._best:
                return
            self._steps += 1
            still = left & self.options[i].allowed
            if not still:
                self._best, self._found = total, [*chosen, i]
                return
            if depth > 1:
                self._branch(still, depth - 1, total, [*chosen, i])

    def _candidates(self, left: int) -> list[int]:
        """The options that rule out one of the worlds left: the hardest to rule out, near ones first."""
        bit = next((bit for _, bit in self._near if left & bit), left & -left)
        return self._ruling(bit.bit_length() - 1)

    def _ruling(self, world: int) -> list[int]:
        known = self._ruling_out.get(world)
        if known is None:
            known = [i for i in self._order if not self.options[i].allowed >> world & 1]
            self._ruling_out[world] = known
        return known

    def _hardness(self, world: int) -> int:
        return len(self._ruling(world))


def neighbours(scene: tuple[int, ...]) -> list[int]:
    """The rows of the scenes one swap away."""
    found = []
    for lost, count in enumerate(scene):
        if count:
            for won in range(len(scene)):
                if won != lost:
                    other = list(scene)
                    other[lost] -= 1
                    other[won] += 1
                    found.append(rank(other))
    return found


def in_order(said: Sequence[Statement]) -> tuple[Statement, ...]:
    """A rest first, so that it can only mean one thing; then all, whole before part, shares before numbers."""

    def place(one: Statement) -> tuple[bool, ...]:
        row = one.pattern
        part = row.arguments.startswith("A") and one.arguments[0] != OBJECT
        every = row.name == "all" and not part
        return ("C" not in row.arguments, not every, "A" not in row.arguments, row.numbers == "k", part)

    return tuple(sorted(said, key=place))


def _without_spare(chosen: list[Option], others: int) -> list[Option]:
    for option in list(chosen):
        left = others
        for kept in chosen:
            left &= kept.allowed if kept is not option else others
        if not left:
            chosen.remove(option)
    return chosen


def _counted_out(scene: Counted, domain: Domain, seed: int | None, distractors: tuple[Counted, ...]) -> Description:
    """Every kind that is there with its number: no search, and no world enumerated."""
    present = sorted((count, kind) for count, kind in zip(scene, domain.kinds, strict=True) if count)
    said = tuple(Statement(PATTERNS["number"], (kind,), (count,), domain) for count, kind in present)
    return Description(realise(said), said, scene, domain, "complete", seed, True, True, None, distractors)
