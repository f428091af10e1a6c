"""Metrics inside torchmetrics, evaluate and capevalkit: the numbers of `grice.score`, whatever the batches."""

from types import SimpleNamespace
from typing import Any

import pytest

import grice
from grice import InputError

PREDICTIONS = ["a dog runs", "a man on a horse", "two cups"]
REFERENCES = [["a dog runs after a ball"], ["a man rides a horse", "a rider"], ["two cups on a table"]]


@pytest.fixture
def expected() -> grice.engines.score.Result:
    return grice.score(PREDICTIONS, REFERENCES, metrics=["rouge", "bleu"])


class TestTorchmetrics:
    @pytest.fixture
    def metric(self) -> Any:
        pytest.importorskip("torchmetrics", reason="needs torchmetrics")
        from grice.interop.torchmetrics import GriceMetric

        return GriceMetric

    def test_batches_add_up_to_the_corpus(self, metric: Any, expected: grice.engines.score.Result) -> None:
        for name in ("rouge", "bleu"):
            made = metric(name)
            made.update(PREDICTIONS[:1], REFERENCES[:1])
            made.update(PREDICTIONS[1:], REFERENCES[1:])
            assert float(made.compute()) == pytest.approx(expected[name].value)
            made.reset()
            made.update(PREDICTIONS[:1], REFERENCES[:1])
            assert float(made.compute()) == pytest.approx(
                grice.score(PREDICTIONS[:1], REFERENCES[:1], metrics=name)[name].value
            )

    def test_it_is_a_metric_like_any_other(self, metric: Any, expected: grice.engines.score.Result) -> None:
        import pickle

        import torchmetrics

        together = torchmetrics.MetricCollection({"rouge": metric("rouge"), "recall": metric("rouge", value="recall")})
        first = together(PREDICTIONS[:2], REFERENCES[:2])
        assert float(first["rouge"]) == pytest.approx(expected["rouge"].items[:2].mean())
        together.update(PREDICTIONS[2:], REFERENCES[2:])
        again = pickle.loads(pickle.dumps(together))
        assert float(again.compute()["recall"]) == pytest.approx(expected["rouge"]["recall"].value)
        assert metric("rouge").higher_is_better
        every = metric("bleu", value="all")
        every.update(PREDICTIONS, REFERENCES)
        assert {k: float(v) for k, v in every.compute().items()} == pytest.approx(expected["bleu"].values)

    def test_two_processes_are_the_sum_of_both(self, metric: Any, expected: grice.engines.score.Result) -> None:
        one, other = metric("bleu"), metric("bleu")
        one.update(PREDICTIONS[:1], REFERENCES[:1])
        other.update(PREDICTIONS[1:], REFERENCES[1:])
        one.sums = one._reductions["sums"](__import__("torch").stack([one.sums, other.sums]))
        assert float(one.compute()) == pytest.approx(expected["bleu"].value)

    def test_scenes_are_judged_too(self, metric: Any) -> None:
        made = metric("pragmatics")
        made.update(["a blue pill", "a pill"], targets=[118308] * 2, distractors=[[235786]] * 2)
        assert float(made.compute()) == 0.5

    def test_what_cannot_be_added_up_is_refused(self, metric: Any) -> None:
        with pytest.raises(InputError, match="whole corpus"):
            metric("cider")
        with pytest.raises(InputError, match="add up"):
            metric("diversity")
        with pytest.raises(InputError, match="no value"):
            metric("rouge", value="speed")
        assert metric(grice.metrics.Cider(idf=REFERENCES))


class TestEvaluate:
    @pytest.fixture
    def module(self) -> Any:
        pytest.importorskip("evaluate", reason="needs evaluate")
        from grice.interop.evaluate import GriceModule

        return GriceModule

    def test_predictions_and_references_give_a_dictionary(
        self, module: Any, expected: grice.engines.score.Result
    ) -> None:
        found = module("rouge").compute(predictions=PREDICTIONS, references=REFERENCES)
        assert found == pytest.approx(expected["rouge"].values)
        lone = module("rouge").compute(predictions=["a dog"], references=["a dog"])
        assert lone["rouge"] == 1

    def test_items_can_be_added_and_modules_combined(self, module: Any, expected: grice.engines.score.Result) -> None:
        import evaluate

        one = module("rouge")
        one.add(prediction=PREDICTIONS[0], reference=REFERENCES[0])
        one.add_batch(predictions=PREDICTIONS[1:], references=REFERENCES[1:])
        assert one.compute()["rouge"] == pytest.approx(expected["rouge"].value)
        both = evaluate.combine([module("rouge"), module("bleu")])
        found = both.compute(predictions=PREDICTIONS, references=REFERENCES)
        assert found["bleu"] == pytest.approx(expected["bleu"].value)
        assert found["rouge"] == pytest.approx(expected["rouge"].value)

    def test_metrics_of_scenes_are_refused(self, module: Any) -> None:
        with pytest.raises(InputError, match="references and nothing else"):
            module("pragmatics")


class TestCapevalkit:
    def test_samples_are_judged(self, expected: grice.engines.score.Result) -> None:
        from grice.interop.capevalkit import metric

        samples = [
            SimpleNamespace(id=i, image="", references=refs, prediction=said)
            for i, (said, refs) in enumerate(zip(PREDICTIONS, REFERENCES, strict=True))
        ]
        found = metric("rouge")(samples)["rouge"]
        assert found["score"] == pytest.approx(expected["rouge"].value)
        assert found["per_item"] == pytest.approx(dict(zip("012", expected["rouge"].items, strict=True)))

    def test_the_real_library_takes_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        capevalkit = pytest.importorskip("capevalkit", reason="needs capevalkit")
        from capevalkit.infrastructure.benchmarks.legacy import BenchmarkItem
        from capevalkit.interfaces import python_api

        from grice.interop.capevalkit import metric

        items = [
            BenchmarkItem(id=str(i), image="", caption=said, references=refs, score=float(i))
            for i, (said, refs) in enumerate(zip(PREDICTIONS, REFERENCES, strict=True))
        ]
        monkeypatch.setattr(python_api, "load_benchmark", lambda *_, **__: items)
        found = capevalkit.evaluate_metric(benchmark="flickr8k-ex", metric=metric("rouge"), metric_name="ours")
        assert found["num_samples"] == 3
        assert found["score_name"] == "rouge"
