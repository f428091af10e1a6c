"""What does a machine without package index and network need to train the parser? One small folder.

python -m grice.training.parser.carry --data FOLDER --out .gpu/parser
"""

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

from grice.training.parser import weights
from grice.training.parser.fitting import load_data, vocabulary_of
from grice.training.parser.rows import FILES


def main(arguments: Sequence[str] | None = None) -> None:
    """Copy the files of both splits and MiniLM with the pieces they use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    encoder = weights.load_encoder()
    pieces: dict[str, None] = {}
    (options.out / "data").mkdir(parents=True, exist_ok=True)
    for split, names in FILES.items():
        for name in names:
            (options.out / "data" / name).unlink(missing_ok=True)
            shutil.copyfile(options.data / name, options.out / "data" / name)
        pieces |= dict.fromkeys(vocabulary_of(load_data(options.data, split, 0), encoder.tokenizer).pieces)
    weights.carry(encoder, list(pieces), options.out / "encoder")
    total = sum(file.stat().st_size for file in options.out.rglob("*") if file.is_file())
    print(f"{options.out}: {total / 2**20:.1f} MiB, {len(pieces)} pieces")


if __name__ == "__main__":
    main()
