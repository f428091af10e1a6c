"""What does an option mean that is given several times? Lists add up; an option of one value is refused the second.

The last one would hold otherwise, and the others be dropped without a word.
"""

from collections import Counter
from typing import Any

from typer.core import TyperCommand

from grice.errors import InputError


class Command(TyperCommand):
    """A command whose options of one value are given once."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        seen = Counter(param.name for param in order if _has_one_value(param))
        for param in order:
            if seen[param.name] > 1:
                option = max(param.opts, key=len)
                times = "twice" if seen[param.name] == 2 else f"{seen[param.name]} times"
                raise InputError(f"{option} {times}", f"{option} once: it has one value")
        return super().parse_args(ctx, args)


def _has_one_value(param: Any) -> bool:
    """Whether an option holds one value, unlike a list, an argument or a switch."""
    return param.param_type_name == "option" and not (param.multiple or param.is_flag or param.count)
