"""Which study files can one begin with? Templates that run as they are, or once a path is filled in."""

from importlib.resources import files

from grice.errors import InputError

TEMPLATES = {
    "reconstruction": "30 QTUNA scenes, both QDG algorithms, 20 participants, every description read by 4 of them",
    "thesis": "the design of Pel (2020): 30 pairs read by 4 and 36 pairs read by 2; needs a corpus of human texts",
    "production": "30 QTUNA scenes to describe so that a reader could rebuild them; exported as a corpus",
    "production-rooms": "rooms to describe so that they are not mistaken for others; exported as a corpus",
    "reference": "which of these rooms is meant? captions of three speakers",
    "judgement": "naturalness, informativity and correctness of descriptions, on scales of 1 to 5",
    "judgement-graphs": "is a scene graph complete, is it correct?",
    "annotation": "captions to be annotated with scene graphs by two people each, then checked by experts",
    "preference": "which of two captions is better?",
}
CORPUS = "PATH-OF-QTUNA"


def template(name: str, corpus: str = "") -> str:
    """The text of a template; `corpus` is put where it names a folder of a corpus."""
    if name not in TEMPLATES:
        raise InputError(f"no template is called {name!r}", f"one of {', '.join(TEMPLATES)}")
    text = files(__name__).joinpath(f"{name}.toml").read_text("utf-8")
    return text.replace(CORPUS, corpus.replace("\\", "/")) if corpus else text
