"""Which agents go into the package? From the packed files of sweeps to folders that speakers and readers load by name.

    python -m grice.games.shipping src/grice PACKED [PACKED ...] --agents b,rp,sp,best

Of each agent the first seed that is packed: the speaker goes to speakers/rooms/agents, its listener to
readers/rooms/agents, each with a card of what the sweep measured on the thirteen test sets.
"""

import argparse
import json
import shutil
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.games.runs import LISTENER, SPEAKER, flat
from grice.networks import manifest
from grice.speakers.rooms.agent_folder import WEIGHTS
from grice.training.captioner.card import write_card
from grice.training.captioner.evaluation import by_category

PLACES = {SPEAKER: "speakers/rooms/agents", LISTENER: "readers/rooms/agents"}


def ship(package: Path, packed: Sequence[Path], agents: Sequence[str]) -> list[Path]:
    """Put agents into the package's folders; those folders. Of sweeps that have the same agent the first counts."""
    written: list[Path] = []
    with tempfile.TemporaryDirectory() as room:
        for number, folder in enumerate(packed):
            for archive in sorted(folder.glob("agents-*.tar")):
                with tarfile.open(archive) as opened:
                    opened.extractall(Path(room) / str(number), filter="data")
        for name in agents:
            written += _ship_one(package, Path(room), packed, name)
    return written


def _ship_one(package: Path, room: Path, packed: Sequence[Path], name: str) -> list[Path]:
    found = [
        (folder, result)
        for number, place in enumerate(packed)
        for result in json.loads((place / "results.json").read_text("utf-8"))["runs"]
        if result["name"] == name and (folder := room / str(number) / f"{name}-{result['seed']}").is_dir()
    ]
    if not found:
        raise InputError(f"no agent {name} in {', '.join(map(str, packed))}", "folders with its tar and results.json")
    folder, result = found[0]
    written = []
    for kind, place in PLACES.items():
        if (folder / kind).is_dir():
            out = package / place / name
            shutil.rmtree(out, ignore_errors=True)
            shutil.copytree(folder / kind, out)
            about = manifest.about(out)
            about.setdefault("context", "pair")
            manifest.write(out, [WEIGHTS], about)
            write_card(out, _record(result))
            written.append(out)
    return written


def _record(result: Mapping[str, Any]) -> dict[str, Any]:
    """What a card needs of a sweep's result."""
    steps = {"steps": result["steps"]} if "steps" in result else {}
    return {"measured": flat(by_category(result["sets"])) | steps}


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m grice.games.shipping", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("package", type=Path)
    parser.add_argument("packed", type=Path, nargs="+")
    parser.add_argument("--agents", default="b,rp,sp,best")
    options = parser.parse_args(arguments)
    for folder in ship(options.package, options.packed, options.agents.split(",")):
        print(folder, sum(file.stat().st_size for file in folder.iterdir()))


if __name__ == "__main__":
    main()
