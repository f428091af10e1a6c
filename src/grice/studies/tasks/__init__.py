"""What can be asked of people? The tasks by name; each is a module with the functions of `grice.studies.items.Task`."""

from typing import cast

from grice.registry import Entry, Registry
from grice.studies.items import Task

_HERE = "grice.studies.tasks"
TASKS = Registry(
    "task",
    {
        "reconstruction": Entry(f"{_HERE}.reconstruction", "how many of each kind does the scene have?", "quantified"),
        "production": Entry(f"{_HERE}.production", "describe this scene, or tell this room from that one"),
        "reference": Entry(f"{_HERE}.reference", "which of these rooms is meant?", "rooms"),
        "judgement": Entry(f"{_HERE}.judgement", "how good is this description, this graph, this caption of two?"),
        "annotation": Entry(f"{_HERE}.annotation", "what does this caption say, as a scene graph?", "graphs"),
    },
)


def load(name: str) -> Task:
    """The module of a task."""
    return cast(Task, TASKS.load(name))
