"""Networks small enough for a test: MiniLM's names and shapes, 32 wide, with random weights."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,-'&/:;!?\"()"
CAPTIONS = {
    "a red ball on the grass": "( ball , is , red ) , ( ball , on , grass )",
    "two dogs chasing a ball": "( dogs , is , 2 ) , ( dogs , v:chase , ball )",
    "cup filled with tea": "( cup , pv:fill with , tea )",
    "a man next to another man": "( man , next to , man:1 )",
    "the white wall": "( wall , is , white )",
    "a woman 's black hat": "( woman , v:have , hat ) , ( hat , is , black )",
}


def write_encoder(folder: Path, words: Iterable[str], width: int = 32, layers: int = 2) -> Path:
    """Write an encoder that knows the given words to a folder."""
    torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")
    torch.set_num_threads(1)
    safetensors = pytest.importorskip("safetensors.torch", reason="training needs safetensors")
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = word_pieces(words)
    tokenizer.save(str(folder / "tokenizer.json"))
    generator = torch.Generator().manual_seed(0)

    def matrix(*size: int) -> Any:
        return torch.randn(size, generator=generator) * 0.05

    weights = {
        "embeddings.word_embeddings.weight": matrix(tokenizer.get_vocab_size(), width),
        "embeddings.position_embeddings.weight": matrix(128, width),
        "embeddings.token_type_embeddings.weight": matrix(2, width),
        "embeddings.LayerNorm.weight": torch.ones(width),
        "embeddings.LayerNorm.bias": torch.zeros(width),
    }
    for i in range(layers):
        stem = f"encoder.layer.{i}."
        sizes = {
            "attention.self.query": (width, width),
            "attention.self.key": (width, width),
            "attention.self.value": (width, width),
            "attention.output.dense": (width, width),
            "intermediate.dense": (2 * width, width),
            "output.dense": (width, 2 * width),
        }
        for name, size in sizes.items():
            weights[f"{stem}{name}.weight"] = matrix(*size)
            weights[f"{stem}{name}.bias"] = torch.zeros(size[0])
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            weights[f"{stem}{name}.weight"] = torch.ones(width)
            weights[f"{stem}{name}.bias"] = torch.zeros(width)
    safetensors.save_file(weights, str(folder / "model.safetensors"))
    return folder


def word_pieces(words: Iterable[str]) -> Any:
    """A WordPiece tokenizer of letters and the given words, in BERT's manner."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

    pieces = ["[PAD]", *(f"[unused{i}]" for i in range(1, 20)), "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces += [*LETTERS, *(f"##{letter}" for letter in LETTERS), *sorted(set(words))]
    vocabulary = {piece: i for i, piece in enumerate(dict.fromkeys(pieces))}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer
