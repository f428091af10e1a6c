"""Safetensors are read as the format says, without copying, and written so that others read them."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from grice.errors import InputError
from grice.networks.tensors import read_tensors, write_tensors


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
    found = read_tensors(path)
    np.testing.assert_array_equal(found["a"], [[1, 2], [3, 4.5]])
    assert found["b"].tolist() == [7]


def test_what_is_written_is_read_by_the_library_of_the_format(tmp_path: Path) -> None:
    library = pytest.importorskip("safetensors.numpy", reason="needs safetensors: pip install 'grice[train]'")
    tensors = {
        "bytes": np.arange(5, dtype=np.uint8),
        "whole": np.array([[1, -2]], np.int64),
        "half": np.array([0.5, 65504], np.float16),
        "single": np.zeros((0, 3), np.float32),
    }
    write_tensors(tmp_path / "x.safetensors", tensors)
    for found in (library.load_file(tmp_path / "x.safetensors"), read_tensors(tmp_path / "x.safetensors")):
        assert set(found) == set(tensors)
        for name, array in tensors.items():
            assert found[name].dtype == array.dtype
            np.testing.assert_array_equal(found[name], array)


@pytest.mark.parametrize("content", [b"{}", b"\x02\0\0\0\0\0\0\0[]", b'\x09\0\0\0\0\0\0\0{"a":{}} ', b"\xff" * 40])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.safetensors"
    path.write_bytes(content)
    with pytest.raises(InputError, match="safetensors"):
        read_tensors(path)
