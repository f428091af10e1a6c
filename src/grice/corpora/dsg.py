"""What are DSG's tuples (Cho et al. 2024)? Prompts of ten sources, with the entities, attributes, relations they state.

JSON lines with `id`, `text` and `tuples`, each with `kind` (entity, attribute, relation, global, other), `detail`
(whole, color, spatial, ...) and `arguments`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grice.corpora.cards import Card
from grice.corpora.lines import records
from grice.errors import InputError

CARD = Card(
    name="dsg",
    title="DSG-1k: Davidsonian scene graphs of prompts",
    items="1,060 prompts of ten sources with the entities, attributes and relations that each states",
    licence="Apache-2.0",
    citation="Cho et al.: Davidsonian Scene Graph: Improving Reliability in Fine-grained Evaluation for Text-to-Image "
    "Generation. ICLR 2024",
    how="JSON lines with id, text and tuples (kind, detail, arguments); name the file with --data",
)


@dataclass(frozen=True)
class Claim:
    """One tuple: its kind, its detail, and what it is about."""

    kind: str
    detail: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Prompt:
    """A prompt and what it states."""

    text: str
    claims: tuple[Claim, ...]


def load(path: str | Path) -> Iterator[Prompt]:
    """The prompts of a file, in its order."""
    for number, row in enumerate(records(path, {"text": str, "tuples": list}, CARD.how), 1):
        try:
            claims = tuple(
                Claim(one["kind"], one["detail"], tuple(map(str, one["arguments"]))) for one in row["tuples"]
            )
        except (KeyError, TypeError) as error:
            raise InputError(f"{path}, line {number}: a tuple lacks {error}", "kind, detail and arguments") from None
        yield Prompt(row["text"], claims)
