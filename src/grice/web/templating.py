"""How are the pages filled? One environment of templates for study, annotation and explorer pages."""

import json

from jinja2 import Environment, PackageLoader, StrictUndefined

from grice.web.prose import prose


def environment() -> Environment:
    """Templates of `web/pages`: everything is escaped, and a name that is not given is an error."""
    made = Environment(
        loader=PackageLoader("grice.web", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["prose"] = prose
    made.filters["json"] = lambda value: json.dumps(value, ensure_ascii=False)
    return made
