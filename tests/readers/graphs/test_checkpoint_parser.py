"""Seq2seq checkpoints of the field: what goes in is whole, what comes out is read as what it means."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import grice
from grice.readers.graphs.checkpoint import PROMPT, CheckpointParser, read_written
from grice.words.split import words_of_text

WORDS = ["generate", "scene", "graph", ":", "a", "man", "riding", "brown", "horse", "on", "the", "beach", "sheep"]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A T5 with two small layers and random weights, and a tokenizer of words, saved as transformers saves them."""
    transformers = pytest.importorskip("transformers", reason="checkpoints need transformers: pip install 'grice[hub]'")
    torch = pytest.importorskip("torch")
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import TemplateProcessing

    torch.set_num_threads(1)
    torch.manual_seed(0)
    pieces = {word: i for i, word in enumerate(["<pad>", "</s>", "<unk>", *WORDS, "(", ")", ",", "v:ride", "is"])}
    tokenizer = Tokenizer(WordLevel(pieces, unk_token="<unk>"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    folder = tmp_path_factory.mktemp("checkpoint")
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=8
    ).save_pretrained(folder)
    shape = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4, "decoder_start_token_id": 0}
    config = transformers.T5Config(vocab_size=len(pieces), **shape)
    transformers.T5ForConditionalGeneration(config).save_pretrained(folder)
    return folder


def test_a_folder_with_a_checkpoint_is_a_parser(checkpoint: Path) -> None:
    parser = CheckpointParser(str(checkpoint), longest=12)
    captions = ["a man riding a brown horse on the beach", "sheep", "the beach"]
    together = parser(captions)
    assert [parser([caption])[0] for caption in captions] == together, "a parse does not depend on its batch"
    assert len(grice.parse(captions, str(checkpoint))) == 3
    assert parser.fingerprint != CheckpointParser(str(checkpoint), beams=2).fingerprint


def test_captions_go_in_whole(checkpoint: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest caption of a batch keeps its last word, though the tokenizer claims to hold eight tokens."""
    parser = CheckpointParser(str(checkpoint), longest=4)
    seen: list[list[str]] = []
    generate = parser._model.generate

    def spy(**given: object) -> object:
        rows = parser._tokenizer.batch_decode(given["input_ids"], skip_special_tokens=True)
        seen.append([row.replace(" :", ":") for row in rows])
        return generate(**given)

    monkeypatch.setattr(parser._model, "generate", spy)
    parser(["A man riding a brown horse on the beach", "sheep"])
    prompt = PROMPT.lower().strip()
    assert sorted(row.lower().removeprefix("<unk> <unk> <unk>").strip() for row in seen[0])[-1].endswith("sheep")
    assert any(row.endswith("a man riding a brown horse on the beach") for row in seen[0]), (prompt, seen)


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (lambda folder: (folder / "model.safetensors").unlink(), "cannot be loaded"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"broken"), "cannot be loaded"),
        (lambda folder: (folder / "config.json").write_text('{"model_type": "bert"}'), "needed: .*seq2seq"),
        (lambda folder: (folder / "config.json").write_text("no JSON"), "cannot be loaded"),
        (lambda folder: [path.unlink() for path in folder.glob("token*")], "holds no tokenizer"),
    ],
    ids=["no weights", "broken weights", "not seq2seq", "broken configuration", "no tokenizer"],
)
def test_a_folder_that_cannot_be_used_says_why(
    checkpoint: Path, tmp_path: Path, harm: Callable[[Path], object], why: str
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(checkpoint, folder)
    harm(folder)
    with pytest.raises(grice.InputError, match=why):
        grice.parse("a man", str(folder))


def test_a_hub_that_cannot_be_reached_is_a_line(checkpoint: Path, grice: Callable) -> None:
    assert checkpoint.is_dir(), "transformers and torch are there"
    offline = os.environ | {"HF_HUB_OFFLINE": "1"}
    done = grice("parse", "a dog", "--parser", "nobody/has-this-checkpoint", env=offline)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "nobody/has-this-checkpoint cannot be loaded" in done.stderr


def test_without_torch_the_extra_that_brings_it_is_named(checkpoint: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(grice.MissingExtra, match=r"'torch'(?s:.*)grice\[train\]"):
        CheckpointParser(str(checkpoint))


def written(text: str, sentence: str, ended: bool = True) -> grice.SceneGraph:
    parsed = read_written(text, words_of_text(sentence), ended)
    return grice.SceneGraph(parsed.statements, sentence, parsed.problems)


def test_marks_are_read_as_what_they_mean() -> None:
    graph = written("( cup , pv:fill with , tea ) , ( sheep , v:stand near , sheep:1 )", "cup filled with tea")
    assert [one.passive for one in graph.relations] == [True, False]
    assert str(graph) == "( cup , fill with , tea ) , ( sheep , stand near , sheep )"
    assert graph.to_text(identifiers=True).startswith("( cup , pv:fill with , tea )")
    assert [node.implied for node in graph.nodes] == [False, False, True, True]
    plain = written("( man , ride , horse )", "man rides horse")
    assert plain.relations[0].verb == "ride"


def test_what_is_broken_is_named_and_the_rest_kept() -> None:
    graph = written("( man , ride , horse ) , ( horse , is", "man on horse", ended=False)
    assert graph.facts == (("man", "ride", "horse"),)
    assert len(graph.problems) == 2
    assert written("", "man").problems == ("nothing was written",)
