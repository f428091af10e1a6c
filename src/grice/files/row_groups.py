"""Which row groups do Parquet files hold, on this disk or wherever fsspec reaches? Each can be read by itself."""

from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet

from grice.errors import InputError
from grice.extras import require
from grice.files.parquet import BROKEN, broken
from grice.files.reader import first_line

REMOTE = "://"
_PACKAGES = {"s3": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "http": "aiohttp", "https": "aiohttp", "abfs": "adlfs"}
"""What fsspec wants besides itself for the commonest places; its own message names the others."""


@dataclass(frozen=True)
class RowGroup:
    """One row group: of which file, its number there, where its rows begin among all, and how many it has."""

    url: str
    number: int
    first: int
    rows: int

    @property
    def name(self) -> str:
        """How messages name it."""
        return f"row group {self.number} of {self.url} (rows {self.first} to {self.first + self.rows - 1})"


@contextmanager
def opened(url: str, mode: str = "rb") -> Any:
    """A file of this disk, or of a URL that fsspec knows."""
    if REMOTE not in url:
        with Path(url).open(mode) as here:
            yield here
        return
    there: IO[bytes]
    fsspec = require("fsspec", "ray", f"reading {url}")
    try:
        found = fsspec.open(url, mode)
    except (ImportError, ValueError) as error:  # no package for this kind of place, or no such kind
        package = _PACKAGES.get(url.partition(REMOTE)[0])
        raise InputError(
            f"{url} cannot be reached: {first_line(error)}",
            "the package that fsspec reads it with" if isinstance(error, ImportError) else "a URL that fsspec knows",
            f"pip install {package}" if package else "",
        ) from None
    with found as there:
        yield there


def row_groups(urls: Iterable[str]) -> list[RowGroup]:
    """The row groups of some files in order; only what stands at the end of each file is read."""
    found: list[RowGroup] = []
    first = 0
    for url in urls:
        try:
            with opened(url) as file:
                metadata = pa.parquet.ParquetFile(file).metadata
                sizes = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
        except FileNotFoundError:
            raise InputError(f"no file {url}", "a Parquet file") from None
        except InputError:
            raise
        except BROKEN as error:
            raise broken(url, error) from None
        for number, rows in enumerate(sizes):
            if rows:
                found.append(RowGroup(url, number, first, rows))
            first += rows
    if not found:
        raise InputError("Parquet files without a row", "at least one row")
    return found
