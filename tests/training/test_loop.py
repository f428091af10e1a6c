"""The loop ends on time, averages every step, and goes on exactly where it stopped; the run of another is refused."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.training.batches import Batches  # noqa: E402
from grice.training.loop import Curve, Plan, train  # noqa: E402
from grice.training.schedule import Clock  # noqa: E402


class Stop(Exception):
    pass


def line(steps: int | None, minutes: float | None = None, callback=None, decay: float = 0.0, **kept):
    """Train a straight line with dropout; also the module that was trained."""
    torch.manual_seed(7)
    module = torch.nn.Sequential(torch.nn.Dropout(0.3), torch.nn.Linear(2, 1))
    arrays = {"x": np.arange(16, dtype=np.float32).reshape(8, 2)}
    batches = Batches(lambda _epoch, _progress: [arrays], 4, 0)
    groups = [{"params": list(module.parameters()), "lr": 0.1}]
    plan = Plan(steps, minutes, warmup=1, decay=decay, precision="float32", report_every=0.2)
    average = train(module, lambda batch: module(batch["x"]).square().mean(), groups, batches, plan, callback, **kept)
    return module, average


def averaged(module, average) -> list[np.ndarray]:
    with average.applied():
        return [parameter.detach().numpy().copy() for parameter in module.parameters()]


def test_a_run_by_the_clock_reports_its_end_though_a_report_took_the_rest_of_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports, seconds = [], [0.0]

    def elapsed(_clock: Clock) -> float:
        seconds[0] += 0.01
        return seconds[0]

    def slow(report, _average) -> None:
        reports.append(report)
        seconds[0] += 0.4

    monkeypatch.setattr(Clock, "elapsed", elapsed)
    line(None, 0.01, slow)
    assert [report.last for report in reports] == [False, False, True]


@pytest.mark.parametrize("steps", [1, 3, 6])
def test_the_average_has_seen_the_last_step(steps: int) -> None:
    module, average = line(steps)
    expected = [parameter.detach().numpy().copy() for parameter in module.parameters()]
    assert all(np.array_equal(a, b) for a, b in zip(averaged(module, average), expected, strict=True))


def test_a_run_that_was_stopped_ends_with_the_same_bits(tmp_path: Path) -> None:
    """Module, average, dropout, order of the data and the curve of what was measured."""
    curves = {}

    def run(folder: str, stops: int | None = None):
        curve = curves[folder] = Curve()

        def report(now, _average) -> None:
            curve.points.append({"step": now.step, "loss": now.loss})
            if now.step == stops:
                raise Stop

        kept = {"folder": tmp_path / folder, "identity": {"seed": 0}, "beside": {"curve": curve}}
        return averaged(*line(20, callback=report, decay=0.9, **kept))

    whole = run("whole")
    for stops in (8, 16):
        with pytest.raises(Stop):
            run("parts", stops)
    assert all(np.array_equal(a, b) for a, b in zip(run("parts"), whole, strict=True))
    assert curves["parts"].points == curves["whole"].points
    assert len(curves["whole"].points) == 5


def test_the_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    line(2, folder=tmp_path, identity={"seed": 0, "data": {"sha256": "a"}})
    with pytest.raises(InputError, match=r"belongs to another run: seed was 0 and is 1, data changed") as refused:
        line(2, folder=tmp_path, identity={"seed": 1, "data": {"sha256": "b"}})
    assert "--out" in str(refused.value)
