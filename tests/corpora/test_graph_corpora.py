"""FACTUAL's files give the statistics that are known of them; Visual Genome's JSON gives graphs."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from grice.corpora import factual, visual_genome
from grice.errors import InputError


def test_table_2_scales_to_train_and_dev(
    corpus: Callable[[str], Path], grice: Callable[..., CompletedProcess[str]]
) -> None:
    run = grice("corpora", "statistics", "factual", "--data", corpus("factual"))
    assert run.returncode == 0, run.stderr
    rows = {row["label"]: row for row in map(json.loads, run.stdout.splitlines())}
    # The paper's last two rows are per scene, so they hold for train + dev as well (attributes: ours leave units out).
    for label, labels, occurrences in [
        *[("object", 2.12, 2.89), ("verb", 0.60, 0.63), ("preposition", 0.78, 0.80), ("predicate", 1.09, 1.75)],
        *[("attribute", 0.56, 0.57), ("quantifier", 0.05, 0.06), ("fact", 1.77, 1.76)],
    ]:
        assert rows[label]["labels per scene"] == pytest.approx(labels, abs=0.012)
        assert rows[label]["occurrences per scene"] == pytest.approx(occurrences, abs=0.013)
    assert rows["preposition"]["labels"] == 94
    assert rows["object"]["paper: labels"] == 4042


def test_a_form_is_known_by_its_file_and_a_bad_graph_costs_its_row(tmp_path: Path) -> None:
    assert [factual.form_of(f"x/{name}.csv") for name in ("random_dev", "random_dev_id", "mr_random_train_dev")] == [
        "plain",
        "identifiers",
        "mr",
    ]
    path = tmp_path / "mine_id.csv"
    path.write_text('caption,scene_graph\na,"( men , v:see , men:1 )"\nb,"( men"\n', "utf-8")
    good, bad = factual.load(path)
    assert good.graph.relations[0].object.index == 1
    assert bad.error is not None
    assert "never closed" in bad.error
    with pytest.raises(InputError, match="no file of FACTUAL"):
        factual.files(tmp_path)


REGIONS = [
    {
        "image_id": 5,
        "regions": [
            {
                "region_id": 50,
                "phrase": "two men, one in a red shirt",
                "objects": [
                    {"object_id": 1, "name": "man"},
                    {"object_id": 2, "name": "man"},
                    {"object_id": 3, "names": ["shirt, (red)"], "attributes": ["red"]},
                    {"object_id": 4, "name": "sky"},
                ],
                "relationships": [
                    {"predicate": "WEARING", "subject_id": 2, "object_id": 3},
                    {"predicate": "sitting on", "subject": {"object_id": 1}, "object": {"object_id": 2}},
                ],
            },
            {
                "region_id": 51,
                "phrase": "broken",
                "objects": [],
                "relationships": [{"predicate": "on", "subject_id": 9}],
            },
        ],
    },
    {"image_id": 6, "regions": []},
]


def test_region_graphs_keep_identity_and_take_attributes_from_either_file(tmp_path: Path) -> None:
    (tmp_path / "region_graphs.json").write_text(json.dumps(REGIONS, indent=1), "utf-8")
    attributes = [{"image_id": 5, "attributes": [{"object_id": 1, "attributes": ["tall"]}]}]
    (tmp_path / "attributes.json").write_text(json.dumps(attributes), "utf-8")
    good, bad = visual_genome.regions(tmp_path / "region_graphs.json", tmp_path / "attributes.json")
    assert good.graph.to_text(identifiers=True) == (
        "( man , is , tall ) , ( shirt red , is , red ) , ( man:1 , v:wearing , shirt red ) , "
        "( man , v:sitting on , man:1 ) , ( sky )"
    )
    assert (good.image_id, good.region_id, good.caption) == ("5", "50", "two men, one in a red shirt")
    assert bad.error is not None
    rows = {row["label"]: row for row in visual_genome.statistics(tmp_path)}
    assert rows["object"]["labels"] == 3
    assert rows["attribute"]["occurrences"] == 2


def test_both_layouts_of_visual_genome_give_the_same(tmp_path: Path) -> None:
    man = {"x": 1, "y": 2, "w": 3, "h": 4, "synsets": ["man.n.01"]}
    new = {
        "image_id": 5,
        "regions": [
            {
                "region_id": 50,
                "image_id": 5,
                "phrase": "a man on a horse",
                "x": 0,
                "y": 0,
                "width": 9,
                "height": 9,
                "synsets": [],
                "objects": [{"object_id": 1, "name": "man", **man}, {"object_id": 2, "name": "horse", **man}],
                "relationships": [
                    {"relationship_id": 3, "predicate": "ON", "subject_id": 1, "object_id": 2, "synsets": []}
                ],
            }
        ],
    }
    old = {
        "id": 5,
        "regions": [
            {
                "id": 50,
                "image": 5,
                "phrase": "a man on a horse",
                "objects": [{"id": 1, "names": ["man"]}, {"id": 2, "names": ["horse"]}],
                "relationships": [
                    {
                        "id": 3,
                        "predicate": "ON",
                        "subject": {"id": 1, "name": "man"},
                        "object": {"id": 2, "name": "horse"},
                    }
                ],
            }
        ],
    }
    described = {
        "new": {"image_id": 5, "attributes": [{"object_id": 1, "names": ["man"], "attributes": ["tall"]}]},
        "old": {"id": 5, "attributes": [{"id": 1, "object_names": ["man"], "attributes": ["tall"]}, {"id": 2}]},
    }
    found = []
    for name, image in (("new", new), ("old", old)):
        (tmp_path / f"{name}.json").write_text(json.dumps([image]), "utf-8")
        (tmp_path / f"{name}_attributes.json").write_text(json.dumps([described[name]]), "utf-8")
        (item,) = visual_genome.regions(tmp_path / f"{name}.json", tmp_path / f"{name}_attributes.json")
        (phrase,) = visual_genome.descriptions(tmp_path / f"{name}.json")
        assert (phrase.image_id, phrase.region_id, phrase.caption) == ("5", "50", "a man on a horse")
        found.append(item)
    assert str(found[0].graph) == "( man , is , tall ) , ( man , on , horse )"
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[1]", "has the entry 1"),
        ('[{"image_id": 1, "url": "x"}]', "image_id, url"),
        ('[{"id": 1, "regions": [3]}]', "id, regions"),
    ],
)
def test_another_file_of_visual_genome_is_refused(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "file.json").write_text(content, "utf-8")
    for reader in (visual_genome.regions, visual_genome.descriptions):
        with pytest.raises(InputError, match=says):
            list(reader(tmp_path / "file.json"))


def test_a_region_without_objects_is_no_graph(tmp_path: Path) -> None:
    (tmp_path / "file.json").write_text('[{"id": 1, "regions": [{"region_id": 2, "phrase": "a dog"}]}]', "utf-8")
    (item,) = visual_genome.regions(tmp_path / "file.json")
    assert "objects" in item.error


def test_attributes_that_are_none_and_phrases_that_are_no_text(tmp_path: Path) -> None:
    regions = (
        b'[{"id": 1, "regions": [{"region_id": 2, "phrase": "caf\xe9", "objects": []}, {"region_id": 3, "phrase": 4}]}]'
    )
    (tmp_path / "file.json").write_bytes(regions)
    for reader in (visual_genome.regions, visual_genome.descriptions):
        assert [item.error for item in reader(tmp_path / "file.json")] == [
            "region 2: phrase is not UTF-8 text (byte 0xE9, é in Latin-1): save the file as UTF-8",
            "region 3: phrase is the number 4, not text",
        ]
    (tmp_path / "attributes.json").write_text('[{"id": 1, "attributes": null}]', "utf-8")
    assert len(list(visual_genome.regions(tmp_path / "file.json", tmp_path / "attributes.json"))) == 2
    (tmp_path / "attributes.json").write_text('[{"id": 1, "attributes": [null]}]', "utf-8")
    with pytest.raises(InputError, match="images with attributes"):
        list(visual_genome.regions(tmp_path / "file.json", tmp_path / "attributes.json"))


def test_descriptions_and_a_file_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "region_descriptions.json"
    path.write_text(json.dumps([{"id": 1, "regions": [{"region_id": 2, "image_id": 1, "phrase": "a dog"}]}]), "utf-8")
    assert [(item.image_id, item.caption) for item in visual_genome.descriptions(path)] == [("1", "a dog")]
    path.write_text('[{"id": 1, "regions": [', "utf-8")
    with pytest.raises(InputError, match="middle of an entry"):
        list(visual_genome.descriptions(path))
