"""A small study of reconstruction, written to a file."""

from pathlib import Path

from grice.studies.design import Design, read

SMALL = """
title = "A small study"
task = "reconstruction"
seed = 1
{store}
[participants]
count = {count}
once_per = "{once_per}"
[consent]
text = "You may stop at any time."
[instructions]
text = "Give four numbers."
[[materials]]
group = "A"
views = {views}
scenes = {scenes}
producers = ["qdg-ia", "qdg-greedy"]
{more}
"""
SCENES = "[[2, 0, 0, 2], [1, 1, 1, 1], [3, 0, 1, 0]]"


def design(path: Path, url: str = "", **options: object) -> Design:
    """The design of a small study, written to a file first."""
    chosen = {"count": 4, "views": 2, "once_per": "item", "scenes": SCENES, "more": ""} | options
    path.write_text(SMALL.format(store=f'store = "{url}"' if url else "", **chosen))
    return read(path)
