"""What is kept for the next process lies where the system keeps such things, or where GRICE_CACHE says."""

from pathlib import Path

import platformdirs
import pytest

from grice.files.blobs import cache_folder, keep, recall


def test_the_folder_is_the_systems_own_unless_grice_cache_names_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRICE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("GRICE_CACHE")
    assert cache_folder() == Path(platformdirs.user_cache_dir("grice", appauthor=False))
    monkeypatch.setenv("GRICE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    assert keep("a/b", "1", b"data")
    assert (recall("a/b", "1"), recall("a/b", "2"), recall("a/c", "1")) == (b"data", None, None)
    (tmp_path / "a" / "b").write_bytes((tmp_path / "a" / "b").read_bytes()[:-1])
    assert recall("a/b", "1") is None
