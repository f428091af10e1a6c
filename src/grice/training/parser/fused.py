"""How does attention leave torch as one operator? As onnxruntime's own, in place of a dozen small ones.

`MultiHeadAttention` attends to the places of a caption. `DecoderMaskedMultiHeadAttention` attends to the pieces so far,
whose keys and values lie in tensors with room for more: the next ones are written there, and nothing is copied.
"""

from typing import Any

import torch
from torch import nn
from torch.nn import functional as F

from grice.networks.onnx import CONTRIB
from grice.training.parser.network import Attention, ParserNetwork

_SEEING, _ONWARD = (f"{CONTRIB}::{name}" for name in ("MultiHeadAttention", "DecoderMaskedMultiHeadAttention"))


class FusedAttention(nn.Module):
    """An `Attention` for inference whose exported form is one operator."""

    def __init__(self, attention: Attention) -> None:
        super().__init__()
        self.heads, self.ask, self.answer, self.out = attention.heads, attention.ask, attention.answer, attention.out

    def keys_values(self, x: Any) -> Any:
        """As they are before they are split into heads: the operator splits."""
        return self.answer(x).chunk(2, dim=-1)

    def forward(self, x: Any, keys: Any, values: Any, visible: Any) -> Any:
        return self.out(_Seeing.apply(self.ask(x), keys, values, visible.flatten(1).int(), self.heads))

    def onward(self, x: Any, past: tuple[Any, Any], place: Any) -> tuple[Any, tuple[Any, Any]]:
        mixed, keys, values = _Onward.apply(self.ask(x), *self.keys_values(x), *past, place.int(), self.heads)
        return self.out(mixed), (keys, values)


def fuse(network: ParserNetwork) -> ParserNetwork:
    """The network, in place, with fused attention wherever one is computed."""
    for block in network.encoder:
        block.attention = FusedAttention(block.attention)
    for block in network.decoder:
        # The reader keeps the keys and values that a step attends to split into heads.
        split = block.cross.keys_values
        block.attention, block.cross = FusedAttention(block.attention), FusedAttention(block.cross)
        block.cross.keys_values = split
    return network


def _mixed(queries: Any, keys: Any, values: Any, heads: int, visible: Any = None) -> Any:
    found = F.scaled_dot_product_attention(_split(queries, heads), keys, values, attn_mask=visible)
    return found.transpose(1, 2).flatten(2)


def _split(x: Any, heads: int) -> Any:
    return x if x.ndim == 4 else x.unflatten(-1, (heads, -1)).transpose(1, 2)


class _Seeing(torch.autograd.Function):
    """Attention to the visible places of a caption."""

    @staticmethod
    def forward(_: Any, queries: Any, keys: Any, values: Any, visible: Any, heads: int) -> Any:
        shown = visible[:, None, None].bool()
        return _mixed(queries, _split(keys, heads), _split(values, heads), heads, shown)

    @staticmethod
    def symbolic(g: Any, queries: Any, keys: Any, values: Any, visible: Any, heads: int) -> Any:
        return g.op(_SEEING, queries, keys, values, _absent(g), visible, num_heads_i=heads)


class _Onward(torch.autograd.Function):
    """Attention of the next piece to itself and those before it, and their keys and values with its own."""

    @staticmethod
    def forward(_: Any, queries: Any, keys: Any, values: Any, *past: Any) -> Any:
        *before, place, heads = past
        grown = [tensor.clone() for tensor in before]
        for tensor, new in zip(grown, (keys, values), strict=True):
            tensor[:, :, int(place)] = _split(new, heads)[:, :, 0]
        so_far = (tensor[:, :, : int(place) + 1] for tensor in grown)
        return _mixed(queries, next(so_far), next(so_far), heads), *grown

    @staticmethod
    def symbolic(g: Any, queries: Any, keys: Any, values: Any, *past: Any) -> Any:
        *before, place, heads = past
        given = (queries, keys, values, _absent(g), _absent(g), *before, place)
        return g.op(_ONWARD, *given, num_heads_i=heads, past_present_share_buffer_i=1, outputs=3)


def _absent(g: Any) -> Any:
    """An optional input that is not given."""
    none = g.op("prim::Constant")
    none.setType(torch._C.OptionalType.ofTensor())
    return none
