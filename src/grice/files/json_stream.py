"""How is a JSON file read that is larger than memory? One value at a time.

A `Cursor` stands at a place of the text and decodes on from there: the elements of a list, or the members of an object,
each as it is asked for. Bytes that are not UTF-8 become Python's surrogate escapes, so that they cost the text they
stand in and not the file.
"""

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from grice.errors import InputError

_CHUNK = 1 << 20
_BLANKS = re.compile(r"[ \t\r\n]*")
_COMMA = re.compile(r"[ \t\r\n]*,[ \t\r\n]*(?=.)", re.DOTALL)
_SKIPPED = ("", " ", "\t", "\r", "\n")
_LONGEST_LINK = 2
"""What may stand between the digits of one number: e+."""
_LONGEST_TOKEN = 16
"""A token that the end of what is read may have cut is shorter than this, unless it is a string."""


def decoder() -> json.JSONDecoder:
    """A decoder that takes NaN and Infinity, which JSON lacks, for missing."""
    return json.JSONDecoder(parse_constant=lambda _: None)


def whole(path: Path, needed: str, fix: str = "") -> Any:
    """A JSON file of a modest size, or what is wrong with it."""
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start})", needed, fix) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", needed, fix) from None
    except RecursionError:
        raise InputError(f"{path} is JSON nested too deeply", needed, fix) from None
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}", needed, fix) from None


def elements(path: Path, needed: str = "a JSON list", fix: str = "") -> Iterator[Any]:
    """The entries of a file that is one JSON list, decoded one at a time."""
    with Cursor(path) as cursor:
        if cursor.peek() != "[":
            raise InputError(f"{path} starts with {cursor.ahead(20)!r}", needed, fix)
        yield from cursor.elements()
        cursor.end()


class Cursor:
    """A place in the JSON text of a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._scan = decoder().raw_decode
        self._file = path.open("rb")
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape")
        self._text, self._at, self._before, self._ended = "", 0, 0, False

    def __enter__(self) -> "Cursor":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def peek(self) -> str:
        """The next character that is not blank; "" at the end of the file."""
        while True:
            self._at = _BLANKS.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                return ""
            self._more()

    def ahead(self, characters: int) -> str:
        """What comes next, to be shown."""
        return self._text[self._at : self._at + characters].encode("utf-8", "backslashreplace").decode()

    def value(self) -> Any:
        """Decode the next value, whole."""
        if self._text[self._at : self._at + 1] in _SKIPPED:
            self.peek()
        while True:
            try:
                found, end = self._scan(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._ended or not self._is_cut(error):
                    raise self._wrong(error.msg, error.pos) from None
            except RecursionError:
                raise InputError(f"{self.path} is not JSON that can be read: it is nested too deeply") from None
            except ValueError as error:
                raise self._wrong(str(error), self._at) from None
            else:
                # What ends with the text read so far may be the beginning of a longer number: 1 of 1e+16.
                if end + _LONGEST_LINK < len(self._text) or self._ended:
                    self._at = end
                    return found
            self._more()

    def elements(self) -> Iterator[Any]:
        """The values of the list that comes next."""
        self._take("[")
        if self._taken("]"):
            return
        while True:
            yield self.value()
            if comma := _COMMA.match(self._text, self._at):
                self._at = comma.end()
            elif not self._taken(","):
                self._take("]")
                return

    def members(self) -> Iterator[str]:
        """The names of the object that comes next; after each, its value is taken: `value`, `elements`, `skip`, ..."""
        self._take("{")
        if self._taken("}"):
            return
        while True:
            if self.peek() != '"':
                raise self._wrong("Expecting a name in double quotes", self._at)
            name = self.value()
            self._take(":")
            yield name
            if not self._taken(","):
                self._take("}")
                return

    def skip(self) -> None:
        """Pass over the next value, a list or an object piece by piece."""
        character = self.peek()
        if character == "[":
            for _ in self.elements():
                pass
        elif character == "{":
            for _ in self.members():
                self.value()
        else:
            self.value()

    def end(self) -> None:
        """Nothing may follow."""
        if self.peek():
            raise self._wrong(f"more follows after its end ({self.ahead(20)!r})", self._at)

    def _taken(self, character: str) -> bool:
        if self.peek() != character:
            return False
        self._at += 1
        return True

    def _take(self, character: str) -> None:
        if not self._taken(character):
            raise self._wrong(f"Expecting {character!r}", self._at)

    def _more(self) -> None:
        # As much again as is held, so that a long value is decoded a few times and not once for each chunk.
        rest = self._text[self._at :]
        data = self._file.read(max(_CHUNK, len(rest)))
        self._before += self._at
        self._text, self._at = rest + self._decode.decode(data, not data), 0
        self._ended = not data

    def _is_cut(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos > len(self._text) - _LONGEST_TOKEN

    def _wrong(self, message: str, at: int) -> InputError:
        if self._ended and (at >= len(self._text.rstrip()) - 1 or message.startswith("Unterminated string")):
            return InputError(f"{self.path} is not JSON: it ends in the middle of an entry", "the whole file")
        return InputError(f"{self.path} is not JSON: {message} at character {self._before + at}", "a JSON file")
