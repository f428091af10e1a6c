"""The explorer in a real Chromium: every tab at work, by keyboard too, shared by its address, without a violation."""

from pathlib import Path
from typing import Any

import pytest
from browsing import held, press, tab_to, violations

from grice.scenes import rooms

TABS = ("reference", "quantities", "graph", "corpus")
SCRIPT = "<img src=x onerror=alert(1)><script>alert(2)</script>"
FILE = 'prediction,references\na dog runs,"[""a brown dog is running""]"\na red car,"[""a blue boat""]"\n'


def go(page: Any, address: str) -> None:
    page.goto(address)
    page.locator("section[data-ready]:visible").wait_for()


def test_a_caption_is_judged_while_it_is_typed_and_its_address_can_be_shared(explorer: str, page: Any) -> None:
    go(page, f"{explorer}/")
    page.get_by_label("Caption of the target").fill("a pill")
    page.get_by_text("it is true of 2 images").wait_for()
    assert page.locator(".marked .m.spare").text_content() == "pill"
    page.get_by_label("Caption of the target").fill("a blue pill")
    page.get_by_text("it is true of this image alone").wait_for()
    assert page.locator(".figures .big").first.text_content() == "yes"
    shared = page.url
    page.get_by_role("button", name="say it").click()
    page.wait_for_url(lambda url: url != shared)
    page.get_by_text("it is true of this image alone").wait_for()
    go(page, shared)
    assert page.get_by_label("Caption of the target").input_value() == "a blue pill"
    assert page.locator(".marked .m.good").text_content() == "blue"


def test_rooms_are_chosen_by_id_by_feature_and_at_random(explorer: str, page: Any) -> None:
    go(page, f"{explorer}/reference?rooms=118308,235786&caption=a%20ball")
    target = page.get_by_role("group", name="the target")
    target.get_by_text("Features", exact=True).click()
    target.get_by_label("shape").select_option("ball")
    wanted = rooms.scene(**{**rooms.scene(118308).words("fixed"), "shape": "ball"}).id
    page.wait_for_url(f"**rooms={wanted}%2C235786**")
    page.locator(".marked .m.good", has_text="ball").wait_for()
    page.get_by_role("spinbutton", name="Room").nth(1).fill("7")
    press(page, "Enter")
    page.wait_for_url("**%2C7&**")
    page.get_by_role("button", name="Add a distractor").click()
    page.get_by_role("group", name="distractor 2").wait_for()
    page.get_by_label("that share").select_option("4")
    page.get_by_role("button", name="Draw at random").click()
    page.wait_for_url(lambda url: str(wanted) not in url)
    ids = [int(page.locator(f"#room{i}").input_value()) for i in range(3)]
    assert [(rooms.features(ids[0]) == rooms.features(other)).sum() for other in ids[1:]] == [4, 4]
    page.get_by_role("spinbutton", name="Room").first.fill("999999")
    press(page, "Enter")
    assert "999999" in page.get_by_role("alert").text_content()


def test_a_scene_is_clicked_together_and_worlds_shrink_clause_by_clause(explorer: str, page: Any) -> None:
    go(page, f"{explorer}/quantities?counts=2,0,0,2")
    page.get_by_role("button", name="one red circle more").click()
    page.get_by_text("5 objects; 56 scenes of this size").wait_for()
    page.get_by_role("button", name="Read what complete says").click()
    page.get_by_text("Exactly the scene.").wait_for()
    page.get_by_label("A description of the scene").fill("There are two blue squares. No circle is blue.")
    page.get_by_role("button", name="No circle is blue").wait_for()
    grid = page.locator(".worlds")
    after = grid.get_attribute("aria-label")
    page.get_by_role("button", name="Before a word is said").click()
    assert grid.get_attribute("aria-label") == "56 of 56 scenes are left before a word is said"
    assert after != grid.get_attribute("aria-label")
    assert page.locator(".worlds .truth").count() == 1
    page.get_by_text("Other colours and shapes").click()
    page.get_by_label("Shapes").fill("star")
    press(page, "Tab")
    page.get_by_text("red stars").first.wait_for()
    shared = page.url
    go(page, shared)
    page.get_by_text("red stars").first.wait_for()
    assert page.get_by_label("Shapes").input_value() == "star"


