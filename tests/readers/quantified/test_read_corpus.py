"""The reader on real texts: people's in QTUNA, the recorded outputs of the original code, our own speakers'."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import grice
from grice.corpora.qtuna import SCENES, descriptions
from grice.scenes.quantified import worlds
from grice.speakers.base import load

LEAST = {
    # size: understood, consistent of those (people's errors included), others allowed at most, guess exact
    4: (0.90, 0.94, 0.25, 0.60),
    9: (0.82, 0.93, 0.25, 0.45),
    20: (0.86, 0.92, 0.50, 0.15),
}


@pytest.mark.long
@pytest.mark.parametrize("size", LEAST)
def test_people_are_understood_consistently_and_informatively(size: int, corpus: Callable[[str], Path]) -> None:
    understood, consistent, allowed, exact = _measured(corpus("qtuna"), size, every=1)
    least = LEAST[size]
    assert understood >= least[0]
    assert consistent >= least[1]
    assert allowed <= least[2]
    assert exact >= least[3]


def test_a_sample_of_people_is_understood(corpus: Callable[[str], Path]) -> None:
    for size in LEAST:
        understood, consistent, allowed, _ = _measured(corpus("qtuna"), size, every=17)
        assert understood >= 0.75
        assert consistent >= 0.85
        assert allowed <= LEAST[size][2]


def _measured(folder: Path, size: int, every: int) -> tuple[float, float, float, float]:
    said = [(u, grice.read(u.raw, size)) for u in list(descriptions(folder, (size,)))[::every]]
    scenes = [scene for (n, _), scene in SCENES.items() if n == size]
    good = [(u, r) for u, r in said if r.understood]
    others = [np.mean([r.allows(scene) for scene in scenes if scene != u.scene]) for u, r in said]
    return (
        len(good) / len(said),
        float(np.mean([r.allows(u.scene) for u, r in good])),
        float(np.mean(others)),
        float(np.mean([r.guess == u.scene for u, r in said])),
    )


@pytest.mark.parametrize("reading", ["pragmatic", "literal"])
def test_all_recorded_outputs_of_the_original_are_understood_and_consistent(
    reading: str, corpus: Callable[[str], Path]
) -> None:
    lines = corpus("qdg/original_outputs.tsv").read_text("utf-8").splitlines()
    assert len(lines) == 180
    for line in lines:
        size, _, counts, *_, text = line.split("\t")
        scene = tuple(map(int, re.findall(r"\d+", counts)))
        said = grice.read(text, int(size), reading)  # type: ignore[call-overload]
        assert said.understood, text
        assert said.consistent, text
        assert said.allows(scene), text


@pytest.mark.parametrize("style", ["short", "legible"])
@pytest.mark.parametrize("size", [2, 3, 4, 9, 14, 20])
def test_what_the_complete_speaker_says_leaves_one_world_read_literally(style: str, size: int) -> None:
    speak = load("complete", style=style)
    every = worlds(size)
    for scene in every[:: max(1, len(every) // 25)].tolist():
        text = speak(tuple(scene))[0].text
        said = grice.read(text, size, "literal")
        assert said.understood, text
        assert said.worlds.tolist() == [scene], text
