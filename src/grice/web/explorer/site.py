"""How is the explorer served? One page with four tabs, a small JSON interface, pictures and uploads; on this machine.

Every endpoint is a frozen dataclass of what is asked and a pure function of it. Nothing is stored but dropped files,
which go when the explorer ends.
"""

import logging
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from threading import Thread
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from grice.errors import GriceError, InputError
from grice.scenes.quantified import DEFAULT, counts, domain_of
from grice.studies.pictures import room, shapes
from grice.version import __version__
from grice.web.explorer import captions, graphs, quantified, rooms
from grice.web.explorer.exchange import asked, plain
from grice.web.explorer.jobs import Jobs
from grice.web.explorer.uploads import MOST_BYTES, MOST_ROWS, Upload, Uploads
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
    limiter, state = Limiter(), _State()
    routes = [
        Route("/", lambda _: RedirectResponse("/reference", 303)),
        *(Route(f"/{tab}", _page(tab, state)) for tab in TABS),
        *(Route(f"/api/{name}", _answer(*entry), methods=["POST"]) for name, entry in ANSWERS.items()),
        Route("/api/corpus/file", state.uploaded, methods=["POST"]),
        Route("/api/corpus", state.judged, methods=["POST"]),
        Route("/corpus/items.{form}", state.download),
        Route("/picture/room/{id:int}.png", page(_room)),
        Route("/picture/scene.svg", page(_scene)),
        static(),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, limiter=limiter, most=MOST_BYTES),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts)),
        ],
        exception_handlers={HTTPException: _refused, GriceError: _wrong, Exception: _broken},
    )
    app.state.explorer = state
    return app


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


class _State:
    """What an explorer keeps: its page, dropped files and the files that are being judged."""

    def __init__(self) -> None:
        self.uploads, self.jobs = Uploads(), Jobs()
        self.template = environment().get_template("explorer.html")

    async def uploaded(self, request: Request) -> Response:
        """A file, as the body of the request; its name is in the address."""
        _ours(request)
        name, content = request.query_params.get("name", ""), await request.body()
        return await run_in_threadpool(_json, lambda: self._shown(self.uploads.add(name, content)))

    async def judged(self, request: Request) -> Response:
        """How far the judgement of files is or, once it is done, what it came to."""
        _ours(request)
        given = asked(captions.Files, await request.body())
        return await run_in_threadpool(_json, lambda: self._judged(given))

    async def download(self, request: Request) -> Response:
        """The items of a file that was judged, with their values."""
        query, form = request.query_params, request.path_params["form"]
        if form not in ("csv", "jsonl", "parquet"):
            raise HTTPException(404)
        given = captions.Files(
            query.get("first", ""),
            references=query.get("references", ""),
            metrics=tuple(filter(None, query.get("metrics", "").split(","))),
        )
        return await run_in_threadpool(self._items, given, form)

    def _items(self, given: captions.Files, form: str) -> Response:
        from grice.files import Writer

        job = self._job(given.first, given)
        if job.error or not job.finished:
            raise job.error or InputError("the file is still being judged", "a little patience")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"items.{form}"
            with Writer(path) as writer:
                for batch in captions.table(job.result).to_batches():
                    writer.write(batch)
            content = path.read_bytes()
        name = f"{Path(self.uploads[given.first].name).stem}-items.{form}"
        safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in name)
        headers = {"Content-Disposition": f'attachment; filename="{safe}"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    def _shown(self, upload: Upload) -> dict[str, Any]:
        found = {name: value for name, value in asdict(upload).items() if name != "path"}
        return found | {"offers": plain(captions.offers(upload.path))}

    def _judged(self, given: captions.Files) -> dict[str, Any]:
        names = [name for name in (given.first, given.second) if name]
        files_ = [self._shown(self.uploads[name]) for name in names]
        references = self.uploads[given.references] if given.references else None
        shown: dict[str, Any] = {"files": files_, "references": self._shown(references) if references else None}
        shown["offers"] = plain(captions.offers(self.uploads[given.first].path, references and references.path))
        if not given.metrics:
            return shown | {"state": "ready"}
        jobs = [self._job(name, given) for name in names]
        if wrong := next((job.error for job in jobs if job.error), None):
            raise wrong
        if not all(job.finished for job in jobs):
            return shown | {
                "state": "working",
                "done": sum(job.done for job in jobs),
                "total": sum(job.total for job in jobs),
            }
        answer = captions.corpus(*(job.result for job in jobs), sort=given.sort)
        return shown | {"state": "done", "answer": plain(answer)}

    def _job(self, name: str, given: captions.Files) -> Any:
        file = self.uploads[name]
        references = self.uploads[given.references].path if given.references else None
        if not given.metrics:
            raise InputError("no metric", "at least one")
        key = (name, given.references, given.metrics)
        return self.jobs.get(
            key, file.rows, lambda step: captions.scored(file.name, file.path, references, given.metrics, step)
        )


def _page(tab: str, state: _State) -> Callable[[Request], Response]:
    def tabs(_: Request) -> Response:
        menus = {"reference": rooms.menus(), "quantities": quantified.menus(), "graph": graphs.menus()}
        limits = {"bytes": MOST_BYTES, "rows": MOST_ROWS}
        shown = {"tab": tab, "tabs": TABS, "menus": menus, "limits": limits, "version": __version__}
        return HTMLResponse(state.template.render(shown))

    return tabs


def _answer(kind: type, function: Callable[[Any], Any]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        _ours(request)
        body = await request.body()
        return await run_in_threadpool(_json, lambda: function(asked(kind, body)))

    return endpoint


def _json(act: Callable[[], Any]) -> Response:
    return JSONResponse(plain(act()))


def _ours(request: Request) -> None:
    """Refuse what a page of another site made a browser send."""
    if request.headers.get("origin") and not same_origin(request):
        raise HTTPException(403, "This request is not from this page.")


def _room(request: Request) -> Response:
    side = SMALL if request.query_params.get("small") else LARGE
    return Response(room(request.path_params["id"], side), media_type="image/png", headers=FOREVER)


def _scene(request: Request) -> Response:
    query = request.query_params
    domain = domain_of(query.get("domain", "")) if query.get("domain") else DEFAULT
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
    logging.getLogger("grice").error("an answer failed", exc_info=error)
    said = f"Something went wrong here: {type(error).__name__}. Please try again."
    return JSONResponse({"error": said, "needed": "", "fix": ""}, 500)
