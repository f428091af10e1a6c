"""`grice study`: ask people in a browser, and see what their answers show."""

from pathlib import Path

import typer

from grice.cli.output import emit, say
from grice.errors import InputError
from grice.extras import require

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Studies and annotation with people in a browser.")
STUDY = typer.Argument(help="The TOML file of the study.")


@app.command()
def new(
    template: str = typer.Option("reconstruction", help="Which study to begin with; `list` shows them."),
    out: Path = typer.Option(Path("study.toml"), help="The file to write."),
    corpus: str = typer.Option("", help="A folder or file of texts, for templates that need one."),
    force: bool = typer.Option(False, help="Overwrite a file that exists."),
) -> None:
    """Write the file of a new study, to run as it is or to change."""
    from grice.studies.templates import TEMPLATES
    from grice.studies.templates import template as text_of

    if template == "list":
        emit({"template": name, "what": about} for name, about in TEMPLATES.items())
        return
    text = text_of(template, corpus)
    if out.exists() and not force:
        raise InputError(f"{out} exists", "a name that is free", "--force to overwrite it")
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}", "a folder that may be written") from None
    emit([{"file": str(out), "template": template, "next": f"grice study serve {out}"}])


@app.command()
def links(
    study: Path = STUDY,
    count: int = typer.Option(1, min=1, max=10_000, help="How many personal links."),
    role: str = typer.Option("participant", help="participant, or expert for the second stage of annotation."),
    url: str = typer.Option("http://127.0.0.1:8000", help="Where the study is served."),
) -> None:
    """Make personal links; each is shown this once."""
    from grice.studies.design import read

    if role not in ("participant", "expert"):
        raise InputError(f"role {role!r}", "participant or expert")
    design = read(study)
    require("sqlalchemy", "web", "a study")
    from grice.studies.store import Store

    tokens = Store(design).invite(count, role)
    emit({"link": f"{url.rstrip('/')}/t/{token}", "role": role} for token in tokens)


@app.command()
def returned(
    study: Path = STUDY,
    ids: list[str] = typer.Argument(help="Ids of the recruitment site, or a CSV file that it exports."),
) -> None:
    """Note who returned their place on a recruitment site; what they left goes to others."""
    require("sqlalchemy", "web", "a study")
    from grice.studies.design import read
    from grice.studies.recruitment import returned_ids
    from grice.studies.store import Store

    found = Store(read(study)).give_back(returned_ids(ids))
    say(f"{found} of them had begun; their unanswered items are free again")
