"""An option that is given several times: lists add up, an option of one value is refused, nothing is dropped."""

import json
from pathlib import Path

import pytest
import typer

from grice.cli.main import VERBS, application

ROWS = "caption,ref1,ref2\na red ball,a red ball on grass,a ball\ntwo dogs run,dogs run,two dogs\n"


def rows(done) -> list[dict]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "captions.csv").write_text(ROWS)
    (tmp_path / "others.csv").write_text(ROWS.replace("a red ball,", "a ball,"))
    return tmp_path / "captions.csv"


def test_metrics_add_up_however_they_are_given(file: Path, grice) -> None:
    for given in (("-m", "cider", "-m", "rouge"), ("-m", "cider,rouge"), ("--metrics", "cider, ", "-m", "rouge,cider")):
        found = rows(grice("score", file, *given, "--no-interval"))
        assert [*dict.fromkeys(row["metric"] for row in found)] == ["cider", "rouge"]


def test_metrics_and_values_of_a_comparison_add_up(file: Path, grice) -> None:
    metrics = ("-m", "bleu", "-m", "rouge", "--samples", 20)
    values = ("--values", "bleu.bleu1", "--values", "bleu.bleu2,rouge")
    found = grice("compare", file, file.with_name("others.csv"), *metrics, *values).stdout
    assert all(f'"{value}' in found for value in ("bleu.bleu1", "bleu.bleu2", "rouge"))


def test_metrics_of_a_report_add_up(file: Path, grice) -> None:
    out = file.with_name("report.html")
    done = grice("report", file, "-m", "cider", "-m", "rouge", "--out", out)
    assert done.returncode == 0, done.stderr
    assert "by cider,rouge" in done.stderr


def test_columns_of_references_add_up_and_a_second_prediction_is_refused(file: Path, grice) -> None:
    apart = grice("score", file, "-m", "rouge", "--column", "references=ref1", "--column", "references=ref2")
    together = grice("score", file, "-m", "rouge", "--column", "references=ref1,ref2")
    assert rows(apart) == rows(together)
    alone = grice("score", file, "-m", "rouge", "--column", "references=ref2")
    assert rows(alone) != rows(together)
    done = grice("score", file, "-m", "rouge", "--column", "caption", "--column", "prediction=ref1")
    assert done.returncode == 2
    assert "2 columns for prediction" in done.stderr


def test_what_is_fixed_of_a_corpus_adds_up(tmp_path: Path, grice) -> None:
    written = grice("corpora", "export", "shapes3d", "--ids", "1,2", "--ids", "3", "--out", tmp_path / "rooms.npz")
    assert "3 rooms" in written.stderr
    shapes = [f"--fix=shape={shape}" for shape in ("ball", "block")]
    others = [f"--fix={feature}=0" for feature in ("floor_hue", "wall_hue", "object_hue", "orientation", "scale")]
    done = grice("corpora", "export", "shapes3d", *shapes, *others, "--out", tmp_path / "two.npz")
    assert "2 rooms" in done.stderr, done.stderr


def test_captioners_of_a_benchmark_add_up(grice) -> None:
    done = grice("benchmark", "a3ds", "--pairs", 5, "--captioners", "minimal", "--captioners", "short")
    assert {"minimal", "short"} <= {row.get("captioner") for row in rows(done)}


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("score captions.csv -m rouge -r one.json --references two.json", "--references"),
        ("describe 1 --speaker minimal --speaker short", "--speaker"),
        ("corpora pairs --out one --out two", "--out"),
        ("study power study.toml --seed 1 --seed 2", "--seed"),
        ("benchmark a3ds --pairs 5 --pairs 6 --pairs 7", "--pairs"),
        ("benchmark a3ds --out a.json --out b.json", "--out"),
    ],
)
def test_a_second_value_of_an_option_that_has_one_is_refused(typed: str, option: str, tmp_path: Path, grice) -> None:
    done = grice(*typed.split(), cwd=tmp_path)
    assert done.returncode == 2
    assert f"needed: {option} once: it has one value" in done.stderr


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_that_lists_with_commas_may_be_repeated(verb: str) -> None:
    group = typer.main.get_command(application([verb]))

    def commands(one):
        inner = getattr(one, "commands", None)
        return [found for each in inner.values() for found in commands(each)] if inner else [one]

    wrong = [
        (one.name, param.opts)
        for one in commands(group.commands[verb])
        for param in one.params
        if "comma-separated" in (getattr(param, "help", "") or "") and not param.multiple
    ]
    assert wrong == []
