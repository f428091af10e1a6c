"""What does the report say of rooms? Who singles out a target, word by word and over thirteen sets of pairs."""

from collections.abc import Iterator, Sequence

from grice.benchmarks.a3ds import (
    MEANINGS,
    PAPER,
    VALUES,
    SetResult,
    by_set,
    evaluate,
    orders,
    profile,
    table_1,
)
from grice.engines.score import score
from grice.errors import GriceError
from grice.report import room_pictures
from grice.report.charts import bars
from grice.report.marks import STATUS, marked, of_room
from grice.report.page import (
    Answer,
    Figure,
    Figures,
    Fold,
    Heading,
    Key,
    Letters,
    Line,
    Lines,
    Panel,
    Paragraph,
    Part,
    Section,
    picture,
)
from grice.report.settings import Settings
from grice.scenes import render, rooms
from grice.scenes.context import TEST_SETS, draw_test_sets
from grice.speakers.base import SPEAKERS, load

NULLS = "oracle-"
"""How the null models are called: speakers that know which features there are, and choose by a rule or at random."""
RULES = ("grice.speakers.rooms.grammar_speakers:", "grice.speakers.rooms.oracles:")
"""Where speakers are that follow rules; others look at pictures."""
HARDEST = list(TEST_SETS)[-1]
EXAMPLES = {"one feature": "shape", "two features": "shape+object_hue", "three features": "object"}
KEY = Key(
    (*(STATUS[one] for one in ("contrastive", "redundant", "false")), ("unknown", "not understood", "no known word"))
)


def section(settings: Settings) -> Section:
    """The answer, pairs word by word, Table 1 beside every speaker, the redundancy profile, and pictures."""
    names, missing = ready()
    rules = [name for name in names if SPEAKERS[name].path.startswith(RULES)]
    others = [name for name in names if name not in rules]
    results = evaluate(settings.pairs, settings.seed, rules)
    if others:
        results += evaluate(min(settings.looked, settings.pairs), settings.seed, others)
    parts = [
        *_letters(),
        *_examples(names, settings.seed),
        *captions(results, settings, others, missing),
        *room_pictures.parts(settings),
    ]
    return Section("Does the caption single out its target?", parts, "rooms", _answer(results))


def steps(settings: Settings) -> int:  # noqa: ARG001
    """Every speaker on every set."""
    return len(ready()[0]) * sum(map(len, TEST_SETS.values()))


def ready() -> tuple[list[str], list[str]]:
    """The speakers of rooms that can speak here, and those whose network is not there."""
    names, missing = [], []
    for name in SPEAKERS.of("rooms"):
        try:
            load(name)
        except GriceError:
            missing.append(name)
        else:
            names.append(name)
    return names, missing


def _letters() -> Iterator[Part]:
    yield Paragraph(
        "Two rooms, a target and a distractor, share some of their six features: the colours of floor, wall and "
        "object, and the object's size, shape and place. A caption of the target is read for the features it "
        "mentions. In a caption or a table of this section:"
    )
    yield Letters(MEANINGS)


def _answer(results: Sequence[SetResult]) -> Answer:
    """What Table 1 comes to on the hardest pairs, those that share three features."""
    table = next(one for one in table_1(results) if HARDEST in one.title)
    found = {row["captioner"]: row for row in table.records()}
    three, minimal, printed = found["oracle-three"], found["minimal"], PAPER["SP (paper)"][HARDEST]
    d, od, k = (printed[VALUES.index(name)] or 0.0 for name in ("d", "od", "k"))
    shown = [name for name in found if not name.startswith(NULLS) or name == "oracle-three"]
    series = {
        "rules the distractor out": [found[name]["d"] for name in shown],
        "with no feature too many": [found[name]["od"] for name in shown],
    }
    chart = bars("Captions that single out their target, pairs that share three features", shown, series)
    return Answer(
        (
            f"Saying three features at random already rules the distractor out in {_of_100(three['d'])} of 100 of the "
            "hardest pairs, those that share three of six features.",
            f"The minimal speaker does it in {_of_100(minimal['d'])} of 100 and says only what is needed in "
            f"{_of_100(minimal['od'])}, with {minimal['k']:.1f} features on average where the exhaustive one has "
            f"{found['exhaustive']['k']:.1f}.",
            f"The paper prints {_of_100(d)} and {_of_100(od)} of 100 for its agent SP, which mentions {k:.1f} "
            f"features; three at random do {'better' if d < three['d'] else 'worse'}.",
        ),
        Figure(chart, "Rows marked (paper) are as printed by Tsvilodub & Franke (2023); all others are run here."),
    )


