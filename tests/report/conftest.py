"""The sections of a small report, made once for all tests of it."""

import pytest

from grice.progress import watched_by
from grice.report import SECTIONS
from grice.report.page import Section
from grice.report.settings import Settings

SMALL = Settings(pairs=20, studies=1, scenes=3)


@pytest.fixture(scope="session")
def heard() -> dict[str, int]:
    """How many steps each section was made in."""
    return {}


@pytest.fixture(scope="session")
def pairs(heard: dict[str, int]) -> Section:
    return made("rooms", heard)


@pytest.fixture(scope="session")
def shapes(heard: dict[str, int]) -> Section:
    return made("quantified", heard)


@pytest.fixture(scope="session")
def photographs(heard: dict[str, int]) -> Section:
    return made("graphs", heard)


@pytest.fixture(scope="session")
def small() -> Settings:
    return SMALL


def made(name: str, heard: dict[str, int]) -> Section:
    steps: list[int] = []
    with watched_by(stepped=steps.append):
        section: Section = SECTIONS.load(name)(SMALL)
    heard[name] = sum(steps)
    return section
