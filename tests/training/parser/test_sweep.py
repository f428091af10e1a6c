"""One sweep, from the command line and where none is installed; what cannot be done is refused at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.training.parser import sweep
from grice.training.parser.rows import read_rows
from grice.training.parser.splits import ParserData
from grice.training.parser.teaching import lesson_about, load_lesson
from tiny_runs import words

ABSENT = ("typer", "click", "rich", "pyarrow", "lark", "platformdirs", "rapidfuzz", "jinja2", "PIL", "scipy")
"""What a machine that is only there to train does not have."""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("train --recipes long", "one of them, more than 0"),
        ("train --recipes long --steps 3 --minutes 1", "one of them, more than 0"),
        ("train --recipes long*x --steps 3", "long*2,base@3700"),
        ("train --recipes long@ --steps 3", "long*2,base@3700"),
        ("train --recipes nonsense --steps 3", "one of long"),
        ("train --recipes long --steps 3 --held-out 20", "rows to hold out, but only"),
        ("students --recipes student --steps 3", "--taught"),
        ("students --recipes student --steps 3 --held-out 1 --taught nowhere.npz", "not a file of labelled captions"),
        ("teachers --recipes long,experiment --steps 3 --held-out 1", "with and without identifiers"),
        ("teachers --recipes base*3 --folds 2 --steps 3", "--folds 3"),
        ("teachers --recipes base --folds 1 --steps 3", "--folds 2"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(
    tiny_encoder, tmp_path: Path, corpus, capsys, options: str, message: str
) -> None:
    data, out = corpus("factual/random_train_id.csv").parent, tmp_path / "out"
    given = ["--data", data, "--limit", 9, "--encoder", tiny_encoder(["a"]), "--out", out]
    with pytest.raises(SystemExit) as ended:
        sweep.main([*options.split(), *map(str, given)])
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
    assert not out.exists()


def without(folder: Path) -> Path:
    """A folder for the front of the path of modules, in which the absent ones cannot be imported."""
    for name in ABSENT:
        (folder / "absent" / name).mkdir(parents=True)
        text = f"raise ModuleNotFoundError('No module named {name}', name='{name}')"
        (folder / "absent" / name / "__init__.py").write_text(text, "utf-8")
    return folder / "absent"


def small(corpus, tiny_encoder) -> list[object]:
    """The options of runs of one step on some rows."""
    folder = corpus("factual/random_train_id.csv").parent
    train_rows, dev = read_rows(folder, "random", 8)
    encoder = tiny_encoder(words(ParserData("random", [*train_rows, *dev], [], [])))
    return ["--data", folder, "--encoder", encoder, "--limit", 8, "--held-out", 2, "--steps", 1]


@pytest.mark.long
def test_a_teacher_and_its_student_are_trained_where_only_torch_is_installed(
    tiny_encoder, tmp_path: Path, corpus, capsys
) -> None:
    """The teacher in a process without what training does not need; its student in this one."""
    shared = small(corpus, tiny_encoder)
    teachers = ["teachers", "--recipes", "base", "--count", 6, "--out", tmp_path / "teachers", *shared]
    first = subprocess.run(
        [sys.executable, "-m", "grice.training.parser.sweep", *map(str, teachers)],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(without(tmp_path)), *sys.path]), "OMP_NUM_THREADS": "1"},
    )
    assert first.returncode == 0, first.stderr
    assert "mean of 1" in first.stdout
    taught = tmp_path / "teachers" / "taught.npz"
    assert list(lesson_about(taught)["teachers"]) == ["00-base"]
    assert sum(len(bucket["source"]) for bucket in load_lesson(taught).gold) == 6
    best = ["--taught", taught, "--best", tmp_path / "best", "--out", tmp_path / "students"]
    students = [*map(str, ["students", "--recipes", "student-plain", *best, *shared])]
    sweep.main(students)
    assert "best: 00-student-plain" in capsys.readouterr().out
    assert {"parser.json", "tokenizer.json", "weights-0.safetensors"} <= {f.name for f in (tmp_path / "best").iterdir()}
    with pytest.raises(SystemExit) as ended:
        sweep.main([*students, "--seed", "5"])
    assert ended.value.code == 2
    assert "seed was 0 and is 5" in capsys.readouterr().err


@pytest.mark.long
def test_several_runs_have_a_process_each_and_one_that_fails_is_named(
    tiny_encoder, tmp_path: Path, corpus, capfd
) -> None:
    options = [*map(str, ["train", "--recipes", "base*2", "--out", tmp_path / "out", *small(corpus, tiny_encoder)])]
    sweep.main(options)
    table = capfd.readouterr().out.rpartition("\n\n")[2].splitlines()
    assert sorted(line.split()[0] for line in table) == ["00-base", "01-base", "run"]
    assert "step 1" in (tmp_path / "out" / "01-base" / "log").read_text("utf-8")
    (tmp_path / "out" / "01-base" / "parser.json").unlink()
    (tmp_path / "out" / "01-base" / "weights-0.safetensors").unlink()
    (tmp_path / "out" / "01-base" / "weights-0.safetensors").mkdir()
    with pytest.raises(SystemExit) as ended:
        sweep.main(options)
    assert ended.value.code == 1
    assert "01-base failed with status 1: see" in capfd.readouterr().err


def test_the_command_line_has_the_same_sweep_and_its_help_needs_no_torch() -> None:
    from typer.testing import CliRunner

    from grice.cli.train import app

    shown = CliRunner().invoke(app, ["sweep", "teachers", "--help"])
    assert shown.exit_code == 0
    assert "usage: grice train sweep teachers" in shown.output
    code = "import sys; sys.modules['torch'] = None; from grice.training.parser.sweep import main; main(['--help'])"
    alone = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert alone.returncode == 0, alone.stderr
    assert "students" in alone.stdout
