"""What does a participant see? Front page, consent, questions, instructions, items, thanks, and the way out."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grice.errors import InputError
from grice.studies import flow
from grice.studies.flow import StepError
from grice.studies.items import AnswerError
from grice.studies.pictures import picture
from grice.studies.records import Full
from grice.studies.recruitment import recruit_in, session_in
from grice.studies.tasks import load
from grice.web.expert import compared
from grice.web.refusals import Refusal, forget, refusal_of, refused
from grice.web.security import COOKIE, same_origin
from grice.web.threads import page
from grice.web.visits import Visit, must_be_ours, posted, remembered, site_of, slow_down, to, visit


def front(request: Request) -> Response:
    """What the study is about, and the way in."""
    site, recruit = site_of(request), recruit_in(request.query_params)
    known = site.store.person(request.cookies.get(COOKIE, "")) if COOKIE in request.cookies else None
    if known is not None and recruit is not None and known.recruit != recruit:
        known = None  # a shared browser: the cookie is of whoever took part before
    query = f"?{request.url.query}" if request.url.query else ""
    return site.render("front.html", known=known, query=query)


def join(request: Request, _: Mapping[str, Any]) -> Response:
    site = site_of(request)
    if not same_origin(request):
        raise HTTPException(403, "Please join from the front page of the study.")
    recruit = recruit_in(request.query_params)
    source = "open" if recruit is None else "prolific"
    try:
        token = site.store.join(source, recruit, session_in(request.query_params))
    except Full as full:
        return site.render("message.html", 409, title="Not this time", text=str(full.given))
    return remembered(to("/study"), request, COOKIE, token)


def personal(request: Request) -> Response:
    """A personal link: remember the token, and go on without it in the address."""
    site, token = site_of(request), request.path_params["token"]
    slow_down(site, request)
    if site.store.person(token) is None:
        from grice.web.security import WRONG, address

        site.limiter.allows("wrong", address(request.scope), WRONG)
        return site.render(
            "message.html", 404, title="Unknown link", text="This link is not known, or its owner withdrew."
        )
    return remembered(to("/study"), request, COOKIE, token)


def study(request: Request) -> Response:
    """The page of the step that the participant is at."""
    try:
        who = visit(request)
    except HTTPException as unknown:
        if unknown.status_code != 401:
            raise
        return to("/")
    try:
        return shown(who)
    except Full as full:
        return who.render("message.html", 409, title="Not this time", text=str(full.given))


def shown(who: Visit) -> Response:
    """The page of a step, with what was typed so far and why it was refused, if it was."""
    step = flow.current(who.store, who.person)
    if step.name != "items" or step.place is None:
        return _simple(who, step.name)
    place = step.place
    values = place.draft
    task = load(who.store.design.task)
    is_expert = who.person.role == "expert"
    more = compared(who.store, place.item, values) if is_expert else {}
    made = who.render(
        "expert.html" if is_expert else task.PAGE,
        place=place,
        item=place.item,
        shown=place.item.shown,
        values=values,
        error=refusal_of(who, _form("answer", place.position)).error,
        **task.page(place.item, more.get("values", values)),
        **{name: value for name, value in more.items() if name != "values"},
    )
    # The draft goes on changing, and soon the reason is not true of it.
    return forget(made)


def consent(who: Visit, given: Mapping[str, Any]) -> None:
    flow.consent(who.store, who.person, given)


def questions(who: Visit, given: Mapping[str, Any]) -> None:
    flow.questions(who.store, who.person, given)


def check(who: Visit, given: Mapping[str, Any]) -> None:
    flow.check(who.store, who.person, given)


def answer(who: Visit, given: Mapping[str, Any]) -> None:
    flow.answer(who.store, who.person, given)


def leaving(request: Request) -> Response:
    who = visit(request)
    return forget(who.render("withdraw.html", error=refusal_of(who, "withdraw").error))


def leave(request: Request, given: Mapping[str, Any]) -> Response:
    who = visit(request)
    must_be_ours(request, who.token, given.get("form_token"))
    if given.get("sure") != "1":
        return refused(who, "/withdraw", "withdraw", Refusal("Please tick the box if you are sure."))
    who.store.withdraw(who.person)
    response = who.site.render(
        "message.html",
        title="You have withdrawn",
        text="All that you answered has been deleted. Thank you for your time.",
    )
    response.delete_cookie(COOKIE)
    return forget(response)


def shown_picture(request: Request) -> Response:
    """A picture of one of the participant's own items."""
    who = visit(request)
    found = who.store.at(who.person, str(request.path_params["position"]))
    if found is None:
        raise HTTPException(404)
    try:
        content, media = picture(found[0], request.path_params["place"], who.store.design)
    except InputError:
        raise HTTPException(404) from None
    return Response(content, media_type=media, headers={"Cache-Control": "private, max-age=3600"})


