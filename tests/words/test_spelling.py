"""A misspelt word is read as the word it was meant for, a strange one is left alone."""

import pytest

from grice.readers.quantified.tokens import Vocabulary
from grice.scenes.quantified import DEFAULT
from grice.words.spelling import Spelling

# Misspellings of QTUNA's participants with what they meant, and words that resemble none closely enough.
MEANT = {
    "circels": "circles",
    "sqaures": "squares",
    "obkects": "objects",
    "coouple": "couple",
    "ehich": "which",
    "reamining": "remaining",
    "separeted": "separated",
    "hal": "half",
    "onlyn": "only",
    "halfof": "half of",
    "areblue": "are blue",
    "circlesand": "circles and",
    "xylophone": "xylophone",
    "zzz": "zzz",
    "by": "by",
    "": "",
    "\ud800bcdef": "\ud800bcdef",
}


@pytest.mark.parametrize("word", MEANT)
def test_a_word_is_corrected_to_what_was_meant(word: str) -> None:
    assert Vocabulary(DEFAULT).spelling.corrected(word) == MEANT[word]


def test_nearer_before_likelier_before_alphabetical() -> None:
    nothing: frozenset[str] = frozenset()
    words = Spelling(frozenset({"chart", "charm", "churn"}), frozenset({"charm"}), nothing, nothing)
    assert words.corrected("chartt") == "chart"
    assert words.corrected("charx") == "charm"
    assert Spelling(words.targets, nothing, nothing, nothing).corrected("charx") == "charm"
    assert words.corrected("cahrt") == "chart"  # neighbours that changed places are one edit
    assert words.corrected("xhxrt") == "xhxrt"


def test_a_short_word_bears_fewer_edits_than_a_long_one() -> None:
    nothing: frozenset[str] = frozenset()
    words = Spelling(frozenset({"some", "remaining"}), nothing, nothing, nothing)
    assert words.corrected("sxmx") == "sxmx"
    assert words.corrected("rxmaixing") == "remaining"
    assert words.corrected("rxmxixing") == "rxmxixing"
