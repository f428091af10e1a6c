"""Rows in and out of files: CSV, JSONL, Parquet, always as a stream of Arrow batches.

The public names stand in `__init__.pyi`; each loads its module, and Arrow with it, when it is first used.
"""

from grice.door import opened

__all__, __getattr__, __dir__ = opened(__name__, __file__)
