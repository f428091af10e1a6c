"""May rows of two files be joined by their places? As many here as there, and nothing that speaks against it."""

from collections.abc import Iterator

from grice.errors import InputError
from grice.files.columns import Column
from grice.files.source import Source, open_rows


def check_rows(said: Source, wanted: Source, references: int) -> None:
    """Rows that are joined by their places: as many on one side as on the other, and none lost on the way."""
    predictions = sum(batch.num_rows for batch in said)
    needed = "a row of references per prediction, or a column image_id in both files"
    for file in (said, wanted):
        if file.lost:
            raise InputError(f"{file.path}: {file.lost[0]}, so rows cannot be joined by their places", needed)
    if predictions != references:
        raise InputError(f"{said.path} has {predictions} rows and {wanted.path} has {references}", needed)


def differing(said: Source, wanted: Source) -> Iterator[str]:
    """Rows that are joined by their places must not be contradicted by a column that both files have.

    Where it holds the same values in another order, once each, it is a key, and rows would be joined wrongly; where it
    merely differs, that is said.
    """
    theirs = {other.name for other in wanted.others}
    for name in (other.name for other in said.others if other.name in theirs):
        try:
            own, other = _values(said, name), _values(wanted, name)
        except InputError:  # two columns of one name in a file tell nothing
            continue
        many = sum(one != two for one, two in zip(own, other, strict=True))
        if not many:
            continue
        both = f"{said.path} and {wanted.path} both have a column {name}"
        if len(set(own)) == len(own) and set(own) == set(other):
            raise InputError(
                f"{both} with the same values in another order, and no id",
                "which column joins them",
                f"--column id={name}",
            )
        yield f"rows joined by their places: {both}, which differs in {many} rows; --column id={name} joins by it"


def _values(file: Source, name: str) -> list[str | None]:
    column = Column(name, "anything")
    return [v for batch in open_rows(file.path, [column], reader=file.reader) for v in batch.column(name).to_pylist()]
