"""A participant's way through the pages without scripts: every step, refusals, coming back, leaving."""

import re
from collections.abc import Callable

import pytest
from web_server import Served, Visitor

from grice.studies.recruitment import PARAMETERS

Serve = Callable[..., Served]
RIGHT = {"check0": "6", "check1": "One that is in keeping with it"}
KINDS = ("blue_squares", "red_squares", "blue_circles", "red_circles")


def begun(served: Served) -> Visitor:
    """A visitor at the first item."""
    visitor = served.visitor()
    visitor.post("/join")
    visitor.send_form("/study/consent", agree="1")
    visitor.send_form("/study/questions", age="30", education="master")
    visitor.send_form("/study/check", **RIGHT)
    return visitor


def size_on(page: str) -> int:
    found = re.search(r"this scene has <b>(\d+) objects", page)
    assert found
    return int(found[1])


def test_a_participant_goes_from_the_front_page_to_the_thanks(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    for _ in range(13):
        page = visitor.get("/study").text
        sent = visitor.send_form("/study/answer", blue_squares=str(size_on(page)), comment="fine")
        assert sent.status_code == 200
    assert "Go on later" in page
    thanks = visitor.get("/study").text
    assert "Thank you!" in thanks
    assert "Go on later" not in thanks
    rows = served.store.answers()
    assert len(rows) == 13
    assert {row["comment"] for row in rows} == {"fine"}
    assert rows[0]["about"] == {"age": "30", "education": "master", "english": ""}
    (person,) = served.store.people()
    assert person["status"] == "finished"


def test_an_answer_that_does_not_sum_is_refused_and_what_was_typed_stays(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    refused = visitor.send_form("/study/answer", blue_squares="1", red_circles="1")
    assert "add up to 2; this scene has 4 objects" in refused.text
    assert re.search(r'name="red_circles"[^>]*value="1"', refused.text)
    for wrong in ("-1", "٤"):
        assert 'role="alert"' in visitor.send_form("/study/answer", blue_squares=wrong).text
    assert served.store.answers() == []


def test_a_refusal_is_a_redirection_and_what_is_saved_later_is_shown_after_it(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    visitor.follow_redirects = False
    page = visitor.get("/study").text
    token = re.search(r'name="form_token" value="([^"]+)"', page)[1]  # type: ignore[index]
    sent = visitor.post("/study/answer", data={"form_token": token, "item": "1", "blue_squares": "9"})
    assert (sent.status_code, sent.headers["location"]) == (303, "/study")
    assert 'role="alert"' in visitor.get("/study").text
    draft = {"item": "1", "draft": {"blue_squares": "3"}}
    assert visitor.post("/api/draft", json=draft, headers={"x-form-token": token}).status_code == 200
    page = visitor.get("/study").text
    assert re.search(r'name="blue_squares"[^>]*value="3"', page)
    assert 'role="alert"' not in page, "what is saved now was not refused"


def test_a_refused_answer_to_an_item_says_nothing_about_another(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    visitor.send_form("/study/answer", blue_squares="4")
    old = visitor.send_form("/study/answer", item="1", blue_squares="9").text
    assert 'role="alert"' not in old
    assert 'value="9"' not in old


def test_reload_after_a_failed_check_costs_no_further_attempt(serve: Serve) -> None:
    served = serve()
    visitor = served.visitor()
    visitor.post("/join")
    visitor.send_form("/study/consent", agree="1")
    visitor.send_form("/study/questions")
    refused = visitor.send_form("/study/check", check0="4", check1=RIGHT["check1"])
    for page in (refused.text, visitor.get(refused.url).text):
        assert "you can try once more" in page
        assert re.search(r'name="check0" value="4"[^>]*checked', page)
    visitor.send_form("/study/check", **RIGHT)
    assert "this scene has" in visitor.get("/study").text


def test_questions_that_were_refused_keep_what_was_typed_unless_it_is_too_long(serve: Serve) -> None:
    served = serve()
    visitor = served.visitor()
    visitor.post("/join")
    visitor.send_form("/study/consent", agree="1")
    refused = visitor.send_form("/study/questions", age="forty", education="master").text
    assert "is not a number" in refused
    assert 'value="forty"' in refused
    mixed = "".join(chr(0x4E00 + i * 7919 % 20000) for i in range(4000))
    refused = visitor.send_form("/study/questions", age="fifty", education=mixed).text
    assert "is not a number" in refused
    assert 'value="fifty"' not in refused
    other = visitor.cookies["grice_refused"]
    stranger = served.visitor()
    stranger.post("/join")
    stranger.send_form("/study/consent", agree="1")
    stranger.cookies.set("grice_refused", other)
    assert "is not a number" not in stranger.get("/study").text


def test_not_understood_goes_on_without_counts(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    assert visitor.send_form("/study/answer", not_understood="1", comment="what?").status_code == 200
    (row,) = served.store.answers()
    assert (row["not_understood"], row["answer"]) == (True, {"counts": None})


def test_two_failed_checks_end_the_study(serve: Serve) -> None:
    served = serve()
    visitor = served.visitor()
    visitor.post("/join")
    visitor.send_form("/study/consent", agree="1")
    visitor.send_form("/study/questions")
    first = visitor.send_form("/study/check", check0="4", check1=RIGHT["check1"])
    assert "you can try once more" in first.text
    last = visitor.send_form("/study/check", check0="4", check1="Nothing")
    assert "the study ends here for you" in last.text
    assert visitor.send_form("/study/check", **RIGHT).status_code == 403  # the page has no form any more
    assert "the study ends here" in visitor.get("/study").text


def test_consent_comes_first_and_steps_cannot_be_skipped(serve: Serve) -> None:
    served = serve()
    visitor = served.visitor()
    visitor.post("/join")
    assert "only if you agree" in visitor.send_form("/study/consent").text
    visitor.send_form("/study/answer", item="1", blue_squares="4")
    assert "I want to take part" in visitor.get("/study").text
    assert served.store.answers() == []


def test_a_personal_link_brings_back_the_same_page_on_another_device(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    visitor.send_form("/study/answer", blue_squares="4")
    here = visitor.get("/study").text
    link = re.search(r'value="([^"]+/t/[^"]+)"', here)
    assert link
    other = served.visitor()
    there = other.get(link[1])
    assert there.url.path == "/study"
    assert (
        re.search(r"<p class=\"caption\">(.*?)</p>", there.text)[1]
        == re.search(r"<p class=\"caption\">(.*?)</p>", here)[1]
    )  # type: ignore[index]


def test_withdrawal_asks_once_deletes_all_and_ends_the_link(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    visitor.send_form("/study/answer", blue_squares="4")
    token = re.search(r'name="form_token" value="([^"]+)"', visitor.get("/withdraw").text)[1]  # type: ignore[index]
    assert "Please tick the box" in visitor.post("/withdraw", data={"form_token": token}).text
    assert "Please tick the box" not in visitor.get("/withdraw").text
    assert len(served.store.answers()) == 1
    assert "You have withdrawn" in visitor.post("/withdraw", data={"form_token": token, "sure": "1"}).text
    assert served.store.answers() == []
    assert not visitor.cookies
    assert visitor.get("/study").url.path == "/"


def test_prolific_ids_are_kept_and_the_completion_url_is_shown_to_them_alone(serve: Serve) -> None:
    url = "https://app.prolific.com/submissions/complete?cc=ABC"
    served = serve(
        **{'completion_url = ""': f'completion_url = "{url}"', "views = 4": "views = 1", "count = 20": "count = 60"}
    )
    visitor = served.visitor()
    visitor.post("/join?PROLIFIC_PID=5f0a&SESSION_ID=s1")
    again = served.visitor()
    again.post("/join?PROLIFIC_PID=5f0a&SESSION_ID=s1")
    assert [row["recruit"] for row in served.store.people()] == ["5f0a"]
    stranger = served.visitor()
    assert "already taken part" in stranger.post("/join?PROLIFIC_PID=5f0a&SESSION_ID=other").text
    assert stranger.post("/join?PROLIFIC_PID=<script>").status_code == 400
    again.send_form("/study/consent", agree="1")
    again.send_form("/study/questions")
    again.send_form("/study/check", **RIGHT)
    while "Thank you!" not in (page := again.get("/study").text):
        again.send_form("/study/answer", blue_squares=str(size_on(page)))
    assert url in again.get("/study").text


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_id_in_the_address_decides_in_a_browser_that_people_share(serve: Serve, name: str) -> None:
    url = "https://app.prolific.com/submissions/complete?cc=ABC"
    served = serve(**{'completion_url = ""': f'completion_url = "{url}"'})
    shared = served.visitor()
    shared.post(f"/join?{name}=A&SESSION_ID=a")
    shared.send_form("/study/consent", agree="1")
    shared.send_form("/study/questions")
    shared.send_form("/study/check", **RIGHT)
    while "Thank you!" not in (page := shared.get("/study").text):
        shared.send_form("/study/answer", blue_squares=str(size_on(page)))
    assert url in page
    front = shared.get(f"/?{name}=B&SESSION_ID=b").text
    assert "You have begun this study" not in front
    way_in = re.search(r'action="(/join[^"]+)"', front)
    assert way_in
    own = shared.post(way_in[1].replace("&amp;", "&"))
    assert "I want to take part" in own.text
    assert url not in own.text
    assert "Go on" in shared.get("/").text, "without an id, the browser's own participant"
    assert shared.post(f"/join?{name}=A&SESSION_ID=a").text.count(url) == 1
    assert {row["recruit"]: row["status"] for row in served.store.people()} == {"A": "finished", "B": "consent"}


def test_who_comes_back_with_their_own_id_goes_on(serve: Serve) -> None:
    served = serve()
    visitor = served.visitor()
    visitor.post("/join?PROLIFIC_PID=5f0a&SESSION_ID=s1")
    assert "You have begun this study" in visitor.get("/?PROLIFIC_PID=5f0a&SESSION_ID=s2").text
    assert visitor.get("/?PROLIFIC_PID=<script>").status_code == 400


def test_a_description_with_markup_is_shown_as_text(serve: Serve) -> None:
    gold = 'text = "All of the objects are red circles."'
    served = serve(**{gold: "text = '<script>alert(1)</script> & \"so\"'", "views = 4": "views = 1"})
    visitor = begun(served)
    for _ in range(14):
        page = visitor.get("/study").text
        assert "<script>alert" not in page
        if "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in page:
            return
        visitor.send_form("/study/answer", blue_squares=str(size_on(page)))
    pytest.fail("the item was not shown")


def test_pages_do_not_tell_who_made_a_description_or_what_is_true(serve: Serve) -> None:
    visitor = begun(serve())
    page, state = visitor.get("/study").text, visitor.get("/api/state").text
    for secret in ("qdg", "A:4", "counts", "truth"):
        assert secret not in page.replace("/static/counts.js", "")
        assert secret not in state


def test_a_full_study_says_so(serve: Serve) -> None:
    served = serve(**{"count = 20": "count = 4"})
    for _ in range(4):
        served.visitor().post("/join")
    refused = served.visitor().post("/join")
    assert refused.status_code == 409
    assert "All places of this study are taken" in refused.text


@pytest.mark.parametrize("declared", [True, False])
def test_pasting_is_noted_only_where_the_consent_text_says_so(serve: Serve, declared: bool) -> None:
    said = {
        "We keep your answers,": "We note when text is pasted. We keep your answers,",
        'agree = "I': 'note_pasted = true\nagree = "I',
    }
    served = serve("production", **(said if declared else {}))
    visitor = served.visitor()
    visitor.post("/join")
    visitor.send_form("/study/consent", agree="1")
    visitor.send_form("/study/questions")
    visitor.send_form("/study/check", check0=served.store.design.check[0].right)
    assert ('data-note-pasted="1"' in visitor.get("/study").text) is declared
    assert visitor.send_form("/study/answer", text="two blue squares", pasted="1").status_code == 200
    (row,) = served.store.answers()
    assert row["pasted"] is declared


@pytest.mark.parametrize(
    "name", ["production", "production-rooms", "reference", "judgement", "judgement-graphs", "preference", "annotation"]
)
def test_every_task_has_a_page_with_its_pictures_and_refuses_an_empty_answer(serve: Serve, name: str) -> None:
    served = serve(name)
    visitor = served.visitor()
    visitor.post("/join")
    visitor.send_form("/study/consent", agree="1")
    visitor.send_form("/study/questions")
    visitor.send_form("/study/check", **{f"check{i}": one.right for i, one in enumerate(served.store.design.check)})
    page = visitor.get("/study")
    assert page.status_code == 200
    assert "data-item" in page.text
    for source in re.findall(r'src="(/picture/[^"]+)"', page.text):
        picture = visitor.get(source)
        assert picture.status_code == 200
        assert picture.headers["content-type"] in ("image/png", "image/svg+xml")
    refused = visitor.send_form("/study/answer", graph="{}")
    assert 'role="alert"' in refused.text
    assert served.store.answers() == []
