"""What people said comes back through our own loaders."""

from pathlib import Path

import grice
from grice.corpora import qtuna
from grice.studies.corpus import write
from grice.studies.design import read
from grice.studies.store import Store
from grice.studies.tasks import production
from grice.studies.templates import template


def filled(path: Path, name: str) -> Store:
    import numpy as np

    path.write_text(template(name).replace("views = 6", "views = 1").replace("views = 3", "views = 1"))
    store = Store(read(path))
    for _ in range(store.design.participants.count):
        person = store.person(store.join())
        while (place := store.next(person)) is not None:
            form = production.simulated(place.item, np.random.default_rng(place.position))
            store.answer(person, place.item.id, production.answer(place.item, form))
    return store


def test_descriptions_of_scenes_are_a_corpus_as_qtuna(tmp_path: Path) -> None:
    store = filled(tmp_path / "study.toml", "production")
    write(store, tmp_path / "corpus")
    found = list(qtuna.descriptions(tmp_path / "corpus"))
    assert len(found) == 30
    assert {one.scene for one in found} == set(qtuna.SCENES.values())
    said = {(row["answer"]["text"], tuple(store.items[row["item"]].truth["counts"])) for row in store.answers()}
    assert {(one.text, one.scene) for one in found} == said
    store.close()


def test_descriptions_of_rooms_are_rows_that_score_reads(tmp_path: Path) -> None:
    store = filled(tmp_path / "study.toml", "production-rooms")
    (path,) = write(store, tmp_path / "corpus")
    import csv

    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24
    result = grice.score(
        [row["prediction"] for row in rows],
        targets=[int(row["target_id"]) for row in rows],
        distractors=[[int(one) for one in row["distractor_ids"].split()] for row in rows],
        metrics=["pragmatics"],
    )
    assert result["pragmatics"]["d"].value == 1  # the minimal speaker always rules the other room out
    store.close()
