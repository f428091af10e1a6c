"""Scenes of coloured shapes: what is drawn is what was counted, nothing touches, everyone can read it."""

import io
import itertools
import xml.etree.ElementTree as ElementTree
from collections import Counter
from typing import Any

import numpy as np
import pytest
from PIL import Image

from grice.errors import InputError
from grice.scenes import render
from grice.scenes.quantified import Domain

SVG = "{http://www.w3.org/2000/svg}"


def named(svg: str) -> Counter[str]:
    root = ElementTree.fromstring(svg)
    return Counter(e.findtext(f"{SVG}title") for e in root if e.tag in (f"{SVG}circle", f"{SVG}polygon"))


def test_four_numbers_are_blue_squares_red_squares_blue_circles_red_circles() -> None:
    drawn = render.counts((2, 1, 0, 3))
    assert named(drawn) == {"blue square": 2, "red square": 1, "red circle": 3}
    tags = Counter(e.tag for e in ElementTree.fromstring(drawn))
    assert (tags[f"{SVG}polygon"], tags[f"{SVG}circle"]) == (3, 3)


@pytest.mark.parametrize("many", [1, 4, 20, 100])
def test_shapes_neither_touch_nor_leave_the_canvas(many: int) -> None:
    marks = render.counts((many, 0, 0, many), seed=many).marks
    assert len(marks) == 2 * many
    for a, b in itertools.combinations(marks, 2):
        assert np.hypot(a.x - b.x, a.y - b.y) > 1.12 * (a.radius + b.radius)
    for mark in marks:
        assert 1.12 * mark.radius <= mark.x <= 400 - 1.12 * mark.radius
        assert 1.12 * mark.radius <= mark.y <= 300 - 1.12 * mark.radius


def test_a_seed_is_a_scene() -> None:
    assert render.counts((2, 0, 0, 2), seed=5) == render.counts((2, 0, 0, 2), seed=5)
    assert render.counts((2, 0, 0, 2), seed=5) != render.counts((2, 0, 0, 2), seed=6)
    assert render.counts((2, 0, 0, 2), seed=5).png() == render.counts((2, 0, 0, 2), seed=5).png()


def test_title_and_description_say_what_is_there() -> None:
    root = ElementTree.fromstring(render.counts({"blue squares": 2, "red circles": 1}))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A scene of 3 shapes"
    assert "2 blue squares and 1 red circle" in (root.findtext(f"{SVG}desc") or "")
    labelled = (root.get("aria-labelledby") or "").split()
    assert labelled == [root.find(f"{SVG}{tag}").get("id") for tag in ("title", "desc")]  # type: ignore[union-attr]
    other = render.counts({"blue squares": 2, "red circles": 1}, seed=1)
    assert not any(f'"{name}"' in other for name in labelled)  # two scenes may share a page
    assert "<b>&amp;" not in render.counts((1, 0, 0, 0), title="<b>&")
    assert "&lt;b&gt;&amp;" in render.counts((1, 0, 0, 0), title="<b>&")


def test_any_colours_and_shapes_by_name() -> None:
    drawn = render.counts({"green stars": 2, "dark orange triangle": 1, ("purple", "hexagon"): 1})
    assert named(drawn) == {"green star": 2, "dark orange triangle": 1, "purple hexagon": 1}


def test_a_domain_names_the_kinds_of_its_counts() -> None:
    domain = Domain(colour=("blue", "red", "green"), shape=("square", "star"))
    drawn = render.counts((1, 0, 2, 0, 0, 3), kinds=domain.kinds)
    assert named(drawn) == {"blue square": 1, "green square": 2, "green star": 3}


def test_pixels_show_the_colours_where_the_marks_are() -> None:
    drawn = render.counts((1, 1, 1, 1))
    pixels = np.asarray(Image.open(io.BytesIO(drawn.png(800))))
    assert pixels.shape == (600, 800, 3)
    for mark in drawn.marks:
        red, _, blue = pixels[round(2 * mark.y), round(2 * mark.x)].astype(int)
        assert (red > blue) == (mark.colour == "red")
    assert pixels[1, 1].tolist() == [255, 255, 255]


def test_the_safe_drawing_tells_colours_apart_without_colour() -> None:
    drawn = render.counts((1, 1, 1, 1), safe=True)
    grey = np.asarray(Image.fromarray(drawn.array(800)).convert("L")).astype(int)
    for mark in drawn.marks:
        x, y, r = round(2 * mark.x), round(2 * mark.y), round(mark.radius)
        hatched = grey[y - r // 2 : y + r // 2, x - r // 2 : x + r // 2].std() > 20
        assert hatched == (mark.colour == "red")
    assert drawn.count("<pattern") == 2
    assert drawn.count('stroke="black"') == 4


def test_safe_inks_do_not_depend_on_the_order_of_naming() -> None:
    one = render.counts({"red circles": 1, "blue circles": 1}, safe=True)
    two = render.counts({"blue circles": 1, "red circles": 1}, safe=True)
    assert one.inks == two.inks


@pytest.mark.parametrize(
    "counts",
    [
        (1, 2, 3),
        (0, 0, 0, 0),
        (1, -1, 0, 0),
        (1, 0.5, 0, 0),
        (999, 0, 0, 0),
        "2002",
        7,
        {"blue blobs": 1},
        {"squares": 1},
        {"blurple squares": 1},
        {"blue squares": True},
        {"blue squares": float("nan")},
        {"blue squares": 10**5000},
        {5: 1},
        {("red",): 1},
        {("red", 5): 1},
        {"": 1},
        None,
        [[1, 2], [3], 4, 5],
        ["a", "b", "c", "d"],
        np.array(4),
    ],
)
def test_counts_that_are_none_are_refused(counts: object) -> None:
    with pytest.raises(InputError):
        render.counts(counts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"width": 20}, "width = 20"),
        ({"width": "wide"}, "width = 'wide'"),
        ({"height": 300.0}, "height = 300.0"),
        ({"height": 10**30}, "height = 1"),
        ({"seed": -1}, "seed = -1"),
        ({"seed": None}, "seed = None"),
        ({"kinds": ("a", "b", "c", "d")}, "shapes called 'a'"),
        ({"kinds": (1, 2, 3, 4)}, "shapes called 1"),
        ({"kinds": ()}, "0 numbers"),
    ],
)
def test_settings_of_the_wrong_kind_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        render.counts((2, 0, 0, 2), **options)


@pytest.mark.parametrize("width", [0, 15, 4097, 100.0, "100", True])
def test_pixels_of_no_width_are_refused(width: Any) -> None:
    with pytest.raises(InputError, match="width = "):
        render.counts((2, 0, 0, 2)).array(width)
