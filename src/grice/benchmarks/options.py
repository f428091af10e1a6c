"""Which options do several benchmarks share? Each has one name and one meaning."""

from pathlib import Path
from typing import Annotated

import typer

Seed = Annotated[int, typer.Option(help="Seed of whatever is sampled.")]
Split = Annotated[str, typer.Option(help="random or length.")]
Photographs = Annotated[
    Path | None, typer.Option(help="Folder of the photographs: adds the metrics that look at them.")
]
ImageEncoder = Annotated[str | None, typer.Option(help="open_clip's model and weights, such as ViT-B-32/openai.")]
