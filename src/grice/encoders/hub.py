"""Any sentence-transformers model, by hub id or folder, as a `TextEncoder`. Needs torch, which that library brings."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from grice.encoders.base import Tokens, Vectors, unit
from grice.encoders.weights import sha256
from grice.extras import require

BATCH = 64


class SentenceTransformerEncoder:
    """A hub id may download; a folder never does."""

    def __init__(self, name: str) -> None:
        library = require("sentence_transformers", "encoder", f"the encoder {name}")
        self._model = library.SentenceTransformer(name)
        self._source = name
        self.name = Path(name).name if Path(name).is_dir() else name
        self.fingerprint = _fingerprint(name, self._model)

    def encode(self, texts: Sequence[str]) -> Vectors:
        return unit(np.asarray(self._model.encode(list(texts), batch_size=BATCH, show_progress_bar=False)))

    def tokens(self, texts: Sequence[str]) -> list[Tokens]:
        found = self._model.encode(
            list(texts), batch_size=BATCH, output_value="token_embeddings", show_progress_bar=False
        )
        tokenizer = self._model.tokenizer
        tokens = []
        for text, vectors in zip(texts, found, strict=True):
            array = np.asarray(vectors.cpu())
            marked = tokenizer(text, truncation=True, max_length=len(array), return_special_tokens_mask=True)
            plain = np.flatnonzero(np.array(marked["special_tokens_mask"]) == 0)
            pieces = tokenizer.convert_ids_to_tokens([marked["input_ids"][i] for i in plain])
            tokens.append(Tokens(tuple(pieces), unit(array[plain])))
        return tokens

    def __reduce__(self) -> tuple[type["SentenceTransformerEncoder"], tuple[str]]:
        return SentenceTransformerEncoder, (self._source,)


def _fingerprint(name: str, model: object) -> str:
    files = sorted(Path(name).glob("**/*.safetensors")) if Path(name).is_dir() else []
    if files:
        return sha256(files[0])[:8]
    config = getattr(getattr(getattr(model, "_first_module", lambda: None)(), "auto_model", None), "config", None)
    return str(getattr(config, "_commit_hash", None) or "unpinned")[:8]
