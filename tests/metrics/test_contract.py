"""What holds for every metric: a score does not depend on batches, on the order of merging or on who did the work."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grice
from grice.engines.local import Each, run
from grice.engines.score import Scoring, Slice
from grice.metrics import METRICS
from grice.metrics.base import Metric, Rows
from grice.metrics.graphs.faithfulness import Faithfulness
from grice.metrics.graphs.softspice import SoftSpice
from grice.metrics.harmonic import Harmonic
from grice.metrics.images.clipscore import ClipScore, RefClipScore
from grice.metrics.images.softspice_img import SoftSpiceImg
from grice.metrics.tally import Part, Tally
from grice.metrics.texts.cider import Cider
from grice.metrics.texts.diversity import Diversity
from grice.metrics.texts.sentence import Sentence
from grice.metrics.texts.tokenmatch import TokenMatch
from grice.readers.graphs.parsing import described
from handmade import Directions, picture

CAPTIONS = ["a dog runs", "a cat sleeps on a mat", "", "two dogs run", "a dog", "the mat is red", "...", "a cat", None]
GRAPHS = [
    "( dog )",
    "( cat , on , mat )",
    "",
    "( dogs , is , 2 )",
    "( dog , is , red )",
    "( mat )",
    "( a",
    "( cat )",
    7,
]
SCENES = [(2, 0, 0, 2), (4, 0, 0, 0), (1, 1, 1, 1), (3, 0, 1, 0)]
SAID = ["Half are red circles, the rest blue squares.", "All blue squares", "", "xyzzy"]
ENCODER = Directions({"dog": 0, "cat": 20, "mat": 70, "dogs": 5})


def _column(values: list, n: int) -> list:
    return [values[i % len(values)] for i in range(n)]


def rows_for(metric: Metric, n: int = 23) -> Rows:
    """Rows that fit a metric, some of them bad in every way."""
    if metric.name == "pragmatics":
        captions = ["a tiny red block", "a block", "", "a red floor", "a blue pill", 5]
        rivals = [[480], [15, 480], [0], [], [960, 60], [480]]
        return Rows(_column(captions, n), targets=[i % 7 for i in range(n)], distractors=_column(rivals, n))
    if metric.name == "reconstruction":
        return Rows(_column(SAID, n), targets=_column([*SCENES, (-1, 2)], n))
    graphs = metric.name in ("setmatch", "spice", "softspice", "faithfulness", "diversity", "softspice-img")
    texts = GRAPHS if graphs else CAPTIONS
    good = [text for text in texts if isinstance(text, str) and text not in ("", "...", "( a")]
    references = [good[i % 3 :: 2] for i in range(n)]
    references[3] = []
    return Rows(_column(texts, n), references, images=[picture(10 * i) for i in range(n)])


METRICS_TO_TEST: list[Metric] = [
    *(METRICS.load(name)() for name in ("pragmatics", "reconstruction", "setmatch", "spice", "bleu", "rouge", "cider")),
    grice.metrics.Spice(references="max"),
    Cider(idf=[["a dog"], ["a cat runs"]]),
    Diversity(),
    Diversity(over="words"),
]


@pytest.mark.parametrize("metric", METRICS_TO_TEST, ids=lambda m: m.name)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_batches_and_the_order_of_merging_change_no_bit(metric: Metric, data: st.DataObject) -> None:
    rows = rows_for(metric)
    cuts = sorted(data.draw(st.sets(st.integers(1, len(rows) - 1), max_size=6)))
    order = data.draw(st.permutations(range(len(cuts) + 1)))
    slices = [Slice(a, rows.slice(a, b)) for a, b in zip([0, *cuts], [*cuts, len(rows)], strict=True)]
    job = Scoring({"m": metric})
    prepared = job.prepare([Slice(0, rows)])
    assert_same_bits(
        metric, rows, [(slices[i].first, job.work(slices[i], prepared)["m"]) for i in order], prepared.get("m")
    )
    # A first pass over other batches finds the same, and so does one over each, united in any order.
    united = reduce(job.unite, [job.prepare([slices[i]]) for i in order])
    for again in (job.prepare(slices), united):
        assert_same_bits(
            metric, rows, [(slices[i].first, job.work(slices[i], again)["m"]) for i in order], prepared.get("m")
        )


def assert_same_bits(metric: Metric, rows: Rows, found: list, prepared: object) -> None:
    whole, parts = Tally(metric), Tally(metric)
    whole.add(Part.of(0, metric.measure(rows, prepared)))
    for first, measured in found:
        merged = Tally(metric)
        merged.add(pickle.loads(pickle.dumps(Part.of(first, measured))))
        parts.merge(merged)
    one, other = whole.compute(), parts.compute()
    assert repr(one.values) == repr(other.values)
    assert (one.errors, one.unreadable, one.signature) == (other.errors, other.unreadable, other.signature)
    for name in one.names:
        assert one[name].items.tobytes() == other[name].items.tobytes()
    assert repr(one.interval(samples=20)) == repr(other.interval(samples=20))
    assert repr(one.null) == repr(other.null)


def test_two_processes_find_the_same_bits() -> None:
    names = ("pragmatics", "reconstruction", "setmatch", "spice", "bleu", "rouge", "cider", "diversity")
    for name in names:
        metric = METRICS.load(name)()
        rows = rows_for(metric)
        job = Scoring({name: metric})
        slices = [Slice(start, rows.slice(start, start + 5)) for start in range(0, len(rows), 5)]
        prepared = job.prepare(slices)
        firsts = [one.first for one in slices]
        alone = list(zip(firsts, (part[name] for part in run(job, slices, prepared)), strict=True))
        if name in ("pragmatics", "cider"):  # two kinds of state: none, and one of the whole corpus
            shared = list(zip(firsts, (part[name] for part in run(job, slices, prepared, processes=2)), strict=True))
        else:
            shared = pickle.loads(pickle.dumps(alone))
        assert_same_bits(metric, rows, shared, prepared.get(name))
        assert_same_bits(metric, rows, alone, prepared.get(name))


def test_results_come_in_order_from_several_processes() -> None:
    job = Each(_square)
    assert [result for result, _ in run(job, range(20), processes=2)] == [i * i for i in range(20)]


def _square(number: int) -> int:
    return number * number


def test_a_job_that_fails_says_so_and_leaves_no_process() -> None:
    with pytest.raises(TypeError):
        list(run(Each(_square), ["a"], processes=2))


def test_a_tally_takes_every_row_once() -> None:
    metric = METRICS.load("bleu")()
    tally = Tally(metric)
    tally.update(Rows(["a"], [["a"]]))
    with pytest.raises(grice.InputError, match="twice"):
        tally.add(Part.of(0, metric.measure(Rows(["a"], [["a"]]))))
    with pytest.raises(grice.InputError, match="same metric"):
        tally.merge(Tally(METRICS.load("rouge")()))


def test_a_tally_computes_in_another_process() -> None:
    metric = METRICS.load("bleu")()
    tally = Tally(metric)
    tally.update(Rows(["a dog runs", "a cat"], [["a dog ran"], ["a cat"]]))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(_values, tally).result() == tally.compute().values


def _values(tally: Tally) -> dict[str, float]:
    return tally.compute().values


# One rule for all metrics: an empty or unreadable prediction gets the worst value its metric can give.
@pytest.mark.parametrize("name", ["spice", "setmatch", "bleu", "rouge", "cider"])
@pytest.mark.parametrize("prediction", ["", "   ", ".", None, float("nan"), 7, "half \ud800 a pair"])
def test_a_prediction_that_cannot_be_read_gets_the_worst_value(name: str, prediction: object) -> None:
    references = [["( dog )"], ["( dog )"], ["( cat )"]]
    given = [prediction, "( dog )", "( cat )"]
    shown = "bleu1" if name == "bleu" else name  # four words in a row are in none of these
    score = grice.score(given, references, metrics=name)[name][shown]
    assert score.items[0] == score.metric.values[0].worst == 0
    assert list(score.unreadable) == [0]
    dropped = grice.score(given, references, metrics=name, unreadable="drop")[name][shown]
    assert np.isnan(dropped.items[0])
    assert list(dropped.errors) == [0]
    assert dropped.value > score.value


def test_values_do_not_hide_what_was_left_out() -> None:
    score = grice.score(["", "a dog", "a dog"], [["a dog"], ["a dog"], []], metrics="rouge")["rouge"]
    assert str(score).endswith("(3 items, 1 unreadable, counted as worst, 1 dropped)")
    assert score.value == 0.5


def test_the_signature_says_what_really_read_the_captions() -> None:
    graphs = grice.score(["( dog )"], [["( dog )"]], metrics="spice")["spice"].signature
    rules = grice.score(["a dog"], [["a dog"]], metrics="spice", parser="rules")["spice"].signature
    mixed = grice.score(["( dog )"], [["a dog"]], metrics="spice", parser="rules")["spice"].signature
    assert "|graphs:given|" in graphs
    assert "parser:" not in graphs
    assert "|parser:rules@" in rules
    assert "graphs:" not in rules
    assert "|graphs:given|parser:rules@" in mixed


def test_a_parser_of_ones_own_reads_the_captions() -> None:
    class Own:
        name, fingerprint, language, most_words = "own", "12345678", "en", 99

        def __call__(self, sentences):
            return [grice.SceneGraph.from_text("( thing )") for _ in sentences]

    score = grice.score(["a dog"], [["a cat"]], metrics="spice", parser=Own())["spice"]
    assert score.value == 1
    assert f"|parser:{described(Own())}|" in score.signature
    assert grice.score(["a dog"], [["a cat"]], metrics=grice.metrics.Spice(parser=Own()))["spice"].value == 1


def test_an_encoder_is_given_to_the_metrics_that_take_one() -> None:
    encoder = Directions({"a": 0, "b": 60})
    result = grice.score(["a"], [["b"]], metrics=["sentence", "rouge"], encoder=encoder)
    assert result["sentence"].value == pytest.approx(0.5)
    assert "encoder:directions@byhand" in result["sentence"].signature


@pytest.mark.parametrize(
    "metric",
    [
        Sentence(encoder=ENCODER),
        TokenMatch(encoder=ENCODER),
        SoftSpice(encoder=ENCODER),
        Faithfulness(encoder=ENCODER),
        ClipScore(ENCODER, prompt=""),
        RefClipScore(ENCODER, prompt=""),
        SoftSpiceImg(image_encoder=ENCODER, encoder=ENCODER),
        Harmonic(Sentence(encoder=ENCODER), RefClipScore(ENCODER, prompt="")),
    ],
    ids=lambda m: m.name,
)
def test_metrics_with_encoders_find_the_same_bits_in_any_batches(metric: Metric) -> None:
    texts = ["dog", "cat", "", "mat", "dogs"]
    if "spice" in metric.name or metric.name == "faithfulness":
        texts = [f"( {text} )" if text else "" for text in texts]
    rows = Rows(texts * 4, [[texts[i % 2]] for i in range(20)], images=[picture(5 * i) for i in range(20)])
    slices = [Slice(start, rows.slice(start, start + 3)) for start in range(0, 20, 3)]
    found = [(one.first, Scoring({"m": metric}).work(one, None)["m"]) for one in reversed(slices)]
    assert_same_bits(metric, rows, found, None)


def test_two_passes_give_cider_the_rarities_of_the_whole_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings: rarities were those of a batch of 8,192, so values depended on where a file was cut."""
    references = [[f"a dog number {i % 50} runs", f"the animal {i % 7}"] for i in range(300)]
    predictions = [f"a dog {i % 50} runs" for i in range(300)]
    exact = grice.score(predictions, references, metrics=Cider(idf=references))["cider"]
    whole = grice.score(predictions, references, metrics="cider")["cider"]
    monkeypatch.setattr("grice.engines.score.BATCH", 7)
    cut = grice.score(predictions, references, metrics="cider")["cider"]
    assert whole.items.tobytes() == cut.items.tobytes() == exact.items.tobytes()
    assert "idf:corpus" in cut.signature


