"""Make the package's lexicon from the WordNet 3.0 files of Debian's wordnet-base.

    apt-get install wordnet-base          (or: apt-get download wordnet-base && dpkg -x wordnet-base_*.deb wordnet)
    python -m lab.build_lexicon /usr/share/wordnet src/grice/words/wordnet/lexicon.npz

The table holds every lemma with its synsets, pooled over parts of speech, and the lists of irregular forms. Synsets are
numbered part of speech by part of speech, so that a number says which it is. Words are sorted as UTF-8 bytes and stored
in one block; `lengths` and `counts` cut it and the block of synset numbers into words. Beside it, hypernyms.npz has the
hypernyms of every noun synset, instances of a thing included: `parents` in one block, cut by `counts`.
"""

from pathlib import Path

import numpy as np

from lab.command import command

PARTS = ("noun", "verb", "adj", "adv")


def main() -> None:
    """Write both tables."""
    made = command(__doc__)
    made.add_argument("source", type=Path)
    made.add_argument("out", type=Path)
    options = made.parse_args()
    source, out = options.source, options.out
    synsets: dict[bytes, list[int]] = {}
    bounds = [0]
    for part in PARTS:
        number: dict[str, int] = {}
        for line in (source / f"index.{part}").read_text("utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split()
            for offset in fields[-int(fields[2]) :]:
                place = bounds[-1] + number.setdefault(offset, len(number))
                synsets.setdefault(fields[0].encode(), []).append(place)
        bounds.append(bounds[-1] + len(number))
        if part == "noun":
            hypernyms(source / "data.noun", number, out.with_name("hypernyms.npz"))
    words = sorted(synsets)
    exceptions = "".join(
        f"{part} {' '.join(line.split())}\n"
        for part in PARTS
        for line in (source / f"{part}.exc").read_text("utf-8").splitlines()
    )
    # Not compressed: a wheel is, and what is read at every start had better be read at once.
    np.savez(
        out,
        words=np.frombuffer(b"".join(words), np.uint8),
        lengths=np.array([len(word) for word in words], np.uint8),
        synsets=np.array([place for word in words for place in synsets[word]], np.int32),
        counts=np.array([len(synsets[word]) for word in words], np.uint8),
        bounds=np.array(bounds, np.int32),
        exceptions=np.frombuffer(exceptions.encode(), np.uint8),
    )
    print(f"{len(words)} words, {bounds[-1]} synsets, {out.stat().st_size} bytes")


def hypernyms(source: Path, number: dict[str, int], out: Path) -> None:
    parents: list[list[int]] = [[] for _ in number]
    for line in source.read_text("utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.partition(" | ")[0].split()
        pointers = fields[5 + 2 * int(fields[3], 16) :]
        for symbol, offset, part in zip(pointers[::4], pointers[1::4], pointers[2::4], strict=False):
            if symbol in ("@", "@i") and part == "n":
                parents[number[fields[0]]].append(number[offset])
    np.savez(
        out,
        parents=np.array([parent for some in parents for parent in some], np.int32),
        counts=np.array([len(some) for some in parents], np.uint8),
    )


if __name__ == "__main__":
    main()
