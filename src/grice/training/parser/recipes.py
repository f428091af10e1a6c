"""How is a parser trained? The recipes by name; all differences between them are in this table."""

from dataclasses import dataclass, field, replace

from grice.errors import InputError
from grice.training.parser.augment import Mixture


@dataclass(frozen=True)
class Recipe:
    """Everything about a training run but its data, its length and its seed."""

    identifiers: bool = True
    decoder_layers: int = 3
    dropout: float = 0.2
    batch: int = 128
    encoder_rate: float = 3e-4
    decoder_rate: float = 5e-4
    weight_decay: float = 0.01
    warmup: int = 400
    decay: float = 0.9995
    smoothing: float = 0.1
    agreement: float = 1.0
    hide_source: float = 0.06
    looking: float = 0.2
    mixture: Mixture = field(default_factory=Mixture)


CAPTIONS = Recipe(mixture=Mixture(join=0.2, expand=0.15, substitute=0.1, shorten=0.12, misspell=0.1))
LONG = Mixture(join=0.3, expand=0.3, follow=0.35, substitute=0.15, mark=True, long_copies=8, calm=0.8)

RECIPES: dict[str, Recipe] = {
    # The shipped parser; it learns from captions as people write them too.
    "captions": CAPTIONS,
    # The length split: captions recombined from short ones, marked as such.
    "long": replace(CAPTIONS, decoder_layers=4, mixture=LONG),
}


def recipe(name: str, split: str) -> Recipe:
    """A recipe by its name; the graphs of the length split have no identifiers to learn."""
    if name not in RECIPES:
        raise InputError(f"no recipe is called {name!r}", f"one of {', '.join(RECIPES)}")
    return replace(RECIPES[name], identifiers=RECIPES[name].identifiers and split == "random")
