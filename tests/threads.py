"""How many threads do tiny networks train on? One: they are so small that several would wait for each other."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")
    torch.set_num_threads(1)
