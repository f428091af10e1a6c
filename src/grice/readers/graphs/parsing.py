"""`grice.parse`: what does a text say is there? Text in, scene graphs out, whichever parser reads it.

A parser is a name of `readers.base.PARSERS` ("default" is the network that Grice ships), a folder with an exported
network or a checkpoint, a hub id, or an object with the protocol of `readers.base`. A longer text is read in windows
(`readers.graphs.windows`). A text that cannot be read is an error where it is the only one; in a list it gives an empty
graph that says why in `problems`.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from numbers import Integral
from os.path import expanduser, isdir, isfile
from pathlib import Path
from threading import Lock
from typing import Any, overload

from grice import checks
from grice.errors import InputError
from grice.files.formats import names_file
from grice.meaning.graph import SceneGraph
from grice.progress import counted
from grice.readers.base import CONTENTS, PARSERS, Parser
from grice.readers.graphs.cache import Cache, cache_file, standing_cache
from grice.readers.graphs.refusals import unread as unread
from grice.readers.graphs.refusals import unreadable, untextual
from grice.readers.graphs.windows import read_texts
from grice.words.split import Passage, words_of_text

DEFAULT, RULES = "default", "rules"
BATCH = 4096
"""Texts that are parsed together: the more there are, the fuller are the batches of each length."""
KEPT_AT_ONCE = 512
"""Texts that are parsed before their graphs go to the cache: what a run that is stopped may lose."""
PARSING = "parsing"
LANGUAGES: dict[str, str] = {"en": DEFAULT}
"""The default parser of each language, by its code."""
MOST = {"beams": 64, "threads": 1024}
PATIENCE = 30.0
"""Seconds that a thread waits while another loads a parser."""
_LOADING = Lock()
_HUB_ID = re.compile(r"\w[\w.-]*/[\w.-]+")
_PROTOCOL = ("name", "fingerprint", "language", "most_words")


@overload
def parse(  # type: ignore[overload-overlap]
    text: str,
    parser: str | Path | Parser = ...,
    *,
    language: str = ...,
    beams: int | None = ...,
    threads: int | None = ...,
    cache: str | Path | bool | None = ...,
    content: str | None = ...,
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
    cache: str | Path | bool | None = ...,
    content: str | None = ...,
    step: Callable[[int], object] = ...,
) -> list[SceneGraph]: ...
def parse(
    text: str | Iterable[str | None],
    parser: str | Path | Parser = DEFAULT,
    *,
    language: str = "en",
    beams: int | None = None,
    threads: int | None = None,
    cache: str | Path | bool | None = None,
    content: str | None = None,
    step: Callable[[int], object] = lambda _: None,
) -> SceneGraph | list[SceneGraph]:
    """The scene graph of a text, or of each text of a list, an iterator, or a column of numpy, Arrow or pandas.

    `beams` is the beam width, instead of the parser's own setting; `cache` is a file that keeps parses, or True for one
    in Grice's cache folder (GRICE_CACHE names another folder); `content` is "visual" for what a person would draw of a
    text, without praise and talk about the image, "all" for all that is said of things, and by default the first for
    texts of several sentences with more than 60 words and the second for all others; `step` is called with the number
    of texts done.
    """
    check_content(content)
    file = standing_cache() if cache is None else cache_file(cache)
    chosen = load(parser, language, beams, threads)
    if isinstance(text, str):
        if names_file(text) and isfile(text):
            raise InputError(
                f"{checks.quoted(text)}, which is the name of a file", "a text", f"grice parse {text}, in a shell"
            )
        (graph,) = _all([text], chosen, file, content)
        if trouble := unread(graph):
            raise InputError(f"{checks.quoted(text)} cannot be parsed: {trouble}", "an English description")
        return graph
    listed = _listed(text)
    graphs: list[SceneGraph] = []
    for start in range(0, len(listed), BATCH):
        part = listed[start : start + BATCH]
        graphs += _all(part, chosen, file, content)
        step(len(part))
    return graphs


def check_content(content: str | None) -> None:
    """Refuse what a text cannot be read for."""
    if content is not None and not (isinstance(content, str) and content in CONTENTS):
        raise InputError(f"content={checks.quoted(content)}", f"{' or '.join(map(repr, CONTENTS))}, or None")


def load(
    parser: str | Path | Parser = DEFAULT, language: str = "en", beams: int | None = None, threads: int | None = None
) -> Parser:
    """A parser by name, folder or hub id, each loaded once per process; a parser object is returned as it is."""
    _check_number("beams", beams)
    _check_number("threads", threads)
    if not isinstance(parser, str | Path):
        return _checked(parser)
    named = str(parser)
    if named == DEFAULT:
        if not isinstance(language, str) or language not in LANGUAGES:
            raise InputError(
                f"no parser for the language {language!r}",
                f"one of {', '.join(LANGUAGES)}, or a parser of your own with parser=",
            )
        named = LANGUAGES[language]
    folder = Path(expanduser(named))
    with _one_at_a_time():
        if named in PARSERS:
            return _registered(named, beams, threads)
        if named and isdir(folder):
            return _folder(folder.resolve(), beams, threads)
        if _HUB_ID.fullmatch(named):
            return _checkpoint(named, beams)
    raise InputError(
        f"no parser is called {checks.quoted(named)}",
        f"{', '.join(map(repr, PARSERS))}, a folder, or a hub id such as lizhuang144/flan-t5-base-VG-factual-sg",
    )


def described(parser: str | Path | Parser = DEFAULT) -> str:
    """Which parser this is, for signatures: its name and eight digits that change whenever an answer could."""
    chosen = load(parser)
    return f"{chosen.name}@{hashlib.sha256(chosen.fingerprint.encode()).hexdigest()[:8]}"


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


def shipped_parser(beams: int | None = None, threads: int | None = None) -> Parser:
    """The network that comes with Grice."""
    return _network(shipped(), beams, threads, DEFAULT)


def _listed(texts: Any) -> list[object]:
    """Texts as a list; what would silently be taken apart (into letters, keys, the rows of a table) is refused."""
    column = len(getattr(texts, "shape", (0,))) == 1
    if not isinstance(texts, Iterable) or isinstance(texts, bytes | bytearray | Mapping) or not column:
        raise InputError(f"parse of {checks.quoted(texts)}", "a text or a list of texts")
    if isinstance(texts, set | frozenset):
        raise InputError(
            f"parse of a {type(texts).__name__}, which has no order", "a list of texts", "grice.parse(sorted(texts))"
        )
    # Arrow's own scalars are not strings.
    return texts.to_pylist() if hasattr(texts, "to_pylist") else list(texts)


def _checked(parser: Any) -> Parser:
    lacking = [name for name in _PROTOCOL if not hasattr(parser, name)]
    if callable(parser) and not lacking:
        found: Parser = parser
        return found
    raise InputError(
        f"the parser {checks.quoted(parser)}" + (f" without {', '.join(lacking)}" if callable(parser) else ""),
        "a name, a folder, a hub id, or an object that is called with sentences (grice.readers.base.Parser)",
    )


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Threads that want one parser at the same moment load it once. The wait has a limit: in a process that was forked
    while a thread was loading, nothing would release the lock."""
    held = _LOADING.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if held:
            _LOADING.release()