def test_words_and_drawing_light_up_together_and_tuples_are_told_apart(explorer: str, page: Any) -> None:
    go(page, f"{explorer}/graph")
    page.get_by_label("Captions, one on each line").fill("two small dogs chase a red ball")
    # The caption before it spoke of a ball as well, and of grass.
    page.locator("[data-part=drawings]:not(:has-text('grass')) .tie", has_text="ball").hover()
    assert page.locator("svg.graph g.lit text").first.text_content() == "ball"
    page.locator("svg.graph g", has_text="dogs").last.focus()
    assert "dogs" in page.locator(".tie.lit").all_text_contents()
    page.get_by_label("References, one on each line").fill("no ball is there\na dog")
    page.get_by_role("heading", name="matched (1)").wait_for()
    page.get_by_role("heading", name="denied (1)").wait_for()
    assert page.get_by_role("region", name="Every metric").get_by_role("row").count() >= 10
    shared = page.url
    go(page, shared)
    page.get_by_role("heading", name="denied (1)").wait_for()


def test_an_answer_cut_off_by_the_next_question_is_passed_over_and_a_broken_one_is_told(
    explorer: str, page: Any
) -> None:
    go(page, f"{explorer}/graph")
    # The first half of an answer, and an end that never comes: typing on overtakes it while it is read.
    page.evaluate("""() => {
        const asked = window.fetch;
        window.fetch = async (address, given) => {
            if (!String(address).endsWith("graphs/compare")) return asked(address, given);
            window.fetch = asked;
            const body = new ReadableStream({ start: (stream) => {
                stream.enqueue(new TextEncoder().encode('{"tuples": ['));
                given.signal.addEventListener("abort", () => stream.error(given.signal.reason));
                document.documentElement.dataset.halfway = "";
            } });
            return new Response(body, { status: 200 });
        };
    }""")
    page.get_by_label("References, one on each line").fill("a dog")
    page.locator("html[data-halfway]").wait_for()
    page.get_by_label("References, one on each line").fill("a grey cat sits")
    page.locator(".tuples.spare li", has_text="grey").first.wait_for()
    assert page.get_by_role("alert").count() == 0
    page.route("**/api/graphs/compare", lambda route: route.fulfill(status=200, body="<p>from a proxy</p>"))
    page.get_by_label("References, one on each line").fill("a dog runs")
    page.get_by_text("The answer (200) could not be read.").wait_for()


def test_what_is_typed_or_chosen_meanwhile_is_not_overwritten_by_an_answer_that_comes_late(
    explorer: str, page: Any, tmp_path: Path
) -> None:
    go(page, f"{explorer}/reference")
    with page.expect_request("**/rooms/speak"):
        late = held(page, "**/api/rooms/speak")
        page.get_by_role("button", name="say it").click()
    page.get_by_label("Caption of the target").fill("a tiny pill")
    with page.expect_response("**/rooms/speak"):
        late[0].continue_()
    page.locator(".marked", has_text="tiny").wait_for()
    assert page.get_by_label("Caption of the target").input_value() == "a tiny pill"
    go(page, f"{explorer}/corpus")
    late = held(page, "**/api/corpus/file**")
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text(FILE, encoding="utf-8")
        with page.expect_request("**/corpus/file**"):
            page.locator("#file-first").set_input_files(tmp_path / f"{name}.csv")
    page.get_by_text("two.csv: 2 rows").wait_for()
    late[0].continue_()
    page.reload()
    page.get_by_text("two.csv: 2 rows").wait_for()


def test_a_tab_is_shown_when_it_can_be_used_and_opened_once(explorer: str, page: Any) -> None:
    go(page, f"{explorer}/reference")
    late = held(page, "**/explorer/graph.js")
    for name in ("Graph", "Reference", "Graph"):
        page.get_by_role("link", name=name).click()
    assert not page.get_by_label("Captions, one on each line").is_visible()
    asked: list[str] = []
    late[0].continue_()
    page.locator("#graph[data-ready]").wait_for()
    page.on("request", lambda request: asked.append(request.url.removeprefix(f"{explorer}/api/")))
    page.get_by_label("Captions, one on each line").fill("a grey cat")
    page.locator(".graphed .tie", has_text="grey").wait_for()
    assert asked.count("graphs") == 1


