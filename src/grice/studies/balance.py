"""How are views dealt so that hands are even in two ways of sorting them at once? By two hands, dealt anew, repeatedly.

Each view has two paths, such as (group, size, scene) and (producer, size); views whose paths begin alike are a set. The
edges of a bipartite multigraph can always be coloured so that every colour is found equally often at each node, give or
take one (de Werra 1971, "Balanced schedules", INFOR 9); views are edges, hands are colours, nested sets are nodes of a
side. For two hands: pair their views inside the smallest sets of one side, what is left over inside the next larger,
and so on; then the same on the other side. Each view has at most one partner on either side, so that partners lie on
paths and even circles, and all can be parted. No set is then less even than before, and one of which the two hands had
numbers two or more apart is more so: repeated, it ends with every set even over all hands.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

import numpy as np

Path = tuple[Hashable, ...]

ROUNDS = 16
"""How often all hands are paired at random and dealt anew, so that who reads what together is random."""


def dealt(first: Sequence[Path], second: Sequence[Path], count: int, rng: np.random.Generator) -> list[int]:
    """The hand of each view, 0 .. count - 1: every set of either side in all hands equally often, give or take one."""
    number: dict[Path, int] = {}
    for i in rng.permutation(len(first)):
        for end in range(len(first[i]) + 1):
            number.setdefault(first[i][:end], len(number))
    # Dealt round in this order, sets of the first side, each in one piece, are even from the start.
    order = sorted(range(len(first)), key=lambda i: [number[first[i][:end]] for end in range(len(first[i]) + 1)])
    hands: list[list[int]] = [order[start::count] for start in range(count)]
    for _ in range(ROUNDS):
        met = rng.permutation(count).tolist()
        for one, other in zip(met[::2], met[1::2], strict=False):
            hands[one], hands[other] = _parted(hands[one] + hands[other], (first, second), rng)
    _even_out(hands, first, second, rng)
    found = [0] * len(first)
    for hand, views in enumerate(hands):
        for view in views:
            found[view] = hand
    return found


def _even_out(hands: list[list[int]], first: Sequence[Path], second: Sequence[Path], rng: np.random.Generator) -> None:
    """Deal anew the hands with most and with least of a set of the second side, while they are two or more apart."""
    counts: dict[Path, Counter[int]] = defaultdict(Counter)

    def count(hand: int, by: int) -> None:
        for view in hands[hand]:
            for end in range(1, len(second[view]) + 1):
                counts[second[view][:end]][hand] += by

    for hand in range(len(hands)):
        count(hand, 1)
    uneven = True
    while uneven:
        uneven = False
        for held in counts.values():
            while True:
                most = max(range(len(hands)), key=held.__getitem__)
                least = min(range(len(hands)), key=held.__getitem__)
                if held[most] - held[least] < 2:
                    break
                uneven = True
                for hand in (most, least):
                    count(hand, -1)
                hands[most], hands[least] = _parted(hands[most] + hands[least], (first, second), rng)
                for hand in (most, least):
                    count(hand, 1)


def _parted(views: Sequence[int], sides: Sequence[Sequence[Path]], rng: np.random.Generator) -> tuple[list[int], ...]:
    """The views of two hands in two hands anew, partners of either side apart."""
    partners = [_partners([views[i] for i in rng.permutation(len(views))], paths) for paths in sides]
    parts: tuple[list[int], list[int]] = ([], [])
    seen: set[int] = set()
    for view in views:
        if view in seen:
            continue
        seen.add(view)
        ahead = [(view, int(rng.integers(2)))]
        while ahead:
            at, part = ahead.pop()
            parts[part].append(at)
            for known in partners:
                if at in known and known[at] not in seen:
                    seen.add(known[at])
                    ahead.append((known[at], 1 - part))
    return parts


def _partners(views: Sequence[int], paths: Sequence[Path]) -> dict[int, int]:
    """Views two by two, from one set where there is another left in it, the smallest sets first."""
    found: dict[int, int] = {}
    left = list(views)
    for end in range(max((len(paths[view]) for view in left), default=0), -1, -1):
        waiting: dict[Path, int] = {}
        for view in left:
            other = waiting.pop(paths[view][:end], None)
            if other is None:
                waiting[paths[view][:end]] = view
            else:
                found[view], found[other] = other, view
        left = list(waiting.values())
    return found
