"""Paragraphs become windows with their facts; every N-th of them can be left out."""

import json
from pathlib import Path

import pytest

from lab import paragraphs

TEXTS = [f"A dog number {i} sleeps on a sofa. It is brown." for i in range(7)]
GRAPH = "( dog , sleep on , sofa ) , ( dog , is , brown )"


def windows(folder: Path, *options: str) -> list[dict[str, object]]:
    source, out = folder / "texts.jsonl", folder / "windows.jsonl"
    source.write_text("".join(f"{json.dumps({'caption': t, 'scene_graph': GRAPH})}\n" for t in TEXTS), "utf-8")
    paragraphs.main([str(source), str(out), *options])
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def test_a_short_text_is_one_window_with_all_its_facts(tmp_path: Path) -> None:
    assert windows(tmp_path) == [{"caption": text, "graph": GRAPH, "paragraph": i} for i, text in enumerate(TEXTS)]


def test_every_third_paragraph_can_be_left_out(tmp_path: Path) -> None:
    assert [row["paragraph"] for row in windows(tmp_path, "--without", "1/3")] == [0, 2, 3, 5, 6]


@pytest.mark.parametrize("share", ["5", "3/3", "0/0", "a/5", "-1/5"])
def test_a_share_that_cannot_be_left_out_is_refused(tmp_path: Path, share: str) -> None:
    with pytest.raises(SystemExit):
        windows(tmp_path, f"--without={share}")