def test_a_dropped_file_is_judged_and_its_items_downloaded(explorer: str, page: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(FILE, encoding="utf-8")
    go(page, f"{explorer}/corpus")
    page.locator("#file-first").set_input_files(file)
    page.get_by_text("mine.csv: 2 rows").wait_for()
    for box in page.get_by_role("checkbox").all():
        box.set_checked(box.get_attribute("value") == "rouge")
    page.get_by_role("button", name="Judge").click()
    page.get_by_role("heading", name="The worst").wait_for()
    assert page.locator(".item .said").first.text_content() == "a red car"
    with page.expect_download() as found:
        page.get_by_role("link", name="Download the items of mine.csv as csv").click()
    assert "a red car" in Path(found.value.path()).read_text("utf-8")
    go(page, page.url)
    page.get_by_role("heading", name="The worst").wait_for()
    file.write_text("{}", encoding="utf-8")
    page.locator("#file-second").set_input_files(file)
    assert "mine.csv holds JSON" in page.get_by_role("alert").text_content()


def test_what_an_address_or_a_file_lacks_is_said(explorer: str, page: Any, tmp_path: Path) -> None:
    """Other rooms are not shown as if they were those of the address, nor metrics as if one could be chosen."""
    for wrong in ("99999999,abc", "1", ",".join("1234567"), ""):
        go(page, f"{explorer}/reference?rooms={wrong}&caption=hello")
        alert = page.get_by_role("alert").text_content()
        assert f"The address has the rooms {wrong or '(none)'}; others are shown." in alert
        assert "from 2 to 6 ids, each from 0 to 479999" in alert
    page.locator("#caption").fill("a red ball")
    page.locator("[data-act=draw]").click()
    page.get_by_role("alert").wait_for(state="detached")
    file = tmp_path / "mine.csv"
    file.write_text("model_output,gold\na dog,a dog\n", encoding="utf-8")
    go(page, f"{explorer}/corpus")
    page.locator("#file-first").set_input_files(file)
    page.get_by_text("No metric can judge a file with these columns").wait_for()
    assert page.get_by_text("a column prediction").first.is_visible()
    assert not page.get_by_role("button", name="Judge").is_visible()


def test_everything_is_reached_by_the_keyboard_and_tabs_keep_what_was_typed(explorer: str, page: Any) -> None:
    go(page, f"{explorer}/reference")
    tab_to(page, "#caption")
    press(page, "Control+a")
    page.keyboard.type("a tiny pill")
    page.locator(".marked", has_text="tiny").wait_for()
    page.get_by_role("link", name="Quantities").focus()
    press(page, "Enter")
    page.locator("#quantities[data-ready]").wait_for()
    tab_to(page, "#kind1")
    press(page, "ArrowUp")
    page.locator("button.clause", has_text="9 objects").wait_for()
    tab_to(page, "button.clause", most=60)
    press(page, "Enter")
    page.locator("button.clause[aria-pressed=true]", has_text="Before a word is said").wait_for()
    page.get_by_role("link", name="Reference").click()
    page.get_by_label("Caption of the target").wait_for()
    assert page.get_by_label("Caption of the target").input_value() == "a tiny pill"
    page.go_back()
    page.get_by_role("heading", name="Can a reader rebuild the scene?").wait_for()


def test_what_people_type_never_runs(explorer: str, page: Any) -> None:
    page.on("dialog", lambda _: pytest.fail("a script that was typed ran"))
    go(page, f"{explorer}/reference")
    page.get_by_label("Caption of the target").fill(f"a blue pill {SCRIPT}")
    page.locator(".marked", has_text="onerror").wait_for()
    page.get_by_role("link", name="Graph").click()
    page.get_by_label("Captions, one on each line").fill(f"a dog {SCRIPT} runs")
    page.locator(".graphed .caption", has_text="onerror").wait_for()
    assert page.locator("main img[src='x']").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation_and_nothing_is_clipped_on_a_phone(
    explorer: str, browser: Any, scheme: str
) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})
    page = context.new_page()
    for tab in TABS:
        go(page, f"{explorer}/{tab}")
        if tab == "corpus":
            page.get_by_role("button", name="Try it with an example").click()
            page.get_by_role("heading", name="Which is better?").wait_for()
        assert violations(page) == [], tab
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), tab
    context.close()
