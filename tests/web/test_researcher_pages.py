"""What a researcher sees and takes home: progress, agreement, exports in three forms, links, replaced people."""

import csv
import io
import json
import re
from collections.abc import Callable

import pyarrow.parquet as parquet
import pytest
from test_participant_pages import begun
from web_server import Served, Visitor

from grice.studies.simulation import simulate

Serve = Callable[..., Served]
COLUMNS = """participant pair scene producer size task answer_blue_squares answer_red_squares answer_blue_circles
answer_red_circles truth_blue_squares truth_red_squares truth_blue_circles truth_red_circles swaps swap_share seconds
position comment not_understood"""


def researcher(served: Served) -> Visitor:
    visitor = served.visitor()
    assert visitor.get(f"/r/{served.store.researcher}").url.path == "/researcher"
    return visitor


def sent(visitor: Visitor, path: str, **fields: str) -> str:
    token = re.search(r'name="form_token" value="([^"]+)"', visitor.get("/researcher").text)[1]  # type: ignore[index]
    return visitor.post(path, data={"form_token": token, **fields}).text


def test_answers_come_home_in_three_forms_while_the_study_runs(serve: Serve) -> None:
    served = serve(**{"views = 4": "views = 1"})
    simulate(served.store.design, served.url, 5)
    visitor = begun(served)
    visitor.send_form("/study/answer", blue_squares="4", comment="=1+1")
    home = researcher(served)
    rows = list(csv.DictReader(io.StringIO(home.get("/researcher/answers.csv").text)))
    assert list(rows[0])[: len(COLUMNS.split())] == COLUMNS.split()
    table = parquet.read_table(io.BytesIO(home.get("/researcher/answers.parquet").content))
    whole = json.loads(home.get("/researcher/answers.json").text)
    assert len(rows) == table.num_rows == len(whole["answers"]) == len(served.store.answers())
    assert set(whole["codebook"]) == set(rows[0]) == set(home.get("/researcher/codebook.json").json())
    for row in whole["answers"]:
        truth = [row[f"truth_{kind}"] for kind in ("blue_squares", "red_squares", "blue_circles", "red_circles")]
        answer = [row[f"answer_{kind}"] for kind in ("blue_squares", "red_squares", "blue_circles", "red_circles")]
        assert row["swaps"] == sum(abs(a - b) for a, b in zip(truth, answer, strict=True)) / 2
        assert row["swap_share"] == pytest.approx(row["swaps"] / row["size"])
    assert rows[-1]["comment"] == "'=1+1"
    assert whole["answers"][-1]["comment"] == "=1+1"


def test_the_anonymous_export_has_nothing_that_people_wrote_or_said_of_themselves(serve: Serve) -> None:
    served = serve(**{"views = 4": "views = 1"})
    visitor = begun(served)
    visitor.send_form("/study/answer", blue_squares="4", comment="I am Ada")
    found = researcher(served).get("/researcher/answers.csv?anonymous=1").text
    assert "Ada" not in found
    assert "about_age" not in found
    assert "30" not in found.splitlines()[1].split(",")


def test_progress_agreement_and_analysis_are_shown(serve: Serve) -> None:
    served = serve(**{'scenes = "qtuna"': 'scenes = "qtuna"\nsizes = [4, 9]'})
    simulate(served.store.design, served.url, 20)
    home = researcher(served)
    page = home.get("/researcher").text
    assert re.search(r"160 <small>of 160", page)
    assert re.search(r"counts</td><td>interval</td><td class=\"n\">0\.\d{3}", page)
    analysis = home.get("/researcher/analysis").text
    for words in (
        "swap percentages by producer and size",
        "one-way ANOVA",
        "Kruskal–Wallis",
        "the thesis&#x27;s hypotheses",
    ):
        assert words in analysis.replace("&#39;", "&#x27;")
    assert home.get("/researcher/swaps.svg").text.lstrip().startswith("<?xml")


def test_links_are_made_and_people_replaced(serve: Serve) -> None:
    served = serve(**{"count = 20": "count = 4"})
    home = researcher(served)
    page = sent(home, "/researcher/links", count="2")
    links = re.findall(r"http://127[^\s<]+/t/[\w-]+", page)
    assert len(links) == 2
    guest = served.visitor()
    assert "I want to take part" in guest.get(links[0]).text
    who = next(row["id"] for row in served.store.people() if row["status"] == "consent")
    before = served.store.open_views()
    assert "1 had begun" in sent(home, "/researcher/returned", participant=str(who))
    assert served.store.open_views() > before
    assert "returned your place" in guest.get("/study").text
    assert "1 to 500 links" in sent(home, "/researcher/links", count="0")
    assert home.post("/researcher/links", data={"count": "1"}).status_code == 403


def test_an_analysis_of_nothing_is_a_page(serve: Serve) -> None:
    assert "no answers yet" in researcher(serve()).get("/researcher/analysis").text
