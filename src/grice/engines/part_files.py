"""What does a folder of parts hold? Which run it is, which row groups are finished, what they come to, what failed."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from grice.engines.sums import Sums, load, over_all
from grice.errors import InputError
from grice.files.row_groups import RowGroup
from grice.files.writer import write_whole
from grice.version import __version__

ABOUT = "_grice"
"""The folder of what is known of a run."""
FORM = 2
"""Of the files of sums."""
RUN, FAILED = f"{ABOUT}/run.json", f"{ABOUT}/failed.jsonl"


@dataclass(frozen=True)
class Finished:
    """A part: its row group, how many rows it has, how many of them could not be used, and one of those messages."""

    group: RowGroup
    rows: int
    bad: int
    example: str = ""
    before: bool = False
    """Whether it was finished by an earlier run."""


@dataclass(frozen=True)
class Failed:
    """A row group that has no part, and why."""

    group: RowGroup
    reason: str


@dataclass
class Tidings:
    """What a run has done so far: `done` and `failed` row groups."""

    done: list[Finished] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return sum(one.rows for one in self.done)

    @property
    def bad(self) -> int:
        return sum(one.bad for one in self.done)


def begin(identity: Mapping[str, Any], groups: list[RowGroup], folder: Path) -> None:
    """Make the folder of a run, or find that it is this run's; what a killed run left half written is removed."""
    mine = {
        "grice": __version__,
        "form": FORM,
        **identity,
        "groups": [list(asdict(group).values()) for group in groups],
    }
    about = folder / RUN
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file", "a folder for the parts")
    if about.is_file():
        before = json.loads(about.read_text("utf-8"))
        differing = [key for key in {**mine, **before} if before.get(key) != json.loads(json.dumps(mine.get(key)))]
        if differing:
            raise InputError(
                f"{folder} holds another run (its {', '.join(sorted(differing))} differ)",
                "the folder of this run, or a new one",
            )
    elif folder.is_dir() and any(folder.iterdir()):
        raise InputError(f"{folder} is not empty and holds no {RUN}", "an empty folder, or a new one")
    about.parent.mkdir(parents=True, exist_ok=True)
    sweep(folder)
    if not about.is_file():
        write_whole(about, json.dumps(mine, indent=1) + "\n")


def together(folder: Path, groups: Iterable[RowGroup]) -> dict[str, Sums]:
    """The sums over all finished parts by metric, in the order of the row groups."""
    return over_all(sums_of(folder, group) for group in groups)


def sweep(folder: Path) -> None:
    """Remove what was left half written by who can no longer finish it."""
    for left in (*folder.glob(".*.partial"), *(folder / ABOUT).glob(".*.partial")):
        left.unlink(missing_ok=True)


def found(folder: Path, group: RowGroup) -> Finished | None:
    """The part of a row group that an earlier run has finished."""
    path = part_of(folder, group)
    if not path.is_file():
        return None
    about, _ = load(sums_of(folder, group))
    return Finished(group, about["rows"], about["bad"], about["example"], before=True)


def part_of(folder: Path, group: RowGroup) -> Path:
    """The file of a row group's part; parts sort as their rows do."""
    return folder / f"part-{group.first:012d}.parquet"


def sums_of(folder: Path, group: RowGroup) -> Path:
    """The file of the sums of a row group's statistics."""
    return folder / ABOUT / f"part-{group.first:012d}.npz"


def record(folder: Path, failed: list[Failed]) -> None:
    """Name the row groups without a part, or forget those of an earlier run."""
    path = folder / FAILED
    path.unlink(missing_ok=True)
    if failed:
        lines = [json.dumps({**asdict(one.group), "reason": one.reason}) for one in failed]
        write_whole(path, "\n".join(lines) + "\n")
