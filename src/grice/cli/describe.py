"""`grice describe`: a room or a scene of coloured shapes in words."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from grice import checks
from grice.cli.input import FORMATS
from grice.cli.output import emit, to_people
from grice.cli.render import numbers
from grice.errors import InputError
from grice.files import open_rows
from grice.files.formats import names_file
from grice.files.spool import STANDARD_INPUT
from grice.scenes.quantified import Domain, counts, domain_of

if TYPE_CHECKING:
    from grice.speakers.base import Speaker


def command(
    scenes: list[str] = typer.Argument(None, help=f"Ids of rooms (0 to 479999), or a file: {FORMATS}."),
    counts_: list[str] = typer.Option(
        [], "--counts", help='A scene: 2,0,0,2 (order as in --domain) or "blue squares=2,red circles=2". Repeatable.'
    ),
    against: list[str] = typer.Option(
        [], "--against", help="A scene to tell it apart from: an id, or counts with --counts. Repeatable."
    ),
    speaker: str = typer.Option(
        "", help="One of the speakers that --speakers lists; by default minimal for rooms, qdg-greedy for counts."
    ),
    speakers: bool = typer.Option(False, "--speakers", help="List the speakers and stop."),
    seed: int = typer.Option(0, help="Same seed, same words; scene i of several is described with seed + i."),
    size: int | None = typer.Option(None, help="How many objects there are, to check the counts against."),
    style: str | None = typer.Option(None, help="For the speaker complete: short, legible or vague."),
    promotion: str | None = typer.Option(None, help="For the speaker qdg-ia: released or thesis."),
    variant: str | None = typer.Option(
        None, help="For qdg-ia, qdg-greedy and the grammars of rooms: fixed or released."
    ),
    decoding: str | None = typer.Option(
        None, help="For the trained speakers of rooms: greedy, beam, sampling or nucleus."
    ),
    method: str | None = typer.Option(None, help="For the speaker rsa: global, words or characters."),
    captioner: str | None = typer.Option(None, help="For the speaker rsa: the trained speaker that it thinks over."),
    rationality: float | None = typer.Option(None, help="For the speaker rsa: how much the listener counts."),
    cost: float | None = typer.Option(None, help="For the speaker rsa: what a word costs."),
    agent: Path | None = typer.Option(None, help="For the trained speakers: the folder of an agent of your own."),
    domain: str = typer.Option(
        "", help="Attributes and values, as in 'colour=blue,red,green; shape=square,circle'; the last gives the nouns."
    ),
    out: Path | None = typer.Option(None, "--out", "-o", help="Write a row per scene here (.jsonl, .csv, .parquet)."),
    processes: int = typer.Option(1, min=1, help="How many processes share the work."),
    force: bool = typer.Option(False, "--force", help="Overwrite the output file."),
) -> None:
    """Describe a 3DShapes room or a scene of coloured shapes so that a reader can tell it from others.

    Counts are in the order blue squares, red squares, blue circles, red circles unless --domain says otherwise: the
    first attribute varies fastest. A file has one scene per row: target_id and distractor_ids for rooms; counts, or a
    column for each kind, for coloured shapes.
    """
    from grice.speakers.base import DEFAULTS, SPEAKERS, load

    if speakers:
        emit({"speaker": name, "of": entry.family, "what it says": entry.about} for name, entry in SPEAKERS.items())
        return
    if bool(scenes) == bool(counts_):
        raise InputError(
            "both --counts and other scenes" if scenes else "no scene",
            "ids of rooms, a file of scenes, or --counts 2,0,0,2",
            "grice describe 118308 --against 235786",
        )
    kinds = domain_of(domain)
    file = _file(scenes or [])
    family = "quantified" if counts_ else _family(file, kinds) if file else "rooms"
    given: dict[str, Any] = {"style": style, "promotion": promotion, "variant": variant}
    given |= {"domain": kinds if domain else None, "decoding": decoding, "method": method, "captioner": captioner}
    given |= {"rationality": rationality, "cost": cost, "agent": agent}
    chosen = load(speaker or DEFAULTS[family], **{name: value for name, value in given.items() if value is not None})
    first = checks.whole(seed, "--seed", fix="--seed 0")
    if file:
        if against:
            raise InputError("--against with a file", "a column distractor_ids in the file")
        _stream(file, chosen, kinds, first, out, force, processes)
        return
    if out:
        raise InputError(f"--out {out} without a file", "a file of scenes", f"grice describe SCENES.csv --out {out}")
    if chosen.family != family:
        raise InputError(
            f"{'--counts' if counts_ else 'ids of rooms'} and speaker {chosen.name}",
            f"one of {', '.join(SPEAKERS.of(family))}",
        )
    if family == "rooms":
        _rooms(chosen, numbers(",".join(scenes), "ids").tolist(), against, first)
    else:
        _quantified(chosen, [counts(scene, kinds, size) for scene in counts_], against, first)


def _file(scenes: list[str]) -> Path | None:
    """The file, where the arguments name one instead of ids."""
    if not scenes or all(scene.replace(",", "").strip().removeprefix("-").isdecimal() for scene in scenes):
        return None
    if len(scenes) > 1:
        raise InputError(f"{' '.join(scenes)[:60]}", "ids of rooms, or one file of scenes")
    file = Path(scenes[0])
    if str(file) != STANDARD_INPUT and not names_file(scenes[0]) and not file.exists():
        raise InputError(
            f"{scenes[0]} is no id and no file",
            "ids of rooms (0 to 479999), a file of scenes, or counts",
            "grice describe 118308, grice describe --counts 2,0,0,2",
        )
    return file


def _family(file: Path, domain: Domain) -> str:
    """Which family of scenes a file holds, where no speaker was named that decides it."""
    from grice.engines.describe import TARGET, columns

    every = {column.name: column for family in ("rooms", "quantified") for column in columns(family, domain)}
    source = open_rows(file, list(every.values()))
    # A column "target" may hold ids or counts; without a speaker it is read as counts.
    return "rooms" if TARGET in source.columns and source.key(TARGET) != "target" else "quantified"


def _stream(
    file: Path, speaker: "Speaker[Any]", domain: Domain, seed: int, out: Path | None, force: bool, processes: int
) -> None:
    from grice.cli.streaming import FEW, stream
    from grice.engines.describe import FAMILIES, check_columns, columns, describe_batch
    from grice.engines.local import Each

    source = open_rows(file, columns(speaker.family, domain), FEW, keep=True)
    check_columns(source.columns, speaker.family, domain, file)
    stream(
        file,
        source,
        Each(partial(describe_batch, speaker=speaker, seed=seed, read=[column.name for column in source.columns])),
        "described",
        out,
        force,
        show=out is None,
        columns=FAMILIES[speaker.family].shown,
        processes=processes,
    )


def _rooms(speaker: "Speaker[str]", targets: list[int], against: list[str], seed: int) -> None:
    from grice.speakers.base import describe

    rivals = numbers(",".join(against), "--against").tolist() if against else []
    said = describe(targets, speaker, seed, distractors=[rivals] * len(targets))
    rows = ({"target_id": target, "text": text} for target, text in zip(targets, said, strict=True))
    if to_people():
        emit(rows)
    else:
        emit(row | {"distractor_ids": rivals, "speaker": speaker.name, "seed": seed + i} for i, row in enumerate(rows))


def _quantified(speaker: "Speaker[Any]", scenes: list[tuple[int, ...]], against: list[str], seed: int) -> None:
    from grice.speakers.base import describe

    described = describe(scenes, speaker, seed, distractors=[against] * len(scenes))
    if not to_people():
        emit(said.to_json() for said in described)
        return
    emit(
        {
            "text": said.text,
            "complete": "yes" if said.complete else "no",
            "by logic alone": "yes" if said.complete_logically else f"no, {len(said.left_open)} other scenes fit",
        }
        for said in described
    )
