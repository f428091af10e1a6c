"""The command line as a whole: quick help, honest doctor, clear mistakes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from grice.benchmarks import BENCHMARKS
from grice.cli.benchmark import application as benchmarks
from grice.cli.main import VERBS, application


def test_help_names_every_verb(grice) -> None:
    done = grice("--help")
    assert done.returncode == 0
    assert all(verb in done.stdout for verb in VERBS)


@pytest.mark.long
def test_help_is_quick() -> None:
    def processor_seconds(*arguments: str) -> float:
        before = os.times()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        return sum(os.times()[2:4]) - sum(before[2:4])

    taken, bare = (
        min(processor_seconds(*arguments) for _ in range(3))
        for arguments in (("-m", "grice", "--help"), ("-c", "import typer, rich.panel"))
    )
    assert taken < 3 * bare


def test_no_verb_is_imported_for_help() -> None:
    code = (
        "import sys; from grice.cli.main import application; application(['--help']);"
        "print([m for m in sys.modules if m.startswith('grice.cli.') or m in ('numpy', 'pyarrow')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['grice.cli.main']"


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str, grice) -> None:
    done = grice(verb, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout
    assert application([verb]) is not None


def test_version(grice) -> None:
    import grice as package

    assert grice("--version").stdout.strip() == f"grice {package.__version__}"


@pytest.mark.parametrize(
    "arguments", [("paint",), ("score",), ("benchmark", "unknown"), ("corpora", "show", "unknown")]
)
def test_mistakes_end_with_status_2_and_no_traceback(arguments: tuple[str, ...], grice) -> None:
    done = grice(*arguments)
    assert done.returncode == 2
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "taken", "refused"),
    [("flickr8k", {"--data", "--images"}, "--pairs"), ("factual", {"--weights", "--study"}, "--captioners")],
)
def test_a_benchmark_has_its_own_options_and_no_others(name: str, taken: set[str], refused: str, grice) -> None:
    shown = grice("benchmark", name, "--help").stdout
    assert taken | {"--out", "--force"} <= set(shown.split())
    assert refused not in shown
    done = grice("benchmark", name, refused, "3")
    assert done.returncode == 2
    assert f"benchmark {name}" in done.stderr
    assert f"No such option: {refused}" in done.stderr


OPTIONS = {
    "a3ds": {
        "pairs": 7500,
        "seed": 0,
        "captioners": None,
        "agents": False,
        "predictions": None,
        "pairs_out": None,
    },
    "scale": {"captions": 10_000_000, "processes": 2, "parsed": None, "rounds": 2, "seed": 0},
    "factual": {"data": None, "split": "random", "parser": None, "weights": None, "study": None},
    "captions": {"data": None, "parser": "default"},
    "dsg": {"data": None, "captions": None, "parser": "default"},
    "judgements": {"data": None, "flickr": None, "only": None, "seed": 0},
    "contrasts": {"data": None, "captions": None, "only": None, "seed": 0},
    "discourse": {
        "data": None,
        "parser": "default",
        "metrics": None,
        "limit": None,
        "seed": 0,
    },
    "flickr8k": {"data": None, "images": None, "image_encoder": None, "seed": 0},
    "foil": {"data": None, "references": None, "images": None, "image_encoder": None, "pairs": 1000, "seed": 0},
    "retrieval": {"data": None, "split": "random", "pairs": 456, "seed": 0},
    "graphs": {"data": None, "seed": 0},
    "encoders": {"data": None, "seed": 0},
    "parser": {"parser": "default", "data": None, "split": "random", "beams": None, "seed": 0},
    "quantified": {"seed": 0, "runs": 100},
    "rooms": {"real": "", "seed": 0},
    "qtuna": {"data": None, "seed": 0, "seeds": 50, "texts": None},
    "readers": {"seed": 0, "seeds": 50},
    "speed": {"captions": 512, "seed": 0},
}


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_option_of_a_benchmark_has_a_default_and_says_what_it_is_for(name: str) -> None:
    group = typer.main.get_command(benchmarks([name]))
    params = {param.name: param for param in group.commands[name].params}
    assert all(param.help.endswith(".") for param in params.values())
    defaults = {option: param.default for option, param in params.items()}
    assert defaults == OPTIONS[name] | {"out": None, "force": False, "cache": None, "remember": False}


def test_options_reach_the_benchmark(grice, tmp_path) -> None:
    out = tmp_path / "out.json"
    done = grice("benchmark", "a3ds", "--pairs", 20, "--captioners", "minimal, short", "--out", out)
    assert done.returncode == 0, done.stderr
    first = json.loads(out.read_text("utf-8"))["tables"][0]
    assert {row[0] for row in first["rows"]} >= {"minimal", "short"}
    assert "pairs:20" in first["signature"]
    assert grice("benchmark", "a3ds", "--out", out).returncode == 2  # not overwritten without --force


def test_corpora_and_benchmarks_are_listed(grice) -> None:
    corpora = [json.loads(line)["corpus"] for line in grice("corpora", "list").stdout.splitlines()]
    assert "a3ds" in corpora
    benchmarks = [json.loads(line)["benchmark"] for line in grice("benchmark").stdout.splitlines()]
    assert {"a3ds", "speed"} <= set(benchmarks)


@pytest.mark.parametrize("arguments", [["benchmark"], ["benchmark", "--help"]])
def test_no_benchmark_is_imported_for_the_list(arguments: list[str]) -> None:
    code = (
        f"import sys; from grice.cli.main import application; application({arguments});"
        "print([m for m in sys.modules if m.startswith('grice.benchmarks.') or m in ('numpy', 'pyarrow')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_terminal_shows_a_table_no_wider_than_itself(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    from grice.cli.output import show
    from grice.tables import Table

    monkeypatch.setenv("COLUMNS", "60")
    show(Table("agreement", ["metric", "x"], [["softspice, bidirectional, [0.1, 0.2] " * 3, 55.782]], ["a note " * 20]))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 60
    assert {"bidirectional,", "[0.1,", "55.782", "note"} <= set(" ".join(lines).split())


@pytest.mark.parametrize("verb", ["parse", "score", "compare", "report", "explore", "benchmark factual", "study serve"])
def test_every_verb_that_parses_can_keep_its_parses(verb: str) -> None:
    command: Any = typer.main.get_command(application(verb.split()))
    for name in verb.split():
        command = command.commands[name]
    options = {option for parameter in command.params for option in parameter.opts}
    assert {"--cache", "--remember"} <= options


def test_the_explorer_keeps_parses_where_it_is_told_to(tmp_path: Path) -> None:
    pytest.importorskip("starlette", reason="needs grice[web]")
    from grice.readers.graphs.cache import remembering
    from grice.web.explorer.desk import Desk

    with remembering(tmp_path / "parses.sqlite"):
        kept = Desk()
    assert kept.parses == tmp_path / "parses.sqlite"
    assert Desk().parses != kept.parses


def test_the_process_ends_with_the_status_that_was_meant_and_does_what_is_to_be_done_at_the_end() -> None:
    code = (
        "import atexit, sys; from grice.cli.main import entry; atexit.register(print, 'at the end');"
        "sys.argv = ['grice', 'score', 'nothing.csv', '-m', 'rouge']; entry()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "at the end\n")
    assert "nothing.csv does not exist" in done.stderr


@pytest.mark.parametrize("verb", ["parse", "describe", "study serve"])
def test_paragraphs_of_a_help_are_broken_by_the_terminal_alone(verb: str) -> None:
    command: Any = typer.main.get_command(application(verb.split()))
    for name in verb.split():
        command = command.commands[name]
    assert all("\n" not in part for part in command.help.split("\n\n"))


def test_a_termination_signal_that_is_swallowed_ends_the_process_all_the_same() -> None:
    code = (
        "import atexit, os, signal, sys, time; import grice.cli.main as main; main.GRACE = 0.2;"
        "atexit.register(print, 'at the end');"
        "signal.signal(signal.SIGTERM, main._terminated)\n"
        "try:\n  os.kill(os.getpid(), signal.SIGTERM); time.sleep(60)\n"
        "except SystemExit:\n  time.sleep(60)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=50)
    assert (done.returncode, done.stdout) == (143, "at the end\n")
