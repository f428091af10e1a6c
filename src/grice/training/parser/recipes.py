"""How is a parser trained? The recipes by name; all differences between them are in this table."""

from dataclasses import dataclass, field, replace

from grice.errors import InputError
from grice.training.parser.augment import Mixture


@dataclass(frozen=True)
class Recipe:
    """Everything about a training run but its data, its length and its seed."""

    identifiers: bool = True
    decoder_layers: int = 4
    decoder_from_encoder: bool = True
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
    hide_target: float = 0.0
    mixture: Mixture = field(default_factory=Mixture)


BASE = Recipe(mixture=Mixture(join=0.2, expand=0.15, substitute=0.1))
RECOMBINED = Mixture(join=0.45, expand=0.5, substitute=0.1, long_copies=4, calm=2.0)
LONG = Mixture(join=0.3, expand=0.3, follow=0.35, substitute=0.15, mark=True, long_copies=8, calm=0.8)

PLAIN = replace(BASE, agreement=0.0, smoothing=0.0, dropout=0.1)

RECIPES: dict[str, Recipe] = {
    "long": replace(BASE, mixture=LONG),
    # A plain baseline: no expansion, no substitution, a new decoder, no averaging over many steps.
    "experiment": Recipe(
        identifiers=False,
        decoder_from_encoder=False,
        batch=256,
        decay=0.0,
        mixture=Mixture(join=0.45, calm=2.0),
    ),
    # From there to `long`, one step at a time.
    "recombined": replace(BASE, mixture=RECOMBINED),
    "recombined-follow": replace(BASE, mixture=replace(RECOMBINED, follow=0.4)),
    "recombined-marked": replace(BASE, mixture=replace(RECOMBINED, mark=True)),
    "restless": replace(BASE, mixture=replace(LONG, calm=2.0)),
    # The teachers of the shipped parser, and alternatives to them.
    "base": BASE,
    "substitute": replace(BASE, mixture=replace(BASE.mixture, substitute=0.4)),
    "agree": replace(BASE, agreement=3.0),
    "hide": replace(BASE, hide_source=0.1, hide_target=0.08),
    "gentle": replace(BASE, encoder_rate=1.5e-4, decoder_rate=4e-4),
    "dropout": replace(BASE, dropout=0.3),
    "shorten": replace(BASE, mixture=replace(BASE.mixture, shorten=0.12)),
    "follow": replace(BASE, mixture=replace(BASE.mixture, follow=0.2, mark=True)),
    # Students learn from what teachers labelled, not from fresh mixtures.
    "student": replace(BASE, agreement=0.5, smoothing=0.0),
    "student-plain": PLAIN,
    "student-middle": replace(PLAIN, decoder_layers=3),
    "student-shallow": replace(PLAIN, decoder_layers=2),
}

STUDENT = "student-shallow"
"""How the shipped parser learned from its teachers."""


def recipe(name: str, split: str) -> Recipe:
    """A recipe by its name; the graphs of the length split have no identifiers to learn."""
    if name not in RECIPES:
        raise InputError(f"no recipe is called {name!r}", f"one of {', '.join(RECIPES)}")
    return replace(RECIPES[name], identifiers=RECIPES[name].identifiers and split == "random")
