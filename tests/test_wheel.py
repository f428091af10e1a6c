"""The package as a user gets it: a wheel, in an empty environment, outside the clone."""

import json
import subprocess
import sys
import venv
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


def test_the_wheel_installs_elsewhere_and_scores(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, REPOSITORY],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
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
