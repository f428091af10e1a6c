"""Which texts have been parsed already, and to what? A file that keeps graphs by text and parser.

SQLite with a write-ahead log: a crash in the middle of a write leaves the file as it was, several processes may use one
file, and any other file is refused, not overwritten. Keys are a hash of the text and the parser's fingerprint, so
another model or another version never answers for this one. A parse that cannot be kept (the disk is full, another
process holds the file) is a warning: the text is parsed all the same.
"""

import hashlib
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from os.path import expanduser
from pathlib import Path
from types import TracebackType

from grice import checks
from grice.errors import InputError
from grice.files.blobs import cache_folder
from grice.meaning.graph import SceneGraph
from grice.readers.graphs.windows import VERSION
from grice.version import __version__

_TABLE = "CREATE TABLE IF NOT EXISTS parses (key BLOB PRIMARY KEY, graph TEXT NOT NULL) WITHOUT ROWID"
_PATIENCE = 60.0
_MOST_KEYS = 500
FILE = "parses.sqlite"
"""In the cache folder."""


def cache_file(cache: str | Path | bool | None) -> Path | None:
    """The file to use: none, the one given, or for True the one in the cache folder."""
    if cache is None or cache is False:
        return None
    if cache is True:
        return cache_folder() / FILE
    if isinstance(cache, str | Path) and str(cache):
        return checks.new_file(Path(expanduser(cache)))
    raise InputError(f"cache={cache!r}", "a file name, or True for a file in Grice's cache folder", "cache=True")


_standing: ContextVar[Path | None] = ContextVar("standing", default=None)


def standing_cache() -> Path | None:
    """The file that keeps the parses of this block, where `remembering` began one."""
    return _standing.get()


@contextmanager
def remembering(cache: str | Path | bool | None) -> Iterator[Path | None]:
    """Keep every parse of this block in a file, unless its caller says otherwise; None changes nothing."""
    token = _standing.set(cache_file(cache) if cache is not None else standing_cache())
    try:
        yield standing_cache()
    finally:
        _standing.reset(token)


@contextmanager
def remembering_parses() -> Iterator[Path]:
    """Parse every text once in this block: in the file of a block around it, or in one that goes with the block."""
    if known := standing_cache():
        yield known
        return
    with tempfile.TemporaryDirectory(prefix="grice-") as folder, remembering(Path(folder) / FILE) as file:
        assert file is not None
        yield file


def parses_in(file: Path) -> int:
    """How many parses a file keeps; none where it cannot be read."""
    if file.is_file():
        with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as kept:
            return int(kept.execute("SELECT count(*) FROM parses").fetchone()[0])
    return 0


class Cache:
    """The parses of one parser in a file; open it with `with`."""

    def __init__(self, path: str | Path, fingerprint: str) -> None:
        self.path, self.fingerprint = Path(path), f"{__version__}/{VERSION}/{fingerprint}"

    def __enter__(self) -> "Cache":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
            tables = {name for (name,) in self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if tables and "parses" not in tables:
                raise sqlite3.DatabaseError(f"it is a database of {', '.join(sorted(tables))}")
            # Two processes that open a new file at once cannot both switch it; the one that comes second need not.
            with suppress(sqlite3.OperationalError):
                self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.execute(_TABLE)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise self._refused(error) from None
        return self

    def get(self, texts: Sequence[str]) -> dict[str, SceneGraph]:
        """The graphs that are known, by text."""
        keys = {self._key(text): text for text in texts}
        listed = list(keys)
        found: dict[str, SceneGraph] = {}
        for start in range(0, len(listed), _MOST_KEYS):
            part = listed[start : start + _MOST_KEYS]
            marks = ",".join("?" * len(part))
            query = f"SELECT key, graph FROM parses WHERE key IN ({marks})"
            try:
                with closing(self._file.execute(query, part)) as rows:
                    for key, graph in rows:
                        # An entry that cannot be read is parsed again and replaced.
                        with suppress(InputError):
                            found[keys[key]] = SceneGraph.from_json(graph)
            except sqlite3.Error as error:
                raise self._refused(error) from None
        return found

    def put(self, graphs: Mapping[str, SceneGraph]) -> None:
        """Keep graphs: all of them or, after a crash or a failure, none."""
        if not graphs:
            return
        rows = [(self._key(text), graph.to_json()) for text, graph in graphs.items()]
        try:
            with self._file:
                self._file.execute("BEGIN IMMEDIATE")
                self._file.executemany("INSERT OR REPLACE INTO parses VALUES (?, ?)", rows)
        except sqlite3.Error as error:
            warnings.warn(f"parses could not be kept in {self.path}: {error}", RuntimeWarning, stacklevel=2)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _refused(self, error: Exception) -> InputError:
        return InputError(
            f"{self.path} cannot be used as a cache of parses: {error}",
            "a cache that grice made and may write to, or the name of a new file",
            "another file name",
        )

    def _key(self, text: str) -> bytes:
        whole = f"{self.fingerprint}\0{text}".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(whole, digest_size=16).digest()
