"""`grice study`: ask people in a browser, and see what their answers show."""

from pathlib import Path

import typer

from grice.cli.input import CACHE, REMEMBER, kept_parses
from grice.cli.output import emit, emit_tables, progress, say
from grice.cli.serving import must_be_free
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
    from grice.studies.templates import CORPUS, TEMPLATES
    from grice.studies.templates import template as text_of

    if template == "list":
        emit({"template": name, "what": about} for name, about in TEMPLATES.items())
        return
    # Paths in the file are relative to it, those of the command line to where we are.
    text = text_of(template, str(Path(corpus).expanduser().resolve()) if corpus else "")
    _must_be_new(out, force)
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}", "a folder that may be written") from None
    emit([{"file": str(out), "template": template, "next": f"grice study serve {out}"}])
    if CORPUS in text:
        say(f"the file wants a corpus: put its folder where it says {CORPUS}, or give --corpus")


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


@app.command()
def serve(
    study: Path = STUDY,
    port: int = typer.Option(8000, min=1, max=65535, help="Port to listen at."),
    host: str = typer.Option("127.0.0.1", help="Address to listen at; a proxy with TLS belongs in front of any other."),
    behind_tls: bool = typer.Option(False, help="A proxy in front speaks TLS: cookies are marked as secure."),
    cache: Path | None = CACHE,
    remember: bool = REMEMBER,
) -> None:
    """Serve a study until it is stopped."""
    from grice.studies.design import read

    design = read(study)
    for module in ("sqlalchemy", "starlette", "itsdangerous", "python_multipart"):
        require(module, "web", "a study")
    uvicorn = require("uvicorn", "web", "a study")
    from grice.readers.graphs.cache import remembering
    from grice.studies.allocation import confounded
    from grice.studies.store import Store
    from grice.web.app import application

    must_be_free(host, port)
    # Captions to be annotated are parsed when the study begins.
    with remembering(kept_parses(cache, remember)):
        store = Store(design)
    if warned := confounded(store.items.values(), store.dealt):
        say(warned)
    url = f"http://{host}:{port}"
    say(f"participants: {url}/")
    say(f"researcher:   {url}/r/{store.researcher}")
    say(f"answers:      {store.database.engine.url.render_as_string()}")
    app_ = application(store, secure=behind_tls)
    uvicorn.run(app_, host=host, port=port, log_level="warning", proxy_headers=True, server_header=False)


@app.command()
def simulate(
    study: Path = STUDY,
    url: str = typer.Option("http://127.0.0.1:8000", help="Where the study is served."),
    participants: int | None = typer.Option(None, min=1, max=5000, help="How many; by default as many as it needs."),
    seed: int = typer.Option(0, min=0, help="Same seed, same readers."),
    pause: float = typer.Option(0.0, min=0, max=600, help="Seconds that each thinks before an answer, on average."),
) -> None:
    """Let readers of Grice take a served study, all at once: a pilot of design, server and analysis."""
    from grice.studies.design import read

    design = read(study)
    require("httpx", "web", "a simulated study")
    from grice.studies import simulation

    many = participants or design.participants.count
    with progress("answers") as step:
        found = simulation.simulate(design, url, many, seed, step, pause)
    row = {"participants": many, "finished": found.finished, "refused": found.refused, "errors": len(found.errors)}
    times = {f"p{share}_ms": round(found.quantile(share / 100), 1) for share in (50, 95, 99)}
    emit([row | {"requests": len(found.milliseconds), "seconds": round(found.seconds, 1)} | times])
    for error in found.errors[:5]:
        say(f"error: {error}")
    if found.errors:
        raise typer.Exit(1)


