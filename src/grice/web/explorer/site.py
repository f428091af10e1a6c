"""How is the explorer served? One page with four tabs, a small JSON interface, pictures and uploads; on this machine.

Every endpoint is a frozen dataclass of what is asked and a pure function of it. Nothing is stored but dropped files,
which go when the explorer ends.
"""

from collections.abc import Callable
from threading import Thread
from typing import Any

from jinja2 import Template
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from grice.errors import GriceError, InputError
from grice.readers.graphs.cache import remembering
from grice.scenes.quantified import counts, domain_of
from grice.studies.pictures import room, shapes
from grice.version import __version__
from grice.web.explorer import captions, graphs, quantified, rooms
from grice.web.explorer.desk import FORMS, Desk
from grice.web.explorer.exchange import asked, plain
from grice.web.explorer.uploads import MOST_BYTES, MOST_ROWS
from grice.web.security import Guard, Limiter, same_origin
from grice.web.templating import environment, static
from grice.web.threads import Endpoint, page

TABS = {
    "reference": "Does the caption single out its target?",
    "quantities": "Can a reader rebuild the scene?",
    "graph": "What does the caption say?",
    "corpus": "How good are my captions?",
}
ANSWERS: dict[str, tuple[type, Callable[[Any], Any]]] = {
    "rooms": (rooms.Captioned, rooms.judged),
    "rooms/draw": (rooms.Drawn, rooms.drawn),
    "rooms/speak": (rooms.Spoken, rooms.spoken),
    "quantified": (quantified.Scene, quantified.described),
    "quantified/read": (quantified.Text, quantified.understood),
    "graphs": (graphs.Captions, graphs.drawings),
    "graphs/compare": (graphs.Compared, graphs.compared),
}
"""Every endpoint under /api/: what is asked, and the function that answers."""
SMALL, LARGE = 96, 256
"""The sides of a room's picture: one that is there at once, and one to look at."""
HOSTS = ("127.0.0.1", "localhost")
FOREVER = {"Cache-Control": "max-age=86400"}
"""A picture of an id never changes."""


def explorer(hosts: tuple[str, ...] = HOSTS) -> Starlette:
    """The application; it answers under these names alone, so that no other site can reach it by a name of its own."""
    limiter, desk, template = Limiter(), Desk(), environment().get_template("explorer.html")
    routes = [
        Route("/", lambda _: RedirectResponse("/reference", 303)),
        *(Route(f"/{tab}", _page(tab, template)) for tab in TABS),
        *(Route(f"/api/{name}", _answer(*entry, desk), methods=["POST"]) for name, entry in ANSWERS.items()),
        Route("/api/corpus", _answer(captions.Files, desk.judged, desk), methods=["POST"]),
        Route("/api/corpus/file", _received(desk), methods=["POST"]),
        Route("/corpus/items.{form}", page(_download(desk))),
        Route("/picture/room/{id:int}.png", page(_room)),
        Route("/picture/scene.svg", page(_scene)),
        static(),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, limiter=limiter, most=MOST_BYTES),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts)),
        ],
        exception_handlers={HTTPException: _refused, GriceError: _wrong, Exception: _broken},
    )


def warm() -> None:
    """Load what the first questions need, so that even they are answered at once."""
    rooms.judged(rooms.Captioned((118308, 235786), "a blue pill"))
    quantified.described(quantified.Scene((2, 0, 0, 2)))
    graphs.compared(graphs.Compared("a dog", ("a dog runs",)))


def warming() -> Thread:
    """`warm`, beside the server."""
    thread = Thread(target=warm, daemon=True)
    thread.start()
    return thread


def _page(tab: str, template: Template) -> Callable[[Request], Response]:
    def tabs(_: Request) -> Response:
        menus = {"reference": rooms.menus(), "quantities": quantified.menus(), "graph": graphs.menus()}
        limits = {"bytes": MOST_BYTES, "rows": MOST_ROWS}
        shown = {"tab": tab, "tabs": TABS, "menus": menus, "limits": limits, "version": __version__}
        return HTMLResponse(template.render(shown))

    return tabs


def _answer(kind: type, function: Callable[[Any], Any], desk: Desk) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        _ours(request)
        return await run_in_threadpool(answer, await request.body())

    def answer(body: bytes) -> Response:
        with remembering(desk.parses):
            return JSONResponse(plain(function(asked(kind, body))))

    return endpoint


def _received(desk: Desk) -> Endpoint:
    """A file, as the body of the request; its name is in the address."""

    async def endpoint(request: Request) -> Response:
        _ours(request)
        name, content = request.query_params.get("name", ""), await request.body()
        return JSONResponse(await run_in_threadpool(desk.received, name, content))

    return endpoint


def _download(desk: Desk) -> Callable[[Request], Response]:
    def items(request: Request) -> Response:
        query, form = request.query_params, request.path_params["form"]
        if form not in FORMS:
            raise HTTPException(404, "There is no such file.")
        names = {name: query.get(name, "") for name in ("first", "second", "references", "which")}
        given = captions.Files(metrics=tuple(filter(None, query.get("metrics", "").split(","))), **names)
        name, content = desk.items(given, form)
        safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in name)
        headers = {"Content-Disposition": f'attachment; filename="{safe}"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    return items


def _ours(request: Request) -> None:
    """Refuse what a page of another site made a browser send."""
    if request.headers.get("origin") and not same_origin(request):
        raise HTTPException(403, "This request is not from this page.")


def _room(request: Request) -> Response:
    side = SMALL if request.query_params.get("small") else LARGE
    return Response(room(request.path_params["id"], side), media_type="image/png", headers=FOREVER)


def _scene(request: Request) -> Response:
    query = request.query_params
    domain = domain_of(query.get("domain", ""))
    scene = counts(query.get("counts", ""), domain)
    if sum(scene) > quantified.MOST_OBJECTS:
        raise InputError(f"{sum(scene)} objects", f"at most {quantified.MOST_OBJECTS}")
    return Response(shapes(scene, 0, domain.plural_kinds), media_type="image/svg+xml", headers=FOREVER)


async def _refused(_: Request, error: Any) -> Response:
    return JSONResponse({"error": str(error.detail), "needed": "", "fix": ""}, error.status_code, error.headers)


async def _wrong(_: Request, error: Any) -> Response:
    """A mistake of the user, to be shown where it was made."""
    said = (error.given, error.needed, error.fix) if isinstance(error, InputError) else (str(error), "", "")
    return JSONResponse(dict(zip(("error", "needed", "fix"), said, strict=True)), 422)


async def _broken(_: Request, error: Exception) -> Response:
    said = f"Something went wrong here: {type(error).__name__}. Please try again."
    return JSONResponse({"error": said, "needed": "", "fix": ""}, 500)
