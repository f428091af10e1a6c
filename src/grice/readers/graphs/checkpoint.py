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
from grice.meaning.forms.text import read
from grice.networks.manifest import sha256
from grice.readers.base import ALL, Parsed, PassageParser
from grice.readers.graphs.spans import ground
from grice.words.split import Passage

PROMPT = "Generate Scene Graph: "
BATCH = 32
_TOKENIZER = re.compile(r"token|vocab|spiece|\.(spm|model)$")
_MARKS = re.compile(r"[(,]\s*p?v:|:\d+\s*[,)]")


class CheckpointParser(PassageParser):
    """A `Parser` from a seq2seq checkpoint. A hub id may download; a folder never does."""

    language = "en"
    one_sentence = True

    def __init__(self, name: str, beams: int | None = None, longest: int = 256) -> None:
        library = require("transformers", "hub", f"the parser {name}")
        self._torch = require("torch", "train", f"the parser {name}")
        local = Path(name).is_dir()
        self._tokenizer, self._model = _load(library, name, local)
        self.beams, self._longest = beams or 1, longest
        self.name = Path(name).name if local else name
        self.most_words = 120
        self.fingerprint = f"{_fingerprint(name, self._model)}-beams{self.beams}-{PROMPT}"

    def read(self, sentences: Sequence[Passage], content: str = ALL) -> list[Parsed]:  # noqa: ARG002
        """What each sentence says, sentences of similar length in one batch."""
        order = sorted(range(len(sentences)), key=lambda i: len(sentences[i].text))
        parsed: dict[int, Parsed] = {}
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            written = self.write([sentences[i] for i in chosen])
            for i, (text, ended) in zip(chosen, written, strict=True):
                parsed[i] = read_written(text, sentences[i], ended)
        return [parsed[i] for i in range(len(sentences))]

    def write(self, sentences: Sequence[Passage]) -> list[tuple[str, bool]]:
        """What the checkpoint writes for sentences, and whether each output was finished."""
        given = self._tokenizer(
            [PROMPT + sentence.plain[slice(*sentence.span)].lower() for sentence in sentences],
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


def read_written(written: str, sentence: Passage, ended: bool = True) -> Parsed:
    """What a checkpoint wrote: its whole facts, aligned with the sentence; anything else is a problem."""
    statements, problems = read(written, lenient=True, identifiers=bool(_MARKS.search(written)))
    if not ended:
        problems = (*problems, "the graph is unfinished: the network did not end it")
    if not statements and not problems:
        problems = ("nothing was written",)
    return Parsed(ground(statements, sentence), problems)


def _load(library: Any, name: str, local: bool) -> tuple[Any, Any]:
    """Tokenizer and model, or an error that says in one line why they cannot be loaded."""
    if local and not any(_TOKENIZER.search(path.name) for path in Path(name).iterdir()):
        # transformers would make an empty tokenizer, to which every word is unknown.
        raise InputError(
            f"{name} holds no tokenizer", "the files of its tokenizer", "tokenizer.save_pretrained(folder)"
        )
    try:
        # The configuration first: it is small, and without it nothing else is tried.
        library.AutoConfig.from_pretrained(name, local_files_only=local)
        tokenizer = library.AutoTokenizer.from_pretrained(name, local_files_only=local)
        model = library.AutoModelForSeq2SeqLM.from_pretrained(name, local_files_only=local).eval()
    # transformers, its hub and safetensors each have exceptions of their own for a file that is missing or broken.
    except Exception as error:
        raise InputError(
            f"{name} cannot be loaded: {str(error).strip().partition(chr(10))[0]}",
            "a folder with a complete seq2seq checkpoint, or a hub id and a connection to the hub",
        ) from error
    return tokenizer, model


def _fingerprint(name: str, model: Any) -> str:
    folder = Path(name)
    if folder.is_dir():
        files = sorted(path for path in folder.iterdir() if path.suffix in (".safetensors", ".bin", ".json"))
        return hashlib.sha256("".join(map(sha256, files)).encode()).hexdigest()[:16]
    return f"{name}@{getattr(model.config, '_commit_hash', None) or 'unpinned'}"
