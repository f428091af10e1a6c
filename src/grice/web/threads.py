"""How does a handler work without holding up the others? In a thread; it is a plain function of the request."""

from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

Endpoint = Callable[[Request], Awaitable[Response]]


def page(handler: Callable[[Request], Response]) -> Endpoint:
    """An endpoint of a handler that only reads."""

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(handler, request)

    return endpoint
