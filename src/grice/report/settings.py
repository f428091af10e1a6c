"""How much is done for a report, and with what? A few numbers, and the folder of corpora where there is one."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    seed: int = 0
    pairs: int = 1500
    """Pairs of rooms in each of the thirteen sets; 7,500 in the paper."""
    looked: int = 100
    """Pairs in each set for speakers that look at pictures, which takes them a hundred times as long."""
    studies: int = 10
    """Simulated studies of readers."""
    scenes: int = 20
    """Scenes of each size for completeness; all of them where a size has fewer."""
    data: Path | None = None
    """A folder with corpora by name: qtuna, factual, flickr8k, judgements, contrasts, shapes3d."""

    def rows(self) -> dict[str, str]:
        """What is run, for people."""
        return {
            "command": "grice report" + (f" --data {self.data}" if self.data else ""),
            "seed": str(self.seed),
            "pairs of rooms in each of 13 sets": f"{self.pairs:,} (7,500 in the paper)",
            "pairs for speakers that look at pictures": f"{min(self.looked, self.pairs):,}",
            "simulated studies": str(self.studies),
            "scenes of each size": str(self.scenes),
        }

    def folder(self, name: str) -> Path | None:
        """The folder of a corpus, if it is there."""
        path = None if self.data is None else self.data / name
        return path if path is not None and path.is_dir() else None
