"""Cut annotated paragraphs into sentences, each with the facts it states: rows for the training of the parser.

python tools/place_facts.py DISCOSG.jsonl OUT.jsonl   writes caption, graph and paragraph of each sentence.
"""

import sys

from grice.corpora import discosg, placement


def main(source: str, out: str) -> None:
    """Place the facts of every paragraph and say how many found a sentence."""
    rows = [(one.caption, one.graph.facts) for one in discosg.load(discosg.file_in(source)) if one.error is None]
    written = placement.write(rows, out)
    print(f"{written.sentences} sentences, {written.silent} without a fact")
    print(f"{written.facts} of {written.drawn} facts placed: {100 * written.facts / written.drawn:.1f} %")


if __name__ == "__main__":
    main(*sys.argv[1:])
