"""What does a newcomer see who types the wrong thing, or asks for help on a terminal of 80 columns?"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from documented import typed
from grice import InputError
from grice.cli.main import VERBS, application
from grice.cli.output import fitting
from grice.tables import Table

ROWS = "id;references;caption;note\n1;a dog||the dog;a dog;x\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dogs").mkdir()
    (tmp_path / "alone.csv").write_text("prediction\na dog\n", "utf-8")
    (tmp_path / "semicolons.csv").write_text(ROWS, "utf-8")
    (tmp_path / "capitals.csv").write_text("Prediction,References\na dog,the dog\n", "utf-8")
    (tmp_path / "spaces.csv").write_text("prediction, references\na dog,the dog\n", "utf-8")
    monkeypatch.chdir(tmp_path)


def called(*arguments: str) -> None:
    application(arguments)(arguments, standalone_mode=False)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("parse dogs", "dogs is a folder.*CAPTIONS.csv"),
        ("parse dogs/ --out x.jsonl", "dogs/ is a folder"),
        *(
            (f"{command} {option} dgos/x{ending}", "no folder dgos.*try: mkdir -p dgos$")
            for command, option, ending in (
                ("score semicolons.csv --metrics bleu", "--out", ".csv"),
                ("score semicolons.csv --metrics bleu", "--cache", ".sqlite"),
                ("compare semicolons.csv capitals.csv --metrics bleu", "--out", ".md"),
                ("parse semicolons.csv --parser rules", "--out", ".jsonl"),
                ("parse semicolons.csv --parser rules", "--cache", ".sqlite"),
                ("render 118308", "--out", ".png"),
                ("report", "--out", ".html"),
                ("benchmark rooms", "--out", ".md"),
                ("study new", "--out", ".toml"),
            )
        ),
        ("score alone.csv --metrics bleu", "try: --references FILE, or --column references=NAME"),
        ("report --out page.pdf", "ends in .html.*try: --out page.html$"),
        ("describe abc", "no id and no file.*ids of rooms.*grice describe 118308"),
        ("benchmark retrieval --data dogs", "random_dev.csv does not exist.*file of FACTUAL.*github.com/zhuang-li"),
        ("benchmark foil --data semicolons.csv", "^(?!.*--column).*image_id, caption.*foilv1.0_test_2017.json"),
        (
            "score capitals.csv --metrics bleu",
            "try: --column prediction=Prediction --column references=References$",
        ),
        ("score spaces.csv --metrics bleu", "try: rename the column ' references' to references$"),
        (
            "score capitals.csv --metrics bleu --column prediction=PREDICTION",
            "try: --column prediction=Prediction --column references=References$",
        ),
        ("score semicolons.csv --metrics clipscore", r"pip install 'grice\[images\]', then clipscore:image_encoder="),
        ("score semicolons.csv", "no metric.*spice, softspice.*--metrics spice"),
    ],
)
def test_a_mistake_is_answered_with_what_to_type(typed: str, answer: str) -> None:
    with pytest.raises(InputError) as told:
        called(*typed.split())
    assert re.search(answer, str(told.value), re.S)


def test_a_terminal_shows_the_columns_it_has_room_for_and_names_the_rest() -> None:
    own = [f"further{i}" for i in range(25)]
    words = "a black cat drinks a glass of milk on a windowsill"
    Path("wide.csv").write_text(f"{','.join([*own, 'id', 'caption'])}\n{'1,' * 25}7,{words}\n", "utf-8")
    shown = typed("grice parse wide.csv --parser rules")
    assert ["id", "caption", "graph"] in [line.split()[-3:] for line in shown.splitlines()]
    assert "a black cat drinks" in shown, "words of a caption stay beside each other"
    rest = shown.partition("no room: ")[2]
    assert "further24" in rest
    assert "--out" in rest


def test_a_graph_as_json_is_json_on_a_terminal_too_and_h_is_help() -> None:
    shown = typed("grice parse 'a dog' --parser rules --form json")
    assert '{"nodes": [{"name": "dog"' in shown
    assert typed("grice score -h") == typed("grice score --help")


def test_columns_that_fit_are_the_first_wanted_ones() -> None:
    table = Table("", ("note", "id", "score", "spice.recall", "error"), [("x" * 90, 1, 0.5, 0.25, None)])
    assert fitting(table, 200, ["id", "score"]) == ["note", "id", "score", "spice.recall", "error"]
    assert fitting(table, 30, ["id", "score", "spice.recall"]) == ["id", "score", "spice.recall"]
    assert fitting(table, 1, ["id"]) == ["id"]


def test_every_verb_says_that_a_file_has_other_separators(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in (("parse", "--parser", "rules"), ("score", "-m", "rouge", "--no-interval")):
        called(verb[0], "semicolons.csv", *verb[1:])
        assert "semicolons.csv is read with semicolons" in capsys.readouterr().err


def test_intervals_that_nobody_wants_have_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[str] = []

    def watched(description: str, *_: object) -> AbstractContextManager[Callable[..., None]]:
        bars.append(description)
        return nullcontext(lambda *_: None)

    monkeypatch.setattr("grice.cli.score.progress", watched)
    called("score", "semicolons.csv", "-m", "rouge", "--no-interval")
    assert bars == []
    called("score", "semicolons.csv", "-m", "rouge")
    assert bars == ["intervals"]


@pytest.mark.parametrize("verb", ["score", "describe", "study"])
def test_help_leaves_nothing_out_on_a_narrow_terminal(
    verb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    called(verb, "--help")
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown
    assert not [line for line in shown.splitlines()[1:] if line.endswith("...")]
    assert verb != "score" or (
        "references=ref1,ref2" in shown and "'colour=blue,red,green; shape=square,circle'" in shown
    )


def test_the_list_of_verbs_says_each_in_full(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    called("--help")
    shown = " ".join(capsys.readouterr().out.split())
    assert [line for line in VERBS.values() if line not in shown] == []
