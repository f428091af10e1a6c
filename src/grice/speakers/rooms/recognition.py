"""Could a grammar have said this? Captions of rooms matched against the templates of a grammar, whatever the room."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from grice.scenes import rooms
from grice.scenes.rooms import Variant
from grice.speakers.rooms.grammar import Slot, templates


@cache
def pattern(kind: str, variant: Variant = "released") -> re.Pattern[str]:
    """What every caption of a grammar looks like: a template with any value in each slot."""
    whole = {
        "".join(
            f"(?:{'|'.join(map(re.escape, dict.fromkeys(rooms.vocabulary(variant)[part.feature])))})"
            if isinstance(part, Slot)
            else re.escape(part)
            for part in template.parts
        )
        for template in templates(kind, variant)
    }
    return re.compile("|".join(sorted(whole)))


def recognised(captions: Iterable[str], kinds: Sequence[str], variant: Variant = "released") -> list[bool]:
    """Whether each caption is one of any of the grammars; each distinct one is matched once."""
    listed = list(captions)
    patterns = [pattern(kind, variant) for kind in kinds]
    known = {text: any(one.fullmatch(text) for one in patterns) for text in set(listed)}
    return [known[text] for text in listed]