@app.command()
def export(
    study: Path = STUDY,
    out: Path = typer.Option(
        Path("answers.csv"), help="A file .csv, .parquet or .json; its codebook is put beside it."
    ),
    anonymous: bool = typer.Option(False, help="Without what people said of themselves and wrote freely."),
    force: bool = typer.Option(False, help="Overwrite a file that exists."),
) -> None:
    """Write the answers so far; the study may be running."""
    require("sqlalchemy", "web", "a study")
    import json

    from grice.studies import export as exporting
    from grice.studies.design import read
    from grice.studies.store import Store

    form = exporting.check_ending(out.name)
    _must_be_new(out, force)
    store = Store(read(study))
    codebook = out.with_suffix(".codebook.json")
    try:
        out.write_bytes(exporting.content(store, form, anonymous))
        codebook.write_text(json.dumps(exporting.codebook(store, anonymous), indent=1, ensure_ascii=False), "utf-8")
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}", "a folder that may be written") from None
    emit([{"file": str(out), "answers": len(exporting.table(store).rows), "codebook": str(codebook)}])


@app.command()
def analyse(
    study: Path = STUDY,
    scores: Path | None = typer.Option(None, help="Expert scores: a file with pair, informativity, correctness."),
    plots: Path | None = typer.Option(None, help="Folder for the plots, as SVG and PNG."),
    pairs: bool = typer.Option(False, help="Also a table of every description."),
) -> None:
    """What the answers show: tables, tests and, for reconstruction, the thesis's hypotheses in words."""
    require("sqlalchemy", "web", "a study")
    from grice.studies import analysis
    from grice.studies.design import read
    from grice.studies.store import Store

    store = Store(read(study))
    given = analysis.read_scores(scores) if scores else ()
    emit_tables(analysis.tables(store, given, pairs))
    if plots is not None:
        emit({"plot": str(path)} for path in analysis.draw(store, given, plots))


@app.command()
def corpus(
    study: Path = STUDY,
    out: Path = typer.Option(help="Folder for the files."),
    dev: float = typer.Option(0.1, min=0, max=0.9, help="Annotation: the share of captions in the development files."),
    unchecked: bool = typer.Option(
        False, help="Annotation: also captions on which annotators differ and no expert decided."
    ),
    force: bool = typer.Option(False, help="Write into a folder that is not empty."),
) -> None:
    """Write what was produced or annotated as a corpus that Grice reads."""
    require("sqlalchemy", "web", "a study")
    from grice.studies.corpus import write
    from grice.studies.design import read
    from grice.studies.store import Store

    if out.is_dir() and any(out.iterdir()) and not force:
        raise InputError(f"{out} is not empty", "an empty folder", "--force to write into it")
    emit({"file": str(path), "rows": rows} for path, rows in write(Store(read(study)), out, dev, unchecked).items())


@app.command()
def predicates(
    corpus: Path = typer.Argument(help="A file of captions with scene graphs: CSV with caption and scene_graph."),
    out: Path = typer.Option(Path("predicates.toml"), help="The file to write."),
    verbs: int = typer.Option(400, min=1, help="At most so many verbs."),
    prepositions: int = typer.Option(100, min=1, help="At most so many prepositions."),
    seed: int = typer.Option(0, min=0, help="Same seed, same clusters."),
    force: bool = typer.Option(False, help="Overwrite a file that exists."),
) -> None:
    """Make closed lists for annotation by clustering the predicates of a corpus."""
    from grice.corpora.factual import load
    from grice.studies.predicates import closed_lists, written

    _must_be_new(out, force)
    found = closed_lists((item.graph for item in load(corpus) if item.error is None), verbs, prepositions, seed)
    out.write_text(written(found), encoding="utf-8")
    emit(
        [
            {
                "file": str(out),
                "verbs": len(found.verbs),
                "prepositions": len(found.prepositions),
                "merged": len(found.merged),
            }
        ]
    )


@app.command()
def power(
    study: Path = STUDY,
    runs: int = typer.Option(200, min=1, max=100_000, help="How many studies to simulate."),
    seed: int = typer.Option(0, min=0, help="Same seed, same studies."),
) -> None:
    """How often would this design find the differences that simulated readers show? No server is needed."""
    from grice.studies.design import read
    from grice.studies.power import power as powered

    design = read(study)
    with progress("studies", total=runs) as step:
        table = powered(design, runs, seed, step)
    emit_tables([table])


def _must_be_new(out: Path, force: bool) -> None:
    from grice import checks

    if out.exists() and not force:
        raise InputError(f"{out} exists", "a name that is free", "--force to overwrite it")
    checks.new_file(out)