def _check_number(name: str, given: Any) -> None:
    if given is not None and not (isinstance(given, Integral) and 1 <= int(given) <= MOST[name]):
        raise InputError(f"{name}={given!r}", f"a whole number from 1 to {MOST[name]}")


def _registered(name: str, beams: int | None, threads: int | None) -> Parser:
    made: Parser = PARSERS.load(name)(beams, threads)
    return made


def _folder(folder: Path, beams: int | None, threads: int | None) -> Parser:
    is_checkpoint = (folder / "config.json").is_file()
    return _checkpoint(str(folder), beams) if is_checkpoint else _network(folder, beams, threads)


@cache
def _network(folder: Path, beams: int | None, threads: int | None, name: str | None = None) -> Parser:
    from grice.readers.graphs.network.parser import NetworkParser

    return NetworkParser(folder, beams, threads, name)


@cache
def _checkpoint(name: str, beams: int | None) -> Parser:
    from grice.readers.graphs.checkpoint import CheckpointParser

    return CheckpointParser(name, beams)


def _all(texts: Sequence[object], parser: Parser, file: Path | None, content: str | None) -> list[SceneGraph]:
    """The graphs of texts, each distinct text read once."""
    wanted: dict[str, Passage] = {}
    refused: dict[object, str] = {}
    answers: list[SceneGraph | None] = []
    for text in texts:
        trouble = untextual(text)
        if trouble is None and isinstance(text, str):
            if text not in wanted and text not in refused:
                whole = words_of_text(text)
                why = unreadable(whole, parser.language)
                if why is None:
                    wanted[text] = whole
                else:
                    refused[text] = why
            trouble = refused.get(text)
        given = text if isinstance(text, str) else None
        answers.append(SceneGraph(text=given, problems=(trouble,)) if trouble else None)
    graphs = _graphs(wanted, parser, file, content)
    return [answer or graphs[str(text)] for text, answer in zip(texts, answers, strict=True)]


def _graphs(
    wanted: Mapping[str, Passage], parser: Parser, file: Path | None, content: str | None
) -> dict[str, SceneGraph]:
    """The graph of every text, from the cache file where it is there."""
    if file is None:
        with counted(len(wanted), PARSING):
            return dict(zip(wanted, read_texts(list(wanted.values()), parser, content), strict=True))
    with Cache(file, f"{parser.fingerprint}-{content}" if content else parser.fingerprint) as remembered:
        known = remembered.get(list(wanted))
        missing = [text for text in wanted if text not in known]
        with counted(len(missing), PARSING):
            for start in range(0, len(missing), KEPT_AT_ONCE):
                part = missing[start : start + KEPT_AT_ONCE]
                fresh = dict(zip(part, read_texts([wanted[text] for text in part], parser, content), strict=True))
                remembered.put(fresh)
                known |= fresh
        return known
