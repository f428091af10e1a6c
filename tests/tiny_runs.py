"""Data and recipes for runs of some seconds: six captions, two layers."""

from dataclasses import replace

from grice.training.parser.recipes import Recipe
from grice.training.parser.rows import Row, facts_in
from grice.training.parser.splits import ParserData
from grice.words.split import words_in
from tiny_networks import CAPTIONS

TINY = Recipe(decoder_layers=2, dropout=0.0, batch=6, warmup=10, encoder_rate=4e-3, decoder_rate=4e-3, decay=0.9)
CALM = replace(TINY, smoothing=0.0, agreement=0.0, hide_source=0.0)


def small_data() -> ParserData:
    rows = [Row(words_in(c), facts_in(g), facts_in(g)) for c, g in CAPTIONS.items()]
    return ParserData("random", rows, [], rows)


def words(data: ParserData) -> list[str]:
    return sorted({word for row in data.rows for word in (*row.words, *" ".join(map(" ".join, row.facts)).split())})
