"""What should a user know of a network before using it? Its model card, written from the record of its training.

Sections, in the manner of Mitchell et al. (2019): what it does and how it is built, training data with licence and
citation, recipe, figures, use and limits. Nothing is claimed that is not in the record.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grice.corpora.cards import Card
from grice.version import __version__


@dataclass(frozen=True)
class ModelCard:
    """What is true of every network of a kind; `text` adds the record of one training run."""

    title: str
    does: str
    facts: Sequence[str]
    corpus: Card
    part: str
    """The part of the corpus that was learned from."""
    begins_as: str
    """The weights that training starts from, with licence and citation."""
    measures: Mapping[str, str]
    """Keys of the record's `measured`, and what each means; all in percent."""
    limits: Sequence[str]
    trained: Sequence[str] = ()
    """Further facts about how it was trained."""
    when: str = "before export, in full precision"
    """When the figures were measured."""

    def text(self, record: Mapping[str, Any]) -> str:
        """The card as Markdown."""
        return "\n".join(
            [
                f"# {self.title}",
                "",
                self.does,
                "",
                *(f"* {fact}" for fact in self.facts),
                f"* Exported by grice {__version__}.",
                f"* Training data: {self.corpus.title}, {self.part}{_rows(record)}.",
                f"* Licence of the data: {self.corpus.licence}.",
                f"* Cite: {self.corpus.citation.rstrip('.')}.",
                f"* Training begins as {self.begins_as}.",
                f"* Recipe: {'; '.join([*_recipe(record), *self.trained])}.",
                "",
                f"## Measured {self.when}",
                "",
                *self._figures(record.get("measured", {})),
                "",
                "## Use and limits",
                "",
                *self.limits,
                "",
            ]
        )

    def _figures(self, measured: Mapping[str, Any]) -> list[str]:
        rows = [
            f"| {said} | {measured[key]:.2f} |" for key, said in self.measures.items() if measured.get(key) is not None
        ]
        return ["| measure (percent) | value |", "|---|---|", *rows] if rows else ["Nothing has been measured yet."]


def _rows(record: Mapping[str, Any]) -> str:
    counts: Mapping[str, int] = record.get("rows", {})
    return "".join(
        f", {count:,} {'' if what.startswith('of ') else 'rows '}{what.removeprefix('of ')}"
        for what, count in counts.items()
    )


def _recipe(record: Mapping[str, Any]) -> list[str]:
    if not record.get("recipe"):
        return ["not recorded"]
    steps = record.get("measured", {}).get("steps")
    return [settings(record["recipe"]), *([f"{steps} steps"] if steps else [])]


def settings(recipe: Mapping[str, Any]) -> str:
    """Every setting by its name, nested ones included."""
    flat: dict[str, Any] = {}
    for name, value in recipe.items():
        flat |= value if isinstance(value, Mapping) else {name: value}
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in flat.items())
