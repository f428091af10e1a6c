"""How is a write made safe? One engine for SQLite and PostgreSQL, and transactions that run one after the other.

SQLite is in WAL mode and synchronises every commit, so an answer is on the disk before it is acknowledged. Writers
queue at a lock of this process and then at SQLite's own; on PostgreSQL those that change who has what queue at an
advisory lock. Reads never wait.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, OperationalError

from grice.errors import InputError

WAIT_MS = 30_000
LOCK = 0x6772696365
"""The number of the advisory lock."""


class Database:
    """Connections to the database of a study."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self._turn = threading.Lock()
        self.engine = (
            _sqlite(url) if self.is_sqlite else create_engine(url, pool_size=20, max_overflow=20, pool_pre_ping=True)
        )
        try:
            with self.engine.connect():
                pass
        except (OperationalError, DBAPIError) as error:
            raise InputError(
                f"the database {self.engine.url.render_as_string()} does not open: {str(error.orig).strip()}",
                "a folder that may be written, or a PostgreSQL that answers",
            ) from None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, alone: bool = False, lasting: bool = True) -> Iterator[Connection]:
        """A transaction that is committed at the end; `alone`, if it must see and change the whole allocation.

        What is not `lasting` survives the end of this process, but perhaps not a power cut.
        """
        if self.is_sqlite:
            with self._turn, self.engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                with _committed(connection):
                    yield connection
            return
        # The lock of this process comes first, so that those who wait hold no connection.
        with self._turn if alone else nullcontext(), self.engine.begin() as connection:
            if alone:
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
            yield connection

    def close(self) -> None:
        self.engine.dispose()


@contextmanager
def _committed(connection: Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _sqlite(url: str) -> Engine:
    folder = Path(url.removeprefix("sqlite:///")).parent
    if not folder.is_dir():
        raise InputError(f"the folder {folder} does not exist", "a folder for the answers")
    engine = create_engine(url, pool_size=20, max_overflow=40, connect_args={"timeout": WAIT_MS / 1000})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        # Transactions begin where `writing` says so: the driver's own would begin too late to be IMMEDIATE.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={WAIT_MS}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
