"""What becomes of dropped files? They are kept, judged beside the page, and handed back with a value for every item."""

import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from grice.errors import InputError
from grice.files import Writer
from grice.readers.graphs.cache import FILE, remembering
from grice.web.explorer import captions
from grice.web.explorer.jobs import Job, Jobs
from grice.web.explorer.uploads import Upload, Uploads

FORMS = ("csv", "jsonl", "parquet")


class Desk:
    """The files of one explorer, and their judgements."""

    def __init__(self) -> None:
        self.uploads, self.jobs = Uploads(), Jobs()
        self.parses = self.uploads.folder / FILE
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
        jobs = [self._job(name, given) for name in names]
        if wrong := next((job.error for job in jobs if job.error), None):
            raise wrong
        if not all(job.finished for job in jobs):
            done, total = sum(job.done for job in jobs), sum(job.total for job in jobs)
            return shown | {"state": "working", "done": done, "total": total}
        first, second = (*(job.result for job in jobs), None)[:2]
        return shown | {"state": "done", "answer": captions.corpus(first, second, given.sort)}

    def items(self, given: captions.Files, form: str) -> tuple[str, bytes]:
        """A name and the bytes of a file with every item of the first file and its values."""
        job = self._job(given.first, given)
        if job.error or not job.finished:
            raise job.error or InputError("the file is still being judged", "a little patience")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"items.{form}"
            with Writer(path) as writer:
                for batch in captions.items(job.result).to_batches():
                    writer.write(batch)
            name = f"{Path(self.uploads[given.first].name).stem}-items.{form}"
            return name, path.read_bytes()

    def _job(self, name: str, given: captions.Files) -> Job:
        file = self.uploads[name]
        references = self.uploads[given.references].path if given.references else None
        if not given.metrics:
            raise InputError("no metric", "at least one")
        key = (name, given.references, given.metrics)

        def work(step: Callable[[int], object]) -> captions.Scored:
            with remembering(self.parses):
                return captions.scored(file.name, file.path, references, given.metrics, step)

        return self.jobs.get(key, file.rows, work)


def _shown(upload: Upload) -> dict[str, Any]:
    """What a page may know of a file: everything but where it lies."""
    return {name: value for name, value in asdict(upload).items() if name != "path"}
