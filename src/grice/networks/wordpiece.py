"""Which pieces is a text made of? BERT's uncased tokenizer (Devlin et al. 2019), from its list of pieces alone."""

from pathlib import Path
from typing import Any

from grice.networks.pieces import SPECIAL

_, UNKNOWN, START, END, _ = SPECIAL


def wordpiece(pieces: Path) -> Any:
    """A tokenizer of a file with one piece a line, in the order of their numbers; it neither pads nor cuts."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    numbers = {piece: number for number, piece in enumerate(pieces.read_text("utf-8").split("\n")[:-1])}
    tokenizer = Tokenizer(models.WordPiece(numbers, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.BertProcessing((END, numbers[END]), (START, numbers[START]))
    tokenizer.add_special_tokens([AddedToken(piece, normalized=False, special=True) for piece in SPECIAL])
    return tokenizer
