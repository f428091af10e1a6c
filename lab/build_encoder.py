"""Makes src/grice/encoders/weights from the published all-MiniLM-L6-v2, and measures how far its vectors move.

    python -m lab.build_encoder MODEL.safetensors FACTUAL FLICKR8K.json [--out FOLDER] [--measure]

MODEL.safetensors is the file of sentence-transformers/all-MiniLM-L6-v2 with tokenizer.json beside it. Every matrix
becomes whole numbers of a step per row (`grice.networks.packing`). Plain rounding is not near enough, so what rounding
one weight does to the sentence's vector is taken back by the weights after it:

* along the inputs of a matrix by the covariance of what it reads (GPTQ, Frantar et al. 2023), the bias last and exact;
* along its outputs by the covariance of the vector's gradients (the two together: YAQA, Tseng et al. 2025);
* steps are such that every weight of the network adds the same to the expected error (reverse water-filling).

Covariances are those of captions, phrases and words of FACTUAL's training file, of prose and of random pieces; the
error is measured on captions of Flickr8k and on phrases of FACTUAL's development graphs. Needs torch.
"""

import argparse
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from pydoc_data.topics import topics

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn import functional

from grice.corpora import factual, flickr8k
from grice.encoders import minilm
from grice.meaning.tuples import parts
from grice.networks import manifest
from grice.networks.packing import pack
from grice.networks.tensors import read_tensors, write_tensors
from grice.networks.wordpiece import END, START
from lab.command import command

HERE = Path(__file__).resolve().parent.parent
STEP = 5.1e-7
"""The one knob: how much error a weight may add. Halving it takes a bit more a weight and halves the error."""
TOKENS = 8
"""Of a text: among them are a mark of beginning and one of end."""
TEXTS, RANDOM, BATCH = 4000, 192, 64
DAMPING = 1e-4
NEAR = 0.001
LARGEST = 60_000
"""Steps, at most, of a weight: an outlier in a row of small steps makes them wider."""
LAYERS, HEADS, WIDTH = 6, 12, 384
FIRST_WORD = 1996
POSITIONS = "embeddings.position_embeddings.weight"
SQUARE = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense")
KINDS = (SQUARE, ("intermediate.dense",), ("output.dense",))
"""Matrices of one shape, rounded side by side in all layers."""


def main() -> None:
    asked = command(__doc__)
    asked.add_argument("model", type=Path)
    asked.add_argument("factual", type=Path)
    asked.add_argument("flickr8k", type=Path)
    asked.add_argument("--out", type=Path, default=HERE / "src/grice/encoders/weights")
    asked.add_argument("--step", type=float, default=STEP)
    asked.add_argument("--measure", action="store_true", help="only measure what is in --out")
    given = asked.parse_args()
    tensors = {
        name: np.array(tensor)
        for name, tensor in read_tensors(given.model).items()
        if tensor.dtype == np.float32 and not name.startswith("pooler.")
    }
    if not given.measure:
        build(tensors, given.model, given.factual, given.out, given.step)
    measure(tensors, given)


def build(tensors: dict[str, np.ndarray], model: Path, corpus: Path, out: Path, step: float) -> None:
    tokenizer = Tokenizer.from_file(str(model.with_name("tokenizer.json")))
    tokenizer.no_padding()
    texts = calibration(corpus / "random_train.csv")
    reads, gradients = covariances(tensors, [*batches(tokenizer, texts), *random_batches(len(tensors[minilm.WORDS]))])
    made: dict[str, np.ndarray] = {}
    pieces = [piece for piece, _ in sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])]
    for name, shares in (
        (minilm.WORDS, frequencies(pieces)),
        (POSITIONS, 1 / (TOKENS + np.arange(len(tensors[POSITIONS])))),
    ):
        made |= packed(name, *rounded_rows(tensors[name], gradients["embeddings"], step / np.sqrt(shares)))
    for kind in KINDS:
        names = [f"encoder.layer.{layer}.{part}" for layer in range(LAYERS) for part in kind]
        integers, steps, biases = rounded(
            np.stack([tensors[f"{name}.weight"] for name in names]),
            np.stack([tensors[f"{name}.bias"] for name in names]),
            np.stack([reads[name] for name in names]),
            np.stack([gradients[name] for name in names]),
            step,
        )
        for place, name in enumerate(names):
            made |= packed(f"{name}.weight", integers[place], steps[place])
            made[f"{name}.bias"] = biases[place].astype(np.float32)
    small = {name: tensor for name, tensor in tensors.items() if name not in made and f"{name}:step" not in made}
    out.mkdir(parents=True, exist_ok=True)
    write_tensors(out / minilm.WEIGHTS, made | small)
    (out / minilm.PIECES).write_text("".join(f"{piece}\n" for piece in pieces), "utf-8")
    manifest.write(out, minilm.FILES, {})


