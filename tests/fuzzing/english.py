"""What do people write of a scene, and what comes near it? Captions, quantified descriptions, captions of rooms."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from random import Random

from fuzzing.odd_texts import ODD, bounded, damaged, noise

NOUNS = ["dog", "dogs", "man", "men", "woman", "people", "child", "children", "sheep", "bus", "buses", "cup",
    "cups", "table", "grass", "sky", "tree", "trees", "glasses", "pair", "of", "shoes", "slice", "of", "pizza",
    "group", "of", "cars", "hat", "red", "ball", "ball", "ice", "cream", "t-shirt", "living", "room", "top", "left",
    "side"]  # fmt: skip
ADJECTIVES = ["red", "small", "big", "old", "wooden", "black", "and", "white", "striped", "empty", "open",
    "three-legged", "dark-haired", "2-year-old", "blurry", "beautiful", "many", "few", "other", "same"]  # fmt: skip
VERBS = ["is", "are", "was", "chase", "chases", "chasing", "sits", "sitting", "holds", "holding", "held", "by",
    "wearing", "looks", "at", "covered", "with", "made", "of", "has", "have", "had", "there", "is", "isn't", "are",
    "not", "can't", "doesn't", "seems", "to", "be"]  # fmt: skip
LINKS = ["on", "in", "under", "next", "to", "in", "front", "of", "behind", "with", "without", "between", "and",
    "or", "but", "nor", "neither", "either", "not", "no", "never", "that", "which", "who", "whose", "while",
    "because", ",", ".", ";", ":", "!", "?", "-", "(", ")", "'", '"', "...", "as", "than", "of", "the", "a", "an",
    "its", "his", "their", "it", "they", "them", "he", "she", "one", "ones", "each", "other", "both", "all", "none",
    "some", "half", "most", "of", "this", "these", "here", "there"]  # fmt: skip
NUMBERS = ["one", "two", "three", "dozen", "dozens", "half", "a", "dozen", "a", "couple", "of", "twenty-two",
    "hundred", "thousand", "million", "2", "12", "1,000", "1.5", "3rd", "first", "second", "twice", "50%", "1/2",
    "zero", "no", "many", "several", "a", "few", "10-20", "3x5", "two-thirds"]  # fmt: skip
DISCOURSE = ("In the background", "On the left,", "To the right of it", "The other one", "Both of them",
             "The image shows", "There is no", "There are", "It looks like", "Neither the", "Not all of",
             "The man's", "Its")  # fmt: skip
_GROUPS = (NOUNS, NOUNS, ADJECTIVES, VERBS, LINKS, NUMBERS, DISCOURSE)
TEMPLATES = ("{n} {N} {V} {l} {A} {N}", "a {A} {N} {V} {A} and {A}",
             "{D} {n} {N} , {N} and {N} {V} {l} the {N} . {D} {V} {A} .",
             "no {N} {l} {N}", "the {N} {V} not {A} but {A}", "neither {N} nor {N} {V} {A}",
             "{n} of the {n} {N} {V} {l} {n} {N}",
             "{N}", "{N}-{N}-{N} {N}'s {N}", "{A}, {A} and {A} {N}")  # fmt: skip
_SLOTS = {"n": NUMBERS, "N": NOUNS, "V": VERBS, "l": LINKS, "A": ADJECTIVES, "D": DISCOURSE}

QUANTIFIED = ("Half of the objects are {}, the rest are {}.", "All {} are {}.", "There are {} {} and {} {}.",
              "Most of the {} are {}, but {} {} are {}", "{} out of {} {} are {}",
              "There are {} times as many {} as {}",
              "Either all {} or {} {} are {}", "{}% are {}; {}:{} {}", "all but {} {} are {} and {}",
              "{} more {} than {}",
              "at least {} and at most {} {}", "The first {} are {}, the others {}", "no {} {} , only {}", "{}",
              "As many {} as {} ; twice {}", "{} {} {} {} {} {}", "{}x {}",
              "one {} in the {} corner, {} in the middle")  # fmt: skip
ROOMS = ("a {} {} {} in front of a {} wall on {} floor", "the {} {} is {}", "a {} that is not {} or {}", "{} {} {}",
         "neither {} nor {} , the wall is {}", "{}", "a {} , {} and {} {} near the {} corner",
         "no {} {}, {} wall")  # fmt: skip


@cache
def vocabulary(family: str) -> tuple[str, ...]:
    """Every word and phrase that a family's reader has in its tables."""
    folder = files(f"grice.readers.{family}")
    tables = "\n".join(entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    found = [phrase.strip() for listed in re.findall(r'"([^"\n]*)"', tables) for phrase in listed.split(",")]
    return tuple(dict.fromkeys(phrase for phrase in found if phrase))


def caption(random: Random) -> str:
    """A caption, a passage, or words of captions in any order."""
    return _text(random, _caption)


def quantified(random: Random) -> str:
    """A description of how many there are of each kind, or something like it."""
    return _text(
        random, lambda random: _filled(random, QUANTIFIED, ("red", "blue", "circles", "squares"), "quantified")
    )


def room(random: Random) -> str:
    """A caption of a room, or something like it."""
    return _text(random, lambda random: _filled(random, ROOMS, ("red", "tiny", "block", "left"), "rooms"))


def _text(random: Random, make: Callable[[Random], str]) -> str:
    text = " ".join(make(random) for _ in range(random.choice((1, 1, 1, 2, 3))))
    kind = random.random()
    if kind < 0.05:
        return noise(random, 60)
    if kind < 0.5:
        return damaged(random, text, (*ODD, make(random)))
    return bounded(random, text)


def _caption(random: Random) -> str:
    if random.random() < 0.3:
        return " ".join(random.choice(random.choice(_GROUPS)) for _ in range(random.randrange(1, 24)))
    return re.sub(r"\{(\w)\}", lambda slot: random.choice(_SLOTS[slot[1]]), random.choice(TEMPLATES))


def _filled(random: Random, templates: Sequence[str], usual: Sequence[str], family: str) -> str:
    phrases = vocabulary(family)

    def word(_: object) -> str:
        kind = random.random()
        if kind < 0.4:
            return random.choice(usual)
        return random.choice(NUMBERS) if kind < 0.6 else random.choice(phrases)

    if random.random() < 0.3:
        return " ".join(word(None) for _ in range(random.randrange(1, 24)))
    return re.sub(r"\{\}", word, random.choice(templates))
