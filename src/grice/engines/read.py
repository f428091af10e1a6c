"""`grice read` over Arrow batches: texts in, rows with what they allow out; a text that cannot be read costs one."""

import pyarrow as pa

from grice.engines.rows import Row, each_row
from grice.files import JSON, Column, extended
from grice.meaning.reading import Mode
from grice.readers.quantified.reading import read
from grice.scenes.quantified import Domain

TEXT = Column("text", "text", ("prediction", "caption", "description"), meaning="the description to read")
SIZE = Column("size", "integer", ("n", "domain_size"), required=False, meaning="how many objects there are")
KEPT = Column("id", "anything", ("item", "item_id"), required=False)
COLUMNS = [TEXT, SIZE, KEPT]

_FIELDS = {
    "understood": pa.bool_(),
    "worlds": pa.int64(),
    "bits": pa.float64(),
    "guess": pa.list_(pa.int64()),
    "clauses": JSON,
    "error": pa.string(),
}


def read_batch(batch: pa.RecordBatch, size: int | None, mode: Mode, domain: Domain) -> pa.RecordBatch:
    """Read one batch; `size` stands in where a row has none."""

    def work(row: Row) -> Row:
        count = row.get("size") if row.get("size") is not None else size
        if count is None:
            return {"error": "no size: neither the row nor --size says how many objects there are"}
        said = read(row["text"], count, mode, domain)
        return {
            "understood": said.understood,
            "worlds": len(said.worlds),
            "bits": round(said.bits, 4),
            "guess": list(said.guess),
            "clauses": [clause.to_json() for clause in said.clauses],
        }

    return extended(batch, each_row(batch, work, _FIELDS))
