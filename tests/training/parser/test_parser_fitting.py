"""The parser trains, learns something, decodes each caption by itself, and refuses mistakes before it begins."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from typer.testing import CliRunner  # noqa: E402

from grice.cli.train import app  # noqa: E402
from grice.errors import InputError  # noqa: E402
from grice.readers.graphs.network.model import FILES  # noqa: E402
from grice.training.parser.decoding import parse_captions  # noqa: E402
from grice.training.parser.fitting import ParserRun, fit  # noqa: E402
from grice.training.parser.judge import judge  # noqa: E402
from grice.training.parser.pretrained import load_encoder, new_network  # noqa: E402
from grice.training.parser.recipes import RECIPES  # noqa: E402
from grice.training.parser.rows import facts_in, read_rows  # noqa: E402
from grice.training.parser.splits import ParserData  # noqa: E402
from tiny_runs import CALM, small_data, words  # noqa: E402


def test_a_parse_does_not_depend_on_its_batch(tiny_encoder) -> None:
    torch.manual_seed(5)
    data = small_data()
    encoder = load_encoder(tiny_encoder(words(data)))
    vocabulary = data.vocabulary(encoder.tokenizer)
    network = new_network(vocabulary, encoder, 2, 0.0)
    for parameter in network.parameters():
        parameter.data += 0.2 * torch.randn_like(parameter)
    rng = np.random.default_rng(0)
    captions = [tuple(rng.choice(words(data), size=rng.integers(1, 14))) for _ in range(10)]
    together = parse_captions(network, vocabulary, captions, batch=16)
    assert together == [parse_captions(network, vocabulary, [caption])[0] for caption in captions]


def test_training_on_200_real_captions_learns_something(tiny_encoder, tmp_path: Path, corpus) -> None:
    data_folder = corpus("factual/random_train_id.csv").parent
    train_rows, _ = read_rows(data_folder, "random", 200)
    data = ParserData("random", train_rows, [], train_rows[:50])
    encoder = load_encoder(tiny_encoder(words(data)))
    recipe = replace(CALM, batch=32, mixture=RECIPES["captions"].mixture)
    result = fit(ParserRun("smoke", recipe, steps=70), data, encoder, tmp_path / "run", say=lambda _: None)
    losses = [point["loss"] for point in result["curve"]]
    assert losses[-1] < 0.5 * losses[0]
    assert 0.0 <= result["dev"] <= 100.0


def test_the_fast_set_match_agrees_with_the_published_evaluator(corpus) -> None:
    """Candidate and references scored by the authors' evaluator, with noun lemmas."""
    import json

    checked = 0
    for line in corpus("factual/evaluator_vectors.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        if len(case["references"]) != 1 or ":" in case["candidate"] + case["references"][0]:
            continue
        if not case["candidate"].strip() or not case["references"][0].strip():
            continue
        verdict = judge([facts_in(case["candidate"])], [facts_in(case["references"][0])])
        assert verdict.set_match == case["lemmatised"]["set_match"], case
        assert verdict.spice == pytest.approx(case["lemmatised"]["spice"], abs=1e-3), case
        checked += 1
    assert checked > 100


def test_the_command_line_trains_exports_and_goes_on(tiny_encoder, tmp_path: Path, corpus) -> None:
    folder = corpus("factual/random_train_id.csv").parent
    train_rows, dev = read_rows(folder, "random", 10)
    encoder = tiny_encoder(words(ParserData("random", [*train_rows, *dev], [], [])))
    options = ("--data", folder, "--encoder", encoder, "--limit", 10, "--steps", 2, "--out", tmp_path / "out")
    first = CliRunner().invoke(app, ["parser", *map(str, options)])
    assert first.exit_code == 0, first.output
    assert {*FILES, "manifest.json", "CARD.md"} <= {file.name for file in (tmp_path / "out" / "export").iterdir()}
    record = (tmp_path / "out" / "parser.json").read_bytes()
    again = CliRunner().invoke(app, ["parser", *map(str, options)])
    assert again.exit_code == 0, again.output
    assert "step" not in again.output, "a finished run has nothing left to do"
    assert (tmp_path / "out" / "parser.json").read_bytes() == record
    assert max(map(len, first.stderr.replace(str(tmp_path), "").splitlines())) <= 80


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--recipe", "nonsense"), "captions, long"),
        (("--form", "int4"), "int8"),
        (("--held-out", 24), "nothing to learn from"),
        (("--held-out", 40), "only 24 of the"),
        (("--split", "odd"), "length"),
        (("--encoder", "nowhere"), "model.safetensors"),
        (("--data", "nowhere"), "FACTUAL"),
        (("--minutes", 1), "one of them"),
    ],
)  # fmt: skip
def test_a_mistake_is_said_before_anything_is_trained(
    tiny_encoder, tmp_path: Path, corpus, options: tuple[object, ...], message: str
) -> None:
    folder = corpus("factual/random_train_id.csv").parent
    given = {"--data": folder, "--encoder": tiny_encoder(["a"]), "--limit": 24, "--steps": 2, "--out": tmp_path / "out"}
    given |= dict([options])
    result = CliRunner().invoke(app, ["parser", *(str(part) for option in given.items() for part in option)])
    assert isinstance(result.exception, InputError), result.output
    assert message in str(result.exception)
    assert not (tmp_path / "out" / "checkpoint").exists()
