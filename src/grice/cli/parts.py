"""A verb over a corpus of any size: Parquet row groups in, a folder of parts out; a stopped run continues."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from grice.cli.output import progress, say
from grice.errors import InputError

if TYPE_CHECKING:
    from grice.engines.groups import Task
    from grice.files.row_groups import RowGroup

PARTS = typer.Option(
    None,
    "--parts",
    help="A folder instead of --out, for Parquet of any size: a part for each row group; the same command continues.",
)
RAY = typer.Option(0, "--ray", min=0, help="With --parts: how many actors of a Ray cluster share the work.")


def refuse_others(**given: Any) -> None:
    """Options that mean nothing where a folder of parts is written."""
    if wrong := [f"--{name}" for name, value in given.items() if value]:
        raise InputError(f"--parts with {', '.join(wrong)}", "one or the other")


def files_of(given: str) -> list[str]:
    """The Parquet files of a path, a folder, or a URL that fsspec knows."""
    from grice.files.row_groups import REMOTE

    path = Path(given)
    if REMOTE in given or path.suffix == ".parquet":
        return [given]
    if path.is_dir():
        if found := sorted(str(one) for one in path.glob("*.parquet")):
            return found
        raise InputError(f"{given} holds no Parquet file", "a folder of .parquet files")
    raise InputError(
        f"--parts with {given}", "a Parquet file, a folder of them, or a URL", "write Parquet first: --out X.parquet"
    )


def work_in_parts(task: "Task", given: str, folder: Path, processes: int, ray: int, done: str) -> list["RowGroup"]:
    """Finish every row group; what was done and what failed is said at the end. Returns the row groups."""
    from grice.cli.streaming import SHOWN
    from grice.engines.groups import first_pass, run
    from grice.engines.on_ray import OnRay
    from grice.engines.part_files import FAILED, Failed, Finished, Tidings
    from grice.files.row_groups import row_groups

    groups = row_groups(files_of(given))
    total, largest = sum(group.rows for group in groups), max(group.rows for group in groups)
    tidings = Tidings()
    engine = OnRay(ray) if ray else None
    try:
        if task.job.prepares:
            with progress("first pass", total, largest) as step:
                task = first_pass(task, groups, processes, engine, step)
        with progress("rows", total, largest) as step:
            for made in run(task, groups, folder, processes, engine):
                if isinstance(made, Failed):
                    tidings.failed.append(made)
                else:
                    tidings.done.append(made)
                (step.already if isinstance(made, Finished) and made.before else step)(made.group.rows)
    except KeyboardInterrupt:
        say(f"stopped; {len(tidings.done)} of {len(groups)} parts are in {folder}, and the same command continues")
        raise
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written: {error.strerror or error}",
            "room on the disk; the same command continues with the parts that are missing",
        ) from None
    before = sum(one.before for one in tidings.done)
    earlier = f", {before} of them by an earlier run" if before else ""
    say(f"{folder}: {tidings.rows:,} rows {done} in {len(tidings.done)} parts{earlier}")
    if tidings.bad:
        example = next(one.example for one in tidings.done if one.example)
        say(f"{tidings.bad:,} rows could not be used (column error), such as: {example}")
    for failed in tidings.failed[:SHOWN]:
        say(f"  {failed.group.name}: {failed.reason}")
    if tidings.failed:
        say(f"{len(tidings.failed)} row groups have no part: see {folder / FAILED}; the same command tries them again")
    if not tidings.rows - tidings.bad:
        raise InputError(f"none of the rows of {given} could be {done}", "at least one good row")
    return groups
