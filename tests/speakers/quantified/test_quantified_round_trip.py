"""The proof of completeness: a literal reader of the text finds the scene, and no other."""

import numpy as np
import pytest

import grice
from grice.scenes.quantified import Domain, worlds

read = getattr(grice, "read", None)
pytestmark = pytest.mark.skipif(read is None, reason="needs the reader of quantified descriptions")


@pytest.mark.parametrize("style", ["short", "legible", "vague"])
@pytest.mark.parametrize("size", [2, 4, 9, 14, 20])
def test_read_back_what_is_left_is_what_the_speaker_says_is_left(style: str, size: int) -> None:
    every = worlds(size)
    for row in np.random.default_rng(size).choice(len(every), min(len(every), 12), replace=False):
        said = grice.describe(every[row], "complete", style=style)
        found = read(said.text, size=size, reading="literal").worlds.tolist()
        assert sorted(found) == sorted([*said.left_open.tolist(), list(said.scene)]), said.text


@pytest.mark.parametrize("speaker", ["qdg-ia", "qdg-greedy"])
@pytest.mark.parametrize("size", [4, 9, 20])
def test_the_algorithms_are_read_back_as_they_were_meant(speaker: str, size: int) -> None:
    every = worlds(size)
    for seed, row in enumerate(np.random.default_rng(size).choice(len(every), 12, replace=False)):
        said = grice.describe(every[row], speaker, seed)
        found = read(said.text, size=size, reading="literal").worlds.tolist()
        assert sorted(found) == sorted([*said.left_open.tolist(), list(said.scene)]), said.text


DOMAINS = {
    "three colours": Domain(colour=("blue", "red", "green"), shape=("square", "circle")),
    "three of each": Domain(colour=("blue", "red", "green"), shape=("square", "circle", "triangle")),
    "colours alone": Domain(colour=("blue", "red", "green")),
    "three attributes": Domain(size=("small", "large"), colour=("blue", "red"), shape=("square", "circle")),
    "other nouns": Domain(colour=("black", "white", "grey"), animal=("mouse/mice", "fox", "dog")),
}


@pytest.mark.parametrize(
    ("speaker", "options"),
    [("complete", {"style": "short"}), ("qdg-ia", {}), ("qdg-greedy", {}), ("qdg-greedy", {"variant": "released"})],
)
@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
def test_other_domains_are_described_and_read_alike(speaker: str, options: dict[str, str], domain: Domain) -> None:
    every = worlds(6, domain)
    for row in np.random.default_rng(1).choice(len(every), 5, replace=False):
        said = grice.describe(every[row], speaker, domain=domain, **options)
        found = read(said.text, 6, "literal", domain)
        assert found.understood, said.text
        assert sorted(found.worlds.tolist()) == sorted([*said.left_open.tolist(), list(said.scene)]), said.text
