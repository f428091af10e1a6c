"""Any module leaves torch as a graph that computes the same, and an export that does not is refused."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")
pytest.importorskip("onnx", reason="exporting needs onnx: pip install 'grice[train]'")

from grice.errors import InputError  # noqa: E402
from grice.networks import manifest  # noqa: E402
from grice.training.export import (  # noqa: E402
    FORMS,
    OnnxGraph,
    apart,
    pin,
    require_near,
    shrink,
    write_graph,
    write_table,
)


def graph(seed: int) -> OnnxGraph:
    torch.manual_seed(seed)
    layers = [torch.nn.Linear(32, 96), torch.nn.ReLU(), torch.nn.Linear(96, 64), torch.nn.Softmax(-1)]
    module = torch.nn.Sequential(*layers)
    with torch.no_grad():
        module[2].weight *= 20.0
    return OnnxGraph("choice.onnx", module, {"given": torch.zeros(2, 32)}, ("chances",), {"given": {0: "batch"}})


FEEDS = [{"given": np.random.default_rng(i).normal(size=(i + 1, 32)).astype(np.float32)} for i in range(4)]


@pytest.mark.parametrize(("form", "nearest"), [("float32", 1e-6), ("float16", 1e-3), ("int8", 0.02)])
def test_an_exported_graph_is_near_to_torch_in_every_form(tmp_path: Path, form: str, nearest: float) -> None:
    one = graph(0)
    write_graph(one, tmp_path)
    whole = (tmp_path / one.file).stat().st_size
    shrink(tmp_path / one.file, form, FEEDS)
    distance = apart(one, tmp_path, FEEDS, "chances")
    assert distance < nearest
    require_near(distance, form, "the choice")
    share = (tmp_path / one.file).stat().st_size / whole
    assert share <= {"float32": 1.0, "float16": 0.6, "int8": 0.4}[form]


@pytest.mark.parametrize("form", FORMS)
def test_an_export_of_something_else_is_refused(tmp_path: Path, form: str) -> None:
    write_graph(graph(0), tmp_path)
    distance = apart(graph(1), tmp_path, FEEDS, "chances")
    with pytest.raises(InputError, match=f"the {form} export of the choice differs from torch"):
        require_near(distance, form, "the choice")
    with pytest.raises(InputError, match="differs"):
        require_near(float("nan"), form, "the choice")


@pytest.mark.parametrize(("form", "nearest"), [("float32", 0.0), ("float16", 1e-3), ("int8", 0.02)])
def test_a_table_is_its_numbers_times_their_scale(tmp_path: Path, form: str, nearest: float) -> None:
    table = np.random.default_rng(0).normal(size=(5, 8)).astype(np.float32)
    write_table(table, tmp_path / "table.npz", form)
    with np.load(tmp_path / "table.npz", allow_pickle=False) as file:
        assert np.abs(file["numbers"].astype(np.float32) * file["scale"] - table).max() <= nearest


def test_a_pinned_folder_is_what_the_manifest_checks(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"weights")
    assert pin(tmp_path, ["a.bin"], {"form": "int8"})["a.bin"]["bytes"] == 7
    manifest.check(tmp_path, ["a.bin"], "a network")
    (tmp_path / "a.bin").write_bytes(b"weighty")
    with pytest.raises(InputError, match="sha256"):
        manifest.check(tmp_path, ["a.bin"], "a network")
