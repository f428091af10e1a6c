"""From a configuration to a folder: features, training, agents with cards; found again when it is finished."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.games.bench import Limits, evaluated, one_after_another  # noqa: E402
from grice.games.runs import LISTENER, RECORD, SPEAKER, produce, start_of  # noqa: E402
from grice.games.shipping import ship  # noqa: E402
from grice.games.sweep import _configs, _options, pack, print_table  # noqa: E402
from grice.scenes import rooms  # noqa: E402
from grice.training.captioner import features  # noqa: E402
from grice.training.captioner.agents import load_agent  # noqa: E402
from grice.training.captioner.config import Seen  # noqa: E402
from grice.training.captioner.running import ids_of  # noqa: E402
from tiny_agents import ABOUT, CAPTIONER, GAME, seen, stand_in  # noqa: E402

SHORT = replace(CAPTIONER.training, epochs=0.5, reports=2)


def painted(ids: np.ndarray) -> np.ndarray:
    """Pictures that are made at once: a field for each feature, as bright as its value."""
    values = rooms.features(ids) * (240 // np.array(rooms.SIZES))
    return np.repeat(np.repeat(values.reshape(-1, 2, 3, 1), 32, 1), 22, 2)[:, :64, :64].repeat(3, 3).astype(np.uint8)


@pytest.fixture
def unrendered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "render", SimpleNamespace(rooms=painted, build=lambda _: 0))


def tabled(pairs: int) -> features.FeatureTable:
    """The stand-in's table of the tiny rooms and of some test pairs."""
    ids = np.union1d(seen().table.ids, ids_of(evaluated(pairs)))
    return features.FeatureTable(ids, stand_in(ids), ABOUT)


def silent(_line: str) -> None:
    pass


@pytest.mark.usefixtures("unrendered")
def test_a_game_is_produced_from_a_captioner_and_found_finished(tmp_path: Path) -> None:
    config = replace(CAPTIONER, features=Seen("pixels"), training=SHORT)
    first = produce(config, tmp_path / "b", say=silent, keep_features=tmp_path / "features")
    assert produce(config, tmp_path / "b", say=silent) == pytest.approx(first)
    game = replace(GAME, features=Seen("pixels", str(tmp_path / "features")), training=SHORT, start=str(tmp_path / "b"))
    found = produce(game, tmp_path / "game", say=silent)
    assert 0 <= found["listener, one feature"] <= 1
    for name in (SPEAKER, LISTENER):
        agent = load_agent(tmp_path / "game" / name)
        assert agent.about["kind"] == name
        assert agent.about["context"] == "pair"
        assert (tmp_path / "game" / name / "CARD.md").read_text().startswith("# ")
    assert len((tmp_path / "game" / "log.jsonl").read_text().splitlines()) == 2
    assert json.loads((tmp_path / "game" / RECORD).read_text())["run"]["start"]["sha256"]
    with pytest.raises(InputError, match="belongs to another run"):
        produce(replace(config, seed=1), tmp_path / "b", say=silent)


def test_a_start_that_is_not_there_says_how_to_train_one() -> None:
    with pytest.raises(InputError, match=r"start = 'nowhere'[\s\S]*grice train captioner"):
        start_of(replace(GAME, start="nowhere"))
    assert start_of(CAPTIONER) is None


def test_the_shipped_best_can_be_begun_with() -> None:
    started = start_of(replace(GAME, start="best"))
    assert started is not None
    assert started.about["features"]["encoder"] == "pictures"


def test_recipes_of_a_sweep_name_their_seeds() -> None:
    given = _options().parse_args(["--recipes", "b*2,rp@1,b", "--out", "x"])
    assert [(config.name, config.seed) for config in _configs(given)] == [("b", 0), ("b", 1), ("rp", 1)]
    with pytest.raises(InputError, match="names with seeds"):
        _configs(_options().parse_args(["--recipes", "b*x", "--out", "x"]))


