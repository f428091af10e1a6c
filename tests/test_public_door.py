"""The public door opens at once and leads where it says."""

import subprocess
import sys

import pytest

import grice


def test_importing_grice_imports_nothing_heavy() -> None:
    code = "import grice, sys; print([m for m in ('numpy', 'pyarrow', 'torch', 'rich', 'lark') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in ("torch", "pandas", "nltk", "transformers"):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Absent())
import grice
print(grice.score("a ball", targets=0, distractors=15, metrics="pragmatics").signature)
"""


def test_scoring_needs_neither_torch_nor_pandas_nor_nltk() -> None:
    """They are as good as not installed here: where pandas is, pyarrow imports it by itself."""
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("pragmatics")


def test_every_public_name_resolves() -> None:
    for name in grice.__all__:
        assert getattr(grice, name) is not None
    assert set(grice.__all__) == set(dir(grice))


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(AttributeError, match="score"):
        grice.scor  # noqa: B018


def test_one_item_goes_without_lists() -> None:
    lone = grice.score("a red block", targets=0, distractors=480, metrics="pragmatics")
    listed = grice.score(["a red block"], targets=[0], distractors=[[480]], metrics=["pragmatics"])
    assert lone["pragmatics"].values == listed["pragmatics"].values


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"predictions": ["a"], "metrics": "pragmatics"}, "without targets"),
        (
            {"predictions": ["a", "b"], "targets": [0], "distractors": [[1]], "metrics": "pragmatics"},
            "2 predictions and 1",
        ),
        ({"predictions": ["a"], "metrics": []}, "no metric"),
        ({"predictions": ["a"], "metrics": "bleurt"}, "no metric is called"),
        ({"predictions": None, "metrics": "pragmatics"}, "predictions is None"),
        ({"predictions": ["a"], "targets": "0", "distractors": [1], "metrics": "pragmatics"}, "targets is a str"),
    ],
)
def test_wrong_calls_say_what_is_needed(arguments: dict, message: str) -> None:
    with pytest.raises(grice.InputError, match=message):
        grice.score(**arguments)


def test_two_variants_of_a_metric_stand_side_by_side() -> None:
    both = [grice.metrics.Pragmatics(), grice.metrics.Pragmatics(rule="strict")]
    result = grice.score(["a orange block"], targets=[4800], distractors=[0], metrics=both)
    assert list(result) == ["pragmatics", "pragmatics#2"]
    assert (result["pragmatics"].value, result["pragmatics#2"].value) == (1, 0)
    assert "rule:strict" in result.signature
    assert "pragmatics#2.d" in result.table().column_names


def test_a_public_function_is_not_hidden_by_a_module_of_its_name() -> None:
    """A submodule takes the place of a lazy name as soon as it is imported: no function may share its name."""
    import importlib
    import pkgutil

    hidden = []
    for found in pkgutil.walk_packages(grice.__path__, "grice."):
        if found.ispkg and "checkpoint" not in found.name:
            package = importlib.import_module(found.name)
            modules = {name for _, name, _ in pkgutil.iter_modules(package.__path__)}
            hidden += [
                f"{found.name}.{name}" for name in dir(package) if name in modules and callable(getattr(package, name))
            ]
    assert not hidden
