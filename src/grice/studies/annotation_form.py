"""How does an annotator's form become a scene graph, and a graph a form? And where do two annotators differ?

A form is plain JSON that the annotation page edits; words are places of the caption, from one to before another:

    {"objects": [{"name": "dogs", "words": [2, 3], "number": "2", "unit": "", "implied": false,
                  "denied": false, "mentions": [[6, 7]], "box": [.1, .2, .3, .4]}],
     "attributes": [{"object": 0, "value": "small", "words": [1, 2], "denied": false}],
     "relations": [{"subject": 0, "object": 1, "verb": "chase", "preposition": "", "passive": false, "denied": false}]}

`mentions` are words that refer to the object too ("it"); `implied` marks a quantity that the picture shows and the
words do not say; `denied` facts are those that the caption says are not so.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from grice.errors import InputError
from grice.meaning.graph import SceneGraph
from grice.meaning.graph_statements import NUMBER, UNITS, Attribute, Exists, Node, Quantity, Relation, Statement, label
from grice.words.split import Passage, Span, words_of_text

Form = dict[str, Any]
MOST = 60
"""Objects, attributes and relations of one caption, each."""


def graph_of(form: Mapping[str, Any], text: str) -> SceneGraph:
    """The scene graph of a form; what the caption denies is in its `denied`."""
    passage = words_of_text(text)
    nodes = _nodes(form, passage)
    said: list[Statement] = []
    not_so: list[Statement] = []
    for place, one in enumerate(_listed(form, "objects")):
        if one.get("number") or one.get("unit"):
            said.append(
                Quantity(
                    nodes[place],
                    str(one.get("number", "")),
                    str(one.get("unit", "")),
                    implied=one.get("implied") is True,
                )
            )
    for one in _listed(form, "attributes"):
        value = label(str(one.get("value", "")).lower())
        if not value:
            raise InputError("An attribute has no word.")
        made = Attribute(_of(one, "object", nodes), value, _span(one.get("words"), passage))
        (not_so if one.get("denied") is True else said).append(made)
    for one in _listed(form, "relations"):
        verb, preposition = (label(str(one.get(name, "")).lower()) for name in ("verb", "preposition"))
        if not verb and not preposition:
            raise InputError("A relation has neither verb nor preposition.")
        ends = _of(one, "subject", nodes), _of(one, "object", nodes)
        passive = one.get("passive") is True and bool(verb)
        (not_so if one.get("denied") is True else said).append(Relation(*ends, verb, preposition, passive))
    absent = [Exists(nodes[i]) for i, one in enumerate(_listed(form, "objects")) if one.get("denied") is True]
    # "A street without cars" has a street; whether there are cars anywhere it does not say.
    open_ = {node for statement in not_so for node in statement.nodes[1:]} | {one.node for one in absent}
    mentioned = {node for statement in said for node in statement.nodes}
    said += [Exists(node) for node in nodes if node not in mentioned and node not in open_]
    return SceneGraph(tuple(said), text, denied=(*absent, *not_so))


def form_of(graph: SceneGraph, text: str) -> Form:
    """The form of a graph: what a parser proposes, or what an expert starts from."""
    passage = words_of_text(text)
    denied: Sequence[Statement] = graph.denied
    every = [*graph.statements, *denied]
    nodes = list(dict.fromkeys(node for statement in every for node in statement.nodes))
    objects: list[Form] = [{"name": node.name, "words": _words(node.span, passage)} for node in nodes]
    form: Form = {"objects": objects, "attributes": [], "relations": []}
    for one in every:
        no = one in denied and one not in graph.statements
        match one:
            case Exists(node):
                objects[nodes.index(node)]["denied"] = no
            case Quantity(node):
                number, unit = graph.quantity(node) or ("", "")
                objects[nodes.index(node)] |= {"number": number, "unit": unit, "implied": one.implied}
            case Attribute(node, value):
                place = {"object": nodes.index(node), "value": value, "words": _words(one.span, passage)}
                form["attributes"].append(place | {"denied": no})
            case Relation(subject, object_, verb, preposition, passive):
                ends = {"subject": nodes.index(subject), "object": nodes.index(object_)}
                kept = {"verb": verb, "preposition": preposition, "passive": passive, "denied": no}
                form["relations"].append(ends | kept)
    return form


def checked(form: Any, text: str) -> Form:
    """A form that the page sent, with the fields it may have and nothing else; what cannot be meant is refused."""
    if not isinstance(form, Mapping):
        raise InputError("The graph did not arrive.")
    passage = words_of_text(text)
    objects = [
        {
            "name": label(str(one.get("name", "")).lower())[:80],
            "words": pair(one.get("words"), passage),
            "number": str(one.get("number", ""))[:10],
            "unit": str(one.get("unit", ""))[:4],
            "implied": one.get("implied") is True,
            "denied": one.get("denied") is True,
            "mentions": [found for found in (pair(two, passage) for two in _list(one.get("mentions"))) if found],
            "box": _box(one.get("box")),
        }
        for one in _listed(form, "objects")
    ]
    attributes = [
        {"object": _place(one.get("object"), objects), "value": str(one.get("value", ""))[:80]}
        | {"words": pair(one.get("words"), passage), "denied": one.get("denied") is True}
        for one in _listed(form, "attributes")
    ]
    relations = [
        {name: _place(one.get(name), objects) for name in ("subject", "object")}
        | {name: str(one.get(name, ""))[:60] for name in ("verb", "preposition")}
        | {name: one.get(name) is True for name in ("passive", "denied")}
        for one in _listed(form, "relations")
    ]
    found = {"objects": objects, "attributes": attributes, "relations": relations}
    graph_of(found, text)
    return found


def facts_of(form: Mapping[str, Any], text: str) -> list[str]:
    """Every fact of a form in words, denied ones with "not"."""
    nodes = _nodes(form, words_of_text(text))
    found = [
        f"{node} is {'not ' * (one.get('denied') is True)}there"
        for node, one in zip(nodes, _listed(form, "objects"), strict=True)
    ]
    for i, one in enumerate(_listed(form, "objects")):
        if one.get("number") or one.get("unit"):
            unit = UNITS.get(str(one.get("unit", "")), "")
            found.append(f"{nodes[i]} is {' '.join(part for part in (str(one.get('number', '')), unit) if part)}")
    for one in _listed(form, "attributes"):
        found.append(f"{_of(one, 'object', nodes)} is {'not ' * (one.get('denied') is True)}{one.get('value')}")
    for one in _listed(form, "relations"):
        voice = "p:" if one.get("passive") is True else ""
        middle = " ".join(part for part in (one.get("verb") and voice + one["verb"], one.get("preposition")) if part)
        not_ = "not " * (one.get("denied") is True)
        found.append(f"{_of(one, 'subject', nodes)} {not_}{middle} {_of(one, 'object', nodes)}")
    return found


def merged(forms: Sequence[Mapping[str, Any]], text: str) -> Form:
    """All facts of several forms in one; objects of one name and index are one object."""
    passage = words_of_text(text)
    objects: dict[Node, Form] = {}
    rest: dict[str, dict[str, Form]] = {"attributes": {}, "relations": {}}
    for form in forms:
        nodes = _nodes(form, passage)
        for node, one in zip(nodes, _listed(form, "objects"), strict=True):
            known = objects.setdefault(node, dict(one))
            if not known.get("number"):
                known |= {name: one[name] for name in ("number", "unit", "implied") if name in one}
        order = list(objects)
        for name, ends in (("attributes", ("object",)), ("relations", ("subject", "object"))):
            for fact in _listed(form, name):
                moved = dict(fact) | {end: order.index(_of(fact, end, nodes)) for end in ends}
                rest[name].setdefault(repr(sorted((k, v) for k, v in moved.items() if k != "words")), moved)
    return {"objects": list(objects.values()), **{name: list(found.values()) for name, found in rest.items()}}


def compared(one: Mapping[str, Any], other: Mapping[str, Any], text: str) -> list[tuple[str, bool, bool]]:
    """Every fact of two forms, and which of the two has it."""
    first, second = facts_of(one, text), facts_of(other, text)
    return [(fact, fact in first, fact in second) for fact in dict.fromkeys([*first, *second])]


def _nodes(form: Mapping[str, Any], passage: Passage) -> list[Node]:
    """The objects as nodes; a second of the same name gets an index."""
    seen: dict[str, int] = {}
    found = []
    for one in _listed(form, "objects"):
        name = label(str(one.get("name", "")).lower())
        if not name:
            raise InputError("An object has no name.")
        found.append(Node(name, seen.get(name, 0), _span(one.get("words"), passage)))
        seen[name] = seen.get(name, 0) + 1
        if one.get("number") and not NUMBER.fullmatch(str(one["number"])):
            raise InputError(f"{name}: {str(one['number'])[:20]!r} is no quantity.", 'a whole number or "many"')
        if one.get("unit") and one["unit"] not in UNITS:
            raise InputError(f"{name}: {str(one['unit'])[:20]!r} is no unit.", f"one of {', '.join(UNITS)}")
    return found


def _listed(form: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = _list(form.get(name))
    if len(found) > MOST or not all(isinstance(one, Mapping) for one in found):
        raise InputError(f"{name}: {len(found)} entries", f"at most {MOST}, each a table")
    return found


def _list(given: Any) -> list[Any]:
    return given if isinstance(given, list) else []


def _of(one: Mapping[str, Any], name: str, nodes: Sequence[Node]) -> Node:
    return nodes[_place(one.get(name), nodes)]


def _place(given: Any, among: Sequence[Any]) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < len(among):
        raise InputError("A fact is about an object that is not there.")
    return given


def pair(given: Any, passage: Passage) -> list[int] | None:
    """A stretch of words, from one to before another, or None where it is none."""
    whole = (
        isinstance(given, list)
        and len(given) == 2
        and all(isinstance(i, int) and not isinstance(i, bool) for i in given)
    )
    return list(given) if whole and 0 <= given[0] < given[1] <= len(passage.words) else None


def _box(given: Any) -> list[float] | None:
    """x, y, width and height as shares of the picture."""
    if not isinstance(given, list) or len(given) != 4:
        return None
    numbers = all(isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one <= 1 for one in given)
    return [round(float(one), 4) for one in given] if numbers else None


def _span(given: Any, passage: Passage) -> Span | None:
    found = pair(given, passage)
    return None if found is None else passage.place(found[0], found[1])


def _words(span: Span | None, passage: Passage) -> list[int] | None:
    """The words that a stretch of characters covers."""
    if span is None:
        return None
    covered = [i for i, (start, stop) in enumerate(passage.spans) if start < span[1] and stop > span[0]]
    return [covered[0], covered[-1] + 1] if covered else None
