"""A folder of weights is what its manifest says, or is refused with what to do."""

from pathlib import Path

import pytest

from grice.errors import InputError
from grice.networks.manifest import MANIFEST, check, write

# sha256 of "abc" is the first test vector of FIPS 180-2.
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.bin", "b.bin"):
        (tmp_path / name).write_bytes(b"abc")
    write(tmp_path, ("a.bin", "b.bin"), {"about": "a test"})
    return tmp_path


def test_the_right_files_give_one_checksum_of_all(folder: Path) -> None:
    assert ABC in (folder / MANIFEST).read_text()
    both, one = check(folder, ("a.bin", "b.bin"), "a network"), check(folder, ("a.bin",), "a network")
    assert len({both, one, ABC}) == 3


def test_a_changed_file_is_refused_with_both_checksums(folder: Path) -> None:
    (folder / "a.bin").write_bytes(b"abd")
    with pytest.raises(InputError, match=rf"(?s)sha256 a52d159f.*needed: {ABC}"):
        check(folder, ("a.bin", "b.bin"), "a network")


def test_what_is_missing_is_named(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (folder / "b.bin").unlink()
    with pytest.raises(InputError, match=r"lacks b\.bin"):
        check(folder, ("a.bin", "b.bin"), "a network")
    with pytest.raises(InputError, match="lists no checksums"):
        check(folder, ("c.bin",), "a network")
    with pytest.raises(InputError, match=r"(?s)a folder with a network.*try: do this"):
        check(tmp_path_factory.mktemp("empty"), ("a.bin",), "a network", "do this")