def _of_100(share: float) -> str:
    return f"{100 * share:.0f}"


def _examples(names: Sequence[str], seed: int) -> Iterator[Part]:
    """A pair of each category, drawn large, with what every speaker says of its target."""
    yield Heading("Pairs, word by word")
    yield KEY
    names = [name for name in names if not name.startswith(NULLS) or name == "oracle-three"]
    drawn = draw_test_sets(1, seed)
    for category, chosen in EXAMPLES.items():
        pairs = drawn[category][chosen]
        target, rival = int(pairs.targets[0]), int(pairs.distractors[0])
        lines = [(name, load(name)([target], [[rival]], seed=seed)[0]) for name in names]
        if category == HARDEST:
            lines.append(("made up", _made_up(target, rival)))
        shared = sum(a == b for a, b in zip(_labels(target), _labels(rival), strict=True))
        title = f"Rooms {target} and {rival} share {shared} features"
        words = f"Target: {_told(target)}. Distractor: {_told(rival)}."
        image = Figure(picture(render.pair(target, rival, 320), words), words)
        yield Panel(title, (image, Lines(tuple(_line(who, said, target, rival) for who, said in lines))))


def _line(who: str, caption: str, target: int, rival: int) -> Line:
    found = score([caption], targets=[target], distractors=[[rival]], metrics="pragmatics")["pragmatics"].values
    counts = ", ".join(f"{name} = {found[name]:.0f}" for name in ("c", "k", "z"))
    return Line(who, marked(caption, of_room(caption, target, rival)), f"{counts}, d = {found['d']:.0f}")


def _made_up(target: int, rival: int) -> str:
    """A caption that has every kind of mark."""
    here, there = rooms.scene(target).phrases, rooms.scene(rival).phrases
    return f"a shimmering {here['shape']} in front of a {here['wall_hue']} wall on {there['floor_hue']} floor"


def _labels(room: int) -> Sequence[int]:
    found: list[int] = rooms.features([room])[0].tolist()
    return found


def _told(room: int) -> str:
    one = rooms.scene(room).phrases
    thing = f"a {one['scale']} {one['object_hue']} {one['shape']} {one['orientation']}"
    return f"{thing}, {one['floor_hue']} floor, {one['wall_hue']} wall"


def captions(
    results: Sequence[SetResult], settings: Settings, looking: Sequence[str] = (), missing: Sequence[str] = ()
) -> Iterator[Part]:
    """Table 1 of A3DS, who mentions what although it is redundant, the thirteen sets, the order of mention."""
    signature = f"pairs:{settings.pairs}|seed:{settings.seed}|{results[0].signature}"
    yield Heading("Table 1 of the paper beside every speaker")
    yield Paragraph(
        f"Thirteen sets of {settings.pairs:,} pairs, matched on one, two or three features; the score of a category is "
        "the mean over its sets, as in the paper. Speakers whose names begin with oracle are null models: they know "
        "the features and choose by a rule or at random."
    )
    if looking:
        few = min(settings.looked, settings.pairs)
        do = "looks at pictures and is" if len(looking) == 1 else "look at pictures and are"
        yield Paragraph(f"{', '.join(looking)} {do} run on {few:,} pairs of each set.")
    if missing:
        yield Paragraph(f"Not run, because no trained network is there: {', '.join(missing)}.")
    yield from table_1(results, signature)
    yield Heading("Mentioned although redundant")
    charts, tables = [], profile(results, signature)
    for category, table in zip(TEST_SETS, tables, strict=True):
        series = {str(row[0]): row[1:] for row in table.rows if not str(row[0]).startswith(NULLS)}
        title = f"Pairs matched on {category}"
        features = [feature.replace("_", " ") for feature in rooms.FEATURES]
        charts.append(Figure(bars(f"Mentioned although redundant: {title}", features, series), "", title))
    yield Paragraph(
        "The redundancy profile (Figure 2 of the paper): the share of captions that mention a feature, among pairs "
        "that it does not tell apart."
    )
    yield Figures(tuple(charts))
    yield Fold("The profile as tables", tables)
    yield Fold("Discriminative captions (d) on each of the thirteen sets", by_set(results, signature))
    yield Fold("In which order features are mentioned", orders(results, signature))
