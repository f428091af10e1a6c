"""Cut annotated paragraphs into the windows in which a parser reads them, each with the facts that it states.

    python -m lab.paragraphs DISCOSG.jsonl OUT.jsonl [--without 0/5]

A fact belongs to the windows in which its two fields stand closest together, the predicate between them counted too;
a sentence that two windows share gives its facts to both. Facts of which a field is named in no window are left out.
Each line of the output has `caption`, `graph` and `paragraph`, the number of the text. `--without K/N` leaves out the
paragraphs whose number modulo N is K, so that a parser can be judged on texts of which it has seen no window.
"""

import json
from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path

from grice.corpora import discosg
from grice.meaning.forms.text import text_of
from grice.readers.graphs.network.parser import MOST_WORDS
from grice.readers.graphs.spans import places
from grice.readers.graphs.windows import windows
from grice.words.prepositions import split
from grice.words.split import words_of_text
from lab.command import command

FAR = 25
"""Words that two fields of a fact may be apart."""
UNSAID = 6
"""What it costs a window, in words, that it does not say the verb or preposition of a fact."""


def distance(fact: Sequence[str], words: Sequence[str]) -> float | None:
    """How far apart a window names the fields of a fact; None where it lacks one."""
    if fact[-1] in ("many", "group of", "pair of"):
        fact = fact[:1]
    fields = [places(field.lower(), words) for field in (fact if len(fact) < 3 or fact[1] == "is" else fact[::2])]
    if len(fact) == 3 and fact[1] == "is":
        fields = [fields[0], fields[2]]
    if not all(fields):
        return None
    if len(fields) == 1:
        return 0.0
    apart = min(abs(one[1] - other[1]) for one in fields[0] for other in fields[1])
    if apart > FAR:
        return None
    if len(fact) == 3 and fact[1] != "is":
        verb, preposition = split(fact[1])
        apart += UNSAID * (not places(verb.split()[0] if verb else preposition, words))
    return float(apart)


def share(text: str) -> tuple[int, int]:
    """K and N of "K/N", as --without takes them."""
    k, _, n = text.partition("/")
    if not (k.isdecimal() and n.isdecimal() and int(k) < int(n)):
        raise ArgumentTypeError(f"{text!r} is not K/N with K below N, such as 0/5")
    return int(k), int(n)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the windows and say how many facts found one."""
    made = command(__doc__)
    made.add_argument("source", help="DiscoSG's train.jsonl, or its folder")
    made.add_argument("out", type=Path)
    made.add_argument("--without", type=share, metavar="K/N", help="leave out paragraphs K, K + N, K + 2N, ...")
    options = made.parse_args(arguments)
    drawn = found = count = 0
    with options.out.open("w", encoding="utf-8") as file:
        for number, one in enumerate(discosg.load(discosg.file_in(options.source))):
            if one.error is not None or (options.without and number % options.without[1] == options.without[0]):
                continue
            parts = windows(words_of_text(one.caption), MOST_WORDS)
            given: list[list[Sequence[str]]] = [[] for _ in parts]
            for fact in dict.fromkeys(one.graph.facts):
                far = [distance(fact, part.words) for part in parts]
                best = min((value for value in far if value is not None), default=None)
                drawn, found = drawn + 1, found + (best is not None)
                for facts, value in zip(given, far, strict=True):
                    if value is not None and value == best:
                        facts.append(fact)
            for part, facts in zip(parts, given, strict=True):
                row = {"caption": part.text, "graph": text_of(facts).lower(), "paragraph": number}
                file.write(json.dumps(row) + "\n")
                count += 1
    print(f"{count} windows; {found} of {drawn} facts placed, {100 * found / drawn:.1f} %")


if __name__ == "__main__":
    main()
