"""What would a listener make of this caption? Rational speech acts over a captioner of rooms, without training it.

S0(u | i)  the captioner, shown image i alone, or among the others if `shown` is "together"
L0(i | u)  proportional to S0(u | i): a listener who asks of which image the captioner would say u
S1(u | t)  proportional to S0(u | t) * L0(t | u) ** rationality * exp(-cost * words(u))

"global" scores whole captions that the captioner proposes (Andreas & Klein 2016); "words" and "characters" decide at
every word or letter, with the listener's belief so far as its prior (Cohn-Gordon, Goodman & Potts 2018; Shen et al.
2019). The probability of a letter is that of all words that go on with it, so no captioner of letters is needed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grice import checks
from grice.encoders.sight import Views
from grice.errors import InputError
from grice.speakers.base import Speaker
from grice.speakers.rooms.agent_folder import END, PAD, SPECIALS, START
from grice.speakers.rooms.captioner import TrainedSpeaker
from grice.speakers.rooms.decoding import (
    Captioner,
    Decoding,
    Numbers,
    is_number,
    likeliest,
    log_probabilities,
    log_softmax,
)

AT_ONCE = 64
_FEW = np.float32(1e-30)
"""Stands for a probability of nothing, whose logarithm must stay finite."""

Array = NDArray[np.float32]


@dataclass(frozen=True)
class RationalCaptioner(Speaker[str]):
    """A captioner that thinks of its listener.

    captioner    the trained speaker underneath; `agent` is its folder where it does not come with Grice
    method       "global", "words" or "characters"
    rationality  how much the listener's belief counts; 0: not at all
    cost         what a word costs
    proposals    of "global": how many captions are weighed, the likeliest ones or with `propose="sampling"` drawn ones
    shown        "alone": S0 sees one image, as in the papers; "together": each image with the others as its distractors
    """

    name: str = "rsa"
    captioner: str = "b"
    method: str = "words"
    rationality: float = 2.0
    cost: float = 0.0
    proposals: int = 10
    propose: str = "beam"
    shown: str = "alone"
    agent: str | Path | None = None
    family = "rooms"

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InputError(f"method {checks.quoted(self.method)}", f"one of {', '.join(METHODS)}")
        for name, value, known in (
            ("propose", self.propose, ("beam", "sampling")),
            ("shown", self.shown, ("alone", "together")),
        ):
            if value not in known:
                raise InputError(f"{name} = {checks.quoted(value)}", f"one of {', '.join(known)}")
        for name, number in (("rationality", self.rationality), ("cost", self.cost)):
            if not is_number(number) or not 0 <= number < float("inf"):
                raise InputError(f"{name} = {checks.quoted(number)}", "a number, 0 or more", f"{name}=1")
        checks.count(self.proposals, "proposals", least=1)
        _ = self.base

    @property
    def base(self) -> TrainedSpeaker:
        return TrainedSpeaker(self.captioner, agent=self.agent)

    def speak(self, targets: Any, distractors: Any = None, seed: int = 0) -> list[str]:
        checks.seed(seed)
        return self.say(self.base.sight.views(targets, distractors), seed)

    def say(self, views: Views, seed: int = 0) -> list[str]:
        """Captions of targets among their distractors, a few at a time."""
        base = self.base
        projected = base.loaded.project(views.features)
        captions: list[str] = []
        for first in range(0, len(views), AT_ONCE):
            images = among(views, slice(first, first + AT_ONCE))
            own = projected[images.rows]
            seen = np.concatenate([own, own if self.shown == "alone" else images.others(own)], axis=1)
            found = METHODS[self.method](self, base.network, seen, images, (seed, first))
            captions += base.loaded.texts(found)
        return captions


@dataclass(frozen=True)
class Images:
    """The images of some items in a row, each item's target first: rows of features, whose they are, where each item
    begins."""

    rows: NDArray[np.int64]
    owner: NDArray[np.int64]
    first: NDArray[np.int64]

    def believed(self, joint: Array) -> Array:
        """log L0 of every image of its item, for any number of columns, from log S0 and the prior."""
        total = np.logaddexp.reduceat(joint, self.first, axis=0)
        normalised: Array = joint - total[self.owner]
        return normalised

    def others(self, projected: Array) -> Array:
        """The mean of the other images of its item, for every image; of itself where it has no others."""
        sizes = np.diff(np.append(self.first, len(self.owner)))[self.owner][:, None]
        total = np.add.reduceat(projected, self.first, axis=0)[self.owner]
        return np.where(sizes > 1, (total - projected) / np.maximum(sizes - 1, 1), projected).astype(np.float32)


def among(views: Views, items: slice) -> Images:
    """The images of some items of views."""
    numbers = np.arange(len(views))[items]
    mine = np.isin(views.owner, numbers)
    owner = np.concatenate([np.arange(len(numbers)), views.owner[mine] - numbers[0]])
    order = np.argsort(owner, kind="stable")
    rows = np.concatenate([views.targets[items], views.distractors[mine]])[order]
    owner = owner[order]
    return Images(rows, owner, np.searchsorted(owner, np.arange(len(numbers))))


def globally(
    speaker: RationalCaptioner, network: Captioner, seen: Array, images: Images, seed: tuple[int, int]
) -> Numbers:
    """The best of the captions that the captioner proposes for the target."""
    count, width = speaker.proposals, network.longest + 1
    targets = seen[images.first]
    if speaker.propose == "beam":
        proposed = likeliest(network, targets, count)[0]
    else:
        draw = Decoding("sampling")
        start, row = seed
        proposed = draw(network, np.repeat(targets, count, 0), start, row * count).reshape(len(targets), count, width)
    captions = proposed[images.owner].reshape(-1, width)
    said = log_probabilities(network, np.repeat(seen, count, 0), captions).reshape(len(seen), count)
    words = ((proposed != PAD) & (proposed != END)).sum(2).astype(np.float32)
    belief = images.believed(said)[images.first]
    utility = said[images.first] + speaker.rationality * belief - speaker.cost * words
    best: Numbers = np.take_along_axis(proposed, utility.argmax(1)[:, None, None], 1)[:, 0]
    return best


def by_words(
    speaker: RationalCaptioner,
    network: Captioner,
    seen: Array,
    images: Images,
    seed: tuple[int, int],  # noqa: ARG001
) -> Numbers:
    """The best word at every step."""

    def choose(said: Array, belief: Array) -> tuple[Numbers, Array]:
        joint = images.believed(belief[:, None] + said)
        utility = said[images.first] + np.float32(speaker.rationality) * joint[images.first]
        utility -= np.float32(speaker.cost) * (np.arange(said.shape[1]) != END)
        words = utility.argmax(1)
        return words, joint[np.arange(len(joint)), words[images.owner]]

    return _incrementally(network, seen, images, choose)


def by_characters(
    speaker: RationalCaptioner,
    network: Captioner,
    seen: Array,
    images: Images,
    seed: tuple[int, int],  # noqa: ARG001
) -> Numbers:
    """The best letter at every step, until the letters are a word."""
    tree = letters(speaker.base.loaded.words)
    everyone = np.arange(len(images.owner))

    def choose(said: Array, belief: Array) -> tuple[Numbers, Array]:
        mass = np.log(np.exp(said) @ tree.holds.T + _FEW)
        node = np.zeros(len(images.first), np.int64)
        while (tree.word[node] < 0).any():
            next_ = tree.children[node]
            going = np.where(next_ < 0, -np.inf, 0).astype(np.float32)
            step = mass[everyone[:, None], next_[images.owner]] - mass[everyone, node[images.owner]][:, None]
            joint = images.believed(belief[:, None] + step)
            utility = step[images.first] + np.float32(speaker.rationality) * joint[images.first] + going
            utility -= np.float32(speaker.cost) * ((node == 0)[:, None] & (next_ != tree.end))
            # A word that is complete waits for the others; nothing more is believed of it.
            chosen = utility.argmax(1)
            done = tree.word[node] >= 0
            belief = np.where(done[images.owner], belief, joint[everyone, chosen[images.owner]])
            node = np.where(done, node, next_[np.arange(len(node)), chosen])
        return tree.word[node], belief

    return _incrementally(network, seen, images, choose)


def _incrementally(
    network: Captioner, seen: Array, images: Images, choose: Callable[[Array, Array], tuple[Numbers, Array]]
) -> Numbers:
    """Word after word for all images of an item; `choose` takes log S0 and the log belief, gives words and belief."""
    count = len(images.first)
    found = np.full((count, network.longest + 1), PAD, np.int64)
    state, words, open_ = network.begin(seen), np.full(count, START), np.ones(count, bool)
    belief = images.believed(np.zeros((len(seen), 1), np.float32))[:, 0]
    for place in range(network.longest + 1):
        logits, state = network.step(state, words[images.owner])
        words, belief = choose(log_softmax(logits), belief)
        found[open_, place] = words[open_]
        open_ &= words != END
        if not open_.any():
            break
    return found


@dataclass(frozen=True)
class Letters:
    """The words as a tree of letters: node 0 is the beginning, a leaf is a word and the gap after it.

    `children` (nodes, most) is -1 where there is none, `holds` (nodes, words) says which words go through a node,
    `word` is a leaf's word or -1, `end` the leaf of `<end>`.
    """

    children: NDArray[np.int64]
    holds: Array
    word: NDArray[np.int64]
    end: int


@cache
def letters(words: tuple[str, ...]) -> Letters:
    """The tree of a vocabulary; marks other than `<end>` are never said and have no place in it."""
    nodes: dict[str, int] = {"": 0}
    going: dict[int, list[int]] = {0: []}
    through: list[tuple[int, int]] = []
    leaf: dict[int, int] = {}
    said = [(END, "\n"), *((number, f"{words[number]} ") for number in range(len(SPECIALS), len(words)))]
    for number, spelled in said:
        through.append((0, number))
        for length in range(1, len(spelled) + 1):
            prefix = spelled[:length]
            if prefix not in nodes:
                nodes[prefix] = len(nodes)
                going[nodes[prefix]] = []
                going[nodes[prefix[:-1]]].append(nodes[prefix])
            through.append((nodes[prefix], number))
        leaf[nodes[spelled]] = number
    children = np.full((len(nodes), max(map(len, going.values()))), -1, np.int64)
    for node, after in going.items():
        children[node, : len(after)] = after
    holds = np.zeros((len(nodes), len(words)), np.float32)
    holds[tuple(np.array(through).T)] = 1
    word = np.array([leaf.get(node, -1) for node in range(len(nodes))], np.int64)
    return Letters(children, holds, word, nodes["\n"])


METHODS: Mapping[str, Callable[[RationalCaptioner, Captioner, Array, Images, tuple[int, int]], Numbers]] = {
    "global": globally,
    "words": by_words,
    "characters": by_characters,
}
