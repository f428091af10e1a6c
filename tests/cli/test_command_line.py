"""The command line as a whole: quick help, honest doctor, clear mistakes."""

import inspect
import json
import subprocess
import sys
import time
from importlib import import_module

import pytest

from grice.benchmarks import BENCHMARKS
from grice.cli.benchmark import _declared
from grice.cli.main import VERBS, application


def test_help_is_quick_and_names_every_verb(grice) -> None:
    grice("--help")
    start = time.perf_counter()
    done = grice("--help")
    taken = time.perf_counter() - start
    bare = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import typer, rich.panel"], check=True)
    bare = time.perf_counter() - bare
    assert done.returncode == 0
    assert all(verb in done.stdout for verb in VERBS)
    # 0.4 s on a quiet machine; on a busy one, little more than starting Python with Typer.
    assert taken < max(0.4, 3 * bare)


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


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_option_of_a_benchmark_says_what_it_is_for(name: str) -> None:
    function = import_module(BENCHMARKS[name][0].partition(":")[0]).run
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name != "step":
            _, default, purpose = _declared(parameter)
            assert purpose.endswith("."), parameter.name
            assert default is not parameter.empty, parameter.name


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


def test_a_table_of_eighty_columns_keeps_its_words_whole(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    from grice.cli.output import show_table

    monkeypatch.setenv("COLUMNS", "80")
    row = ["softspice, bidirectional", 55.782, "[53.2, 58.4]", 71.336, "[69.1, 73.4]", 53.35, 0.0005]
    columns = ["metric", "tau_c", "95 %", "Pearson", "95 %, r", "recorded tau_c", "recorded Pearson"]
    show_table("agreement", columns, [row])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    shown = " ".join(lines).split()
    assert {"bidirectional", "recorded", "[53.2,", "71.336", "0.0005"} <= set(shown)
