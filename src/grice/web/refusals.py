"""Why was a form refused? The reason waits in the browser for the page that is shown next.

What is sent is always answered with a redirection, a refusal too: a page that answers a POST would be sent again by
reload, with what was in the form then, and Back could not show it. What somebody answered to an item is kept as its
draft; what has no draft (consent, questions) waits here beside the reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.responses import Response

from grice.studies.records import hashed
from grice.web.visits import Visit, remembered, to

COOKIE = "grice_refused"
SECONDS = 15 * 60
MOST_LETTERS = 3500
"""A browser drops a cookie of more than 4096 bytes, and the reason with it."""


@dataclass(frozen=True)
class Refusal:
    """A reason, in words for the participant, and what they had sent."""

    error: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


def refused(who: Visit, path: str, form: str, refusal: Refusal) -> Response:
    """Go to the page at `path`, which will say why this form was refused."""
    kept = _signer(who).dumps([_of(who, form), refusal.error, dict(refusal.values)])
    if len(kept) > MOST_LETTERS:
        kept = _signer(who).dumps([_of(who, form), refusal.error, {}])
    return remembered(to(path), who.request, COOKIE, str(kept), SECONDS)


def refusal_of(who: Visit, form: str) -> Refusal:
    """Why this form of this participant was refused when it was last sent; an empty one if it was not."""
    try:
        whose, error, values = _signer(who).loads(who.request.cookies.get(COOKIE, ""), max_age=SECONDS)
    except BadSignature:
        return Refusal()
    return Refusal(error, values) if whose == _of(who, form) else Refusal()


def forget(response: Response) -> Response:
    """The reason is told, or the form was accepted."""
    response.delete_cookie(COOKIE)
    return response


def _signer(who: Visit) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(who.store.secret, salt="grice refusal")


def _of(who: Visit, form: str) -> str:
    """A form of one participant: in a browser that people share, a reason is not told to the next one."""
    return hashed(f"refused {who.token} {form}")[:32]
