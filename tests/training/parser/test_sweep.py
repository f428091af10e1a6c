"""A sweep that cannot be what was asked for is refused before any process starts."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.training.parser import sweep


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("train --recipes long", "one of them, more than 0"),
        ("train --recipes long --steps 3 --minutes 1", "one of them, more than 0"),
        ("train --recipes long*x --steps 3", "long*2,base@3700"),
        ("train --recipes long@ --steps 3", "long*2,base@3700"),
        ("train --recipes nonsense --steps 3", "one of long"),
        ("train --recipes long --steps 3 --held-out 20", "can be held out"),
        ("students --recipes student --steps 3", "students needs --taught"),
        ("teach", "teach needs --teachers"),
        ("judge --held-out 0 --teachers nowhere", "holds no trained runs"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(tmp_path: Path, corpus, capsys, options: str, message: str) -> None:
    data = corpus("factual/random_train_id.csv").parent
    with pytest.raises(SystemExit) as ended:
        sweep.main([*options.split(), "--data", str(data), "--limit", "9", "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
