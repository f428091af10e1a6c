"""A MiniLM small enough for a test."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tiny_networks import write_encoder


@pytest.fixture
def tiny_encoder(tmp_path: Path) -> Callable[[Iterable[str]], Path]:
    """Write an encoder that knows the given words to a folder."""
    return lambda words: write_encoder(tmp_path / "encoder", words)
