"""A real Chromium: by keyboard alone, closed and resumed, refused a wrong sum; annotation, experts, exports, axe."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import held, press, tab_to, violations
from web_server import Served

from grice.studies.simulation import simulate
from grice.studies.templates import template

Serve = Callable[..., Served]
KINDS = ("blue_squares", "red_squares", "blue_circles", "red_circles")
SMALL = {
    "views = 4": "views = 1",
    "count = 20": "count = 10",
    'scenes = "qtuna"': 'scenes = "qtuna"\nsizes = [4]\neach = [10]',
}


def begin_by_keyboard(page: Any, served: Served) -> None:
    page.goto(served.url)
    send_by_keyboard(page)
    tab_to(page, "input[name=agree]")
    press(page, "Space")
    send_by_keyboard(page)
    page.get_by_role("heading", name="About you").wait_for()
    tab_to(page, "#q1")
    page.keyboard.type("41")
    send_by_keyboard(page)
    page.get_by_role("heading", name="What you will do").wait_for()
    for i, one in enumerate(served.store.design.check):
        tab_to(page, f"input[name=check{i}]")
        press(page, "Space", *["ArrowDown"] * one.choices.index(one.right))
    send_by_keyboard(page)
    page.wait_for_selector("form[data-size]")


def send_by_keyboard(page: Any) -> None:
    """Press the button of a page, and wait until the next one is there with its scripts."""
    tab_to(page, ".primary")
    with page.expect_navigation():
        press(page, "Enter")


def send(page: Any, *buttons: str) -> None:
    """The same with a pointer, page after page."""
    for name in buttons:
        with page.expect_navigation():
            page.get_by_role("button", name=name).click()


def begin(page: Any, address: str) -> None:
    """A study without questions to answer, as far as its first item."""
    page.goto(address)
    page.get_by_role("checkbox").check()
    send(page, "Go on", "Go on", "Begin")


def test_a_participant_completes_a_study_by_keyboard_alone(serve: Serve, page: Any) -> None:
    served = serve(**SMALL)
    begin_by_keyboard(page, served)
    for _ in range(3):
        page.wait_for_selector("form[data-size]")
        size = int(page.locator("form[data-size]").get_attribute("data-size"))
        assert page.get_by_text(f"{size} objects", exact=True).is_visible()
        tab_to(page, "#blue_squares")
        page.keyboard.type("1")
        tab_to(page, "#red_circles")
        press(page, *["ArrowUp"] * (size - 1))
        page.get_by_text("All objects are placed").wait_for()
        send_by_keyboard(page)
    page.get_by_role("heading", name="Thank you!").wait_for()
    rows = served.store.answers()
    assert len(rows) == 3
    assert all(row["answer"]["counts"][0] == 1 for row in rows)
    assert all(0 < row["seconds"] < 60 for row in rows)


def test_a_wrong_sum_is_refused_in_the_page_and_the_rest_is_counted(serve: Serve, page: Any) -> None:
    served = serve(**SMALL)
    begin_by_keyboard(page, served)
    page.locator("#blue_squares").fill("3")
    page.get_by_text("1 object still to place").wait_for()
    page.get_by_role("button", name="Next").click(force=True)  # it says that it is not ready, and may be pressed
    page.locator(".left:focus").wait_for()
    assert page.url.endswith("/study")
    assert served.store.answers() == []
    for _ in range(2):
        page.get_by_role("button", name="one red squares more").click()
    page.get_by_text("1 object too many").wait_for()
    page.get_by_role("button", name="one blue squares fewer").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("2 of 3", exact=True).wait_for()
    assert [row["answer"]["counts"] for row in served.store.answers()] == [[2, 2, 0, 0]]


def test_what_was_typed_is_there_after_closing_the_browser(serve: Serve, browser: Any) -> None:
    served = serve(**SMALL)
    first = browser.new_context()
    page = first.new_page()
    begin_by_keyboard(page, served)
    page.locator("#red_squares").fill("2")
    page.locator("summary", has_text="Add a comment").click()
    page.locator("#comment").fill("hard to say")
    page.get_by_text("Saved", exact=True).wait_for()
    link = page.locator("#link").get_attribute("value")
    text = page.locator(".caption").text_content()
    first.close()
    second = browser.new_context()
    page = second.new_page()
    page.goto(link)
    assert page.locator(".caption").text_content() == text
    assert page.locator("#red_squares").input_value() == "2"
    assert page.locator("#comment").input_value() == "hard to say"
    assert "/t/" not in page.url
    second.close()


def test_a_page_says_saved_only_of_all_that_was_typed(serve: Serve, browser: Any) -> None:
    served = serve(**SMALL)
    page = browser.new_page()
    begin_by_keyboard(page, served)
    late = held(page, "**/api/draft")
    page.locator("summary", has_text="Add a comment").click()
    with page.expect_request("**/api/draft"):
        page.locator("#comment").fill("hard")
    page.locator("#comment").fill("hard to say")
    with page.expect_request("**/api/draft") as second:
        late[0].continue_()
    # The second goes when the first was answered, which said nothing of what had been typed since.
    assert late[0].request.response().ok
    assert second.value.post_data_json["draft"]["comment"] == "hard to say"
    page.get_by_text("Saved", exact=True).wait_for()
    assert second.value.response().ok
    page.context.set_offline(True)
    page.locator("#comment").fill("harder")
    page.get_by_text("Not saved yet: no connection").wait_for()
    page.context.set_offline(False)
    page.get_by_text("Saved", exact=True).wait_for()
    page.reload()
    assert page.locator("#comment").input_value() == "harder"
    page.close()


def test_a_description_with_a_script_runs_nothing(serve: Serve, page: Any) -> None:
    gold = 'text = "All of the objects are red circles."'
    served = serve(**{**SMALL, gold: "text = '<script>alert(1)</script><img src=x onerror=alert(2)>'"})
    page.on("dialog", lambda _: pytest.fail("a script of a description ran"))
    begin_by_keyboard(page, served)
    seen = ""
    for _ in range(3):
        seen += page.locator(".caption").text_content()
        page.locator("#blue_squares").fill(page.locator("form[data-size]").get_attribute("data-size"))
        send(page, "Next")
    assert "<script>alert(1)</script>" in seen


def annotate(
    page: Any, texts: list[str], objects: list[str], attributes: list[str], numbers: list[str], verbs: list[str]
) -> None:
    """Build a graph with keys alone: the words are reached with arrows from the first, where the page begins."""
    page.locator(".w:focus").wait_for()
    at = 0

    def mark(word: str) -> None:
        nonlocal at
        target = texts.index(word)
        press(page, "Escape", *(["ArrowRight"] * (target - at) if target > at else ["ArrowLeft"] * (at - target)))
        if target == at:
            press(page, "ArrowRight", "ArrowLeft")
        at = target

    for key, words in (("o", objects), ("a", attributes), ("q", numbers)):
        for word in words:
            mark(word)
            press(page, key)
    for word in verbs:
        mark(word)
        with page.expect_response("**/api/ranked"):
            press(page, "r")
        page.locator('[data-key$=".verb"]:focus').wait_for()


def test_an_annotator_builds_a_graph_by_keyboard_and_an_expert_accepts_it(
    serve: Serve, page: Any, browser: Any
) -> None:
    text = template("annotation")
    start = text.index("[[materials.rows]]")
    rows = '[[materials.rows]]\ncaption = "two small dogs chase a red ball across the grass"\n'
    served = serve(text=text[:start] + rows)
    for who in range(2):
        context = browser.new_context()
        mine = context.new_page()
        errors: list[str] = []
        mine.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
        begin(mine, f"{served.url}/t/{served.store.invite(1)[0]}")
        texts = mine.locator(".w").all_text_contents()
        annotate(mine, texts, ["dogs", "ball", "grass"], ["small", "red"][: 2 - who], ["two"], ["chase"])
        assert mine.locator('[data-key="relations.0.verb"]').input_value() == "chase"
        press(mine, "Escape")
        press(mine, "o")
        press(mine, "Control+z")
        mine.get_by_text("Undone.").wait_for()
        press(mine, "Control+Shift+z")
        assert "dogs chase ball" in mine.locator("#graph").get_attribute("aria-label")
        if who == 0:
            mine.get_by_text("Saved", exact=True).wait_for()
            mine.reload()
            assert "dogs chase ball" in mine.locator("#graph").get_attribute("aria-label")
        press(mine, "Control+Enter")
        mine.get_by_role("heading", name="Thank you!").wait_for()
        assert errors == []
        context.close()
    page.goto(f"{served.url}/t/{served.store.invite(1, 'expert')[0]}")
    page.get_by_role("checkbox").check()
    send(page, "Go on")
    assert page.locator("tr.differs td").first.text_content() == "ball is red"
    assert page.locator("tr.same").count() >= 5
    page.get_by_role("button", name="Accept").click()
    page.get_by_role("heading", name="Nothing to check").wait_for()
    from grice.studies.corpus import accepted

    (graph,) = accepted(served.store).values()
    assert set(graph.facts) == {
        *(("dogs", "is", "2"), ("dogs", "is", "small"), ("ball", "is", "red")),
        *(("dogs", "chase", "ball"), ("grass",)),
    }


def annotating(serve: Serve, page: Any, caption: str) -> Served:
    """A study of one caption, and a page at its item."""
    text = template("annotation")
    rows = f'[[materials.rows]]\ncaption = "{caption}"\n'
    served = serve(text=text[: text.index("[[materials.rows]]")] + rows)
    begin(page, f"{served.url}/t/{served.store.invite(1)[0]}")
    return served


def test_an_annotation_is_there_after_a_refusal_a_reload_and_going_back(serve: Serve, page: Any) -> None:
    served = annotating(serve, page, "two small dogs chase a red ball")
    send(page, "Next")
    page.get_by_role("alert").wait_for()
    texts = page.locator(".w").all_text_contents()
    annotate(page, texts, ["dogs", "ball"], [], [], [])
    page.get_by_text("Saved", exact=True).wait_for()
    names = page.locator('[data-key$=".name"]')
    page.reload()
    assert [one.input_value() for one in names.all()] == ["dogs", "ball"]
    assert page.get_by_role("alert").count() == 0
    page.go_back()
    page.go_forward()
    assert [one.input_value() for one in names.all()] == ["dogs", "ball"]
    send(page, "Next")
    assert [one["name"] for one in served.store.answers()[0]["answer"]["form"]["objects"]] == ["dogs", "ball"]


PATIENCE = 1100
"""Milliseconds after which Chromium takes a letter for the first of another word."""


def type_into(page: Any, key: str, text: str) -> str:
    """Type letter by letter into a closed list; what is chosen then."""
    chosen = page.locator(f'[data-key="{key}"]')
    page.wait_for_timeout(PATIENCE)
    chosen.focus()
    page.keyboard.type(text, delay=30)
    return str(chosen.evaluate("(one) => one.selectedOptions[0].textContent"))


def test_what_is_typed_in_a_list_is_what_is_chosen(serve: Serve, page: Any) -> None:
    served = annotating(serve, page, "a woman and a workman hold a wooden cup")
    texts = page.locator(".w").all_text_contents()
    annotate(page, texts, ["woman", "workman", "cup"], [], [], ["hold"])
    for verb in ("wear", "stand", "attach", "wash", "wait"):
        assert type_into(page, "relations.0.verb", verb) == verb
    assert type_into(page, "relations.0.preposition", "behind") == "behind"
    assert type_into(page, "relations.0.subject", "wor") == "workman"
    assert type_into(page, "objects.2.unit", "pair") == "pair of"
    # The pair is another now, and its likeliest verbs come while somebody types.
    late = held(page, "**/api/ranked")
    assert type_into(page, "relations.0.subject", "wom") == "woman"
    page.locator('[data-key="relations.0.object"]').select_option(label="workman")
    page.wait_for_timeout(PATIENCE)
    page.locator('[data-key="relations.0.verb"]').focus()
    page.keyboard.type("we", delay=30)
    with page.expect_response("**/api/ranked"):
        late[0].continue_()
    page.locator('[data-key="relations.0.verb"] optgroup[label="likeliest"]').wait_for(state="attached")
    page.keyboard.type("ar", delay=30)
    send(page, "Next")
    form = served.store.answers()[0]["answer"]["form"]
    assert form["relations"][0] | {"verb": "wear", "subject": 0, "object": 1} == form["relations"][0]


def test_polarity_voice_and_mentions_are_kept(serve: Serve, page: Any) -> None:
    text = template("annotation")
    start = text.index("[[materials.rows]]")
    served = serve(text=text[:start] + '[[materials.rows]]\ncaption = "a cup filled with water and it is not red"\n')
    begin(page, f"{served.url}/t/{served.store.invite(1)[0]}")
    texts = page.locator(".w").all_text_contents()
    annotate(page, texts, ["cup", "water"], [], [], ["filled"])
    words = page.locator(".w")
    words.nth(texts.index("it")).click()
    press(page, "c")
    words.nth(texts.index("red")).click()
    press(page, "a")
    page.locator('[data-key="attributes.0.object"]').select_option(label="cup")
    page.locator('[data-key="attributes.0.denied"]').check()
    page.locator('[data-key="relations.0.passive"]').check()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("heading", name="Thank you!").wait_for()
    form = served.store.answers()[0]["answer"]["form"]
    assert form["attributes"] == [{"object": 0, "value": "red", "words": [9, 10], "denied": True}]
    assert form["relations"][0]["passive"] is True
    assert form["relations"][0]["verb"] == "fill"
    assert [6, 7] in [span for one in form["objects"] for span in one["mentions"]]


def test_a_researcher_exports_with_one_click(serve: Serve, page: Any) -> None:
    served = serve(**SMALL)
    simulate(served.store.design, served.url, 3)
    page.goto(f"{served.url}/r/{served.store.researcher}")
    assert served.store.researcher not in page.url
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV", exact=True).click()
    with open(download.value.path(), encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 9
    page.get_by_role("link", name="Analysis").click()
    page.get_by_role("heading", name="swap percentages by producer and size").wait_for()
    assert page.locator("img").evaluate("(one) => one.decode().then(() => one.naturalWidth)") > 100


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(serve: Serve, browser: Any, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})
    page = context.new_page()

    def clean(what: str) -> None:
        found = violations(page)
        assert found == [], f"{what}: {json.dumps(found, indent=1)}"

    served = serve(**SMALL)
    page.goto(served.url)
    clean("front")
    send(page, "Take part")
    clean("consent")
    page.get_by_role("checkbox").check()
    send(page, "Go on")
    clean("questions")
    send(page, "Go on")
    clean("instructions")
    for one in served.store.design.check:
        page.get_by_role("group", name=one.question).get_by_label(one.right, exact=True).check()
    send(page, "Begin")
    clean("reconstruction")
    page.locator("#blue_squares").fill("9")
    page.get_by_text("5 objects too many").wait_for()
    clean("too many")
    page.goto(f"{served.url}/withdraw")
    clean("withdraw")
    page.goto(f"{served.url}/r/{served.store.researcher}")
    clean("researcher")
    page.goto(f"{served.url}/researcher/analysis")
    clean("analysis")
    others = (
        "production",
        "production-rooms",
        "reference",
        "judgement",
        "judgement-graphs",
        "preference",
        "annotation",
    )
    for name in others if scheme == "light" else ("judgement", "annotation"):
        other = serve(name)
        context.clear_cookies()
        page.goto(other.url)
        send(page, "Take part")
        page.get_by_role("checkbox").check()
        send(page, "Go on", "Go on")
        for one in other.store.design.check:
            page.get_by_role("group", name=one.question).get_by_label(one.right, exact=True).check()
        send(page, "Begin")
        if name == "annotation":
            page.locator(".w").nth(1).click()
            press(page, "o")
            page.locator(".w").nth(4).click()
            press(page, "o", "r")
            page.locator('[data-key$=".verb"]:focus').wait_for()
        clean(name)
        assert re.search(r"1 of \d+", page.locator("main").inner_text())
    context.close()


def test_boxes_are_drawn_by_pointer_or_keys_and_quantities_marked_as_seen(
    serve: Serve, page: Any, tmp_path: Path
) -> None:
    from PIL import Image

    (tmp_path / "images").mkdir()
    Image.new("RGB", (400, 300), "skyblue").save(tmp_path / "images" / "park.png")
    text = template("annotation")
    rows = 'images = "images"\n[[materials.rows]]\ncaption = "men read books"\nimage = "park.png"\n'
    served = serve(text=text[: text.index("[[materials.rows]]")] + rows)
    begin(page, f"{served.url}/t/{served.store.invite(1)[0]}")
    # The words move when the picture is there: it is waited for, and so is each object.
    assert page.locator("#photo").evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 400
    for i, place in enumerate((0, 2)):
        page.locator(".w").nth(place).click()
        press(page, "o")
        page.locator(f'[data-key="objects.{i}.box"]').wait_for()
    page.locator('[data-key="objects.0.box"]').click()
    page.locator(".photo").scroll_into_view_if_needed()
    area = page.locator(".photo").bounding_box()
    page.mouse.move(area["x"] + area["width"] * 0.25, area["y"] + area["height"] * 0.25)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] * 0.75, area["y"] + area["height"] * 0.5)
    page.mouse.up()
    page.locator('[data-key="objects.1.box"]').focus()
    press(page, "Enter", "ArrowLeft", "Shift+ArrowDown", "Enter")
    page.locator('[data-key="objects.1.number"]').fill("3")
    page.locator('[data-key="objects.1.implied"]').check()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("heading", name="Thank you!").wait_for()
    men, books = served.store.answers()[0]["answer"]["form"]["objects"]
    assert men["box"] == pytest.approx([0.25, 0.25, 0.5, 0.25], abs=0.02)
    assert books["box"] == pytest.approx([0.38, 0.4, 0.2, 0.22])
    assert (books["number"], books["implied"]) == ("3", True)
