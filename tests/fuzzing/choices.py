"""How does a string of bytes make choices? As a `Random` whose every decision is read from the bytes.

A maker of inputs asks a `Random`; given this one, a fuzzer that changes bytes changes decisions, one at a time.
"""

from random import Random


class Choices(Random):
    """Decisions from bytes, in order; when they are used up, the first alternative each time."""

    def __init__(self, data: bytes) -> None:
        self._data, self._place = data, 0
        super().__init__(0)

    def getrandbits(self, k: int, /) -> int:
        taken = self._data[self._place : self._place + (k + 7) // 8]
        self._place += len(taken)
        return int.from_bytes(taken, "little") & ((1 << k) - 1)

    def random(self) -> float:
        return self.getrandbits(16) / 65536

    def seed(self, *_: object, **__: object) -> None:
        """The bytes are the seed."""
