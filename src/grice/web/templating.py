"""How are the pages filled, and where does their look lie? One for study, annotation and explorer pages."""

import json
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from grice.web.prose import prose

LOOK = ("grice.report", "static")
"""Where the stylesheet lies that report and web share."""


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


def static() -> Mount:
    """The files that pages load: styles, scripts, pictures."""
    return Mount("/static", StaticFiles(directory=str(files("grice.web") / "static"), packages=[LOOK]))
