"""How is a long text read? In windows of whole sentences that overlap, whose graphs are united thing by thing.

A text of up to `most_words` words is one window. Of a longer one each window holds as many sentences as fit and begins
with the last sentence of the window before it, so that "it" has what it means beside it; a parser that reads
`one_sentence` at a time has a window for each. Two things are one if both windows found them at the same words; else if
they have one name and nothing that is said of them, their number first, keeps them apart.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import Exists, Fact, Node, Quantity, Statement, by_node, on_nodes
from grice.readers.base import ALL, VISUAL, Parsed, Parser, PassageParser
from grice.readers.graphs.sentences import sentences_in
from grice.words.split import Passage, Span

LONG = 60
"""Words from which a text of several sentences is read for what is visual, where nobody says what it is read for."""
OVERLAP = 15
"""The most words of a sentence that is read in two windows."""
NOTHING = "nothing could be read from it"
VERSION = "15"
"""The version of how texts are cut and graphs united, for caches of the results."""


def read_texts(texts: Sequence[Passage], parser: Parser, content: str | None = None) -> list[SceneGraph]:
    """A graph per text; all windows of all texts that are read for one `content` go to the parser in one call."""
    one_sentence = isinstance(parser, PassageParser) and parser.one_sentence
    cut = [windows(text, parser.most_words, one_sentence) for text in texts]
    # What a parser cannot tell apart it reads all of.
    known = parser.contents if isinstance(parser, PassageParser) else (ALL,)
    asked = [content or (VISUAL if len(text.words) > LONG and len(sentences_in(text)) > 1 else ALL) for text in texts]
    wanted = [one if one in known else ALL for one in asked]
    parsed: dict[str, Iterator[Parsed]] = {}
    for kind in dict.fromkeys(wanted):
        chosen = [window for parts, one in zip(cut, wanted, strict=True) if one == kind for window in parts]
        parsed[kind] = iter(_read(chosen, parser, kind))
    return [
        united(text, parts, [next(parsed[kind]) for _ in parts])
        for text, parts, kind in zip(texts, cut, wanted, strict=True)
    ]


def windows(text: Passage, most_words: int, one_sentence: bool = False) -> list[Passage]:
    """The windows of a text, in order, each of whole sentences, or of `one_sentence`; a sentence that is longer than a
    window is cut."""
    if len(text.words) <= most_words and not one_sentence:
        return [text]
    sentences = [part for sentence in sentences_in(text) for part in _cut(sentence, most_words)]
    if one_sentence:
        return sentences or [text]
    found: list[list[Passage]] = []
    for sentence in sentences:
        if found and sum(len(one.words) for one in found[-1]) + len(sentence.words) <= most_words:
            found[-1].append(sentence)
            continue
        last = found[-1][-1] if found else None
        fits = last is not None and len(last.words) <= min(OVERLAP, most_words - len(sentence.words))
        found.append([last, sentence] if last is not None and fits else [sentence])
    return [text.between(several[0].span[0], several[-1].span[1]) for several in found]


def united(text: Passage, parts: Sequence[Passage], parsed: Sequence[Parsed]) -> SceneGraph:
    """One graph of a text from what its windows say."""
    if len(parts) == 1:
        (one,) = parsed
        silent = not one.statements and not one.denied and not one.problems
        return replace(one, problems=(NOTHING,)).graph(text.source) if silent else one.graph(text.source)
    said: list[Statement] = []
    denied: list[Statement] = []
    problems: list[str] = []
    things = _Things()
    for window, one in zip(parts, parsed, strict=True):
        problems += [f"characters {window.span[0]} to {window.span[1]}: {problem}" for problem in one.problems]
        same = things.matched(by_node((*one.statements, *one.denied)))
        asserted = [on_nodes(statement, same) for statement in one.statements]
        not_so = [on_nodes(statement, same) for statement in one.denied]
        things.add((*asserted, *not_so))
        said += asserted
        denied += not_so
    if not said and not denied and not problems:
        problems.append(NOTHING)
    certain = set(said)
    return SceneGraph(
        _without_idle(said),
        text.source,
        tuple(problems),
        tuple(one for one in denied if one not in certain),
        _unread_everywhere(parts, parsed),
    )


@dataclass
class _About:
    """What is said of one thing: the facts and, of those, the numbers."""

    facts: set[Fact] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)

    def add(self, one: Statement) -> None:
        self.facts.update(one.facts)
        if isinstance(one, Quantity) and one.number:
            self.numbers.add(one.number)

    def is_apart(self, other: "_About") -> bool:
        """Whether the two have different numbers."""
        return bool(self.numbers and other.numbers and self.numbers != other.numbers)


class _Things:
    """The things that the windows of a text have named so far, by their names."""

    def __init__(self) -> None:
        self._named: dict[str, dict[Node, _About]] = {}

    def add(self, statements: Iterable[Statement]) -> None:
        for one in statements:
            for node in one.nodes:
                self._named.setdefault(node.name, {}).setdefault(node, _About()).add(one)

    def matched(self, ours: Mapping[Node, Sequence[Statement]]) -> dict[Node, Node]:
        """For each thing of a window, the thing that it is among those known, or its name with a new index."""
        found: dict[Node, Node] = {}
        taken: set[Node] = set()
        for node in ours:
            known = self._named.get(node.name, {})
            same = next((other for other in known if node.span and other.span == node.span), None)
            if same is not None and same not in taken:
                found[node] = same
                taken.add(same)
        for node, said in ours.items():
            if node in found:
                continue
            known, about = self._named.get(node.name, {}), _About()
            for one in said:
                about.add(one)
            fit = [other for other in known if other not in taken and not about.is_apart(known[other])]
            best = max(fit, key=lambda other: (len(about.facts & known[other].facts), -other.index), default=None)
            if best is None:
                indexes = {other.index for other in (*known, *found.values()) if other.name == node.name}
                best = replace(node, index=next(i for i in range(len(indexes) + 1) if i not in indexes))
            found[node] = best
            taken.add(best)
        return found


def _without_idle(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Leave out that a thing exists where something else is said of it."""
    said = {node for one in statements if not isinstance(one, Exists) for node in one.nodes}
    return tuple(one for one in statements if not isinstance(one, Exists) or one.node not in said)


