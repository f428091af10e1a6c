"""Lazy attributes for a package, so that the public door opens at once and heavy modules load when used."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(package: str, names: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of `package`: a public name to its "module" or "module:attribute"."""

    def __getattr__(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(sorted(names))}")
        module, _, attribute = names[name].partition(":")
        loaded = import_module(module)
        return getattr(loaded, attribute) if attribute else loaded

    def __dir__() -> list[str]:
        return sorted(names)

    return __getattr__, __dir__
