"""Any sentence-transformers model, by hub id or folder, as a `TextEncoder`. Needs torch, which that library brings."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from grice.encoders.base import TokenVectors, Vectors, unit
from grice.extras import require
from grice.networks.manifest import sha256

BATCH = 64


class SentenceTransformerEncoder:
    """A hub id may download; a folder never does."""

    def __init__(self, name: str) -> None:
        library = require("sentence_transformers", "hub", f"the encoder {name}")
        self._model = library.SentenceTransformer(name)
        self._source = name
        self.name = Path(name).name if Path(name).is_dir() else name
        self.fingerprint = _fingerprint(name, self._model)

    def encode(self, texts: Sequence[str]) -> Vectors:
        return unit(np.asarray(self._model.encode(list(texts), batch_size=BATCH, show_progress_bar=False)))

    def tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        found = self._model.encode(
            list(texts), batch_size=BATCH, output_value="token_embeddings", show_progress_bar=False
        )
        tokens = []
        for text, vectors in zip(texts, found, strict=True):
            array = np.asarray(vectors.cpu())
            places, pieces = self._pieces(text, len(array))
            tokens.append(TokenVectors(pieces, unit(array[places])))
        return tokens

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [self._pieces(text, self._model.max_seq_length)[1] for text in texts]

    def _pieces(self, text: str, longest: int | None) -> tuple[list[int], tuple[str, ...]]:
        """Where the word pieces stand among the tokens, and what they are."""
        tokenizer = self._model.tokenizer
        marked = tokenizer(text, truncation=longest is not None, max_length=longest, return_special_tokens_mask=True)
        places = [i for i, special in enumerate(marked["special_tokens_mask"]) if not special]
        return places, tuple(tokenizer.convert_ids_to_tokens([marked["input_ids"][i] for i in places]))

    def __reduce__(self) -> tuple[type["SentenceTransformerEncoder"], tuple[str]]:
        return SentenceTransformerEncoder, (self._source,)


def _fingerprint(name: str, model: object) -> str:
    files = sorted(Path(name).glob("**/*.safetensors")) if Path(name).is_dir() else []
    if files:
        return sha256(files[0])[:8]
    config = getattr(getattr(getattr(model, "_first_module", lambda: None)(), "auto_model", None), "config", None)
    return str(getattr(config, "_commit_hash", None) or "unpinned")[:8]
