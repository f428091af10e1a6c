"""Speakers and games of some seconds: few rooms seen as coarse pixels, a narrow network, a short run."""

from dataclasses import replace
from functools import cache

import torch

from grice.training.captioner.config import Config, Game, Images, Network, Seen, Training
from grice.training.captioner.rows import Lesson
from grice.training.captioner.running import Resources, resources

torch.set_num_threads(1)
TRAINING = Training(epochs=8, batch=32, rate=6e-3, warmup=10, decay=0.9, reports=4, watched=12)
CAPTIONER = Config(
    "tiny",
    features=Seen("pixels"),
    images=Images("captions", 300),
    speaker=Network("lstm", 48),
    training=TRAINING,
    lessons=(Lesson("minimal", 900, 0),),
)
GAME = replace(
    CAPTIONER,
    name="tiny-game",
    stage="game",
    start="tiny",
    training=replace(TRAINING, epochs=3, rate=1e-3),
    game=Game(trained=1.0, literal=1.0, baseline="leave-one-out", structural=0.1, leash=0.02, listener_rate=6e-3),
)


@cache
def seen() -> Resources:
    """The rooms of both, rendered once."""
    return resources(CAPTIONER)
