"""Errors a user can act on: what was given, what is needed, what to type."""

from typing import Any


class GriceError(Exception):
    """Anything Grice says to its user instead of a traceback."""

    @property
    def line(self) -> str:
        """The message on one line, as the row of a table holds it."""
        return "; ".join(" ".join(part.split()) for part in str(self).splitlines())


class InputError(GriceError, ValueError):
    """The input cannot be used as it is."""

    def __init__(self, given: str, needed: str = "", fix: str = "") -> None:
        self.given, self.needed, self.fix = given, needed, fix
        parts = [given, f"needed: {needed}" if needed else "", f"try: {fix}" if fix else ""]
        super().__init__("\n".join(part for part in parts if part))


class MissingExtra(GriceError, ImportError):
    """A feature wants an optional dependency that is not installed."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        self.what, self.package, self.extra = what, package, extra
        super().__init__(
            f"{what} needs the package {package!r}, which is not installed\ntry: pip install 'grice[{extra}]'"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return MissingExtra, (self.what, self.package, self.extra), self.__dict__


class WorkerDied(GriceError):
    """A process that worked on rows ended without a result."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"a process that worked on a batch ended twice without a result ({reason})\n"
            "needed: memory for each process\ntry: fewer --processes"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return WorkerDied, (self.reason,), self.__dict__
