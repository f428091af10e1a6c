"""Errors a user can act on: what was given, what is needed, what to type."""


class GriceError(Exception):
    """Anything Grice says to its user instead of a traceback."""


class InputError(GriceError, ValueError):
    """The input cannot be used as it is."""

    def __init__(self, given: str, needed: str = "", fix: str = "") -> None:
        self.given, self.needed, self.fix = given, needed, fix
        parts = [given, f"needed: {needed}" if needed else "", f"try: {fix}" if fix else ""]
        super().__init__("\n".join(part for part in parts if part))


class MissingExtra(GriceError, ImportError):
    """A feature wants an optional dependency that is not installed."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(
            f"{what} needs the package {package!r}, which is not installed\ntry: pip install 'grice[{extra}]'"
        )
