"""Clauses that no graph can mean, and verbs that stand neither in their base form nor in "-ing"."""

import pytest

from grice.readers.graphs.linear import Clause, clauses_of, facts_of, tokens_of
from grice.readers.graphs.network.conventions import conventional
from grice.training.parser.rows import facts_in


def kept(graph: str, text: str) -> str:
    clauses: list[Clause] = clauses_of(tokens_of(facts_in(graph)))
    found = conventional(clauses, text.split())
    assert facts_of(tokens_of(facts_in(graph)))  # what is given is well formed
    return " ".join("-".join(map(str, filter(None, (c.subject, c.said, c.object)))) for c in found)


@pytest.mark.parametrize(
    ("text", "graph", "expected"),
    [
        ("there is a boy standing in front of him", "( boy , v:stand in front of , boy )", "boy"),
        ("a boy in a hat in front of him", "( boy , in front of , boy ) , ( boy , v:wear , hat )", "boy-wear-hat"),
        ("a bus behind a bus", "( bus , behind , bus )", "bus-behind-bus:1"),
        ("two cats lick each other", "( cats , v:lick , cats )", "cats-lick-cats:1"),
        ("a cat licks itself", "( cat , v:lick , cat )", "cat-lick-cat"),
        ("a wedding ring", "( wedding ring , is , wedding )", "wedding ring"),
        ("a gold wedding ring", "( wedding ring , is , gold )", "wedding ring-gold"),
        ("a bulldozer plowing snow", "( bulldozer , v:plowing , snow )", "bulldozer-plow-snow"),
        ("a curator dabs paint", "( curator , v:dabs , paint )", "curator-dab-paint"),
        ("a road across a field", "( road , across , field )", "road-across-field"),
        ("a car passes a bus", "( car , v:pass , bus )", "car-pass-bus"),
        ("a piper heckled by a man", "( man , v:heckled , piper )", "man-heckle-piper"),
        ("a batter swinging at a ball", "( batter , v:swing at , ball )", "batter-swing at-ball"),
        ("a sign left of a door", "( sign , left of , door )", "sign-left of-door"),
        ("a glim's zorp", "( glim'zorp , is , red ) , ( zorp )", "zorp"),
        ("the others fizz .", "( people , is , fizz.people )", "people"),
        ("the others fizz . a cat", "( fizz.people ) , ( cat )", "cat"),
        ("a t.v. on a shelf", "( t.v. , on , shelf )", "t.v.-on-shelf"),
        ("a man and a boy pose", "( man , is , pose ) , ( boy , is , posing )", "man-posing boy-posing"),
        ("a man and a pose", "( man , is , pose )", "man-pose"),
        ("a women 's shoe", "( women's shoe )", "women's shoe"),
        ("a lean-to-be shed", "( shed , is , lean-to be )", "shed-lean-to-be"),
        ("a jack-of-the-woods mask", "( mask , is , jack-of-woods )", "mask-jack-of-the-woods"),
        ("a merry-go-round", "( merry-go round , is , old )", "merry-go-round-old"),
        ("a man to be", "( man , is , to-be )", "man-to-be"),
        ("a cat sleeps", "( cat , is , sleeps )", "cat-sleeping"),
        ("the baby cries .", "( baby , is , cries )", "baby-crying"),
        ("two dogs sit", "( dogs , is , sit )", "dogs-sitting"),
        ("smoke rises", "( smoke , is , rise )", "smoke-rising"),
        ("walls stone", "( walls , is , stone )", "walls-stone"),
        ("the door open", "( door , is , open )", "door-open"),
        ("a dance school", "( school , is , dance )", "school-dance"),
        ("a boy without him in front", "( not:boy , in front of , boy )", ""),
    ],
)
def test_a_graph_says_nothing_of_a_thing_by_itself(text: str, graph: str, expected: str) -> None:
    assert kept(graph, text) == expected
