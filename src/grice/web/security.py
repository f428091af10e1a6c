"""Who may send what, how much and how often? Limits before a request is read, marks on every answer, signed forms.

A request that changes something must come from a page of this site: its origin is checked, and it carries a token that
only our pages have, signed with the study's key for this one participant. Programs that present their token in an
Authorization header, which no foreign page can set, need neither.
"""

import hmac
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "grice_study"
RESEARCHER = "grice_researcher"
MOST_BYTES = 128 * 1024
FORM_SECONDS = 60 * 60 * 24 * 14
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


@dataclass(frozen=True)
class Rate:
    """A bucket of so many requests that fills again by so many a second."""

    burst: float
    each_second: float


PERSON = Rate(120, 10)
"""Requests with one token."""
ADDRESS = Rate(8000, 400)
"""Requests from one address: a whole class may sit behind one."""
WRONG = Rate(30, 0.2)
"""Unknown tokens from one address: guessing 128 bits is hopeless anyway, but needs no help."""
MOST_BUCKETS = 50_000


@dataclass
class Limiter:
    """How many requests are left to whom, in this process."""

    now: Callable[[], float] = time.monotonic
    buckets: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict)

    def allows(self, kind: str, who: str, rate: Rate, cost: float = 1.0) -> bool:
        """Take from a bucket; False if it is empty."""
        left = self.left(kind, who, rate)
        if left < cost:
            return False
        if len(self.buckets) >= MOST_BUCKETS:
            self._forget()
        self.buckets[kind, who] = (left - cost, self.now())
        return True

    def left(self, kind: str, who: str, rate: Rate) -> float:
        left, since = self.buckets.get((kind, who), (rate.burst, self.now()))
        return min(rate.burst, left + (self.now() - since) * rate.each_second)

    def _forget(self) -> None:
        oldest = sorted(self.buckets, key=lambda key: self.buckets[key][1])
        for key in oldest[: MOST_BUCKETS // 4]:
            del self.buckets[key]


class Guard:
    """Around the whole application: refuses too much and too often, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, limiter: Limiter, most: int = MOST_BYTES) -> None:
        self.app, self.limiter, self.most = app, limiter, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_static = str(scope["path"]).startswith("/static/")

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "max-age=3600" if is_static else "no-store")
                if scope.get("scheme") == "https":
                    headers["Strict-Transport-Security"] = "max-age=31536000"
            await send(message)

        if not is_static and not self.limiter.allows("address", address(scope), ADDRESS):
            wait = PlainTextResponse("Too many requests. Please wait a moment.", 429, {"Retry-After": "5"})
            await wait(scope, receive, marked)
            return
        body = await _body(scope, receive, self.most)
        if body is None:
            large = PlainTextResponse(f"That is too much: at most {self.most:,} bytes.", 413)
            await large(scope, receive, marked)
            return
        await self.app(scope, _replayed(body, receive), marked)


class Forms:
    """Tokens that our own forms carry, signed for one visitor."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="grice form")

    def token(self, session: str) -> str:
        return str(self._signer.dumps(_fingerprint(session)))

    def are_ours(self, session: str, given: str) -> bool:
        try:
            signed = self._signer.loads(given, max_age=FORM_SECONDS)
        except BadSignature:
            return False
        return isinstance(signed, str) and hmac.compare_digest(signed, _fingerprint(session))


def same_origin(request: Request) -> bool:
    """Whether a request that changes something comes from a page of this site."""
    fetched = request.headers.get("sec-fetch-site")
    if fetched is not None and fetched not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin") or request.headers.get("referer")
    if origin is None:
        return False
    return urlsplit(origin).netloc == request.headers.get("host", "")


def bearer(headers: Mapping[str, str]) -> str | None:
    """The token of an Authorization header."""
    kind, _, given = headers.get("authorization", "").partition(" ")
    return given.strip() if kind.lower() == "bearer" and given.strip() else None


def equal(one: str, other: str) -> bool:
    """Whether two tokens are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def address(scope: Scope) -> str:
    return str((scope.get("client") or ("unknown",))[0])


def _fingerprint(session: str) -> str:
    from grice.studies.records import hashed

    return hashed(f"form {session}")[:32]


async def _body(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The whole body of a request, or None if it is too large."""
    declared = Headers(scope=scope).get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        return None
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message.get("more_body", False)
        if size > most:
            return None
    return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
