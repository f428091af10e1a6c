"""Judgements and contrasts: small files in the published layouts, figures counted by hand, clear refusals."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kendalltau

from grice import InputError
from grice.benchmarks import caption_metrics, contrasts, judgements
from grice.benchmarks.contrasts import average_precision
from grice.benchmarks.judgements import figures, right, tau_b
from grice.corpora.judgements import Preferred
from grice.metrics.texts.rouge import Rouge
from grice.metrics.texts.sentence import Sentence

TRUE = {
    "1": ["a brown dog runs on the grass", "the dog is running", "a dog plays outside"],
    "2": ["a wolf in the snow", "the wolf walks", "one wolf in white snow"],
    "3": ["a man rides a horse", "the man is on a horse", "man riding a horse"],
}


def lines(path: Path, rows: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Every image with every image's first caption, rated high where it is its own."""
    rows = [
        {
            "image": image,
            "prediction": other[0],
            "references": texts[1:],
            "score": float(name == image) + float(name) / 9,
        }
        for image, texts in TRUE.items()
        for name, other in TRUE.items()
    ]
    lines(tmp_path / "nebula.jsonl", rows)
    lines(tmp_path / "thumb.jsonl", rows)
    pairs = [
        {"image": i, "kind": kind, "predictions": [TRUE[i][0], TRUE[j][0]], "better": 0, "references": TRUE[i][1:]}
        for i, j, kind in (("1", "2", "HI"), ("2", "3", "HI"), ("3", "1", "MM"))
    ]
    lines(tmp_path / "pascal50s.jsonl", pairs)
    figure = {"metric": "rouge", "data": "nebula", "source": "a paper", "correlations": {"kendall_tau_c": 43.4}}
    other = figure | {"metric": "polos", "score_name": "Polos", "correlations": {"kendall_tau_b": 58.0}}
    lines(tmp_path / "published.jsonl", [figure, other])
    triples = [
        {"image": "1", "kind": "swap_att", "caption": "a red car and a blue bus",
         "paraphrase": "a blue bus and a red car", "negative": "a blue car and a red bus"},
        {"image": "2", "kind": "replace_obj", "caption": "a dog runs", "paraphrase": "a dog is running",
         "negative": "a cat runs"},
    ]  # fmt: skip
    lines(tmp_path / "sugarcrepepp.jsonl", triples)
    marked = [
        {"image": i, "prediction": TRUE[j][0], "references": TRUE[i], "hallucinated": i != j,
         "words": [[word, i != j] for word in TRUE[j][0].split()]}
        for i, j in (("1", "1"), ("2", "2"), ("3", "2"))
    ]  # fmt: skip
    lines(tmp_path / "hat.jsonl", marked)
    foils = [{"image": "1", "caption": TRUE["1"][0], "foil": "a brown cat runs on the grass", "references": TRUE["1"]}]
    lines(tmp_path / "nocaps_foil.jsonl", foils * 2)
    return tmp_path


