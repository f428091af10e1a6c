"""`grice explore`: a page on this machine on which captions, scenes and files can be tried out."""

from pathlib import Path

import typer

from grice.cli.input import CACHE, REMEMBER, kept_parses
from grice.cli.output import say
from grice.cli.serving import must_be_free
from grice.extras import require


def command(
    port: int = typer.Option(8080, min=1, max=65535, help="Port to listen at."),
    browser: bool = typer.Option(True, help="Open the page in the browser."),
    cache: Path | None = CACHE,
    remember: bool = REMEMBER,
) -> None:
    """Explore in a browser: rooms, quantified scenes, scene graphs, files of captions. Stop it with Ctrl-C.

    The page is served on this machine alone and works offline; everything it shows has an address of its own.
    """
    for module in ("starlette", "itsdangerous"):
        require(module, "web", "the explorer")
    uvicorn = require("uvicorn", "web", "the explorer")
    from grice.readers.graphs.cache import remembering
    from grice.web.explorer.site import explorer, warming

    host = "127.0.0.1"
    must_be_free(host, port)
    url = f"http://{host}:{port}/"
    with remembering(kept_parses(cache, remember)):
        app = explorer()
    say(f"explore: {url}")
    warming()
    if browser:
        import threading
        import webbrowser

        threading.Timer(0.8, webbrowser.open, [url]).start()
    uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False)
