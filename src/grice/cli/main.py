"""`grice VERB ...`: the verbs, their one-line helps, and what a user sees when something is wrong.

A verb is a module `grice.cli.<name>` with a function `command`. One that has subcommands has a Typer application `app`
instead, or a function `application` that makes one from the remaining arguments. The table below is all that
`grice --help` needs; only the verb that is called is imported.
"""

import atexit
import errno
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from inspect import cleandoc
from io import TextIOWrapper

import typer

from grice.errors import GriceError
from grice.version import __version__

GRACE = 5.0
"""Seconds for a termination signal to be obeyed."""
VERBS = {
    "parse": "Parse descriptions into scene graphs: objects, attributes, relations.",
    "score": "Judge descriptions: is each true, informative, to the point?",
    "compare": "Compare systems on the same items, with paired tests.",
    "describe": "Describe a scene: a room, or coloured shapes.",
    "render": "Draw scenes: rooms by id, coloured shapes by count.",
    "read": "Read a quantified description: which scenes does it allow?",
    "corpora": "Real data: what there is, how to get it, how to build it.",
    "benchmark": "Published tables, recomputed, the paper's number beside ours.",
    "train": "Train the networks that Grice ships, and your own.",
    "study": "Ask people: studies and annotation in a browser.",
    "explore": "Try it out in a browser: rooms, scenes, graphs, files of captions.",
    "report": "One HTML page: the published studies run again, or your own captions.",
    "doctor": "What is installed, what is missing, how to get it.",
}


def application(arguments: Sequence[str]) -> typer.Typer:
    """The command line, with the verb that `arguments` call imported and the others named."""
    app = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
        rich_markup_mode=None,  # boxes of columns leave a terminal of 80 columns no room for what an option does
        help="Does a description of a visual scene do its job?",
    )
    app.callback(invoke_without_command=True)(_root)
    called = next((argument for argument in arguments if not argument.startswith("-")), None)
    for name, line in VERBS.items():
        if name != called:
            app.command(name, help=line, short_help=line)(_named_only)
            continue
        from grice.cli.repeated import Command

        module = import_module(f"grice.cli.{name}")
        if hasattr(module, "application"):
            rest = arguments[list(arguments).index(name) + 1 :]
            app.add_typer(module.application(rest), name=name, help=line)
        elif hasattr(module, "app"):
            for one in module.app.registered_commands:
                one.cls = Command
                one.help = one.help or _flowing(one.callback)
                one.short_help = one.short_help or one.help.partition("\n\n")[0]  # in full, not its first words
            app.add_typer(module.app, name=name, help=line)
        else:
            app.command(name, cls=Command, help=_flowing(module.command))(module.command)
    return app


def _flowing(command: Callable[..., object]) -> str:
    """What a command says of itself, a line for each paragraph, so that a terminal breaks it where it wants.

    What begins with a form of its own (a backspace, as Click has it) is left as it is.
    """
    parts = cleandoc(command.__doc__ or "").split("\n\n")
    return "\n\n".join(part if part.startswith("\b") else " ".join(part.split()) for part in parts)


def main() -> None:
    """The entry point: a user's mistake ends with a message and status 2, a full disk or the like with status 1."""
    # The library itself sets no handler.
    signal.signal(signal.SIGTERM, _terminated)
    warnings.formatwarning = lambda message, *_, **__: f"grice: {message}\n"
    if isinstance(sys.stdout, TextIOWrapper):
        # Programs get UTF-8 in any locale; a lone surrogate is escaped as in JSON.
        sys.stdout.reconfigure(encoding=None if sys.stdout.isatty() else "utf-8", errors="backslashreplace")
    try:
        application(sys.argv[1:])()
    except GriceError as error:
        print(f"grice: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        print(f"grice: {_told(error)}", file=sys.stderr)
        # Flushing what is left in the buffer would fail again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)


def _told(error: OSError) -> str:
    """What could not be used; what has no name and no room is standard output, which files never are."""
    if error.filename and error.strerror:
        return f"{error.filename} cannot be used: {error.strerror}"
    if error.errno == errno.ENOSPC:
        return f"standard output cannot be written: {error.strerror}\nneeded: room on the disk"
    return str(error)


def entry() -> None:
    """`main` as a process: it ends with the status that was meant.

    A thread of Arrow that lets go of a Python object while Python takes itself apart aborts the process, so everything
    that is to happen at the end is done here, and the process ends without the rest.
    """
    status: object = 0
    try:
        main()
    except SystemExit as ended:
        status = ended.code
    threading._shutdown()  # type: ignore[attr-defined]
    _end(status if isinstance(status, int) else int(status is not None))


def _terminated(number: int, _: object) -> None:
    """End by an exception, so that a half-written file is removed.

    One that is raised in a callback or a finaliser is swallowed there, so the end comes a little later all the same.
    """
    later = threading.Timer(GRACE, _end, (128 + number,))
    later.daemon = True
    later.start()
    sys.exit(128 + number)


def _end(status: int) -> None:
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


def _root(
    version: bool = typer.Option(False, "--version", help="Show the version and stop."),
) -> None:
    if version:
        typer.echo(f"grice {__version__}")
        raise typer.Exit


def _named_only() -> None:
    raise AssertionError("a verb that is called is imported")
