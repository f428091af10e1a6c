"""`grice.parse`: what does a text say is there? Text in, scene graphs out, whichever parser reads it.

A parser is "default" (the network that Grice ships), "rules", a folder with an exported network or a checkpoint, a hub
id, or an object with the protocol of `readers.base`. Text of several sentences is split, parsed and merged by
`readers.discourse`. What cannot be read costs its row: an error where one text is given, in a list a graph that is
empty and says why in `problems`.
"""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from numbers import Integral
from pathlib import Path
from threading import Lock
from typing import Any, overload

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.readers.base import Parser
from grice.readers.discourse.merging import read_texts
from grice.readers.graphs.cache import Cache
from grice.words.split import clean

DEFAULT, RULES = "default", "rules"
CACHE_VARIABLE = "GRICE_CACHE"
BATCH = 2048
SHOWN = 3
"""Problems that an error message names in full."""
LANGUAGES: dict[str, str] = {"en": DEFAULT}
"""The parser that reads a language unless another is named; a language code is the seam for more."""
MOST_CHARACTERS = 200_000
MOST = {"beams": 64, "threads": 1024}
PATIENCE = 30.0
"""Seconds for which a thread waits while another loads a parser."""
_LOADING = Lock()


@overload
def parse(  # type: ignore[overload-overlap]
    text: str,
    parser: str | Path | Parser = ...,
    *,
    language: str = ...,
    beams: int | None = ...,
    threads: int | None = ...,
    cache: str | Path | None = ...,
    step: Callable[[int], object] = ...,
) -> SceneGraph: ...
@overload
def parse(
    text: Iterable[str | None],
    parser: str | Path | Parser = ...,
    *,
    language: str = ...,
    beams: int | None = ...,
    threads: int | None = ...,
    cache: str | Path | None = ...,
    step: Callable[[int], object] = ...,
) -> list[SceneGraph]: ...
def parse(
    text: str | Iterable[str | None],
    parser: str | Path | Parser = DEFAULT,
    *,
    language: str = "en",
    beams: int | None = None,
    threads: int | None = None,
    cache: str | Path | None = None,
    step: Callable[[int], object] = lambda _: None,
) -> SceneGraph | list[SceneGraph]:
    """The scene graph of a text, or of each text of a list, an iterator, or a column of numpy, Arrow or pandas.

    `beams` searches wider than the parser's own setting; `cache` is a file that remembers parses (without it, the
    folder in the environment variable GRICE_CACHE, if that is set); `step` is told how many texts are done.
    """
    chosen = load(parser, language, beams, threads) if isinstance(parser, str | Path) else parser
    if not callable(chosen):
        raise InputError(f"the parser {chosen!r}", "a name, a folder, a hub id, or an object that is called")
    if isinstance(text, str):
        (graph,) = _all([text], chosen, cache)
        if trouble := unread(graph):
            raise InputError(f"{shown(text)} cannot be parsed: {trouble}", "an English description")
        return graph
    listed = _listed(text)
    graphs: list[SceneGraph] = []
    for start in range(0, len(listed), BATCH):
        part = listed[start : start + BATCH]
        graphs += _all(part, chosen, cache)
        step(len(part))
    return graphs


def _listed(texts: Any) -> list[object]:
    """Texts as a list; what would be taken apart in silence (letters, keys, the rows of a table) is refused."""
    column = len(getattr(texts, "shape", (0,))) == 1
    if not isinstance(texts, Iterable) or isinstance(texts, bytes | bytearray | Mapping) or not column:
        raise InputError(f"parse of {shown(texts)}", "a text or a list of texts")
    # Arrow's own scalars are no strings.
    return texts.to_pylist() if hasattr(texts, "to_pylist") else list(texts)


