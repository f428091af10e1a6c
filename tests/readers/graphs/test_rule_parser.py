"""The rule parser reads plain captions, and holds its level on the development set."""

import pytest

import grice
from grice.corpora import factual


@pytest.mark.parametrize(
    ("caption", "graph"),
    [
        (
            "two small dogs chase a red ball",
            "( dogs , is , 2 ) , ( dogs , is , small ) , ( ball , is , red ) , ( dogs , v:chase , ball )",
        ),
        (
            "man in a blue and gray wetsuit",
            "( wetsuit , is , blue ) , ( wetsuit , is , gray ) , ( man , in , wetsuit )",
        ),
        ("leg of the batter", "( batter , v:have , leg )"),
        ("eyes on the cat 's face", "( cat , v:have , face ) , ( eyes , on , face )"),
        ("cup filled with tea", "( cup , pv:fill with , tea )"),
        ("gate surrounded by a fence", "( fence , v:surround , gate )"),
        ("two bicycles parked", "( bicycles , is , 2 ) , ( bicycles , is , parked )"),
        ("a group of birds in the sky", "( birds , is , group of ) , ( birds , in , sky )"),
        ("the man on the bed is in a telephone booth", "( man , on , bed ) , ( man , in , telephone booth )"),
        ("a man next to another man", "( man , next to , man:1 )"),
        ("the men wear shirts and pants", "( men , v:wear , shirts ) , ( men , v:wear , pants )"),
        ("a building", "( building )"),
        ("a man riding a horse", "( man , v:ride , horse )"),
        ("a boy staring at a girl eating pizza", "( boy , v:stare at , girl ) , ( girl , v:eat , pizza )"),
        ("a cat - on a mat *", "( cat , on , mat )"),
        ("it's a dog on a mat", "( dog , on , mat )"),
        ("a bowl with a spoon in it", "( bowl , with , spoon ) , ( spoon , in , it )"),
        ("A man rides a horse. The man is tall.", "( man , v:ride , horse ) , ( man , is , tall )"),
    ],
)
def test_captions(caption: str, graph: str) -> None:
    assert grice.parse(caption, "rules") == grice.SceneGraph.from_text(graph, identifiers=True)


def test_development_scores(corpus) -> None:
    items = list(factual.load(corpus("factual/random_dev.csv")))
    graphs = grice.parse([item.caption for item in items], "rules")
    result = grice.score(graphs, [[item.graph] for item in items], metrics=["setmatch", "spice"])
    assert result["setmatch"].value >= 0.58
    assert result["spice"].value >= 0.81
    spans = [node.span for graph in graphs for node in graph.nodes]
    assert sum(span is not None for span in spans) / len(spans) > 0.97