def test_a_sweep_goes_on_after_a_failure_and_packs_what_there_is(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    from grice.games.bench import Bench
    from grice.games.sweep import RESULTS

    table = tabled(3)
    bench = Bench(tmp_path, {"stand-in": table}, 3, "cpu", silent)
    configs = [
        replace(GAME, start="absent", training=SHORT),
        replace(CAPTIONER, training=SHORT),
        replace(GAME, training=SHORT),
    ]
    results = list(one_after_another(bench, configs, Limits(1e9, 1e9, lambda: 0.0)))
    assert [result["name"] for result in results] == ["tiny", "tiny-game"]
    assert len(results[0]["sets"]) == 13
    (tmp_path / RESULTS).write_text(json.dumps({"runs": results}))
    pack(tmp_path, 15.0, None, silent)
    print_table(results)
    assert "object-matched" in capsys.readouterr().out
    shipped = ship(tmp_path / "package", [tmp_path / "packed"], ["tiny-game"])
    assert [folder.parent.parent.parent.name for folder in shipped] == ["speakers", "readers"]
    assert load_agent(shipped[0]).about["name"] == "tiny-game"
    with pytest.raises(InputError, match="no agent sp"):
        ship(tmp_path / "package", [tmp_path / "packed"], ["sp"])


@pytest.mark.long
def test_workers_side_by_side_find_what_one_finds(tmp_path: Path) -> None:
    from grice.games.bench import Bench, lay, side_by_side

    table = tabled(2)
    configs = [
        replace(CAPTIONER, training=SHORT),
        replace(GAME, training=SHORT),
        replace(GAME, start="absent", name="x"),
    ]
    limits = Limits(1e9, 1e9, lambda: 0.0)
    bench = Bench(tmp_path / "one", {"stand-in": table}, 2, "cpu", silent)
    alone = list(one_after_another(bench, configs[:2], limits))
    lay({"stand-in": table}, tmp_path / "two")
    together = list(side_by_side(tmp_path / "two", 2, "cpu", configs, 2, limits, silent))
    assert [one["sets"] for one in together] == [one["sets"] for one in alone]


def test_a_run_that_would_begin_too_late_does_not(tmp_path: Path) -> None:
    from grice.games.bench import Bench

    bench = Bench(tmp_path, {"stand-in": seen().table}, 1, "cpu", silent)
    assert list(one_after_another(bench, [CAPTIONER], Limits(1.0, 2.0, lambda: 5.0))) == []


def test_a_log_becomes_curves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grice.training.captioner.board import write_curves

    drawn = []

    class Writer:
        def __init__(self, folder: str) -> None:
            drawn.append(folder)

        def add_scalar(self, name: str, value: float, step: int) -> None:
            drawn.append((name, value, step))

        def close(self) -> None:
            drawn.append("closed")

    monkeypatch.setitem(sys.modules, "tensorboard", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", SimpleNamespace(SummaryWriter=Writer))
    with pytest.raises(InputError, match=r"holds no log\.jsonl"):
        write_curves(tmp_path, tmp_path)
    (tmp_path / "log.jsonl").write_text('{"step": 7, "loss": 0.5, "sets": {"all": {"d": 1.0}}}\n')
    assert write_curves(tmp_path, tmp_path / "boards") == 2
    assert drawn[1:] == [("loss", 0.5, 7), ("sets/all/d", 1.0, 7), "closed"]


def test_a_sweep_needs_neither_tables_nor_a_command_line() -> None:
    """Machines made for training have torch and little else."""
    modules = "grice.games.sweep, grice.games.runs, grice.training.captioner.pictures, grice.scenes.render.compose"
    lean = f"import sys, {modules}; print(*sorted({{'pyarrow', 'typer', 'rich', 'platformdirs'}} & sys.modules.keys()))"
    found = subprocess.run([sys.executable, "-c", lean], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("captioner", "--config", "nothing"), "one of b,"),
        (("captioner", "--config", "rp"), "grice train game --config rp"),
    ],
)
def test_a_mistake_on_the_command_line_ends_with_status_2(grice, tmp_path: Path, arguments: tuple, told: str) -> None:
    ended = grice("train", *arguments, "--out", tmp_path)
    assert ended.returncode == 2
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_start_that_does_not_fit_is_refused_before_rooms_are_encoded(tmp_path: Path) -> None:
    config = replace(GAME, features=Seen("pixels"), start="best")
    with pytest.raises(InputError, match=r"features\.encoder: best sees pictures"):
        produce(config, tmp_path, say=silent)
