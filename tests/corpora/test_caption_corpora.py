"""Flickr8k-Expert and FOIL are read as packaged, foils are made by their rules, and other files are refused."""

import json
from pathlib import Path

import pytest

from grice import InputError
from grice.corpora import flickr8k, foil
from grice.words.lexicon import synonyms
from grice.words.taxonomy import siblings

ENTRY = {
    "ground_truth": ["a dog runs", "the dog is running"],
    "human_judgement": [
        {"caption": "a cat", "rating": 1.0},
        {"caption": "a cat", "rating": 2.0},
        {"caption": "a dog", "rating": 4.0},
        {"caption": "a dog", "rating": float("nan")},
    ],
}


def written(path: Path, content: object) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def test_ratings_are_gathered_by_caption_and_missing_ones_dropped(tmp_path: Path) -> None:
    found = flickr8k.load(written(tmp_path / "f.json", {"x": ENTRY}))
    assert [(one.caption, one.ratings) for one in found] == [("a cat", (1.0, 2.0)), ("a dog", (4.0,))]
    assert found[0].references == ("a dog runs", "the dog is running")


def test_the_real_half_has_three_ratings_a_pair(corpus) -> None:
    found = flickr8k.load(corpus("flickr8k/expert_half.json"))
    assert len(found) == 2810
    assert {len(one.ratings) for one in found} == {3}
    assert {len(one.references) for one in found} == {5}
    assert len({one.image_id for one in found}) == 503


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("not json", "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ([1, 2], "list"),
        ({}, "dict of 0"),
        ({"x": {"ground_truth": ["a"]}}, "human_judgement"),
        ({"x": {"ground_truth": [], "human_judgement": []}}, "no reference"),
        ({"x": {"ground_truth": ["a"], "human_judgement": []}}, "no rating"),
        ({"x": 3}, "not an image"),
        ({"annotations": []}, "list, not an image"),
    ],
)
def test_a_file_that_is_something_else_is_refused_with_what_is_needed(tmp_path: Path, content, says: str) -> None:
    with pytest.raises(InputError, match=says) as raised:
        flickr8k.load(written(tmp_path / "f.json", content))
    assert "ground_truth" in raised.value.needed
    with pytest.raises(InputError, match="not a file"):
        flickr8k.load(tmp_path / "absent.json")


def test_the_official_file_pairs_captions_with_their_foils(tmp_path: Path) -> None:
    def entry(key: int, image: int, caption: str, is_foil: bool, words=("ORIG", "ORIG")) -> dict[str, object]:
        names = dict(zip(("target_word", "foil_word"), words, strict=True))
        return {"id": key, "image_id": image, "caption": caption, "foil": is_foil, **names}

    annotations = [
        entry(1, 9, "a dog on a bed", False),
        entry(1, 9, "a cat on a bed", True, ("dog", "cat")),
        entry(2, 9, "dog lying on sheets", False),
        entry(3, 8, "a bus", False),
        entry(3, 8, "a train", True, ("bus", "train")),
    ]
    found = foil.load(written(tmp_path / "foil.json", {"annotations": annotations}))
    assert found.official
    assert found.pairs == [  # image 8 has no other caption to serve as a reference
        foil.Pair("9", "a dog on a bed", "a cat on a bed", "dog", "cat", ("dog lying on sheets",))
    ]


