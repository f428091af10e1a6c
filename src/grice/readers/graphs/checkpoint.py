"""Any sequence-to-sequence checkpoint of the field as a parser: FACTUAL-T5, VG-T5, CDP-T5 and their kin.

By folder or hub id, through transformers. Captions go in whole (no text is cut to make room for its batch), targets
are never tokenised, and the marks "v:" and "pv:" are read as what they mean instead of being stripped letter by letter.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.extras import require
from grice.meaning.graph import SceneGraph
from grice.networks.manifest import sha256
from grice.readers.graphs.spans import ground
from grice.words.split import clean, words_of_text

PROMPT = "Generate Scene Graph: "
BATCH = 32
_TOKENIZER = re.compile(r"token|vocab|spiece|\.(spm|model)$")
_MARKS = re.compile(r"[(,]\s*p?v:|:\d+\s*[,)]")


class CheckpointParser:
    """A `Parser` from a seq2seq checkpoint. A hub id may download; a folder never does."""

    language = "en"

    def __init__(self, name: str, beams: int | None = None, prompt: str = PROMPT, longest: int = 256) -> None:
        library = require("transformers", "hub", f"the parser {name}")
        self._torch = require("torch", "train", f"the parser {name}")
        local = Path(name).is_dir()
        self._tokenizer, self._model = _load(library, name, local)
        self.beams, self._prompt, self._longest = beams or 1, prompt, longest
        self.name = Path(name).name if local else name
        self.most_words = 120
        self.fingerprint = f"{_fingerprint(name, self._model)}-beams{self.beams}-{prompt}"

    def __call__(self, sentences: Sequence[str]) -> list[SceneGraph]:
        """A graph for each sentence, sentences of like length together."""
        order = sorted(range(len(sentences)), key=lambda i: len(sentences[i]))
        graphs: dict[int, SceneGraph] = {}
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            written = self.write([sentences[i] for i in chosen])
            for i, (text, ended) in zip(chosen, written, strict=True):
                graphs[i] = read_written(text, sentences[i], ended)
        return [graphs[i] for i in range(len(sentences))]

    def write(self, sentences: Sequence[str]) -> list[tuple[str, bool]]:
        """What the checkpoint writes for sentences, and whether each came to its end."""
        given = self._tokenizer(
            [self._prompt + clean(sentence).lower() for sentence in sentences],
            padding=True,
            truncation=False,
            return_tensors="pt",
        )
        with self._torch.inference_mode():
            rows: Any = self._model.generate(
                input_ids=given["input_ids"],
                attention_mask=given["attention_mask"],
                max_new_tokens=self._longest,
                num_beams=self.beams,
                do_sample=False,
            )
        end = self._tokenizer.eos_token_id
        texts = self._tokenizer.batch_decode(rows, skip_special_tokens=True)
        return [(text, bool((row == end).any())) for text, row in zip(texts, rows, strict=True)]


def read_written(written: str, sentence: str, ended: bool = True) -> SceneGraph:
    """The graph of what a checkpoint wrote: facts that are whole, aligned with the sentence; the rest is named."""
    graph = SceneGraph.from_text(written, lenient=True, identifiers=bool(_MARKS.search(written)))
    problems = graph.problems if ended else (*graph.problems, "the graph breaks off: it found no end")
    if not graph.statements and not problems:
        problems = ("nothing was written",)
    return ground(SceneGraph(graph.statements, sentence, problems), words_of_text(sentence))


def _load(library: Any, name: str, local: bool) -> tuple[Any, Any]:
    """Tokenizer and model, or in a line why there are none."""
    if local and not any(_TOKENIZER.search(path.name) for path in Path(name).iterdir()):
        # transformers would make an empty one, to which every word is unknown.
        raise InputError(
            f"{name} holds no tokenizer", "the files of its tokenizer", "tokenizer.save_pretrained(folder)"
        )
    try:
        # The configuration first: it is small, and where it cannot be had nothing else is tried.
        library.AutoConfig.from_pretrained(name, local_files_only=local)
        tokenizer = library.AutoTokenizer.from_pretrained(name, local_files_only=local)
        model = library.AutoModelForSeq2SeqLM.from_pretrained(name, local_files_only=local).eval()
    # transformers, its hub and safetensors each have exceptions of their own for a file that is missing or broken.
    except Exception as error:
        raise InputError(
            f"{name} cannot be loaded: {str(error).strip().partition(chr(10))[0]}",
            "a folder with a whole seq2seq checkpoint, or the id of one on the hub and a connection to it",
        ) from error
    return tokenizer, model


def _fingerprint(name: str, model: Any) -> str:
    folder = Path(name)
    if folder.is_dir():
        files = sorted(path for path in folder.iterdir() if path.suffix in (".safetensors", ".bin", ".json"))
        return hashlib.sha256("".join(map(sha256, files)).encode()).hexdigest()[:16]
    return f"{name}@{getattr(model.config, '_commit_hash', None) or 'unpinned'}"
