"""Which words of a text are orders to an image generator, not of the picture? "--ar 16:9", "::2", "(detailed:1.3)".

Everything keeps its place: an order is blanked, a weight loses its number, "::" parts a list, and "--no people, cars"
is "no people, no cars". Flags are those of Midjourney and whatever else has a number; two hyphens anywhere
else are a dash, and part what stands beside them ("a dog --brown and white-- runs").
"""

import re
from collections.abc import Iterable, Iterator

_NAMES = (
    "ar aspect beta c chaos creative cref cw draft fast h hd height iw niji p personalize profile q quality r raw "
    "relax repeat s sameseed seed sref steps stop style stylize sw test testp tile turbo upanime upbeta uplight v "
    "version vibe video w weird width"
).replace(" ", "|")
_NUMBER = r"-?\.?\d[\d.:/x]*"
_FLAG = re.compile(
    rf"(?<!\S)(?:--(?:[a-z]+[ =]+{_NUMBER}|(?:{_NAMES})(?:[ =]+(?:raw|cute|scenic|expressive|original))?)"
    rf"|[\u2013\u2014](?:{_NAMES})[ =]+{_NUMBER})(?![^\s,.;])",
    re.IGNORECASE,
)
_MODEL = re.compile(r"<\w+:[^<>]*>")
_WEIGHT = re.compile(rf"(?<=[a-z]):{_NUMBER}(?=[)\]])", re.IGNORECASE)
_STRESS = re.compile(r"\({2,}|\){2,}")
_PART = re.compile(rf"::(?:{_NUMBER})?")
_NEAR = 80
"""How many characters around "--no" tell what it is."""
_NO = re.compile(rf"(?<!\S)--no(?=\s+\w)(?!.{{0,{_NEAR}}}--(?:\W|$))", re.IGNORECASE)
_EXCLUDED = re.compile(_NO.pattern + r"[^.;\n]*", re.IGNORECASE)
_DASH = re.compile(r"(?<!-)--(?!-)")
_JOINTS = (",", "and", "or", "&")
Word = tuple[str, tuple[int, int]]
"""A word, and where it is."""


def without_orders(text: str) -> str:
    """A prompt as the description that it is, character for character; any other text as it is."""
    if "((" in text or "))" in text:
        text = _STRESS.sub(_blank, text)
    if ":" in text:
        text = _PART.sub(lambda mark: ",".ljust(len(mark[0])), _WEIGHT.sub(_blank, _MODEL.sub(_blank, text)))
    if "--" in text or "\u2013" in text or "\u2014" in text:
        text = _DASH.sub(", ", _NO.sub(_denial, _FLAG.sub(_blank, text)))
    return text


def with_denials(text: str, words: Iterable[Word]) -> Iterator[Word]:
    """The words of a prompt, with a "no" before each part of what "--no" excludes."""
    lists = [found.span() for found in reversed(list(_EXCLUDED.finditer(text)))]
    for word, span in words:
        yield word, span
        while lists and lists[-1][1] <= span[0]:
            lists.pop()
        if lists and word in _JOINTS and lists[-1][0] < span[0]:
            yield "no", span


def _blank(order: re.Match[str]) -> str:
    return " " * len(order[0])


def _denial(order: re.Match[str]) -> str:
    """ "No", after a comma where the text goes on."""
    before = order.string[max(0, order.start() - _NEAR) : order.start()].rstrip()
    return ", no" if before[-1:].isalnum() else "  no"
