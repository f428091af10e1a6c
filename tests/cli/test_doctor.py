"""`grice doctor` names what is installed, what is damaged or missing, and what to type."""

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from grice.cli import doctor
from grice.extras import EXTRAS
from grice.version import __version__

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
WEIGHTS = Path(doctor.grice.__path__[0]) / "readers" / "graphs" / "weights"


def names(requirements: list[str]) -> list[str]:
    return [requirement.partition(">=")[0] for requirement in requirements]


def rows(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    return {row["part"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}


def test_core_and_extras_are_those_of_the_project() -> None:
    assert names(PROJECT["dependencies"]) == list(doctor.CORE)
    assert set(EXTRAS) == set(PROJECT["optional-dependencies"]) - {"dev", "test-interop"}


def test_what_is_there_has_a_version_and_what_is_missing_a_command(grice) -> None:
    done = grice("doctor")
    told = {row["part"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert done.returncode == 0
    assert told["grice"]["state"] == __version__
    assert all(told[name]["state"][0].isdigit() for name in doctor.CORE)
    assert told["weights"]["state"].startswith("whole")
    for extra in EXTRAS:
        row = told[f"grice[{extra}]"]
        assert row["to get it"] == ("" if row["state"] == "installed" else f"pip install 'grice[{extra}]'")


def _truncated(folder: Path) -> None:
    (folder / "step.onnx").write_bytes(b"short")


def _incomplete(folder: Path) -> None:
    (folder / "pieces.npz").unlink()


def _without_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def _broken_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("{", "utf-8")


@pytest.mark.parametrize("damage", [_truncated, _incomplete, _without_manifest, _broken_manifest])
def test_damaged_weights_are_named_with_what_to_type(
    damage: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "readers" / "graphs" / "weights"
    shutil.copytree(WEIGHTS, folder)
    damage(folder)
    monkeypatch.setattr(doctor, "grice", SimpleNamespace(__path__=[str(tmp_path)]))
    with pytest.raises(typer.Exit) as ended:
        doctor.command()
    assert ended.value.exit_code == 1
    told = rows(capsys)["weights"]
    assert told["state"].startswith("damaged: ")
    assert told["to get it"] == "pip install --force-reinstall grice"


def test_any_folder_with_a_manifest_is_checked(tmp_path: Path) -> None:
    for folder in ("readers/graphs/weights", "encoders/weights"):
        shutil.copytree(WEIGHTS, tmp_path / folder)
    _truncated(tmp_path / "encoders" / "weights")
    encoder, parser = doctor._networks(tmp_path)
    assert encoder["state"].startswith("damaged")
    assert encoder["for"] == "weights in grice/encoders/weights"
    assert parser["state"] == "whole, 33 MB"


def test_the_cache_is_named_with_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GRICE_CACHE", str(tmp_path / "kept"))
    doctor.command()
    assert rows(capsys)["cache"]["state"] == f"empty: {tmp_path / 'kept'}"
    (tmp_path / "kept" / "rooms").mkdir(parents=True)
    (tmp_path / "kept" / "rooms" / "00").write_bytes(bytes(2_000_000))
    doctor.command()
    assert rows(capsys)["cache"]["state"] == f"2 MB in {tmp_path / 'kept'}"


def test_a_missing_dependency_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "CORE", ("numpy", "no-such-package"))
    with pytest.raises(typer.Exit):
        doctor.command()
    assert rows(capsys)["no-such-package"]["to get it"] == "pip install no-such-package"


def test_the_table_fits_eighty_columns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("grice.cli.output.to_people", lambda: True)
    doctor.command()
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert {"numpy", "weights", "cache", "grice[train]"} <= {word for line in lines for word in line.split()}
