"""How does a program take part? The same study as JSON: for autosaving pages, simulated participants and others.

A program joins, keeps the token and shows it as `Authorization: Bearer TOKEN`; a page has its cookie, and sends the
token of its form in `X-Form-Token`. `openapi` describes every endpoint.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from grice.errors import InputError
from grice.studies import flow
from grice.studies.flow import StepError
from grice.studies.items import AnswerError
from grice.studies.records import Full
from grice.studies.recruitment import recruit_in
from grice.studies.tasks import annotation
from grice.version import __version__
from grice.web.security import same_origin
from grice.web.threads import page
from grice.web.visits import Visit, must_be_ours, site_of, visit

Body = dict[str, Any]


def join(request: Request, body: Body) -> Any:
    """Join the study: a token of 128 bits, shown this once."""
    site = site_of(request)
    if request.headers.get("origin") and not same_origin(request):
        raise HTTPException(403)
    recruit = recruit_in({"PROLIFIC_PID": _text(body, "recruit")})
    return {"token": site.store.join("open" if recruit is None else "prolific", recruit, _text(body, "session"))}


def state(who: Visit) -> Any:
    """Where the participant is, and what there is to answer."""
    design, step = who.store.design, flow.current(who.store, who.person)
    found: dict[str, Any] = {"step": step.name, "task": design.task}
    if step.name == "questions":
        found["questions"] = [{"name": q.name, "kind": q.kind, "choices": list(q.choices)} for q in design.questions]
    if step.name == "check":
        found["check"] = [{"question": one.question, "choices": list(one.choices)} for one in design.check]
    if step.place is not None:
        place = step.place
        found |= {"item": str(place.position), "shown": dict(place.item.shown), "size": place.item.size}
        found |= {"position": place.position, "total": place.total, "done": place.done, "draft": dict(place.draft)}
    return found


def consent(who: Visit, body: Body) -> Any:
    """Agree to take part."""
    flow.consent(who.store, who.person, {"agree": body.get("agree")})
    return {"ok": True}


def questions(who: Visit, body: Body) -> Any:
    """Answer the questions about oneself."""
    flow.questions(who.store, who.person, _table(body, "answers"))
    return {"ok": True}


def check(who: Visit, body: Body) -> Any:
    """Answer the questions about the instructions."""
    given = body.get("choices")
    if not isinstance(given, list):
        raise AnswerError("choices is not a list")
    return {"ok": flow.check(who.store, who.person, {f"check{i}": one for i, one in enumerate(given)})}


def answer(who: Visit, body: Body) -> Any:
    """Answer an item; sent twice, the first answer stays. The answer is on the disk before this returns."""
    given = {**_table(body, "answer"), **{name: body.get(name) for name in ("item", "seconds")}}
    given |= {"comment": _text(body, "comment")}
    given |= {name: "1" for name in ("not_understood", "pasted") if body.get(name) is True}
    return {"stored": flow.answer(who.store, who.person, given)}


def draft(who: Visit, body: Body) -> Any:
    """Keep what was typed so far."""
    flow.draft(who.store, who.person, _text(body, "item"), _table(body, "draft"))
    return {"ok": True}


def ranked(who: Visit, body: Body) -> Any:
    """The likeliest verbs and prepositions between two objects of a caption, for annotation."""
    if who.store.design.task != "annotation":
        raise StepError("This study annotates no captions.")
    found = who.store.at(who.person, _text(body, "item"))
    if found is None:
        raise StepError("This is not one of your items.")
    best = annotation.choices(found[0], _table(body, "subject"), _table(body, "object"))
    return asdict(best)


def withdraw(who: Visit, _: Body) -> Any:
    """Leave the study; all that was answered is deleted."""
    who.store.withdraw(who.person)
    return {"ok": True}


def openapi(request: Request) -> Response:
    """The description of these endpoints (OpenAPI 3.1)."""
    return JSONResponse(schema(site_of(request).store.design.title))


def schema(title: str) -> dict[str, Any]:
    """The OpenAPI document."""
    refused = {str(code): {"$ref": f"#/components/responses/{code}"} for code in _REFUSALS}
    paths: dict[str, Any] = {}
    for name, (handler, properties, needed, answered) in _ENDPOINTS.items():
        body = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
        paths[f"/api/{name}"] = {
            "post": {
                "operationId": name,
                "summary": (handler.__doc__ or "").partition("\n")[0],
                "security": [] if name == "join" else [{"token": []}],
                "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
                "responses": {"200": _json("accepted", {"type": "object", "required": [answered]}), **refused},
            }
        }
    paths["/api/state"] = {
        "get": {
            "operationId": "state",
            "summary": state.__doc__,
            "security": [{"token": []}],
            "responses": {"200": _json("the step", {"type": "object", "required": ["step", "task"]}), **refused},
        }
    }
    problem = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": __version__},
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": {str(code): _json(words, problem) for code, words in _REFUSALS.items()},
        },
    }


_STRING: dict[str, Any] = {"type": "string"}
_OBJECT: dict[str, Any] = {"type": "object"}
_ENDPOINTS: dict[str, tuple[Callable[..., Any], dict[str, Any], list[str], str]] = {
    "join": (
        join,
        {"recruit": {**_STRING, "pattern": "^[A-Za-z0-9]*$", "maxLength": 80}, "session": _STRING},
        [],
        "token",
    ),
    "consent": (consent, {"agree": {"type": "boolean"}}, ["agree"], "ok"),
    "questions": (questions, {"answers": {**_OBJECT, "additionalProperties": _STRING}}, ["answers"], "ok"),
    "check": (check, {"choices": {"type": "array", "items": _STRING}}, ["choices"], "ok"),
    "answer": (
        answer,
        {
            "item": _STRING,
            "answer": _OBJECT,
            "seconds": {"type": "number", "minimum": 0},
            "comment": {**_STRING, "maxLength": 2000},
            "not_understood": {"type": "boolean"},
            "pasted": {"type": "boolean"},
        },
        ["item", "answer"],
        "stored",
    ),
    "draft": (draft, {"item": _STRING, "draft": _OBJECT}, ["item", "draft"], "ok"),
    "ranked": (
        ranked,
        {"item": _STRING, "subject": _OBJECT, "object": _OBJECT},
        ["item", "subject", "object"],
        "verbs",
    ),
    "withdraw": (withdraw, {}, [], "ok"),
}
"""Every endpoint: what it does, the fields of its body, those it needs, and what its answer has."""
_REFUSALS = {
    400: "the body is not a JSON object of the fields above",
    401: "no participant has this token",
    403: "the request came from a page of another site",
    405: "another method is needed",
    409: "this belongs to another step, or there is no place left",
    413: "too large",
    422: "the answer cannot be accepted",
    429: "too many requests",
}


def _json(words: str, content: dict[str, Any]) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": content}}}


def _endpoint(name: str) -> Route:
    handler, properties, needed, _ = _ENDPOINTS[name]

    async def endpoint(request: Request) -> Response:
        body = _body(await request.body(), properties, needed)
        return await run_in_threadpool(_answered, handler, request, body, name == "join")

    return Route(f"/api/{name}", endpoint, methods=["POST"])


def _state(request: Request) -> Response:
    return _refusing(lambda: state(visit(request)))


def _answered(handler: Callable[..., Any], request: Request, body: Body, is_join: bool) -> Response:
    def act() -> Any:
        if is_join:
            return handler(request, body)
        who = visit(request)
        if not who.by_header:
            must_be_ours(request, who.token, request.headers.get("x-form-token"))
        return handler(who, body)

    return _refusing(act)


def _refusing(act: Callable[[], Any]) -> Response:
    """What an act answers, or why it is refused, as JSON."""
    try:
        return JSONResponse(act())
    except AnswerError as wrong:
        return JSONResponse({"error": wrong.given, "needed": wrong.needed}, 422)
    except (StepError, Full) as wrong:
        return JSONResponse({"error": wrong.given, "needed": wrong.needed}, 409)
    except InputError as wrong:
        return JSONResponse({"error": wrong.given, "needed": wrong.needed}, 400)
    except HTTPException as wrong:
        return JSONResponse({"error": str(wrong.detail)}, wrong.status_code, wrong.headers)


def _body(raw: bytes, properties: Mapping[str, Any], needed: list[str]) -> Body:
    try:
        body = json.loads(raw or b"{}", parse_constant=_refuse)
        # What UTF-8 cannot hold could not be stored either.
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    if not isinstance(body, dict):
        raise HTTPException(400, "the body is not a JSON object")
    unknown, lacking = [n for n in body if n not in properties], [n for n in needed if n not in body]
    if unknown or lacking:
        raise HTTPException(400, f"unknown field {unknown[0][:40]!r}" if unknown else f"no field {lacking[0]!r}")
    wrong = next((name for name, value in body.items() if not _fits(value, properties[name]["type"])), None)
    if wrong:
        raise HTTPException(400, f"{wrong} must be {properties[wrong]['type']}")
    return body


def _fits(value: Any, kind: str) -> bool:
    kinds: dict[str, tuple[type, ...]] = {"string": (str,), "boolean": (bool,), "array": (list,), "object": (dict,)}
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, kinds[kind])


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _text(body: Body, name: str) -> str:
    return str(body.get(name, ""))


def _table(body: Body, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = body[name]
    return found


ROUTES = [
    Route("/openapi.json", page(openapi)),
    Route("/api/state", page(_state)),
    *(_endpoint(name) for name in _ENDPOINTS),
]
