"""Who works through many items on a cluster? Actors of Ray Data, each of which loads its networks once.

The items are row groups and their parts are files, so the answer is the same to the last bit as that of processes on
one machine; the folder of parts must be one that every machine of the cluster sees.
"""

import logging
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from grice.extras import require


@dataclass(frozen=True)
class OnRay:
    """Share work among actors; `address` is that of a running cluster, by default one started here."""

    workers: int
    address: str | None = None

    def __call__(self, function: Callable[[Any], Any], items: list[Any]) -> Generator[tuple[Any, Any], None, None]:
        ray = require("ray", "ray", "working on a cluster")
        data = require("ray.data", "ray", "working on a cluster")
        if not ray.is_initialized():
            ray.init(address=self.address, log_to_driver=False, include_dashboard=False, logging_level=logging.WARNING)
        # Whoever asked for the work shows how far it is.
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        data.DataContext.get_current().enable_progress_bars = False
        numbered = data.from_items(
            [{"place": place} for place in range(len(items))], override_num_blocks=len(items) or 1
        )
        made = numbered.map(
            _Actor,
            fn_constructor_args=(function, items),
            compute=data.ActorPoolStrategy(size=min(self.workers, max(1, len(items)))),
            num_cpus=1,
        )
        for row in made.iter_rows():
            yield items[row["place"]], row["made"]


class _Actor:
    """One worker: the function with what it has loaded."""

    def __init__(self, function: Callable[[Any], Any], items: list[Any]) -> None:
        self.function, self.items = function, items

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        place = int(row["place"])
        return {"place": place, "made": self.function(self.items[place])}
