"""What becomes of dropped files? They are kept, judged beside the page, and handed back with a value for every item."""

import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.files import Writer
from grice.readers.graphs.cache import FILE, remembering, standing_cache
from grice.web.explorer import captions
from grice.web.explorer.jobs import Job, Jobs
from grice.web.explorer.uploads import Upload, Uploads

FORMS = ("csv", "jsonl", "parquet")


class Desk:
    """The files of one explorer, and their judgements."""

    def __init__(self) -> None:
        self.uploads, self.jobs = Uploads(), Jobs()
        self.parses = standing_cache() or self.uploads.folder / FILE
        """Where parses are kept: somebody who types asks for the same references again and again."""

    def received(self, name: str, content: bytes) -> dict[str, Any]:
        """Keep a file; what it holds."""
        return _shown(self.uploads.add(name, content))

    def judged(self, given: captions.Files) -> dict[str, Any]:
        """The files that are meant and, where metrics are chosen, how far the judgement is or what it came to."""
        names = [name for name in (given.first, given.second) if name]
        references = self.uploads[given.references] if given.references else None
        shown: dict[str, Any] = {"files": [_shown(self.uploads[name]) for name in names]}
        shown["references"] = _shown(references) if references else None
        shown["offers"] = captions.offers(self.uploads[given.first].path, references.path if references else None)
        if not given.metrics:
            return shown | {"state": "ready"}
        job = self._job(given)
        if job.error:
            raise job.error
        if not job.finished:
            return shown | {"state": "working", "done": job.done, "total": job.total}
        return shown | {"state": "done", "answer": captions.corpus(job.result, given.sort)}

    def items(self, given: captions.Files, form: str) -> tuple[str, bytes]:
        """A name and the bytes of a file with every item of one file and its values."""
        job = self._job(given)
        if job.error or not job.finished:
            raise job.error or InputError("the file is still being judged", "a little patience")
        file = job.result.files[given.which == "second" and bool(given.second)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"items.{form}"
            with Writer(path) as writer:
                for batch in captions.items(file).to_batches():
                    writer.write(batch)
            return f"{Path(file.name).stem}-items.{form}", path.read_bytes()

    def _job(self, given: captions.Files) -> Job:
        files = [self.uploads[name] for name in (given.first, given.second) if name]
        references = self.uploads[given.references].path if given.references else None
        if not given.metrics:
            raise InputError("no metric", "at least one")
        names = [file.name for file in files]
        names = [f"{name} ({i})" for i, name in enumerate(names, 1)] if len(set(names)) < len(names) else names
        paths = dict(zip(names, (file.path for file in files), strict=True))

        def work(step: Callable[[int], object]) -> captions.Scored:
            with remembering(self.parses):
                return captions.scored(paths, references, given.metrics, step)

        key = (given.first, given.second, given.references, given.metrics)
        return self.jobs.get(key, sum(file.rows for file in files), work)


def _shown(upload: Upload) -> dict[str, Any]:
    """What a page may know of a file: everything but where it lies."""
    return {name: value for name, value in asdict(upload).items() if name != "path"}
