"""How is a study served? One Starlette application around a store: pages, JSON endpoints, limits and static files."""

from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from grice.errors import InputError
from grice.studies.store import Store
from grice.web import interface, participant, researcher
from grice.web.security import Guard, Limiter
from grice.web.templating import static
from grice.web.visits import Site, site_of

WORDS = {
    401: ("Who are you?", "This page needs the link that you were given."),
    403: ("Please reload", "This form is not from this page any more. Go back, reload and try again."),
    404: ("Not found", "There is no such page."),
    405: ("Not found", "There is no such page."),
    429: ("One moment", "Too many requests. Please wait a little and try again."),
}


def application(store: Store, secure: bool = False) -> Starlette:
    """The application of a study; `secure` if a proxy in front of it speaks TLS."""
    limiter = Limiter()
    routes = [*participant.ROUTES, *interface.ROUTES, *researcher.ROUTES, Route("/health", _health), static()]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, limiter=limiter)],
        exception_handlers={HTTPException: _refused, InputError: _wrong, Exception: _broken},
    )
    app.state.site = Site(store, limiter, secure)
    return app


async def _health(_: Request) -> Response:
    return JSONResponse({"ok": True})


async def _refused(request: Request, error: Any) -> Response:
    return _said(request, error.status_code, str(error.detail), error.headers)


async def _wrong(request: Request, error: Any) -> Response:
    return _said(request, 400, error.given)


async def _broken(request: Request, _: Exception) -> Response:
    return _said(request, 500, "Something went wrong here. Your answers so far are kept; please reload.")


def _said(request: Request, status: int, detail: str, headers: Any = None) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": detail}, status, headers)
    title, text = WORDS.get(status, ("That did not work", detail))
    response = site_of(request).render("message.html", status, title=title, text=text)
    response.headers.update(headers or {})
    return response