def test_a_caption_may_have_several_foils_and_references_come_from_coco(tmp_path: Path) -> None:
    def entry(foil_id: int, caption: str, is_foil: bool, word: str, other: str) -> dict[str, object]:
        words = {"target_word": word, "foil_word": other}
        return {"id": 7, "foil_id": foil_id, "image_id": 9, "caption": caption, "foil": is_foil, **words}

    content = {
        "info": {},
        "licenses": [],
        "images": [{"id": 9, "file_name": "COCO_val2014_000000000009.jpg"}],
        "annotations": [
            entry(1, "a dog on a bed", False, "ORIG", "ORIG"),
            entry(2, "a cat on a bed", True, "dog", "cat"),
            entry(3, "a dog on a chair", True, "bed", "chair"),
        ],
    }
    path = written(tmp_path / "foil.json", content)
    coco = [
        {"id": i, "image_id": 9, "caption": text} for i, text in enumerate(["a dog on a bed", "dog in bed", "a dog"])
    ]
    captions = written(tmp_path / "captions_val2014.json", {"annotations": coco})
    found = foil.load(path, references=captions).pairs
    assert [(pair.word, pair.foil_word) for pair in found] == [("dog", "cat"), ("bed", "chair")]
    assert {pair.references for pair in found} == {("dog in bed", "a dog")}
    assert found[0].image == "COCO_val2014_000000000009.jpg"
    with pytest.raises(InputError, match="another caption"):
        foil.load(path)
    for wrong in ("absent.json", "foil.csv"):
        with pytest.raises(InputError, match="as references"):
            foil.load(path, references=tmp_path / wrong)
    content["annotations"][1]["foil"] = "True"
    with pytest.raises(InputError, match="neither true nor false"):
        foil.load(written(path, content))


@pytest.mark.long
def test_foils_made_here_change_one_noun_for_a_sibling_that_nobody_mentions(corpus) -> None:
    path = corpus("flickr8k/expert_half.json")
    found = foil.load(path)
    assert not found.official
    assert len(found.pairs) > 400
    captions = {pair.image_id: pair.references for pair in flickr8k.load(path)}
    for pair in found.pairs:
        before, after = pair.caption.split(), pair.foil.split()
        changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
        changed = [both for both in changed if {word.lower() for word in both} != {"a", "an"}]
        assert changed == [(pair.word, pair.foil_word)]
        (noun, *_), *_ = foil.nouns(f"the {pair.word.lower()}")
        (other, *_), *_ = foil.nouns(f"the {pair.foil_word.lower()}")
        assert siblings(noun, other)
        assert not synonyms(noun, other)
        assert other not in {n for text in captions[pair.image_id] for n, _, _ in foil.nouns(text)}
    assert foil.load(path).pairs == found.pairs
    assert foil.load(path, seed=1).pairs != found.pairs


def test_foils_are_made_of_coco_captions_and_of_tables(tmp_path: Path) -> None:
    texts = [
        ("1", "a dog on the grass"),
        ("1", "the dog is there"),
        ("2", "a wolf"),
        ("2", "the wolf"),
        ("3", "a wolf"),
    ]
    texts += [("4", "one wolf in a wood"), ("4", "a wolf stands")]
    annotations = [{"image_id": image, "caption": text} for image, text in texts]
    coco = foil.load(written(tmp_path / "coco.json", {"annotations": annotations})).pairs
    rows = "".join(f"{image},{text}\n" for image, text in texts)
    table = foil.load(written(tmp_path / "captions.csv", f"image_id,caption\n{rows}")).pairs
    assert coco == table
    assert [(pair.word, pair.foil_word) for pair in coco] == [("dog", "wolf")]


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"annotations": [null]}', b'{"annotations": ["caf\xe9"]}', b"{"])
def test_a_damaged_file_is_refused_as_corpus_and_as_references(tmp_path: Path, content: bytes) -> None:
    damaged, official = tmp_path / "damaged.json", tmp_path / "foil.json"
    damaged.write_bytes(content)
    entries = [{"id": 1, "image_id": 9, "caption": text, "foil": text == "b"} for text in "ab"]
    written(official, {"annotations": entries})
    with pytest.raises(InputError, match=r"damaged\.json"):
        foil.load(damaged)
    with pytest.raises(InputError, match=r"damaged\.json cannot be read as references"):
        foil.load(official, references=damaged)


def test_captions_that_allow_no_foil_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no foil can be made"):
        foil.make({"1": ["xyzzy plugh", "nothing here"]})
    with pytest.raises(InputError, match="cannot be read"):
        foil.load(written(tmp_path / "x.json", {"annotations": [{"caption": "a"}]}))
