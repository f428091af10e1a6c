"""Which metrics are meant? Names with their settings, as in "spice:lemmatise=no,rouge", or objects; the same in Python
and on the command line."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from grice import checks
from grice.encoders.memory import VectorMemory
from grice.errors import InputError
from grice.metrics import METRICS
from grice.metrics.base import UNREADABLE, Metric

_WORDS = {"yes": True, "true": True, "no": False, "false": False}


def resolve(
    metrics: str | Metric | Sequence[str | Metric],
    unreadable: str = "worst",
    own: Mapping[str, Mapping[str, Any]] = {},
    **shared: Any,
) -> dict[str, Metric]:
    """Metric objects by name; two variants of one metric are told apart by a number.

    `shared` settings (parser, encoder) go to the metrics given by name that take them, `own` ones to those named.
    """
    given = {name: value for name, value in shared.items() if value is not None}
    checks.choice(unreadable, "unreadable", UNREADABLE)
    if not isinstance(metrics, str | Metric | Sequence) or isinstance(metrics, bytes):
        raise InputError(f"metrics={metrics!r}", f"a metric or a list of them: {', '.join(METRICS)}")
    entries = [metrics] if isinstance(metrics, str | Metric) else list(metrics)
    wanted: list[Any] = []
    for entry in entries:
        # What is named twice in the same way is computed once.
        wanted += [one for one in _named(entry) if one not in wanted] if isinstance(entry, str) else [entry]
    if not wanted:
        raise InputError("no metric", f"one or more of {', '.join(METRICS)}", 'metrics=["pragmatics"]')
    chosen: dict[str, Metric] = {}
    for entry in wanted:
        if isinstance(entry, Metric):
            metric = entry
        elif isinstance(entry, tuple):
            called, settings = entry
            metric = METRICS.make(called, given, **{**own.get(called, {}), **dict(settings)})
        else:
            metric = METRICS.make(entry, given)
        if unreadable != metric.unreadable:
            metric = copy(metric)
            metric.unreadable = unreadable
        name = metric.name
        while name in chosen:
            stem, _, number = name.partition("#")
            name = f"{stem}#{int(number or 1) + 1}"
        chosen[name] = metric
    return _sharing(chosen)


def _sharing(metrics: dict[str, Metric]) -> dict[str, Metric]:
    """The metrics, with one memory of vectors for all that have the same encoder: the name of a thing is a component
    for one metric and the end of a relation for another."""
    memories: dict[int, VectorMemory] = {}
    for name, metric in metrics.items():
        own = getattr(metric, "encoder", None)
        if isinstance(own, VectorMemory) and own.folder is None:
            shared = memories.setdefault(id(own.encoder), own)
            if shared is not own:
                metrics[name] = metric = copy(metric)
                metric.encoder = shared  # type: ignore[attr-defined]
    return metrics


def _named(text: str) -> list[tuple[str, tuple[tuple[str, Any], ...]]]:
    """The names and settings of "pragmatics:rule=strict,spice", each once."""
    found = []
    for entry in filter(None, (part.strip() for part in text.split(","))):
        given, *settings = entry.split(":")
        pairs = [setting.partition("=") for setting in settings]
        if any(not separator for _, separator, _ in pairs):
            raise InputError(f"metric {entry!r}", "name or name:setting=value", "pragmatics:rule=strict")
        found.append((METRICS.name(given), tuple((key, _setting(value)) for key, _, value in pairs)))
    return list(dict.fromkeys(found))


def _setting(value: str) -> str | bool | int | float:
    if value.lower() in _WORDS:
        return _WORDS[value.lower()]
    for number in (int, float):
        try:
            return number(value)
        except ValueError:
            continue
    return value
