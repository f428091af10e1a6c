"""Word by word a speaker says what it says at once; a listener reads to the end of a caption and no further."""

import pytest

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'grice[train]'")

from grice.speakers.rooms.agent_folder import END, PAD, START  # noqa: E402
from grice.training.captioner.agents import SPEAKERS, new_speaker  # noqa: E402
from grice.training.captioner.decoding import decode, scored  # noqa: E402
from grice.training.captioner.networks import Listener, lengths, said  # noqa: E402

WORDS, SIZE, WIDTH = 11, 7, 16


def speaker(architecture: str):
    torch.manual_seed(3)
    made = new_speaker(architecture, WORDS, SIZE, WIDTH).eval()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.copy_(torch.randn_like(parameter) * 0.5)
    return made


@pytest.mark.parametrize("architecture", SPEAKERS)
def test_steps_give_the_logits_of_the_whole_caption(architecture: str) -> None:
    made = speaker(architecture)
    seen = made.seen(torch.randn(5, SIZE), torch.randn(5, SIZE))
    captions = torch.randint(4, WORDS, (5, 6))
    state, word, steps = made.begin(seen), torch.full((5,), START), []
    for place in range(6):
        logits, state = made.step(state, word)
        steps.append(logits)
        word = captions[:, place]
    torch.testing.assert_close(torch.stack(steps, 1), made(seen, captions), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("architecture", SPEAKERS)
def test_greedy_captions_take_the_likeliest_word_and_end_once(architecture: str) -> None:
    made = speaker(architecture)
    seen = made.seen(torch.randn(40, SIZE))
    captions = decode(made, seen, 6)
    likeliest = made(seen, captions).argmax(-1)
    assert (likeliest == captions)[said(captions)].all()
    assert (captions[~said(captions)] == PAD).all()
    assert ((captions == END).sum(1) <= 1).all()


def test_several_distractors_are_averaged_and_none_is_the_target_twice() -> None:
    made = speaker("lstm")
    target, others = torch.randn(2, SIZE), torch.randn(2, 3, SIZE)
    mean = made.images(others).mean(1)
    torch.testing.assert_close(made.seen(target, others), torch.cat([made.images(target), mean], 1))
    torch.testing.assert_close(made.seen(target), made.seen(target, target))


def test_words_after_the_end_change_neither_score_nor_choice() -> None:
    made, listener = speaker("lstm"), Listener(WORDS, SIZE, WIDTH)
    captions = torch.tensor([[5, 6, END, PAD, PAD], [7, END, PAD, PAD, PAD]])
    noise = torch.where(said(captions), captions, 9)
    candidates, seen = torch.randn(2, 3, SIZE), made.seen(torch.randn(2, SIZE))
    assert lengths(captions).tolist() == [3, 2]
    torch.testing.assert_close(listener(captions, candidates), listener(noise, candidates))
    torch.testing.assert_close(scored(made, seen, captions)[0].sum(1), scored(made, seen, noise)[0].sum(1))


def test_a_listener_scores_an_image_the_same_wherever_it_stands() -> None:
    listener = Listener(WORDS, SIZE, WIDTH)
    captions, candidates = torch.tensor([[5, 6, END]]), torch.randn(1, 3, SIZE)
    turned = listener(captions, candidates.flip(1)).flip(1)
    torch.testing.assert_close(listener(captions, candidates), turned)


def test_the_two_speakers_are_of_like_size_and_that_of_the_paper() -> None:
    counts = {name: sum(p.numel() for p in new_speaker(name, 47, 2048, 512).parameters()) for name in SPEAKERS}
    assert counts["lstm"] == 5_295_663 + 0  # as counted in the released checkpoint: embedding, projection, LSTM, output
    assert 0.8 < counts["transformer"] / counts["lstm"] < 1.25
