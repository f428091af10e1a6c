"""Which encoder is meant by this name? One place that loads any of them, each once per process."""

from functools import cache
from os.path import isdir
from pathlib import Path

from grice import checks
from grice.encoders.base import ImageTextEncoder, TextEncoder
from grice.encoders.memory import VectorMemory
from grice.errors import InputError

MINILM = "minilm"
FAST = "minilm-int8"
"""The same weights in 8-bit integers: twice as fast, cosines right to about 0.002 (docs/encoders.md)."""


def load(encoder: str | TextEncoder = MINILM, memory: str | Path | None = None) -> VectorMemory:
    """A text encoder that embeds each distinct string once; in `memory`, a folder, vectors outlive the process.

    `encoder` is "minilm", "minilm-int8", the hub id or folder of a sentence-transformers model, or an object with the
    protocol.
    """
    if isinstance(encoder, VectorMemory) and memory is None:
        return encoder
    if isinstance(encoder, type) or not (isinstance(encoder, str) or callable(getattr(encoder, "encode", None))):
        raise InputError(
            f"the encoder {checks.quoted(encoder)}", "a name, a folder, a hub id, or an object that encodes"
        )
    return VectorMemory(_text_encoder(encoder) if isinstance(encoder, str) else encoder, memory)


def load_image_text(encoder: str | ImageTextEncoder) -> ImageTextEncoder:
    """An image-text encoder: "ViT-B-32/openai" (open_clip's model and weights), a folder, or an object."""
    return _image_text_encoder(encoder) if isinstance(encoder, str) else encoder


@cache
def _text_encoder(name: str) -> TextEncoder:
    if name in (MINILM, FAST):
        from grice.encoders.minilm import MiniLM

        return MiniLM(integers=name == FAST)
    if "/" not in name and not isdir(name):
        raise InputError(
            f"no text encoder is called {checks.quoted(name)}",
            f'"{MINILM}", "{FAST}", or the hub id or folder of a sentence-transformers model',
            'encoder="sentence-transformers/all-mpnet-base-v2"',
        )
    from grice.encoders.hub import SentenceTransformerEncoder

    return SentenceTransformerEncoder(name)


@cache
def _image_text_encoder(name: str) -> ImageTextEncoder:
    from grice.encoders.clip import OpenClip

    return OpenClip(name)