@pytest.fixture(autouse=True)
def two_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two quick metrics stand for all."""

    def chosen(encoder, fast):  # noqa: ARG001
        return [(Rouge(), {"ROUGE-L": "rouge"}), (Sentence("mean", encoder), {"sentence, mean": "sentence"})]

    monkeypatch.setattr(caption_metrics, "text_metrics", chosen)


def test_every_set_has_a_table_with_what_was_published_beside_it(folder: Path) -> None:
    nebula, thumb, pascal, overview = judgements.run(data=folder)
    found = {str(row["metric"]): row for row in nebula.records()}
    assert found["ROUGE-L"]["published tau_c"] == 43.4
    assert found["Polos (paper)"]["published tau_b"] == 58.0
    assert found["sentence, mean"]["gain in tau_c"] is None
    assert found["sentence, mean"]["tau_c"] > 40
    gain = found["ROUGE-L"]["tau_c"] - found["sentence, mean"]["tau_c"]
    assert found["ROUGE-L"]["gain in tau_c"] == pytest.approx(gain)
    assert [row[1] for row in thumb.rows[:2]] == [row[1] for row in nebula.rows[:2]]
    assert {row["metric"]: (row["HI"], row["MM"], row["mean"]) for row in pascal.records()}["sentence, mean"] == (
        100,
    ) * 3
    assert overview.columns[1:4] == ("Nebula", "THumB 1.0", "Pascal-50S")
    assert all(table.signature for table in (nebula, thumb, pascal))


def test_a_contrast_counts_only_where_both_orders_hold(folder: Path) -> None:
    sugar, hat, nocaps = contrasts.run(data=folder)
    by_metric = {row["metric"]: row for row in sugar.records()}
    # The paraphrase of "a dog runs" shares fewer words with it than the negative: ROUGE-L cannot know better.
    assert by_metric["ROUGE-L"]["replace_obj"] == 0
    assert by_metric["sentence, mean"]["replace_obj"] == 100
    assert {row["metric"]: row["average precision"] for row in hat.records()}["sentence, mean"] == 100
    assert {row["metric"]: row["all"] for row in nocaps.records()}["sentence, mean"] == 100
    (only,) = contrasts.run(data=folder, only="nocaps")
    assert only.title == nocaps.title


def test_average_precision_takes_ties_together() -> None:
    positive = np.array([True, False, True, False])
    assert average_precision(np.array([4.0, 3, 2, 1]), positive) == pytest.approx((1 + 2 / 3) / 2)
    assert average_precision(np.zeros(4), positive) == 0.5
    assert np.isnan(average_precision(np.zeros(2), np.zeros(2, bool)))


def test_tau_b_is_scipys_over_single_ratings() -> None:
    scores, ratings = np.array([0.1, 0.5, 0.5, 0.9]), np.array([[1.0, 2], [2, np.nan], [3, 3], [4, 2]])
    flat = [0.1, 0.1, 0.5, 0.5, 0.5, 0.9, 0.9], [1, 2, 2, 3, 3, 4, 2]
    assert tau_b(scores, ratings) == pytest.approx(kendalltau(*flat).statistic)


def test_a_tie_between_two_captions_counts_half() -> None:
    pairs = Preferred("x", ["1", "2", "3"], [("a", "b")] * 3, [["a"]] * 3, np.array([0, 1, 1]), ["HI"] * 3)
    assert right(np.array([1.0, 1, 0, 0, 1, 1]), pairs).tolist() == [1, 0.5, 1]


def test_published_figures_are_taken_for_the_set_they_are_of() -> None:
    assert figures([{"metric": "spice", "data": "polaris", "correlations": {}}], "nebula") == {}


@pytest.mark.parametrize("benchmark", [judgements, contrasts])
def test_a_folder_without_the_sets_is_refused_with_what_is_needed(benchmark, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    for data in (None, tmp_path / "nothing", tmp_path / "absent"):
        with pytest.raises(InputError) as raised:
            benchmark.run(data=data)
        assert raised.value.needed
    for name in ("nebula", "sugarcrepepp"):
        (folder / f"{name}.jsonl").write_text('{"image": "1"}\n', "utf-8")
    with pytest.raises(InputError, match="line 1"):
        benchmark.run(data=folder)
    with pytest.raises(InputError, match="--only"):
        benchmark.run(data=folder, only="polaris")


@pytest.mark.parametrize(
    "wrong", ["[1]", "{", '{"image": 3}', '{"image": "1", "prediction": "a", "references": [1], "score": 1}']
)
def test_a_line_that_is_no_record_is_named(wrong: str, folder: Path) -> None:
    (folder / "nebula.jsonl").write_text("\n" + wrong, "utf-8")
    with pytest.raises(InputError, match="line 2"):
        judgements.run(data=folder, only="nebula")
