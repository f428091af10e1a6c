"""The caption benchmarks run from the command line on small files, write signed JSON, and refuse other files."""

import json
import shutil
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from grice import InputError, SceneGraph
from grice.benchmarks import factual, flickr8k, foil, retrieval
from grice.encoders.loading import load
from grice.readers.graphs import parsing
from grice.retrieval.index import Index

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
    people = found["mean human rating"]
    assert 0.6 * people["tau_c"] < found["sentence, max"]["tau_c"] <= people["tau_c"]
    assert 0.6 * people["Pearson"] < found["sentence, max"]["Pearson"] <= people["Pearson"]
    assert found["softspice"]["recorded tau_c"] == 53.35
    assert found["refclipscore + softspice-img (paper)"]["recorded Pearson"] == 73.40
    assert found["softspice with VG-T5 (paper)"]["recorded tau_c"] == 39.66


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


WRONG = {
    "object.json": '{"a": 1}',
    "numbers.json": "[1, 2]",
    "empty.json": "",
    "nothing.json": "[]",
    "words.json": "not json",
    "binary.json": b"\xff\xfe\x00",
    "coco.json": '{"annotations": [{"id": 1, "image_id": 2, "caption": "a dog"}]}',
    "boxes.json": '{"annotations": [{"id": 1, "image_id": 2, "bbox": [0, 0, 1, 1]}]}',
    "foil.json": '{"annotations": [{"id": 1, "image_id": 2, "caption": "a dog", "foil": "False"}]}',
    "images.json": '[{"image_id": 1, "url": "x"}]',
    "phrases.json": '[{"id": 1, "regions": [{"region_id": 1, "phrase": "a dog"}]}]',
    "columns.csv": "x,y\n1,2\n",
    "header.csv": "caption,scene_graph\n",
    "graph.csv": "caption,scene_graph\na dog,( dog\n",
    "folder": None,
    "absent.json": None,
}


