"""Lazy attributes for a package, so that the public door opens at once and heavy modules load when used."""

import ast
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

Door = tuple[Callable[[str], Any], Callable[[], list[str]]]


def lazy(package: str, names: Mapping[str, str]) -> Door:
    """`__getattr__` and `__dir__` of `package`: a public name to its "module" or "module:attribute"."""

    def __getattr__(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(sorted(names))}")
        return resolved(names[name])

    def __dir__() -> list[str]:
        return sorted(names)

    return __getattr__, __dir__


def opened(package: str, file: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """`__all__`, `__getattr__` and `__dir__` of a package whose public names stand in the stub beside its file."""
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text("utf-8"))
    names: dict[str, str] = {}
    for line in stub.body:
        if isinstance(line, ast.ImportFrom):
            for alias in line.names:
                if not alias.name.startswith("_"):
                    of_package = line.module == package
                    names[alias.name] = f"{line.module}.{alias.name}" if of_package else f"{line.module}:{alias.name}"
    return (sorted(names), *lazy(package, names))


def resolved(path: str) -> Any:
    """What "module" or "module:attribute" names."""
    module, _, attribute = path.partition(":")
    loaded = import_module(module)
    return getattr(loaded, attribute) if attribute else loaded
