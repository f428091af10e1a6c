"""The exported network gives its graphs with their places in the text, whatever else is parsed with them."""

import json
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grice
from grice.networks.manifest import check, sha256
from grice.progress import counted, watched_by
from grice.readers.graphs import parsing
from grice.readers.graphs.linear import facts_of
from grice.readers.graphs.network.automaton import FOLLOWING, Automaton
from grice.readers.graphs.network.model import FILES, ParserNetwork
from grice.readers.graphs.network.parser import RESCUE, NetworkParser
from grice.readers.graphs.network.written import Source
from grice.words.split import words_of_text
from tiny_networks import CAPTIONS

WORDS = [*(word for caption in CAPTIONS for word in caption.split()), "zebra", ",", ".", "xq-zz"]


@pytest.mark.parametrize("beams", [1, 3])
def test_what_was_learned_is_said_again(learned: Path, beams: int) -> None:
    graphs = NetworkParser(learned, beams=beams, threads=1)(list(CAPTIONS))
    for graph, gold in zip(graphs, CAPTIONS.values(), strict=True):
        assert graph == grice.SceneGraph.from_text(gold, identifiers=True)
        assert not graph.problems


def test_every_object_attribute_and_verb_has_a_place_or_is_implied(learned: Path) -> None:
    graphs = dict(zip(CAPTIONS, NetworkParser(learned, threads=1)(list(CAPTIONS)), strict=True))
    dogs = graphs["two dogs chasing a ball"]
    assert [dogs.text[slice(*node.span)] for node in dogs.nodes] == ["dogs", "ball"]
    assert dogs.text[slice(*dogs.relations[0].span)] == "chasing"
    assert dogs.text[slice(*dogs.quantities[0].span)] == "two"
    men = graphs["a man next to another man"]
    assert [node.span for node in men.nodes] == [(2, 5), (22, 25)]
    owns = graphs["a woman 's black hat"]
    assert owns.relations[0].implied, "no word says have"
    assert not any(node.implied for node in owns.nodes)


def test_identifiers_and_mr_are_parsed_and_the_plain_form_follows(learned: Path) -> None:
    (graph,) = NetworkParser(learned, threads=1)(["cup filled with tea"])
    assert graph.to_text(identifiers=True) == "( cup , pv:fill with , tea )"
    assert graph.to_mr() == "( cup , p:fill , with , tea )"
    assert str(graph) == "( cup , fill with , tea )"


def test_the_exported_network_decodes_as_the_trained_one_does(trained: Path, learned: Path) -> None:
    pytest.importorskip("torch")
    from grice.meaning.forms.text import statement
    from grice.training.parser.decoding import parse_captions
    from grice.training.parser.trained import load_parser
    from grice.words.split import words_in

    network, vocabulary, _ = load_parser(trained)
    captions = [*CAPTIONS, "two red dogs", "a white cup on the wall"]
    theirs = parse_captions(network, vocabulary, [words_in(caption) for caption in captions])
    ours = NetworkParser(learned, threads=1)(captions)
    same = sum(
        graph == grice.SceneGraph(tuple(statement(fact, identifiers=True) for fact in facts))
        for graph, facts in zip(ours, theirs, strict=True)
    )
    assert same >= len(CAPTIONS), "on the captions it knows, 7-bit weights and constraints change nothing"


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), beams=st.sampled_from([1, 3]))
def test_a_parse_does_not_depend_on_its_batch(noise: Path, data: st.DataObject, beams: int) -> None:
    parser = _parsers(noise, beams)
    captions = data.draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join), max_size=7))
    together = parser(captions)
    again = parser(captions)
    alone = [parser([caption])[0] for caption in captions]
    assert [g.to_json() for g in together] == [g.to_json() for g in alone] == [g.to_json() for g in again]


def _parsers(folder: Path, beams: int, made: dict[tuple[Path, int], NetworkParser] = {}) -> NetworkParser:  # noqa: B006
    return made.setdefault((folder, beams), NetworkParser(folder, beams=beams, threads=1))


def test_probabilities_are_the_same_bits_in_any_batch(noise: Path) -> None:
    model = ParserNetwork(noise)
    rng = np.random.default_rng(0)
    source = np.array([model.table.source(rng.choice(WORDS[:12], 6)) for _ in range(33)])
    out = np.array([model.table.source_outputs(row) for row in source])
    whole, _ = model.step(np.full(33, 2), 0, model.read(source, out))
    for rows in (slice(0, 1), slice(5, 12), slice(30, 33)):
        part, _ = model.step(np.full(len(source[rows]), 2), 0, model.read(source[rows], out[rows]))
        assert np.array_equal(part, whole[rows])


def test_noise_still_writes_well_formed_facts_and_none_twice(noise: Path) -> None:
    parser = NetworkParser(noise, threads=1)
    model = parser._network
    rng = np.random.default_rng(3)
    captions = [" ".join(rng.choice(WORDS[:18], size=rng.integers(2, 12))) for _ in range(60)]
    facts = 0
    for caption, beams in product(captions, (1, RESCUE)):
        source = Source.of(words_of_text(caption), model.table)
        (found,) = parser._search([source], len(source.rows), beams, parser._network)
        pieces = [model.table.pieces[row] for row in found.rows]
        whole = [part for part in " ".join(pieces).split(" <next> ") if part]
        assert len(whole) == len(set(whole)), "a fact said twice"
        for part in whole:
            assert len(facts_of(part.split())) == 1, part
            assert "[UNK]" not in part
            assert part.count("<not>") == part.startswith("<not>")
        facts += len(whole)
    assert facts > 20


