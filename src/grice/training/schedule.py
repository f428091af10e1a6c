"""How large is the learning rate at a step, and how far has a run come?

The length of a run is a number of steps (repeatable to the bit on a CPU) or of minutes (it ends on time whatever else
runs on the machine, and the rate still reaches zero).
"""

import time
from dataclasses import dataclass, field


@dataclass
class Clock:
    """How far a run has come, from 0 to 1, by steps or by minutes; checkpoints keep the time `spent`."""

    steps: int | None = None
    minutes: float | None = None
    spent: float = 0.0
    _since: float = field(default_factory=time.monotonic)

    def progress(self, step: int) -> float:
        if self.steps is not None:
            return min(1.0, step / self.steps)
        return min(1.0, self.elapsed() / (60.0 * (self.minutes or 1.0)))

    def elapsed(self) -> float:
        return self.spent + time.monotonic() - self._since

    def restart(self, spent: float) -> None:
        self.spent, self._since = spent, time.monotonic()


def rate(step: int, progress: float, warmup: int) -> float:
    """The factor on every learning rate: a linear rise over `warmup` steps, and a linear fall to zero over the run."""
    return min(1.0, (step + 1) / max(1, warmup)) * (1.0 - progress)
