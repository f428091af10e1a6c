"""What is told from what ("a cat, not a dog, is asleep"): said of the one, denied of the other, relating neither."""

import pytest

import grice

RIVALS = [
    ("A cat, not a dog, is sleeping on the sofa.", ("cat", "sleep on", "sofa"), ("dog", "sleep on", "sofa")),
    ("The woman, not the man, is holding the baby.", ("woman", "hold", "baby"), ("man", "hold", "baby")),
    ("Dogs, not cats, are playing.", ("dogs", "is", "playing"), ("cats", "is", "playing")),
    ("The kettle, not the pan, is on the stove.", ("kettle", "on", "stove"), ("pan", "on", "stove")),
    ("The ball, not the bat, is red.", ("ball", "is", "red"), ("bat", "is", "red")),
    ("A lizard, not a snake, basks on the wall.", ("lizard", "bask on", "wall"), ("snake", "bask on", "wall")),
    ("A pear, not a lemon, is being cut by the chef.", ("chef", "cut", "pear"), ("chef", "cut", "lemon")),
    ("Surfers, not swimmers, wear wetsuits.", ("surfers", "wear", "wetsuits"), ("swimmers", "wear", "wetsuits")),
    ("A man in a straw hat, not a boy, is rowing the boat.", ("man", "row", "boat"), ("boy", "row", "boat")),
    ("A man in a cap, not a helmet, rows a boat.", ("man", "row", "boat"), ("man", "wear", "helmet")),
    ("The girl holds a kite, not an umbrella, on the beach.", ("girl", "hold", "kite"), ("girl", "hold", "umbrella")),
    ("On the roof sits an owl, not a pigeon.", ("owl", "sit on", "roof"), ("pigeon", "sit on", "roof")),
    ("It is a wolf, not a dog, that howls at the moon.", ("wolf", "howl at", "moon"), ("dog", "howl at", "moon")),
    (
        "Nuns rather than monks are singing in the chapel.",
        ("nuns", "sing in", "chapel"),
        ("monks", "sing in", "chapel"),
    ),
    ("A waiter instead of the waitress is serving soup.", ("waiter", "serve", "soup"), ("waitress", "serve", "soup")),
]


@pytest.mark.parametrize(("caption", "said", "denied"), RIVALS, ids=[row[0] for row in RIVALS])
def test_what_is_denied_of_one_is_said_of_the_other(
    caption: str, said: tuple[str, ...], denied: tuple[str, ...]
) -> None:
    graph = grice.parse(caption)
    assert said in graph.facts
    assert graph.denied_facts == (denied,)


def test_a_caption_with_a_rival_is_no_contradiction_of_what_it_says() -> None:
    result = grice.score(
        ["A cat, not a dog, is sleeping on the sofa."], [["A cat is sleeping on the sofa."]], metrics="grice"
    )
    assert result["grice"]["contradicted"].value == 0


@pytest.mark.parametrize(
    ("caption", "said", "denied"),
    [
        ("It is a zebra, not a horse.", ("zebra",), ("horse",)),
        ("A tall man, not wearing a hat, is reading.", ("man", "is", "reading"), ("man", "wear", "hat")),
        ("A boy is eating soup, not drinking it.", ("boy", "eat", "soup"), ("boy", "drink", "soup")),
        ("The truck is blue, not green.", ("truck", "is", "blue"), ("truck", "is", "green")),
        ("A man sits by a lake, not a cloud in the sky.", ("man", "sit by", "lake"), ("cloud", "in", "sky")),
        ("The fox, not the hound, isn't running.", ("fox",), ("fox", "is", "running")),
        ("The dog sits on the sofa instead of the rug.", ("dog", "sit on", "sofa"), ("dog", "sit on", "rug")),
        ("An empty road, not a car in sight.", ("road", "is", "empty"), ("car",)),
    ],
)
def test_other_denials_after_a_comma_stay_what_they_are(
    caption: str, said: tuple[str, ...], denied: tuple[str, ...]
) -> None:
    graph = grice.parse(caption)
    assert said in graph.facts
    assert denied in graph.denied_facts


EXCEPTIONS = [
    ("Everything on the shelf is dusty except the trophy.", ("trophy", "is", "dusty"), ("trophy", "on", "shelf")),
    ("Everything in the room is white except the piano.", ("piano", "is", "white"), ("piano", "in", "room")),
    ("Everyone on the bus is asleep except the driver.", ("driver", "is", "asleep"), ("driver", "on", "bus")),
    ("All of the houses on the street are brick except for the church.", ("church", "is", "brick"), ("church",)),
    ("All the guests are dancing except the bride.", ("bride", "is", "dancing"), ("guests", "is", "dancing")),
    ("Everything in the fridge is rotten apart from the milk.", ("milk", "is", "rotten"), ("milk",)),
    ("Every tree in the orchard is bare except the pear.", ("pear", "is", "bare"), ("tree", "is", "bare")),
    ("All the animals in the pen are black except the goat.", ("goat", "is", "black"), ("animals", "is", "black")),
]


@pytest.mark.parametrize(("caption", "denied", "said"), EXCEPTIONS, ids=[row[0] for row in EXCEPTIONS])
def test_an_exception_is_one_of_them_and_not_as_they_are(
    caption: str, denied: tuple[str, ...], said: tuple[str, ...]
) -> None:
    graph = grice.parse(caption)
    assert graph.denied_facts == (denied,)
    assert said in graph.facts


@pytest.mark.parametrize(
    ("caption", "denied"),
    [
        ("The vase has no flowers in it.", ("vase", "have", "flowers")),
        ("The tree has no leaves on it.", ("tree", "have", "leaves")),
        ("The shelf has no books on it.", ("shelf", "have", "books")),
        ("The bowl has no fruit in it.", ("bowl", "have", "fruit")),
        ("A man with a beard and without glasses reads.", ("man", "wear", "glasses")),
        ("A man without glasses reads.", ("man", "wear", "glasses")),
        ("A woman without a coat shivers.", ("woman", "wear", "coat")),
        ("A boy with freckles but without a hat laughs.", ("boy", "wear", "hat")),
    ],
)
def test_what_is_not_there_is_told_from_what_somebody_does(caption: str, denied: tuple[str, ...]) -> None:
    assert grice.parse(caption).denied_facts == (denied,)
