"""Which captions does the library carry, so that a parser which learns a user's captions does not forget the rest?

    python -m lab.replay data/captions/train.jsonl FACTUAL src/grice/training/parser/replay.jsonl

Every eighth row of those that the shipped parser learned from, some two thousand of every kind, with the marks of voice
and verb that FACTUAL's annotators gave to a predicate most often.
"""

import json
from pathlib import Path

from grice.meaning.forms.text import text_of
from grice.readers.graphs.linear import DENIED, is_denied
from grice.training.parser.captions import marks_in, read_captions
from grice.training.parser.rows import read_rows
from lab.command import command

EVERY = 8


def main() -> None:
    """Write the rows with what a parser learns from."""
    made = command(__doc__)
    made.add_argument("captions", type=Path)
    made.add_argument("factual", type=Path, help="folder with the FACTUAL files")
    made.add_argument("out", type=Path)
    options = made.parse_args()
    learned, _ = read_rows(options.factual, "random", None, print)
    rows = read_captions(options.captions, marks_in(learned))
    with options.out.open("w", encoding="utf-8") as file:
        for row in rows[::EVERY]:
            kept = {"caption": row.text, "graph": text_of(fact for fact in row.facts if not is_denied(fact))}
            if denied := [(fact[0].removeprefix(DENIED), *fact[1:]) for fact in row.facts if is_denied(fact)]:
                kept["denied"] = text_of(denied)
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