@pytest.mark.parametrize("name", ["flickr8k", "foil", "retrieval", "factual"])
def test_a_file_that_is_not_what_it_says_is_refused_clearly(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    run = import_module(f"grice.benchmarks.{name}").run
    for file, content in WRONG.items():
        if content is not None:
            (tmp_path / file).write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(InputError) as raised:
            run(data=tmp_path / file)
        assert raised.value.needed, file
        assert "Error" not in raised.value.given.replace("KeyError", ""), file


@pytest.mark.parametrize("name", ["flickr8k", "foil", "retrieval", "factual"])
def test_a_wrong_file_ends_with_status_2_and_what_is_needed(grice, tmp_path: Path, name: str) -> None:
    (tmp_path / "wrong.json").write_text('{"a": 1}', "utf-8")
    for arguments in ((), ("--data", tmp_path / "wrong.json")):
        done = grice("benchmark", name, *arguments)
        assert done.returncode == 2
        assert "needed:" in done.stderr
        assert "Traceback" not in done.stderr
    assert "--data" in grice("benchmark", name).stderr


class Painted:
    """An image-text encoder for which a picture is the caption whose number its first pixel has."""

    name, fingerprint = "painted", "byhand"

    def texts(self, texts) -> np.ndarray:
        return load().encode([text.removeprefix("A photo depicts ") for text in texts])

    def images(self, images) -> np.ndarray:
        known = list(CAPTIONS.values())
        return self.texts([known[int(np.asarray(image)[0, 0, 0])][0] for image in images])


@pytest.fixture
def photographs(tmp_path: Path) -> Path:
    from PIL import Image

    folder = tmp_path / "photographs"
    folder.mkdir()
    for number, image in enumerate(CAPTIONS):
        Image.fromarray(np.full((4, 4, 3), number, np.uint8)).save(folder / f"{image}.png")
    return folder


def test_with_images_the_metrics_that_look_at_them_join(expert: Path, photographs: Path) -> None:
    content = json.loads(expert.read_text("utf-8"))
    for image, entry in content.items():
        entry["image_path"] = f"Flicker8k_Dataset/{image}.png"
    expert.write_text(json.dumps(content), "utf-8")
    (agreement, *_) = flickr8k.run(data=expert, images=photographs, image_encoder=Painted())
    rows = {row[0]: dict(zip(agreement.columns, row, strict=True)) for row in agreement.rows}
    # Its own caption fits a picture best. People's means have two values, scores many: (m - 1) / m is 1/2 and 3/4.
    assert rows["clipscore"]["tau_c"] == pytest.approx(rows["mean human rating"]["tau_c"] * (1 / 2) / (3 / 4))
    assert rows["refclipscore"]["recorded tau_c"] == 53.00
    assert rows["softspice-img"]["Pearson"] > 0
    assert "refclipscore + softspice-img (paper)" not in rows
    assert "painted@byhand" in agreement.signature
    with pytest.raises(InputError, match="image-text encoder"):
        flickr8k.run(data=expert, images=photographs)
    with pytest.raises(InputError, match="not a folder"):
        flickr8k.run(data=expert, images=expert)


def test_official_foils_take_cocos_captions_and_pictures(tmp_path: Path, photographs: Path) -> None:
    names = {"id": 1, "image_id": 9, "target_word": "ORIG", "foil_word": "ORIG"}
    annotations = [
        names | {"caption": "a brown dog runs on the grass", "foil": False, "foil_id": 1},
        names | {"caption": "a brown cat runs on the grass", "foil": True, "foil_id": 2, "foil_word": "cat"},
    ]
    content = {"images": [{"id": 9, "file_name": "1.png"}], "annotations": annotations}
    (tmp_path / "foil.json").write_text(json.dumps(content), "utf-8")
    coco = [{"image_id": 9, "id": i, "caption": text} for i, text in enumerate(CAPTIONS["1"])]
    (tmp_path / "captions.json").write_text(json.dumps({"annotations": coco}), "utf-8")
    made = [{"image_id": image, "caption": text} for image, texts in CAPTIONS.items() for text in texts]
    (tmp_path / "coco.json").write_text(json.dumps({"annotations": made}), "utf-8")
    one, four = foil.run(
        data=tmp_path / "foil.json",
        references=tmp_path / "captions.json",
        images=photographs,
        image_encoder=Painted(),
    )
    rows = {row[0]: row[1] for row in one.rows}
    assert rows["clipscore"] == rows["sentence, max"] == 100
    assert "FOIL-COCO" in one.notes[0]
    assert "fewer references" not in four.notes[0]  # the other four captions of COCO, not the caption itself
    with pytest.raises(InputError, match="--references"):
        foil.run(data=tmp_path / "coco.json", references=tmp_path / "captions.json")
    with pytest.raises(InputError, match="another caption"):
        foil.run(data=tmp_path / "foil.json")  # the official file alone has no other caption of this image


def test_ranks_are_counted_and_ties_share_them() -> None:
    graphs = [SceneGraph.from_text(text) for text in ("( dog )", "( dog )", "( cat )", "( table )")]
    index = Index.of(graphs)
    found = retrieval.ranks([("dog",), ("cat",), ("cat",), ()], index, load().encode)
    assert found[0] == 1.5  # two graphs are equally right
    assert found[1] == 2.5  # the cat first, then the two dogs
    assert found[2] == 1
    assert found[3] == 2.5  # nothing was asked: the mean of four ranks


def test_gold_graphs_find_themselves_and_captions_nearly(corpus) -> None:
    rng = np.random.default_rng(0)
    data = corpus("factual/random_dev.csv")
    scenes = retrieval._settings(data, "random", 60, rng)["local"][:60]
    found = {row[0]: row for row in retrieval.table(scenes, "local", "random", "").rows}
    assert found["softspice, gold graph (upper bound)"][1] > 95
    assert found["softspice, parser rules"][1] > 75
    assert found["FACTUAL-T5 (paper)"][1:3] == (79.39, 92.32)


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
    found = retrieval._settings(path, "random", 2, np.random.default_rng(0))
    assert [len(graph.facts) for _, graph in found["not local"]] == [2, 2]
    assert [caption for caption, _ in found["local"]] == ["a dog", "a tree"]
    drawn = [retrieval._settings(path, "random", 1, np.random.default_rng(seed))["local"][0][0] for seed in range(8)]
    assert set(drawn) == {"a dog", "a tree"}  # one image, whichever the seed says, from a file read once
    local, whole = retrieval.run(data=path)
    assert [table.title.split(", ")[1] for table in (local, whole)] == ["local", "not local"]
    assert "parsers:default@" in local.signature


def test_readers_are_judged_and_people_fill_their_columns(grice, corpus, tmp_path: Path) -> None:
    lines = corpus("factual/random_dev.csv").read_text("utf-8").splitlines()[:40]
    data = tmp_path / "random_dev.csv"
    data.write_text("\n".join(lines) + "\n", "utf-8")
    study = tmp_path / "study.csv"
    study.write_text("parser,complete,correct\nrules,1,0\nrules,0,1\nrules,1,true\ngold,1,1\nCDP,0,1\n", "utf-8")
    weights = tmp_path / "trained"
    shutil.copytree(parsing.shipped(), weights)
    arguments = ("--data", data, "--study", study, "--weights", weights, "--out", tmp_path / "out.json")
    done = grice("benchmark", "factual", *arguments)
    assert done.returncode == 0, done.stderr
    quality, diversity = tables(tmp_path / "out.json").values()
    (named,) = (name for name in quality if name.startswith("weights "))
    assert quality[named]["SPICE"] == quality["default"]["SPICE"]
    written = json.loads((tmp_path / "out.json").read_text("utf-8"))["tables"][0]
    assert any(str(weights) in note and "the random split's training file" in note for note in written["notes"])
    assert f"{named}@" in written["signature"]
    assert "file:random_dev.csv" in written["signature"]
    assert 20 < quality["rules"]["Set Match"] < quality["rules"]["SPICE"] < quality["rules"]["SoftSPICE"] < 100
    assert quality["FACTUAL-T5 (paper)"]["Set Match"] == 79.44
    assert diversity["rules"]["completeness %"] == pytest.approx(200 / 3)
    assert diversity["gold"]["completeness %"] == 100
    assert diversity["CDP"]["correctness %"] == 100  # judged by people, not read here
    assert diversity["CDP"]["MTLD"] is None
    assert diversity["gold of CDP (paper)"]["correctness %"] == 73
    assert diversity["FACTUAL-T5 (pre) (paper)"]["MTLD"] == 15.30


def test_a_judgement_that_is_no_share_is_refused(tmp_path: Path) -> None:
    study = tmp_path / "study.csv"
    study.write_text("parser,complete,correct\nrules,5,0\n", "utf-8")
    with pytest.raises(InputError, match="'5'"):
        factual.read_study(study)
    study.write_text("reader,complete,correct\nrules,1,0\n", "utf-8")
    with pytest.raises(InputError, match="parser"):
        factual.read_study(study)
    study.write_text("parser,complete,correct\n,1,0\n", "utf-8")
    with pytest.raises(InputError, match="every row"):
        factual.read_study(study)


def test_weights_that_are_no_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a folder"):
        factual._readers(None, tmp_path / "absent")


def test_the_length_split_says_what_the_reader_has_seen(tmp_path: Path) -> None:
    (tmp_path / "random_train.csv").write_text("caption,scene_graph\na dog,( dog )\n", "utf-8")
    (note,) = factual._warnings(["a dog", "a cat"], "length", tmp_path, None)
    assert note.startswith("1 of 2 captions")
    assert factual._fresh(["the dog", "a cat"], tmp_path / "random_train.csv").tolist() == [False, True]
    assert np.isnan(factual._fresh(["x"], tmp_path / "absent.csv") or np.nan)


def test_the_random_split_says_what_weights_trained_on_the_other_have_seen(tmp_path: Path) -> None:
    (tmp_path / "length_train.csv").write_text("caption,scene_graph\na dog,( dog )\n", "utf-8")
    card = tmp_path / "CARD.md"
    card.write_text("* Training data: FACTUAL, the length split's training file alone.\n", "utf-8")
    (note,) = factual._warnings(["a dog", "a cat"], "random", tmp_path, tmp_path)
    assert note.startswith("1 of 2 captions are in length_train.csv")
    card.write_text("* Training data: FACTUAL, the random split's training file alone.\n", "utf-8")
    assert factual._warnings(["a dog", "a cat"], "random", tmp_path, tmp_path) == []
    assert factual._warnings(["a dog", "a cat"], "random", tmp_path, None) == []


class Blind(Painted):
    """An image-text encoder under another name, for pictures that are not there."""


def test_a_metric_that_can_judge_no_row_is_left_out_and_said(tmp_path: Path) -> None:
    from grice.benchmarks import caption_metrics

    graphs = ["( dog , is , brown )", "( cat )"]
    found = caption_metrics.judge(
        graphs, [[graphs[0]], [graphs[0]]], [str(tmp_path / "a.png"), str(tmp_path / "b.png")], Blind()
    )
    assert found.scores["spice"].tolist() == [1, 0]
    assert "clipscore" not in found.scores
    assert any(note.startswith("clipscore: ") and "a.png" in note for note in found.left_out)
    assert "clipscore" not in found.signature


def test_all_metrics_are_asked_in_one_call_so_that_captions_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from grice import score
    from grice.benchmarks import caption_metrics

    asked: list[int] = []

    def counted(*given: object, metrics: list[object], **more: object) -> object:
        asked.append(len(metrics))
        return score(*given, metrics=metrics, **more)

    monkeypatch.setattr(caption_metrics, "score", counted)
    caption_metrics.judge(["a dog runs"], [["the dog is running"]])
    assert asked == [len(caption_metrics.text_metrics(load(), load()))]


def test_every_metric_of_grice_is_judged_or_named_as_one_that_cannot_be() -> None:
    from grice.benchmarks import caption_metrics
    from grice.metrics import METRICS

    chosen = caption_metrics.text_metrics(load(), load()) + caption_metrics.image_metrics(load(), Painted())
    judged = {metric.name for metric, _ in chosen} | {"refclipscore", "softspice-img"}  # parts of a harmonic mean
    named = {name for name in METRICS if name in caption_metrics.NOT_HERE}
    assert judged | named == set(METRICS)
