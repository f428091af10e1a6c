"""What people read: tables and figures on one self-contained HTML page.

`SECTIONS` is the registry: what the report shows, in order, and the function that makes it.
"""

from grice.door import lazy

SECTIONS: dict[str, str] = {
    "A3DS: does a caption single out its target?": "grice.report.a3ds:section",
    "Quantified descriptions: can a reader rebuild the scene?": "grice.report.quantified:section",
    "Captions: what do they say, and is it so?": "grice.report.captions:section",
    "Rooms: pictures of 3DShapes from their ids": "grice.report.rooms:section",
}

__getattr__, __dir__ = lazy(__name__, {name: f"grice.report.{name}" for name in ("figures", "page")})