def test_what_is_known_of_rows_beforehand_drops_them_with_that_reason() -> None:
    rows = Rows(
        ["a dog", None, "a dog"],
        [["a dog"]] * 3,
        errors=[None, None, "references is cut"],
        unreadable=[None, "cell is 7", None],
    )
    score = Tally(METRICS.load("rouge")())
    score.update(rows)
    found = score.compute()
    assert found.errors == {2: "references is cut"}
    assert found.unreadable == {1: "cell is 7"}
    assert found.items[:2].tolist() == [1, 0]
    assert np.isnan(found.items[2])
    assert found.value == 0.5


@pytest.mark.parametrize("bad", ["", "  ", None, float("nan"), 5, "..."], ids=repr)
def test_a_reference_that_cannot_be_read_is_left_out_beside_good_ones(bad: object) -> None:
    names = ["rouge", "bleu", "cider", "spice", "setmatch"]
    said = ["( dog )", "( cat )", "( cow )"]
    good = grice.score(said, [["( dog )", "( hound )"], ["( cat )"], ["( ox )"]], metrics=names)
    found = grice.score(said, [["( dog )", bad, "( hound )"], ["( cat )", bad], ["( ox )"]], metrics=names)
    for name in names:
        assert found[name].items.tolist() == good[name].items.tolist()
        assert list(found[name].left_out) == [0, 1]
        assert not found[name].errors
    assert found.left_out[0].startswith("reference 2 of 3 is left out: the reference ")
    assert "2 judged without some reference" in str(found)
    alone = grice.score(said, [["( dog )"], [bad], ["( ox )"]], metrics=names)
    assert all(list(score.errors) == [1] and not score.left_out for score in alone.values())


def test_a_foreign_reference_is_left_out_by_what_reads_graphs_and_kept_by_what_reads_words() -> None:
    references = [["a dog", "le chien est très grand et beau"], ["a cat"]]
    result = grice.score(["a dog", "a cat"], references, metrics=["spice", "rouge"], parser="rules")
    assert result["spice"].value == 1
    assert "French" in result["spice"].left_out[0]
    assert not result["rouge"].left_out