def calibration(training: Path) -> list[str]:
    """Captions, two in one for the longer ones of other corpora, phrases of graphs, single words, and prose."""
    items = [item for item in factual.load(training) if item.error is None]
    np.random.default_rng(0).shuffle(items)
    captions = list(dict.fromkeys(item.caption for item in items))
    phrases = dict.fromkeys(phrase for item in items for phrase in parts(item.graph))
    words = dict.fromkeys(word for caption in captions for word in caption.split())
    short, halves = captions[:TEXTS], captions[TEXTS : 2 * TEXTS]
    long = [f"{one} {other}" for one, other in zip(halves[::2], halves[1::2], strict=True)]
    return [*short, *long, *islice(phrases, TEXTS), *islice(words, TEXTS), *prose()]


def prose() -> list[str]:
    """Sentences of Python's reference manual, which every Python has: English of another kind than captions."""
    text = " ".join(" ".join(topic.split()) for _, topic in sorted(topics.items()))
    sentences = [sentence for sentence in re.split(r"(?<=[.!?]) (?=[A-Z])", text) if 20 < len(sentence) < 400]
    np.random.default_rng(0).shuffle(sentences)
    return sentences[: TEXTS // 4]


def frequencies(pieces: Sequence[str]) -> np.ndarray:
    """Of which share of tokens each piece is, guessed from its place: the vocabulary has its words by frequency.

    The square root of Zipf's law, so that rare words do not pay for frequent ones in full.
    """
    rank = np.maximum(np.arange(len(pieces)) - FIRST_WORD, 0) + 100.0
    rank[[piece.startswith("[unused") for piece in pieces]] = len(pieces)
    shares = rank**-0.5 / (rank**-0.5).sum()
    shares[[pieces.index(START), pieces.index(END)]] = 1 / TOKENS
    return shares


def packed(name: str, integers: np.ndarray, steps: np.ndarray) -> dict[str, np.ndarray]:
    return {f"{name}:{part}": array for part, array in pack(integers, steps).items()}


def batches(tokenizer: Tokenizer, texts: Sequence[str]) -> Iterable[np.ndarray]:
    """Token ids of texts of one length each."""
    ids = sorted((encoding.ids for encoding in tokenizer.encode_batch(list(texts))), key=len)
    start = 0
    while start < len(ids):
        stop = start
        while stop < len(ids) and stop - start < BATCH and len(ids[stop]) == len(ids[start]):
            stop += 1
        yield np.array(ids[start:stop])
        start = stop


def random_batches(pieces: int) -> Iterable[np.ndarray]:
    """Texts of random words, so that what no caption says is rounded well too."""
    rng = np.random.default_rng(0)
    for length in (3, 4, 5, 6, 8, 12, 16, 24):
        ids = rng.integers(FIRST_WORD, pieces, (RANDOM, length))
        ids[:, 0], ids[:, -1] = 101, 102
        yield ids


def covariances(
    tensors: dict[str, np.ndarray], texts: Iterable[np.ndarray]
) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Per token and matrix: of its input with a constant one, and of the gradient of the sentence's vector after it."""
    weights = {name: torch.tensor(tensor) for name, tensor in tensors.items()}
    reads: dict[str, torch.Tensor] = {}
    gradients: dict[str, torch.Tensor] = {}
    generator = torch.Generator().manual_seed(0)
    tokens = 0
    for ids in texts:
        seen: dict[str, tuple[torch.Tensor, torch.Tensor]] = {}
        vectors = functional.normalize(forward(torch.tensor(ids), weights, seen).mean(1), dim=-1)
        (vectors * torch.randn(vectors.shape, generator=generator)).sum().backward()
        tokens += ids.size
        for name, (given, out) in seen.items():
            rows, slopes = given.flatten(0, 1), out.grad.flatten(0, 1)
            rows = torch.cat([rows, torch.ones(len(rows), 1)], 1)
            reads[name] = reads.get(name, 0) + (rows.T @ rows).double()
            gradients[name] = gradients.get(name, 0) + (slopes.T @ slopes).double()
    return tuple({name: (sums / tokens).numpy() for name, sums in of.items()} for of in (reads, gradients))


def forward(ids: torch.Tensor, weights: dict[str, torch.Tensor], seen: dict) -> torch.Tensor:
    """BERT in full precision; `seen` gets what every matrix reads and writes."""
    texts, length = ids.shape

    def norm(x: torch.Tensor, name: str) -> torch.Tensor:
        return functional.layer_norm(x, (WIDTH,), weights[f"{name}.weight"], weights[f"{name}.bias"], 1e-12)

    def linear(x: torch.Tensor, name: str) -> torch.Tensor:
        y = functional.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])
        y.retain_grad()
        seen[name] = x.detach(), y
        return y

    summed = sum(
        weights[f"embeddings.{table}_embeddings.weight"][rows]
        for table, rows in (("word", ids), ("position", torch.arange(length)), ("token_type", torch.zeros_like(ids)))
    )
    summed.requires_grad_(True)
    seen["embeddings"] = summed.detach(), summed
    x = norm(summed, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        query, key, value = (
            linear(x, f"{at}.attention.self.{part}").view(texts, length, HEADS, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        attended = functional.scaled_dot_product_attention(query, key, value).transpose(1, 2).flatten(2)
        x = norm(linear(attended, f"{at}.attention.output.dense") + x, f"{at}.attention.output.LayerNorm")
        wide = functional.gelu(linear(x, f"{at}.intermediate.dense"))
        x = norm(linear(wide, f"{at}.output.dense") + x, f"{at}.output.LayerNorm")
    return x


def factor(covariance: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Unit upper triangular U and diagonal d with U d Uᵀ the covariance: d is what an error costs that U answers."""
    size = covariance.shape[-1]
    damping = DAMPING * np.trace(covariance, axis1=-2, axis2=-1)[..., None, None] / size
    lower = np.linalg.cholesky((covariance + damping * np.eye(size))[..., ::-1, ::-1])
    upper = lower[..., ::-1, ::-1]
    scale = np.diagonal(upper, axis1=-2, axis2=-1)
    return upper / scale[..., None, :], scale**2


def stored(steps: np.ndarray) -> np.ndarray:
    """Steps as the file will have them."""
    return steps.astype(np.float16).astype(np.float64)


def rounded_rows(table: np.ndarray, gradient: np.ndarray, steps: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows that do not meet: each answers its own errors only."""
    answer, cost = factor(gradient)
    steps = stored(np.maximum(steps / np.exp(np.log(cost).mean() / 2), np.abs(table).max(axis=1) / LARGEST))
    integers = np.empty(table.shape, np.int64)
    for start in range(0, len(table), 1024):
        some = slice(start, start + 1024)
        wanted = table[some].astype(np.float64)
        aim = wanted.copy()
        for column in range(table.shape[1]):
            integers[some, column] = np.rint(aim[:, column] / steps[some])
            error = wanted[:, column] - integers[some, column] * steps[some]
            aim[:, column + 1 :] += error[:, None] * answer[column, column + 1 :]
    return integers, steps.astype(np.float16)


def rounded(
    weights: np.ndarray, biases: np.ndarray, reads: np.ndarray, gradients: np.ndarray, step: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices of one shape: integers, steps by row, and biases."""
    across, dear = factor(reads)
    down, cost = factor(gradients)
    dear = np.exp(np.log(dear[:, :-1]).mean(1, keepdims=True))
    steps = stored(step / np.sqrt(cost * dear))
    whole = np.concatenate([weights, biases[..., None]], axis=2).astype(np.float64)
    columns = weights.shape[2]
    integers = np.empty(weights.shape, np.int64)
    errors, moved = np.zeros_like(whole), np.empty_like(biases)
    for row in range(weights.shape[1]):
        wanted = whole[:, row] + np.einsum("mk,mkc->mc", down[:, :row, row], errors[:, :row])
        aim, scale = wanted.copy(), steps[:, row]
        for column in range(columns):
            number = np.rint(aim[:, column] / scale)
            integers[:, row, column] = number
            error = wanted[:, column] - number * scale
            aim[:, column + 1 :] += error[:, None] * across[:, column, column + 1 :]
        made = np.concatenate([integers[:, row] * scale[:, None], aim[:, columns:]], axis=1)
        errors[:, row] = whole[:, row] - made
        moved[:, row] = aim[:, columns]
    return integers, steps.astype(np.float16), moved


def measure(tensors: dict[str, np.ndarray], given: argparse.Namespace) -> None:
    """How far cosines are from the published model's, over all pairs and over nearest pairs."""
    sizes = {path.name: path.stat().st_size for path in sorted(given.out.iterdir())}
    print({**sizes, "together": sum(sizes.values())})
    judged = flickr8k.load(given.flickr8k)
    captions = list(dict.fromkeys(text for pair in judged for text in (pair.caption, *pair.references)))
    graphs = (item.graph for item in factual.load(given.factual / "random_dev.csv") if item.error is None)
    phrases = sorted({phrase for graph in graphs for phrase in parts(graph)})
    ours = minilm.MiniLM(threads=1, weights=minilm.unpacked(given.out / minilm.WEIGHTS))
    theirs = minilm.MiniLM(threads=1, weights=tensors)
    for what, texts in (("captions", captions[:2500]), ("phrases", phrases[:2500])):
        right, found = theirs.encode(texts), ours.encode(texts)
        cosines = right @ right.T
        error = np.abs(found @ found.T - cosines)
        np.fill_diagonal(cosines, -1)
        nearest = error[np.arange(len(texts)), cosines.argmax(1)]
        every = error[np.triu_indices(len(texts), 1)]
        for pairs, values in (("all", every), ("nearest", nearest)):
            squared, high, near = np.sqrt((values**2).mean()), np.quantile(values, 0.999), (values <= NEAR).mean()
            print(f"{len(texts)} {what}, {pairs} pairs: rms {squared:.6f}, 99.9 % within {high:.6f},", end=" ")
            print(f"all within {values.max():.6f}; {100 * near:.3f} % within {NEAR}")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