def load(
    parser: str | Path = DEFAULT, language: str = "en", beams: int | None = None, threads: int | None = None
) -> Parser:
    """A parser by name, folder or hub id; each is loaded once per process."""
    _check_number("beams", beams)
    _check_number("threads", threads)
    parser = str(parser)
    if parser == DEFAULT:
        if language not in LANGUAGES:
            raise InputError(
                f"no parser for the language {language!r}",
                f"one of {', '.join(LANGUAGES)}, or a parser of your own with parser=",
            )
        parser = LANGUAGES[language]
    if parser == RULES:
        from grice.readers.graphs.rules import RuleParser

        return RuleParser()
    folder = shipped() if parser == DEFAULT else Path(parser).expanduser()
    with _one_at_a_time():
        if parser and folder.is_dir():
            return _folder(folder.resolve(), beams, threads)
        if re.fullmatch(r"\w[\w.-]*/[\w.-]+", parser):
            return _checkpoint(parser, beams)
    raise InputError(
        f"no parser is called {parser!r}",
        f'"{DEFAULT}", "{RULES}", a folder, or a hub id such as lizhuang144/flan-t5-base-VG-factual-sg',
    )


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Threads that want one parser at the same moment load it once. Nobody waits for ever: in a process that was forked
    while a thread was loading, nothing would give the lock back."""
    held = _LOADING.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if held:
            _LOADING.release()


def _check_number(name: str, given: Any) -> None:
    if given is not None and not (isinstance(given, Integral) and 1 <= int(given) <= MOST[name]):
        raise InputError(f"{name}={given!r}", f"a whole number from 1 to {MOST[name]}")


def shipped() -> Path:
    """The folder of the network that the package carries."""
    folder = Path(str(files("grice.readers.graphs") / "weights"))
    if not (folder / "manifest.json").is_file():
        raise InputError(
            "the default parser's weights are not in this installation",
            f"an exported parser in {folder}",
            'another parser, such as parser="rules" (grice parse --parser rules), or a folder of weights '
            "(grice parse --weights DIR)",
        )
    return folder


def unread(graph: SceneGraph) -> str | None:
    """Why nothing could be read where nothing was, in a line; None where something was."""
    if graph.statements or not graph.problems:
        return None
    rest = len(graph.problems) - SHOWN
    return "; ".join(graph.problems[:SHOWN]) + (f"; and {rest} more" if rest > 0 else "")


def shown(text: object) -> str:
    """A text as an error message shows it."""
    cut = repr(text)
    return cut if len(cut) <= 60 else cut[:57] + "..."


def _folder(folder: Path, beams: int | None, threads: int | None) -> Parser:
    is_checkpoint = (folder / "config.json").is_file()
    return _checkpoint(str(folder), beams) if is_checkpoint else _network(folder, beams, threads)


@cache
def _network(folder: Path, beams: int | None, threads: int | None) -> Parser:
    from grice.readers.graphs.network.parser import NetworkParser

    return NetworkParser(folder, beams, threads)


@cache
def _checkpoint(name: str, beams: int | None) -> Parser:
    from grice.readers.graphs.checkpoint import CheckpointParser

    return CheckpointParser(name, beams)


def _all(texts: Sequence[object], parser: Parser, cache: str | Path | None) -> list[SceneGraph]:
    """Graphs of texts, each distinct one read once."""
    graphs: dict[str, SceneGraph] = {}
    bad: dict[int, SceneGraph] = {}
    for i, text in enumerate(texts):
        trouble = unreadable(text, parser.language)
        if trouble:
            bad[i] = SceneGraph(text=text if isinstance(text, str) else None, problems=(trouble,))
        elif isinstance(text, str):
            graphs.setdefault(text, SceneGraph())
    wanted = list(graphs)
    where = _cache_file(cache)
    if where is None:
        graphs = dict(zip(wanted, read_texts(wanted, parser), strict=True))
    else:
        with Cache(where, parser.fingerprint) as remembered:
            graphs = remembered.get(wanted)
            missing = [text for text in wanted if text not in graphs]
            fresh = dict(zip(missing, read_texts(missing, parser), strict=True))
            remembered.put(fresh)
            graphs |= fresh
    return [bad[i] if i in bad else graphs[str(text)] for i, text in enumerate(texts)]


def unreadable(text: object, language: str) -> str | None:
    """Why a text cannot be parsed at all, or None."""
    if text is None or (isinstance(text, float) and text != text):
        return "missing"
    if not isinstance(text, str):
        return f"{type(text).__name__} is not a text"
    if len(text) > MOST_CHARACTERS:
        return f"{len(text)} characters are more than the {MOST_CHARACTERS} of a description"
    letters = [character for character in clean(text) if character.isalnum()]
    if not letters:
        return "no words" if text.strip() else "empty"
    foreign = sum(not _latin(character) for character in letters)
    if language == "en" and 2 * foreign > len(letters):
        return "most letters are of another script than English is written in"
    return None


def _latin(character: str) -> bool:
    return character.isascii() or unicodedata.name(character, "").startswith("LATIN")


def _cache_file(cache: str | Path | None) -> Path | None:
    if cache is not None:
        return Path(cache).expanduser()
    named = os.environ.get(CACHE_VARIABLE)
    if not named:
        return None
    folder = Path(named).expanduser()
    if folder.exists() and not folder.is_dir():
        raise InputError(
            f"{CACHE_VARIABLE} names {folder}, which is not a folder", "a folder", f"unset {CACHE_VARIABLE}"
        )
    return folder / "parses.sqlite"


def described(parser: Parser) -> str:
    """How a signature names a parser: its name and which weights or rules."""
    return f"{parser.name}@{parser.fingerprint[:8]}"
