"""Who is asking? The participant or researcher behind a request, and whether it may change anything.

A browser shows its token in a cookie, a program in an Authorization header. Handlers run in threads, because the store
waits for the disk; `threads.page` and `posted` wrap them, so that each is a plain function of what was sent.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from grice.studies.records import Person
from grice.studies.store import Store
from grice.web.security import COOKIE, PERSON, RESEARCHER, WRONG, Forms, Limiter, address, bearer, equal, same_origin
from grice.web.templating import environment
from grice.web.threads import Endpoint

YEAR = 60 * 60 * 24 * 365


@dataclass
class Site:
    """What every handler needs: the study, its forms and its pages."""

    store: Store
    limiter: Limiter = field(default_factory=Limiter)
    secure: bool = False

    def __post_init__(self) -> None:
        self.forms = Forms(self.store.secret)
        self.pages = environment()

    def render(self, name: str, status: int = 200, session: str = "", **context: Any) -> HTMLResponse:
        """A page; `session` signs its forms."""
        shared = {"design": self.store.design, "form_token": self.forms.token(session), "error": ""}
        return HTMLResponse(self.pages.get_template(name).render(shared | context), status)


@dataclass(frozen=True)
class Visit:
    """A request of somebody we know."""

    site: Site
    request: Request
    token: str
    person: Person
    by_header: bool

    @property
    def store(self) -> Store:
        return self.site.store

    def render(self, name: str, status: int = 200, **context: Any) -> HTMLResponse:
        link = f"{self.request.url.scheme}://{self.request.headers.get('host', '')}/t/{self.token}"
        return self.site.render(name, status, self.token, person=self.person, link=link, **context)


def site_of(request: Request) -> Site:
    found: Site = request.app.state.site
    return found


def visit(request: Request) -> Visit:
    """The participant behind a request, or 401."""
    site, header = site_of(request), bearer(request.headers)
    token = header or request.cookies.get(COOKIE, "")
    if token:
        slow_down(site, request)
        person = site.store.person(token)
        if person is not None:
            if not site.limiter.allows("person", str(person.id), PERSON):
                raise HTTPException(429, "Too many requests. Please wait a moment.", {"Retry-After": "5"})
            return Visit(site, request, token, person, header is not None)
        site.limiter.allows("wrong", address(request.scope), WRONG)
    raise HTTPException(401, "This page needs a participant's link.")


def researcher(request: Request) -> Site:
    """The site, for somebody who has the researcher's token; else 404, as if there were no such pages."""
    site = site_of(request)
    given = bearer(request.headers) or request.cookies.get(RESEARCHER, "")
    if given:
        slow_down(site, request)
        if equal(given, site.store.researcher):
            return site
        site.limiter.allows("wrong", address(request.scope), WRONG)
    raise HTTPException(404)


def slow_down(site: Site, request: Request) -> None:
    """Refuse an address that showed too many wrong tokens."""
    if site.limiter.left("wrong", address(request.scope), WRONG) < 1:
        raise HTTPException(429, "Too many wrong links from here. Please wait.", {"Retry-After": "60"})


def must_be_ours(request: Request, session: str, given: Any) -> None:
    """Refuse a change that another site's page made the browser ask for."""
    if not same_origin(request) or not site_of(request).forms.are_ours(session, str(given or "")):
        raise HTTPException(403, "This form is not from this page any more. Please go back and reload it.")


def posted(handler: Callable[[Request, Mapping[str, Any]], Response]) -> Endpoint:
    """An endpoint of a handler that takes a form."""

    async def endpoint(request: Request) -> Response:
        async with request.form(max_files=0, max_fields=500) as form:
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
        return await run_in_threadpool(handler, request, fields)

    return endpoint


def remembered(response: Response, request: Request, name: str, value: str, seconds: int = YEAR) -> Response:
    """An answer that leaves a token or the like in the browser, out of reach of scripts and other sites."""
    secure = site_of(request).secure or request.url.scheme == "https"
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/")
    return response


def to(path: str) -> RedirectResponse:
    """Go on to a page, with GET."""
    return RedirectResponse(path, 303)
