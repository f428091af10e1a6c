"""The gradient of REINFORCE is that of the expected reward, enumerated exactly; captions are drawn as likely."""

from itertools import product

import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.games.policy import Baseline, as_released, chosen_best, divergence, entropies, reinforce  # noqa: E402
from grice.speakers.rooms.agent_folder import END, PAD  # noqa: E402
from grice.training.captioner.decoding import decode, scored  # noqa: E402
from grice.training.captioner.networks import Speaker, said  # noqa: E402

WORDS = 6


def every_caption() -> torch.Tensor:
    """Every caption of at most two words over six, the end included or cut off at two."""
    found = {(END, PAD)} | {pair for pair in product(range(WORDS), repeat=2) if pair[0] != END}
    return torch.tensor(sorted(found))


@pytest.fixture
def small() -> tuple[Speaker, torch.Tensor, torch.Tensor, torch.Tensor]:
    """A speaker in double precision, what it sees, every caption, and a reward for each."""
    torch.manual_seed(0)
    speaker = Speaker(WORDS, 3, 4).double()
    with torch.no_grad():
        for parameter in speaker.parameters():
            parameter.copy_(torch.randn_like(parameter))
    captions = every_caption()
    return speaker, torch.randn(1, 3).double(), captions, torch.randn(len(captions)).double()


def gradient(speaker: Speaker, value: torch.Tensor) -> torch.Tensor:
    found = torch.autograd.grad(value, list(speaker.parameters()), retain_graph=True)
    return torch.cat([part.flatten() for part in found])


def test_every_caption_is_counted_once(small) -> None:
    speaker, picture, captions, _ = small
    chosen, _ = scored(speaker, speaker.seen(picture).expand(len(captions), -1), captions)
    assert chosen.sum(1).exp().sum().item() == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("baseline", [0.0, 1.7])
def test_its_expected_gradient_is_that_of_the_expected_reward(small, baseline: float) -> None:
    speaker, picture, captions, rewards = small

    def log_probabilities() -> torch.Tensor:
        return scored(speaker, speaker.seen(picture).expand(len(captions), -1), captions)[0]

    exact = gradient(speaker, (log_probabilities().sum(1).exp() * rewards).sum())
    words = log_probabilities()
    shares = words.sum(1).exp().detach()
    others = as_released(words, said(captions))
    found = [
        sum(
            share * reinforce(logs[i : i + 1], rewards[i : i + 1], torch.tensor([baseline]))
            for i, share in enumerate(shares)
        )
        for logs in (words, others)
    ]
    expected, wrong = (gradient(speaker, -one) for one in found)
    torch.testing.assert_close(expected, exact, rtol=1e-4, atol=1e-6)
    assert (wrong - exact).norm() > 0.5 * exact.norm()


def test_drawn_captions_come_as_often_as_they_are_likely(small) -> None:
    speaker, picture, captions, _ = small
    seen = speaker.seen(picture)
    count = 20_000
    torch.manual_seed(1)
    drawn = decode(speaker, seen.expand(count, -1), 1, draw=True)
    wanted = scored(speaker, seen.expand(len(captions), -1), captions)[0].sum(1).exp()
    found = (drawn[:, None] == captions).all(-1).double().mean(0)
    assert found.sum().item() == pytest.approx(1.0)
    apart = (found - wanted).abs() / (wanted * (1 - wanted) / count).sqrt().clamp(min=1e-6)
    assert apart.max() < 4.5


def test_a_leave_one_out_baseline_never_looks_at_its_own_reward() -> None:
    rewards = torch.tensor([1.0, -1.0, 3.0])
    changed = rewards.clone()
    changed[1] = 100.0
    baseline = Baseline("leave-one-out")
    assert baseline(rewards).tolist() == [1.0, 2.0, 0.0]
    assert baseline(rewards)[1] == baseline(changed)[1]


def test_a_running_mean_is_that_of_the_batches_before() -> None:
    baseline = Baseline("mean")
    assert baseline(torch.tensor([1.0, 3.0])).tolist() == [2.0, 2.0]
    assert baseline(torch.tensor([5.0, 7.0])).tolist() == [2.0, 2.0]
    assert baseline(torch.tensor([0.0])).tolist() == [4.0]
    assert Baseline("none")(torch.ones(2)).tolist() == [0.0, 0.0]


def test_entropy_and_divergence_count_words_up_to_the_end() -> None:
    even = torch.full((1, 3, 4), 0.25).log()
    spoken = torch.tensor([[True, True, False]])
    assert entropies(even, spoken)[0].tolist() == pytest.approx([1.3863, 1.3863, 0.0], abs=1e-4)
    sure = torch.tensor([0.97, 0.01, 0.01, 0.01]).log().expand(1, 3, 4)
    assert divergence(sure, sure, spoken).item() == pytest.approx(0.0)
    assert divergence(sure, even, spoken).item() == pytest.approx(
        1.3863 - entropies(sure, spoken)[0, 0].item(), abs=1e-4
    )


def test_the_best_of_several_counts_only_where_it_is_better() -> None:
    best, better = chosen_best(torch.tensor([[0.0, 1.0, 0.0], [1.0, 1.0, 1.0]]))
    assert best[0].item() == 1
    assert better.tolist() == [True, False]
