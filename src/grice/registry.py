"""What goes by this name? Names to things that are imported when first asked for: metrics, speakers, readers."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import signature
from typing import Any

from grice.door import resolved
from grice.errors import InputError


@dataclass(frozen=True)
class Entry:
    """A registered thing: where it is ("module:attribute"), what it does in a line, and of which family it is."""

    path: str
    about: str = ""
    family: str = ""
    aliases: tuple[str, ...] = ()
    """What else it is called."""


class Registry(Mapping[str, Entry]):
    """Things of one kind by name. A name in another spelling is found; an unknown one is answered with the known."""

    def __init__(self, kind: str, entries: Mapping[str, Entry]) -> None:
        self.kind, self._entries = kind, dict(entries)
        self._spellings = _spelled(self._entries)

    def __getitem__(self, name: str) -> Entry:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, name: str, entry: Entry) -> None:
        """Register something of one's own, for this process; a name that is taken is refused."""
        if _plain(name) in self._spellings:
            raise InputError(f"a {self.kind} called {name!r}, which there is already", "a name of its own")
        self._entries[name] = entry
        self._spellings = _spelled(self._entries)

    def of(self, family: str) -> list[str]:
        """The names of one family."""
        return [name for name, entry in self._entries.items() if entry.family == family]

    def name(self, given: str) -> str:
        """The registered name that is meant, or an error that says what there is."""
        found = self._spellings.get(_plain(given)) if isinstance(given, str) else None
        if found is None:
            near = get_close_matches(_plain(str(given)), self._spellings, n=1)
            raise InputError(
                f"no {self.kind} is called {given!r}",
                f"one of {', '.join(self._entries)}",
                f"{self._spellings[near[0]]!r}" if near else "",
            )
        return found

    def load(self, given: str) -> Any:
        """The thing itself, its module imported."""
        return resolved(self._entries[self.name(given)].path)

    def make(self, given: str, /, shared: Mapping[str, Any] = {}, **options: Any) -> Any:
        """The thing made with its options and, of those that several things share, the ones it takes.

        What goes by several names is told by `name` which one is meant.
        """
        name, known = self.name(given), signature(self.load(given)).parameters
        unknown = [option for option in options if not self.takes(name, option)]
        if unknown:
            takes = ", ".join(option for option in known if option != "name")
            raise InputError(
                f"{self.kind} {name} with {', '.join(unknown)}", f"its options: {takes}" if takes else "no options"
            )
        own = {option: value for option, value in shared.items() if self.takes(name, option)}
        return self.load(given)(**({"name": name} if "name" in known else {}), **(own | options))

    def takes(self, given: str, option: str) -> bool:
        """Whether the thing of a name has an option of this name."""
        known = signature(self.load(given)).parameters
        return option != "name" and (option in known or any(one.kind is one.VAR_KEYWORD for one in known.values()))


def _spelled(entries: dict[str, Entry]) -> dict[str, str]:
    """What each name may be typed as; a name goes before what else an earlier or later thing is called."""
    return {
        _plain(spelling): name for name, entry in reversed([*entries.items()]) for spelling in (*entry.aliases, name)
    }


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]", "", name.lower())
