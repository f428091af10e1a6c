"""Speakers and games of some seconds: few rooms, a narrow network, a short run.

Rooms are not rendered, which takes long before the first one: a stand-in for an encoder gives the six features, mixed.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import torch

from grice.scenes import rooms
from grice.training.captioner.config import Config, Game, Images, Network, Seen, Training
from grice.training.captioner.features import FeatureTable
from grice.training.captioner.meaning import Meaning
from grice.training.captioner.rows import Lesson, pool, watched
from grice.training.captioner.running import Resources, ids_of
from grice.training.captioner.wordlist import longest_caption, of_grammars

SIZE = 40
ABOUT = {"encoder": "stand-in", "fingerprint": "none", "size": SIZE}
TRAINING = Training(epochs=10, batch=64, rate=1e-2, warmup=10, decay=0.9, reports=4, watched=12)
CAPTIONER = Config(
    "tiny",
    features=Seen("stand-in"),
    images=Images("captions", 400),
    speaker=Network("lstm", 48),
    training=TRAINING,
    lessons=(Lesson("minimal", 1200, 0),),
)
GAME = replace(
    CAPTIONER,
    name="tiny-game",
    stage="game",
    start="tiny",
    training=replace(TRAINING, epochs=5, rate=2e-3),
    game=Game(trained=1.0, literal=1.0, baseline="leave-one-out", structural=0.1, leash=0.02, listener_rate=1e-2),
)


def stand_in(ids: np.ndarray) -> torch.Tensor:
    """Numbers that a linear layer reads the features of rooms from."""
    features = rooms.features(ids)
    one_hot = np.concatenate([np.eye(size)[features[:, i]] for i, size in enumerate(rooms.SIZES)], axis=1)
    mixed = one_hot @ np.random.default_rng(0).normal(size=(one_hot.shape[1], SIZE))
    return torch.from_numpy(mixed.astype(np.float32))


@cache
def seen() -> Resources:
    """What a tiny run needs, made once."""
    sets = watched(TRAINING.watched)
    ids = np.unique(np.concatenate([pool("captions", CAPTIONER.images.count), ids_of(sets)]))
    words = of_grammars()
    return Resources(words, longest_caption(), Meaning(words), FeatureTable(ids, stand_in(ids), ABOUT), sets)
