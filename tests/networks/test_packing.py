"""A packed matrix is unpacked to the bit, outliers too, and takes what its entropy says."""

import numpy as np
import pytest

from grice.networks.packing import pack, unpack


@pytest.mark.parametrize("spread", [1, 100, 1000])
def test_a_matrix_comes_back_to_the_bit(spread: float) -> None:
    rng = np.random.default_rng(0)
    integers = np.rint(rng.normal(0, spread, (300, 64))).astype(np.int64)
    integers[0, :4] = 65_535, -65_535, 256, -255
    step = rng.uniform(1e-4, 1e-2, 300).astype(np.float16)
    found = unpack(pack(integers, step))
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, integers.astype(np.float32) * step.astype(np.float32)[:, None])


def test_normal_weights_take_about_their_entropy() -> None:
    # log2(spread * sqrt(2 pi e)) bits a weight, here 8.69; bytes alone could not hold a twentieth of these numbers.
    spread = 100
    integers = np.rint(np.random.default_rng(0).normal(0, spread, (3000, 384))).astype(np.int64)
    parts = pack(integers, np.ones(3000, np.float16))
    bits = 8 * sum(part.nbytes for part in parts.values()) / integers.size
    assert bits < np.log2(spread * np.sqrt(2 * np.pi * np.e)) + 0.3
