"""The sections of a small report, made once for all tests of it."""

import pytest

from grice.report import graphs, quantified, rooms
from grice.report.page import Section
from grice.report.settings import Settings

SMALL = Settings(pairs=20, studies=1, scenes=3)


@pytest.fixture(scope="session")
def pairs() -> Section:
    return rooms.section(SMALL)


@pytest.fixture(scope="session")
def shapes() -> Section:
    return quantified.section(SMALL)


@pytest.fixture(scope="session")
def photographs() -> Section:
    return graphs.section(SMALL)


@pytest.fixture(scope="session")
def small() -> Settings:
    return SMALL
