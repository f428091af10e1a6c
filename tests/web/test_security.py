"""Who may do what: forms of other sites, tokens of others, sizes, rates, headers, researcher pages."""

import re
from collections.abc import Callable

import httpx
import pytest
from test_participant_pages import begun
from web_server import Served

from grice.web.security import MOST_BYTES, Forms, Limiter, Rate, equal

Serve = Callable[..., Served]


def test_a_form_of_another_site_is_refused(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    page = visitor.get("/study").text
    token = re.search(r'name="form_token" value="([^"]+)"', page)[1]  # type: ignore[index]
    answer = {"item": "1", "blue_squares": "4", "form_token": token}
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": served.url, "sec-fetch-site": "cross-site"},
        {"origin": ""},
    ):
        assert visitor.post("/study/answer", data=answer, headers=headers).status_code == 403
    assert visitor.post("/study/answer", data=answer | {"form_token": "x"}).status_code == 403
    assert visitor.post("/api/answer", json={"item": "1", "answer": {"blue_squares": "4"}}).status_code == 403
    other = begun(served)
    theirs = re.search(r'name="form_token" value="([^"]+)"', other.get("/study").text)[1]  # type: ignore[index]
    assert visitor.post("/study/answer", data=answer | {"form_token": theirs}).status_code == 403
    assert served.store.answers() == []
    assert visitor.post("/study/answer", data=answer).status_code == 200
    assert len(served.store.answers()) == 1


def test_nobody_reads_or_writes_for_another_or_reaches_the_researcher(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    for path in (
        "/researcher",
        "/researcher/answers.csv",
        "/researcher/analysis",
        "/researcher/codebook.json",
        "/researcher/swaps.svg",
    ):
        assert visitor.get(path).status_code == 404
        assert served.visitor().get(path).status_code == 404
    assert visitor.get("/r/guessed").status_code == 404
    assert visitor.post("/researcher/links", data={"count": "1"}).status_code == 404
    # The researcher's token is no participant's, and a participant's no researcher's.
    assert (
        httpx.get(f"{served.url}/api/state", headers={"Authorization": f"Bearer {served.store.researcher}"}).status_code
        == 401
    )
    assert served.visitor().get("/api/state").status_code == 401
    assert served.visitor().get("/withdraw").status_code == 401
    assert served.visitor().get("/picture/1/0").status_code == 401


def test_every_answer_carries_the_headers_and_cookies_are_out_of_reach_of_scripts(serve: Serve) -> None:
    served = serve()
    joined = httpx.post(f"{served.url}/join", headers={"origin": served.url})
    cookie = joined.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    for path in ("/", "/nothing", "/static/style.css", "/api/state", "/openapi.json"):
        headers = httpx.get(served.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    assert httpx.get(f"{served.url}/study").headers["cache-control"] == "no-store"


def test_pages_hold_no_inline_scripts_or_styles_and_no_address_of_other_sites(serve: Serve) -> None:
    served = serve()
    visitor = begun(served)
    pages = [
        visitor.get("/study").text,
        visitor.get("/withdraw").text,
        visitor.get(f"/r/{served.store.researcher}").text,
    ]
    for page in pages:
        assert not re.search(r"<script(?![^>]*src=\"/static/)", page)
        assert not re.search(r"\sstyle=|<style|\son\w+=", page)
        assert not re.search(r"(src|href)=\"https?://(?!127)", page)


def test_too_large_a_body_is_refused_before_it_is_read(serve: Serve) -> None:
    visitor = begun(serve())
    assert visitor.post("/study/answer", content=b"x" * (MOST_BYTES + 1)).status_code == 413

    def pieces() -> object:
        for _ in range(40):
            yield b"x" * 8192

    assert visitor.post("/api/draft", content=pieces()).status_code == 413


def test_guessing_links_is_slowed_down(serve: Serve) -> None:
    served = serve()
    found = [served.visitor().get(f"/t/guess{i}").status_code for i in range(40)]
    assert found[0] == 404
    assert found[-1] == 429


def test_a_limiter_fills_again_with_time() -> None:
    now = [0.0]
    limiter = Limiter(lambda: now[0])
    rate = Rate(3, 1)
    assert [limiter.allows("x", "a", rate) for _ in range(4)] == [True, True, True, False]
    assert limiter.allows("x", "b", rate)
    now[0] += 2
    assert [limiter.allows("x", "a", rate) for _ in range(3)] == [True, True, False]


def test_tokens_of_forms_are_bound_to_one_visitor_and_one_study() -> None:
    forms = Forms("key")
    assert forms.are_ours("a", forms.token("a"))
    assert not forms.are_ours("b", forms.token("a"))
    assert not Forms("other").are_ours("a", forms.token("a"))
    assert not forms.are_ours("a", "")
    assert equal("abc", "abc")
    assert not equal("abc", "abd")


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/picture/1/99", "/picture/999999/0", "/picture/1/-1"]
)
def test_nothing_outside_the_static_files_and_own_pictures_is_served(serve: Serve, path: str) -> None:
    assert begun(serve()).get(path).status_code in (401, 404)


def test_tokens_have_128_bits_and_are_stored_as_hashes_only(serve: Serve) -> None:
    served = serve()
    token = served.store.join()
    assert len(token) >= 22
    database = served.store.design.path.with_suffix(".sqlite")
    held = database.read_bytes() + database.with_name(database.name + "-wal").read_bytes()
    assert token.encode() not in held