def _step(name: str, act: Callable[[Visit, Mapping[str, Any]], None]) -> Callable[..., Response]:
    """Take what was sent at a step and go on to the next, or back to the same with what is wrong."""

    def handler(request: Request, given: Mapping[str, Any]) -> Response:
        who = visit(request)
        must_be_ours(request, who.token, given.get("form_token"))
        try:
            act(who, given)
        except AnswerError as wrong:
            why = " ".join(part for part in (wrong.given, _needed(wrong)) if part)
            return refused(who, "/study", _form(name, given.get("item")), Refusal(why, _kept(who, name, given)))
        except StepError:
            pass  # an old page sent again: the right one is shown
        except InputError as wrong:
            return who.render("message.html", 409, title="That did not work", text=wrong.given)
        return forget(to("/study"))

    return handler


def _form(step: str, item: object) -> str:
    """What a reason is told of: a step, or one item."""
    return f"{step} {item}" if step == "answer" else step


def _kept(who: Visit, step: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was sent, as far as it has to wait in the browser; an answer to an item becomes its draft."""
    sent = {name: value for name, value in given.items() if name not in ("form_token", "item")}
    if step != "answer":
        return sent
    with suppress(AnswerError, StepError):  # too long, or not theirs to answer: the draft before it stays
        flow.draft(who.store, who.person, str(given.get("item")), sent)
    return {}


def _needed(wrong: AnswerError) -> str:
    return f"({wrong.needed})" if wrong.needed else ""


def _simple(who: Visit, step: str) -> Response:
    """The page of a step that shows no item."""
    if step in ("consent", "questions", "check"):
        refusal = refusal_of(who, step)
        return who.render(f"{step}.html", error=refusal.error, values=refusal.values)
    if step == "finished":
        return who.render("finished.html", url=who.store.design.participants.completion_url)
    titles = {
        "failed": (
            "Thank you",
            "The answers to the questions about the instructions were not right, so the study ends here for you.",
        ),
        "expired": (
            "Your time ran out",
            "Your place was given to somebody else. What you have answered is kept; you can still withdraw it.",
        ),
        "returned": ("You returned your place", "What you have answered is kept; you can still withdraw it."),
    }
    titles["waiting"] = ("Nothing to check", "No more captions are ready. Come back when annotators have done some.")
    title, text = titles.get(step, ("Thank you", "There is nothing more to do."))
    return who.render("message.html", title=title, text=text)


STEPS = {"consent": consent, "questions": questions, "check": check, "answer": answer}
ROUTES = [
    Route("/", page(front)),
    Route("/join", posted(join), methods=["POST"]),
    Route("/t/{token}", page(personal)),
    Route("/study", page(study)),
    *(Route(f"/study/{name}", posted(_step(name, act)), methods=["POST"]) for name, act in STEPS.items()),
    Route("/withdraw", page(leaving)),
    Route("/withdraw", posted(leave), methods=["POST"]),
    Route("/picture/{position:int}/{place:int}", page(shown_picture)),
]
