"""python -m lab.generators OUT.jsonl --count 400 --seed 0: rows of every generator, one JSON object a line."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from lab.command import command
from lab.generators import (
    absent,
    affirmed_denied,
    exceptions,
    names,
    namesakes,
    numbered,
    partitives,
    pronouns,
    quoted,
    receivers,
    together,
)

GENERATORS: dict[str, Callable[[int, np.random.Generator], list[dict[str, str]]]] = {
    "pronouns": pronouns.rows,
    "affirmed_denied": affirmed_denied.rows,
    "exceptions": exceptions.rows,
    "namesakes": namesakes.rows,
    "partitives": partitives.rows,
    "numbered": numbered.rows,
    "quoted": quoted.rows,
    "names": names.rows,
    "receivers": receivers.rows,
    "absent": absent.rows,
    "together": together.rows,
}


def main(arguments: list[str] | None = None) -> None:
    """Write `--count` rows of each generator; a generator's rows do not depend on which others there are."""
    parser = command(__doc__)
    parser.add_argument("out", type=Path, metavar="OUT.jsonl")
    parser.add_argument("--count", type=int, default=400, help="rows of each generator (400)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    with options.out.open("w", encoding="utf-8") as file:
        for name, rows in GENERATORS.items():
            rng = np.random.default_rng([options.seed, *name.encode()])
            for row in rows(options.count, rng):
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