def test_the_automaton_leaves_something_to_say_in_every_state(noise: Path) -> None:
    automaton = Automaton(ParserNetwork(noise).table)
    for state in range(len(FOLLOWING)):
        chances = np.full((1, automaton.outputs + 5), 0.5, np.float32)
        automaton.restrict(chances, np.array([state]))
        assert chances.max() > 0


def test_parsing_counts_the_texts_it_reads(learned: Path) -> None:
    told: list[tuple[float, str]] = []
    texts = ["two dogs chasing a ball", "a red ball", "two dogs chasing a ball"]
    with watched_by(lambda *said: told.append(said)):
        grice.parse(texts, parser=str(learned), threads=1)
    assert told[-1] == (1, "parsing 2/2")


def test_a_network_that_is_stopped_gives_up_between_two_steps(learned: Path) -> None:
    parser = NetworkParser(learned, threads=2)

    def stop(done: float, _: str) -> None:
        if done:
            raise KeyboardInterrupt

    words = ["two", "dogs", "chasing", "a", "ball"]
    texts = [" ".join(words[: 2 + i % 4] * (1 + i // 4)) for i in range(24)]
    with watched_by(stop), counted(len(texts), "parsing"), pytest.raises(KeyboardInterrupt):
        parser(texts)
    assert parser(["two dogs chasing a ball"])[0].facts


def test_a_changed_file_is_refused(learned: Path, tmp_path: Path) -> None:
    for file in learned.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert check(tmp_path, FILES, "a parser") == check(learned, FILES, "a parser")
    whole = bytearray((tmp_path / "step.onnx").read_bytes())
    whole[len(whole) // 2] ^= 1
    (tmp_path / "step.onnx").write_bytes(whole)
    with pytest.raises(grice.InputError, match=r"step\.onnx has the sha256"):
        NetworkParser(tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(grice.InputError, match="grice train export"):
        NetworkParser(tmp_path)


def test_a_folder_exported_without_words_is_read(learned: Path, tmp_path: Path) -> None:
    for file in learned.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    rewrite(tmp_path, lambda about: about.pop("words"))
    (graph,) = NetworkParser(tmp_path, threads=1)(["a red ball on the grass"])
    assert graph.facts == (("ball", "is", "red"), ("ball", "on", "grass"))
    rewrite(tmp_path, lambda about: about.pop("pieces"))
    with pytest.raises(grice.InputError, match=r"vocabulary\.json lacks pieces"):
        NetworkParser(tmp_path)


def rewrite(folder: Path, change: Callable[[dict], object]) -> None:
    """Change what a folder says about itself, and its checksum."""
    about = json.loads((folder / "vocabulary.json").read_text())
    change(about)
    (folder / "vocabulary.json").write_text(json.dumps(about))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["sha256"]["vocabulary.json"] = sha256(folder / "vocabulary.json")
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_threads_load_a_parser_once_and_give_the_same_graphs(learned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsing._network.cache_clear()
    loaded: list[Path] = []
    monkeypatch.setattr(
        "grice.readers.graphs.network.parser.ParserNetwork",
        lambda folder: loaded.append(folder) or ParserNetwork(folder),
    )
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: grice.parse(list(CAPTIONS), learned), range(4)))
    assert len(loaded) == 1
    assert found == [found[0]] * 4


def test_a_lock_that_nobody_gives_back_is_not_waited_for(learned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "PATIENCE", 0.1)
    with parsing._LOADING:
        assert grice.parse("the white wall", learned).facts == (("wall", "is", "white"),)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_give_the_same_graphs(learned: Path, method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    read = partial(grice.parse, parser=str(learned))
    here = [read(caption).to_json() for caption in CAPTIONS]
    with multiprocessing.get_context(method).Pool(1) as pool:
        there = pool.map_async(read, list(CAPTIONS)).get(timeout=60)
    assert [graph.to_json() for graph in there] == here


def test_a_sentence_said_often_is_read_once(learned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parser = NetworkParser(learned, threads=1)
    searched: list[int] = []
    search = parser._search
    monkeypatch.setattr(
        parser, "_search", lambda sources, *others: searched.append(len(sources)) or search(sources, *others)
    )
    again = ["the white wall", "cup filled with tea", "the white wall", "the white wall"]
    graphs = parser(again)
    assert sum(searched) == 2
    assert [graph.text for graph in graphs] == again


def test_signs_alone_are_not_read_as_something(learned: Path) -> None:
    graphs = NetworkParser(learned, threads=1)([", , ,", "- . !"])
    assert [graph.problems for graph in graphs] == [("no words",), ("no words",)]


def test_a_caption_longer_than_the_network_is_read_in_windows(learned: Path) -> None:
    captions = ["a red ball on the grass"] * 80
    parser = NetworkParser(learned, threads=1)
    parser.most_words = 6
    graph = grice.parse("\n".join(captions), parser, content="all")
    assert graph.facts == (("ball", "is", "red"), ("ball", "on", "grass"))
    assert not graph.problems
    (endless,) = parser([" ".join(captions)])
    assert f"more than the {parser.positions} this parser can read" in endless.problems[0]
    assert not endless.statements


def test_the_card_names_licence_citation_and_what_was_measured(learned: Path) -> None:
    card = (learned / "CARD.md").read_text("utf-8")
    for part in ("MIT", "CC BY 4.0", "Findings of ACL 2023", "Set Match, development set, greedy | 100.00", "int8"):
        assert part in card
