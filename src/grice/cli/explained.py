"""What does the help of a verb say beyond its options? Lists made of what there is, so that none is forgotten."""

from collections.abc import Callable, Iterable
from inspect import cleandoc
from textwrap import wrap
from typing import TypeVar

from grice.metrics import METRICS

WIDTH = 74
_KEPT = "\b\n"
"""Before lines that are not to be run together."""
F = TypeVar("F", bound=Callable[..., object])

COLUMNS = f"""{_KEPT}Columns (other names: --column):
  prediction      what is judged; also caption, text
  references      a list, texts with || between them, or columns ref1, ref2
  id, image_id    what joins predictions to --references
  target_id, distractor_ids    the rooms of pragmatics
  counts          the scene of reconstruction, such as 2,0,0,2
  image           the path of a picture, for metrics that look at it"""


def metric_list() -> str:
    """Every metric with a line on what it asks."""
    width = max(map(len, METRICS))
    return "\n".join([f"{_KEPT}Metrics:", *_listed(((n, entry.about) for n, entry in METRICS.items()), width)])


def explained_by(*parts: str | Callable[[], str]) -> Callable[[F], F]:
    """Add paragraphs to what a command says of itself."""

    def explain(command: F) -> F:
        said = [part if isinstance(part, str) else part() for part in parts]
        command.__doc__ = "\n\n".join([cleandoc(command.__doc__ or ""), *said])
        return command

    return explain


def _listed(entries: Iterable[tuple[str, str]], width: int) -> Iterable[str]:
    for name, about in entries:
        first, *rest = wrap(about, WIDTH - width - 4)
        yield f"  {name:<{width}}  {first}"
        yield from (f"  {'':<{width}}  {line}" for line in rest)
