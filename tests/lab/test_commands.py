"""Every command of the laboratory starts, and its README names them all."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for file in (ROOT / "lab").rglob("*.py")
    if '__name__ == "__main__"' in file.read_text("utf-8")
)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_starts_and_says_what_it_is_for(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", command, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "usage:" in done.stdout
    assert re.search(rf"python -m {re.escape(command)}\b", (ROOT / "lab/README.md").read_text("utf-8"))
