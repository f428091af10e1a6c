"""How is the study going? Progress, allocation, drop-outs, agreement, exports and analysis, behind a token."""

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from grice.errors import InputError
from grice.studies import analysis, export, plots
from grice.studies.consistency import consistency
from grice.studies.rater_agreement import agreement
from grice.studies.records import ACTIVE, GONE
from grice.studies.store import Store
from grice.studies.tasks import load
from grice.web.security import RESEARCHER, WRONG, address, equal
from grice.web.threads import page
from grice.web.visits import Site, must_be_ours, posted, remembered, researcher, site_of, slow_down, to

MOST_LINKS = 500
MEDIA = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet", "json": "application/json"}


def enter(request: Request) -> Response:
    """The researcher's link: remember the token, and go on without it in the address."""
    site = site_of(request)
    slow_down(site, request)
    if not equal(request.path_params["token"], site.store.researcher):
        site.limiter.allows("wrong", address(request.scope), WRONG)
        raise HTTPException(404)
    return remembered(to("/researcher"), request, RESEARCHER, request.path_params["token"])


def overview(request: Request) -> Response:
    site = researcher(request)
    site.store.sweep()
    return _shown(site)


def analysed(request: Request) -> Response:
    """Tables and plots of what there is so far."""
    site = researcher(request)
    store = site.store
    tables = analysis.tables(store)
    return site.render(
        "analysis.html",
        session=store.researcher,
        tables=[Markup(one.to_html()) for one in tables],
        has_plots=store.design.task in analysis.TASKS,
    )


def plot(request: Request) -> Response:
    store = researcher(request).store
    if store.design.task not in analysis.TASKS:
        raise HTTPException(404)
    return Response(plots.swaps_by_size(export.table(store).records()), media_type="image/svg+xml")


def exported(request: Request) -> Response:
    """The answers as a file: CSV, Parquet or JSON; `?anonymous=1` without what people said of themselves."""
    store, form = researcher(request).store, request.path_params["form"]
    anonymous = request.query_params.get("anonymous") == "1"
    if form not in MEDIA:
        raise HTTPException(404)
    content = export.content(store, form, anonymous)
    name = f"answers.{form}"
    return Response(content, media_type=MEDIA[form], headers={"Content-Disposition": f'attachment; filename="{name}"'})


def codebook(request: Request) -> Response:
    return JSONResponse(export.codebook(researcher(request).store))


def invite(request: Request, given: Mapping[str, Any]) -> Response:
    """New personal links, shown this once."""
    site = researcher(request)
    must_be_ours(request, site.store.researcher, given.get("form_token"))
    many, role = str(given.get("count", "")), str(given.get("role", "participant"))
    if not (many.isascii() and many.isdigit() and 0 < int(many[:6]) <= MOST_LINKS) or role not in (
        "participant",
        "expert",
    ):
        return _shown(site, f"Please ask for 1 to {MOST_LINKS} links.", status=422)
    start = f"{request.url.scheme}://{request.headers.get('host', '')}/t/"
    return _shown(site, links=[start + token for token in site.store.invite(int(many), role)])


def give_back(request: Request, given: Mapping[str, Any]) -> Response:
    """Take somebody out, or note ids that returned their place on a recruitment site."""
    site = researcher(request)
    must_be_ours(request, site.store.researcher, given.get("form_token"))
    who = str(given.get("participant", ""))
    recruits = [one for one in str(given.get("recruits", "")).replace(",", " ").split() if one]
    found = site.store.give_back(recruits, [int(who)] if who.isascii() and who.isdigit() and len(who) < 10 else [])
    return _shown(site, f"{found} had begun; their unanswered items are free again.")


def progress(store: Store) -> dict[str, Any]:
    """Everything the overview shows, as plain data."""
    people, seen, task = (
        [p for p in store.people() if p["role"] == "participant"],
        store.seen(),
        load(store.design.task),
    )
    wanted = sum(item.views for item in store.items.values() if not item.gold)
    answered = [row for row in store.answers() if row["role"] == "participant"]
    real = sum(not store.items[row["item"]].gold for row in answered)
    right = Counter[int]()
    tried = Counter[int]()
    spent = Counter[int]()
    for row in answered:
        item = store.items[row["item"]]
        spent[row["participant"]] += row["seconds"]
        if item.gold:
            tried[row["participant"]] += 1
            right[row["participant"]] += bool(task.right(item, row["answer"]))
    now = time.time()
    return {
        "wanted": wanted,
        "answered": real,
        "open": store.open_views(),
        "finished": sum(one["status"] == "finished" for one in people),
        "active": sum(one["status"] in ACTIVE[1:] for one in people),
        "invited": sum(one["status"] == "invited" for one in people),
        "left": {status: sum(one["status"] == status for one in people) for status in GONE},
        "people": [
            {
                **one,
                "minutes": spent[one["id"]] / 60,
                "idle": (now - one["seen"]) / 60,
                "gold": f"{right[one['id']]} of {tried[one['id']]}" if tried[one["id"]] else "",
            }
            for one in people
        ],
        "items": [
            {"id": item.id, "producer": item.producer, "size": item.size, "views": item.views, "has": has, "done": done}
            for item in store.items.values()
            if not item.gold
            for has, done in [seen.get(item.id, (0, 0))]
        ],
        "agreement": agreement(store),
        "consistency": consistency(store) if store.design.task == "annotation" else [],
    }


def _shown(site: Site, message: str = "", links: list[str] | None = None, status: int = 200) -> Response:
    more = {"message": message, "links": links or [], "analysed": site.store.design.task in analysis.TASKS}
    return site.render("researcher.html", status, site.store.researcher, **progress(site.store), **more)


def _refused(handler: Any) -> Any:
    """An `InputError` of an analysis is a page, not a failure."""

    def checked(request: Request) -> Response:
        try:
            found: Response = handler(request)
        except InputError as wrong:
            return site_of(request).render("message.html", 409, title="Not yet", text=str(wrong))
        return found

    return checked


ROUTES = [
    Route("/r/{token}", page(enter)),
    Route("/researcher", page(overview)),
    Route("/researcher/analysis", page(_refused(analysed))),
    Route("/researcher/swaps.svg", page(plot)),
    Route("/researcher/answers.{form}", page(exported)),
    Route("/researcher/codebook.json", page(codebook)),
    Route("/researcher/links", posted(invite), methods=["POST"]),
    Route("/researcher/returned", posted(give_back), methods=["POST"]),
]
