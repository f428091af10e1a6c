"""Which format is this file in? Its ending says so; its first bytes must agree."""

import codecs
import json
from pathlib import Path

from grice.errors import InputError

FORMATS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".txt": "lines",
}
PACKED = ".gz"
HEAD = 4096
_PARQUET = b"PAR1"
_BLANK = b"\xef\xbb\xbf \t\r\n"
_WIDE = {codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}


def names_file(text: str) -> bool:
    """Whether a text ends as the name of a file does that can be read."""
    bare = text.lower().removesuffix(PACKED)
    return bare != text.lower() or bare.endswith(tuple(FORMATS))


def format_of(path: Path) -> str:
    """The format of a file, or what speaks against reading it."""
    if not path.exists():
        raise InputError(f"{path} does not exist", f"a file ending in {', '.join(FORMATS)}")
    if path.is_dir():
        raise InputError(f"{path} is a folder", f"a file ending in {', '.join(FORMATS)}")
    format = FORMATS.get(path.suffix.lower())
    if format is None:
        raise InputError(f"{path} has the ending {path.suffix or '(none)'}", f"one of {', '.join(FORMATS)}")
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", "a file you may read") from None
    _check(path, format, head)
    return format


def ending_of(head: bytes) -> str:
    """The ending that fits what comes out of a pipe, by its first bytes."""
    if head.startswith(_PARQUET):
        return ".parquet"
    line, ended, _ = head.lstrip(_BLANK).partition(b"\n")
    if line[:1] in (b"{", b"["):
        # An object on each line, or one object or list that is the whole file.
        by_line = line[:1] == b"{" and line.rstrip().endswith(b"}") and (ended or len(head) < HEAD)
        return ".jsonl" if by_line and not _is_captions(line) else ".json"
    return ".tsv" if b"\t" in line and b"," not in line else ".csv"


def _is_captions(line: bytes) -> bool:
    """Whether a line is an object that holds captions by key, not a row."""
    try:
        found = json.loads(line)
    except ValueError:
        return False
    return bool(found) and all(isinstance(value, list) for value in found.values())


def _check(path: Path, format: str, head: bytes) -> None:
    if not head.strip(_BLANK):
        raise InputError(f"{path} is empty", f"a file ({format}) with a row per item")
    is_parquet = head.startswith(_PARQUET)
    if is_parquet != (format == "parquet"):
        really = "a Parquet file" if is_parquet else f"not a Parquet file (it starts with {head[:8]!r})"
        raise InputError(f"{path} is {really}", f"{format} as the name says, or a name that fits")
    if is_parquet:
        return
    if wide := _WIDE.get(head[:2]):
        raise InputError(f"{path} is {wide} text", f"{format} in UTF-8", f"iconv -f {wide} -t UTF-8 {path} > FILE")
    if b"\x00" in head and _is_binary(head):
        raise InputError(f"{path} is a binary file", f"{format} text in UTF-8, as the name says")
    starts = head.lstrip(_BLANK)[:1]
    if (format == "jsonl" and starts != b"{") or (format == "json" and starts not in b"{["):
        raise InputError(
            f"{path} starts with {head[:30].decode('utf-8', 'replace')!r}",
            "a JSON object on each line"
            if format == "jsonl"
            else "a JSON list of objects or of texts, or an object of captions",
        )
    if format in ("csv", "tsv") and starts in b"{[":
        # What is shown of a packed file is its own name, not that of the copy that is read.
        name = Path(f"{path}")
        packed = name.suffix.lower() == PACKED
        better = f"{(name.with_suffix('') if packed else name).with_suffix('.jsonl')}{name.suffix if packed else ''}"
        raise InputError(f"{path} holds JSON", "a header line and rows", f"mv {path} {better}")


def _is_binary(head: bytes) -> bool:
    """A stray zero in a text does not make a file binary; many, or bytes that are no text, do."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return True
    return head.count(0) * 8 > len(head)