def _unread_everywhere(parts: Sequence[Passage], parsed: Sequence[Parsed]) -> tuple[Span, ...]:
    """The words that no window which holds them has read."""
    read = {
        span for window, one in zip(parts, parsed, strict=True) for span in window.spans if span not in set(one.unread)
    }
    return tuple(dict.fromkeys(span for one in parsed for span in one.unread if span not in read))


def _read(parts: Sequence[Passage], parser: Parser, content: str) -> list[Parsed]:
    """What each window says; a parser that knows only texts gets its spans moved to their place in the whole."""
    if isinstance(parser, PassageParser):
        return parser.read(parts, content)
    graphs = parser([part.text for part in parts])
    return [
        Parsed(_moved(graph.statements, part.span[0]), graph.problems, _moved(graph.denied, part.span[0]))
        for graph, part in zip(graphs, parts, strict=True)
    ]


def _moved(statements: Sequence[Statement], by: int) -> tuple[Statement, ...]:
    """Statements with their spans shifted by some characters."""

    def shift(span: Span | None) -> Span | None:
        return None if span is None else (span[0] + by, span[1] + by)

    nodes = {node: replace(node, span=shift(node.span)) for node in by_node(statements)}
    moved = (on_nodes(one, nodes) for one in statements)
    return tuple([one if isinstance(one, Exists) else replace(one, span=shift(one.span)) for one in moved])


def _cut(sentence: Passage, most: int) -> list[Passage]:
    """A sentence in parts that a window holds, cut after a comma where there is one."""
    if len(sentence.words) <= most:
        return [sentence]
    commas = [i + 1 for i in range(most // 2, most) if sentence.words[i] in (",", ";", ":")]
    end = commas[-1] if commas else most
    rest = sentence.part(end, len(sentence.words))
    return [sentence.part(0, end), *_cut(rest, most)]
