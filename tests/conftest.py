"""What several tests share: where the real corpora lie, and how to run the command line."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("GRICE_DATA", REPOSITORY.parent / "shared" / "data"))

# The suite says of the same code the same each time; fresh inputs are looked for by `make fuzz`. Not every
# environment that runs some of the tests has hypothesis.
with suppress(ImportError):
    from hypothesis import settings

    settings.register_profile("suite", derandomize=True, deadline=None)
    settings.load_profile("suite")


@pytest.fixture
def corpus() -> Callable[[str], Path]:
    """The path of a real corpus, or a skip that says which folder is wanted."""

    def find(name: str) -> Path:
        path = DATA / name
        if not path.exists():
            pytest.skip(f"needs the corpus {path}; set GRICE_DATA to the folder that holds {name.partition('/')[0]}")
        return path

    return find


@pytest.fixture
def grice() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command line as a user would, from a pipe."""

    def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "grice", *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=300,
            **options,  # type: ignore[call-overload]
        )

    return run


@pytest.fixture(scope="session", autouse=True)
def cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is computed once is kept for the run, never in the user's own folder."""
    # Workers of one run share it: what one of them has computed, the others find.
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
    folder.mkdir(exist_ok=True)
    os.environ["GRICE_CACHE"] = str(folder)


@dataclass(frozen=True)
class Patient:
    """A browser whose pages wait as long as a busy machine may take: what never comes fails late, not by chance."""

    launched: Any

    def new_context(self, **options: Any) -> Any:
        context = self.launched.new_context(**options)
        context.set_default_timeout(180_000)
        return context

    def new_page(self, **options: Any) -> Any:
        return self.new_context(**options).new_page()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real Chromium, one for all tests, or a skip that says how to get one."""
    api = pytest.importorskip("playwright.sync_api", reason="needs pip install playwright")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs Chromium: apt-get install chromium, or CHROMIUM set to one")
    with api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield Patient(launched)
        launched.close()
