"""What does a speaker say? Captions word by word on the device, the likeliest words or drawn ones."""

from typing import Any

import torch

from grice.speakers.rooms.agent_folder import END, PAD, START
from grice.training.captioner.networks import Captioner, said


@torch.no_grad()
def decode(speaker: Captioner, seen: Any, longest: int, draw: bool = False, temperature: float = 1.0) -> Any:
    """Captions (n, longest + 1) as word numbers, ended and filled up; nothing waits for the host.

    The likeliest word at every step, or with `draw` a word drawn from the speaker's distribution.
    """
    state = speaker.begin(seen)
    word = torch.full((len(seen),), START, dtype=torch.long, device=seen.device)
    open_ = torch.ones_like(word, dtype=torch.bool)
    found = []
    for _ in range(longest + 1):
        logits, state = speaker.step(state, word)
        if draw:
            noise = torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)
            logits = logits / temperature - torch.log(-torch.log(noise))
        word = logits.argmax(-1).masked_fill(~open_, PAD)
        open_ = open_ & (word != END)
        found.append(word)
    return torch.stack(found, 1)


def scored(speaker: Captioner, seen: Any, captions: Any) -> tuple[Any, Any]:
    """Log-probabilities (n, words) of a caption's words, 0 after its end, and those of all words at every place."""
    everything = torch.log_softmax(speaker(seen, captions).float(), -1)
    chosen = everything.gather(-1, captions.long()[..., None]).squeeze(-1)
    return chosen * said(captions), everything
