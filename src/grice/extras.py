"""Which optional dependency belongs to which extra, and what it is for."""

from importlib import import_module, util
from types import ModuleType

from grice.errors import MissingExtra

EXTRAS: dict[str, tuple[tuple[str, ...], str]] = {
    "train": (("torch", "safetensors", "onnx"), "training parsers, captioners and games"),
    "tensorboard": (("tensorboard",), "curves of training in TensorBoard"),
    "images": (("open_clip",), "image-text metrics"),
    "hub": (("transformers", "huggingface_hub", "sentence_transformers"), "parsers and encoders from a model hub"),
    "graphs": (("networkx",), "scene graphs as networkx graphs"),
    "web": (
        ("starlette", "uvicorn", "sqlalchemy", "psycopg", "itsdangerous", "python_multipart", "httpx"),
        "studies with people and the explorer, in a browser",
    ),
    "stats": (("statsmodels",), "mixed-effects models of a study"),
    "interop": (("pandas", "polars", "torchmetrics", "evaluate"), "the shapes that other libraries expect"),
    "docs": (("zensical",), "building the documentation"),
    "fuzz": (("atheris",), "fuzzing that looks for new code (Linux)"),
    "h5": (("h5py",), "the original 3dshapes.h5"),
    "ray": (("ray", "fsspec"), "row groups on a cluster, and files that lie elsewhere"),
}


def require(module: str, extra: str, what: str) -> ModuleType:
    """Import an optional dependency, or say which extra installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise
        raise MissingExtra(what, module, extra) from error


def missing(extra: str) -> list[str]:
    """The modules of an extra that are not installed."""
    return [module for module in EXTRAS[extra][0] if util.find_spec(module) is None]
