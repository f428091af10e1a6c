"""How are the slots of a frame filled?

A frame is (caption, graph, denied). In the caption, `{p1.A}` is a slot: the letters say which table its word comes
from (`NOUNS`, `ATTRIBUTES`, `VERBS`, `Scene._draw`), the digit tells slots of one table apart, and the form says how
it is written: a noun as `a`, `the`, `s` (plural), `A`, `The`, `S` (the same, perhaps with an adjective, which becomes
a fact), `he`, `him`, `his`, `hyper` ("the bird" for a parrot); a place as `at` ("on the beach"); a number as `w`
("three"); a verb as `s`, `b`, `g`, `pp`, `v`, `vp`, `not`. `[x|y]` is a choice without consequence. `<1 ...>` is
present when coin 1 fell on heads, `<!1 ...>` when it did not, and the facts of the two stand between the same marks.
Facts are separated by ";", their fields by ","; words of a field that name a slot are replaced: "p1,hold1,t1;
t1:1,is,col1; t1.s,is,c1".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lab.generators import words

Fact = tuple[str, ...]

SLOT = re.compile(r"\{([a-z]+\d)(?:\.([A-Za-z]+))?\}")
TOKEN = re.compile(r"(\$?)([a-z]+\d)(?:\.([a-z]+))?(:\d|-[a-z-]+)?")
CHOICE = re.compile(r"\[([^\[\]]*)\]")
COIN = re.compile(r"<(!?)(\d) ([^<>]*)>")
PRONOUNS = {
    "m": {"he": "he", "him": "him", "his": "his"},
    "f": {"he": "she", "him": "her", "his": "her"},
    "": {"he": "it", "him": "it", "his": "its"},
}
ADJECTIVES: dict[str, tuple[str, ...]] = {
    "human": words.HUMAN,
    "beast": words.BESTIAL,
    "place": words.LOCAL,
    "thing": words.COLOURS + words.SIZES + words.CONDITIONS,
    "big": words.GRAND,
    "food": ("small", "large", "big", "fresh", "half-eaten", "ripe", "green", "huge"),
    "worn": words.COLOURS + words.FABRIC,
}


@dataclass(frozen=True)
class Word:
    """A drawn word: how it is written, what it can be called later, which pronoun and adjectives suit it."""

    text: str
    adjectives: str = ""
    gender: str = ""
    forms: tuple[tuple[str, str], ...] = ()


NOUNS: dict[str, tuple[tuple[str, ...], str]] = {
    "a": (words.ANIMALS, "beast"),
    "t": (words.THINGS, "thing"),
    "e": (words.FOODS, "food"),
    "w": (words.WORN, "worn"),
    "ws": (words.WORN_PAIRS, "worn"),
    "y": (words.ANIMAL_GEAR, ""),
    "s": (words.SURFACES, "big"),
    "g": (words.BIG, "big"),
    "b": (words.BODY, ""),
    "beard": (words.BEARDS, ""),
    "view": (words.SCENERY, ""),
    "v": (words.VEHICLES, "big"),
    "grain": (words.GRAINS, ""),
    "q": (words.WRITTEN, "big"),
    "ui": (words.COMMANDS, ""),
    "off": (words.OFFICES, ""),
    "drink": (words.CONTAINERS["glass"][1], ""),
    "tall": (words.TALL, ""),
    "ban": (words.BANNED, ""),
    "veg": (words.CONTAINERS["crate"][1], ""),
    "heavy": (words.HEAVY, "thing"),
    "stock": (words.LIVESTOCK, "beast"),
    "rail": (words.TRAINS, "big"),
    "race": (words.RACERS, ""),
    "bk": (words.KINDS["book"], ""),
    "ev": (words.EVENTS, ""),
    "venue": (words.VENUES, ""),
    "job": (words.JOBS, ""),
    "org": (words.ORGANISATIONS, ""),
    "nat": (words.NATIONS, ""),
    "say": (words.PHRASES, ""),
    "kinm": (words.KIN["m"], ""),
    "kinf": (words.KIN["f"], ""),
}
ATTRIBUTES = {
    "col": words.COLOURS,
    "size": words.SIZES,
    "cond": words.CONDITIONS,
    "hum": words.HUMAN,
    "best": words.BESTIAL,
    "chk": words.CHECKED,
    "fab": words.FABRIC,
    "sky": ("blue", "grey", "cloudy", "clear", "pink", "overcast", "dark"),
}
VERBS = {
    "hold": words.HOLD,
    "eat": words.EAT,
    "greet": words.GREET,
    "tend": words.TEND,
    "chase": words.CHASE,
    "look": words.LOOK,
    "gaze": words.GAZE,
    "peer": words.PEER,
    "pose": words.POSE,
    "roam": words.ROAM,
    "lie": words.LIE,
    "do": words.DO,
    "doze": words.DOZE,
    "give": words.GIVE,
    "dofor": words.DO_FOR,
    "wear": ("wear",),
}


class Scene:
    """The words drawn for one row, and the attributes that its noun phrases were given on the way."""

    def __init__(self, rng: np.random.Generator, bare: bool = False) -> None:
        self.rng = rng
        self.bare = bare
        self.drawn: dict[str, Word] = {}
        self.used: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.coins: dict[str, bool] = {}
        self.digits = bool(rng.random() < 0.3)

    def pick(self, options: Sequence[str]) -> str:
        """One of the options that no word of this row uses yet."""
        free = [option for option in options if option not in self.used] or list(options)
        chosen = free[int(self.rng.integers(len(free)))]
        self.used.add(chosen)
        return chosen

    def word(self, slot: str) -> Word:
        """The word of a slot, drawn when it is first asked for."""
        if slot not in self.drawn:
            self.drawn[slot] = self._draw(slot[:-1], slot[-1])
        return self.drawn[slot]

    def _draw(self, table: str, digit: str) -> Word:
        if table in NOUNS:
            options, adjectives = NOUNS[table]
            return Word(self.pick(options), adjectives)
        if table in ATTRIBUTES:
            return Word(self.pick(ATTRIBUTES[table]))
        if table in VERBS:
            return Word(self.pick(VERBS[table]))
        if table in ("m", "f", "n", "p"):
            return self._person(table)
        if table in ("nm", "nf", "np"):
            return self._name(table[1])
        if table in ("k", "h"):
            kinds = words.ANIMATE_KINDS if table == "k" else words.HELD_KINDS
            kind = self.pick(kinds)
            return Word(self.pick(words.KINDS[kind]), "beast" if table == "k" else "", "", (("hyper", kind),))
        if table == "o":
            return Word(self.pick(tuple(words.PARTS)), "big")
        if table in ("r", "rr"):
            return Word(self.pick(words.PARTS[self.word(f"o{digit}").text]))
        if table == "l":
            preposition = ("on", "in", "in", "at")[int(self.rng.integers(4))]
            return Word(self.pick(words.PLACES[preposition]), "place", "", (("p", preposition),))
        if table == "prep":
            text = self.pick(tuple(words.PREPOSITIONS))
            return Word(text, "", "", (("p", words.PREPOSITIONS[text]),))
        if table == "con":
            return Word(self.pick(tuple(words.CONTAINERS)), "thing")
        if table == "fill":
            preposition, contents = words.CONTAINERS[self.word(f"con{digit}").text]
            return Word(self.pick(contents), "", "", (("p", preposition),))
        if table == "por":
            return Word(self.pick(tuple(words.PORTIONS)))
        if table == "of":
            return Word(self.pick(words.PORTIONS[self.word(f"por{digit}").text]))
        if table == "tt":
            title = self.pick(tuple(words.TITLES))
            return Word(title, "", "", (("role", words.TITLES[title]),))
        if table == "city":
            city = self.pick(tuple(words.CITIES))
            return Word(city, "", "", (("country", words.CITIES[city]),))
        return self._number(table, digit)

    def _person(self, table: str) -> Word:
        gender = {"m": "m", "f": "f"}.get(table) or ("m", "f")[int(self.rng.integers(2))]
        known = words.MEN if gender == "m" else words.WOMEN
        noun = self.pick(known if table in "mf" or (table == "p" and self.rng.random() < 0.4) else words.PEOPLE)
        young = {"boy", "girl", "schoolboy", "schoolgirl", "altar boy"}
        hyper = "child" if noun in young else {"m": "man", "f": "woman"}[gender]
        return Word(noun, "human", gender, (("hyper", hyper),))

    def _name(self, table: str) -> Word:
        gender = table if table in "mf" else ("m", "f")[int(self.rng.integers(2))]
        first = self.pick(words.FIRST_MEN if gender == "m" else words.FIRST_WOMEN)
        last = self.pick(words.FAMILIES)
        return Word(f"{first} {last}", "", gender, (("last", last), ("first", first)))

    def _number(self, table: str, digit: str) -> Word:
        if table == "c":
            return Word(str(self.rng.integers(2, 7)))
        if table == "d":
            return Word(str(self.rng.integers(7, 13)))
        if table == "tot":
            return Word(str(self.rng.integers(4, 13)))
        if table == "part":
            return Word(str(self.rng.integers(2, int(self.word(f"tot{digit}").text) - 1)))
        if table == "num":
            return Word(self.pick([str(number) for number in range(1, 100)]))
        if table == "big":
            return Word(self.pick([str(number) for number in range(100, 2000, 7)]))
        if table == "age":
            return Word(self.pick([str(number) for number in range(19, 93)]))
        if table == "time":
            hour, minute = int(self.rng.integers(1, 24)), int(self.rng.integers(0, 12)) * 5
            return Word(f"{hour}:{minute:02d}")
        if table == "small":
            return Word(self.pick([str(number) for number in range(3, 13)]))
        if table == "round":
            return Word(self.pick(["50", "60", "80", "100", "150", "200", "300", "500", "1000"]))
        if table == "ml":
            return Word(self.pick([str(number) for number in range(150, 1000, 50)]))
        if table == "year":
            return Word(self.pick([str(number) for number in range(1931, 2024)]))
        if table == "rest":
            return Word(str(int(self.word(f"tot{digit}").text) - 1))
        raise ValueError(f"a frame asks for the table {table!r}; the tables are in NOUNS, ATTRIBUTES, VERBS and _draw")

    def show(self, slot: str, form: str) -> str:
        """How a slot is written in the caption."""
        word = self.word(slot)
        if slot[:-1] in VERBS:
            return self.verb(word.text, form)
        if form == "":
            return word.text
        if form in ("a", "A", "the", "The", "S"):
            return self.determined(word, form)
        if form in PRONOUNS[""]:
            return PRONOUNS[word.gender][form]
        if form == "s":
            return words.plural(word.text)
        if form == "w":
            return word.text if self.digits or int(word.text) > 12 else words.NUMBERS[int(word.text)]
        if form == "at":
            noun = self.determined(word, "A" if self.rng.random() < 0.4 else "the")
            return f"{dict(word.forms)['p']} {noun}"
        if form == "q":
            return self.quoted(word.text)
        if form == "aq":
            article = "" if self.bare else words.article(word.text) + " "
            return article + self.quoted(word.text)
        if form == "u":
            return (word.text.upper(), word.text.title())[int(self.rng.integers(2))]
        text = dict(word.forms)[form]
        self.used.add(text)
        return text

    def determined(self, word: Word, form: str) -> str:
        """A noun with its article: `A`, `The` and `S` (plural, no article) may take an adjective, which is a fact."""
        noun = words.plural(word.text) if form == "S" else word.text
        name = noun
        options = ADJECTIVES.get(word.adjectives, ())
        if form in ("A", "The", "S") and options and self.rng.random() < 0.4:
            adjective = options[int(self.rng.integers(len(options)))]
            noun = f"{adjective} {noun}"
            self.attributes.append((name, adjective))
        if form == "S" or self.bare:
            return noun
        return f"the {noun}" if form in ("the", "The") else f"{words.article(noun)} {noun}"

    def verb(self, lemma: str, form: str) -> str:
        """`v` and `vp` are the present of one or of several, simple or progressive; `not` is the denial of `v`."""
        ing, done = words.participles(lemma)
        simple = bool(self.rng.random() < 0.5)
        table = {
            "": lemma,
            "s": words.third(lemma),
            "b": lemma,
            "g": ing,
            "pp": done,
            "v": words.third(lemma) if simple else f"is {ing}",
            "vp": lemma if simple else f"are {ing}",
            "not": f"does not {lemma}" if simple else f"is not {ing}",
        }
        text = table[form]
        return text.replace(" not ", "n't ", 1) if form == "not" and self.rng.random() < 0.3 else text

    def quoted(self, phrase: str) -> str:
        """A phrase between quotes, in small letters, in capitals or with the first letter great."""
        written = (phrase, phrase.upper(), phrase[0].upper() + phrase[1:], phrase.title().replace("'S", "'s"))
        text = written[int(self.rng.integers(len(written)))]
        opening, closing = ('""', "“”", "''")[int(self.rng.choice(3, p=[0.75, 0.2, 0.05]))]
        return f"{opening}{text}{closing}" if "'" not in text else f'"{text}"'

    def toss(self, text: str) -> str:
        """The text with its coins and choices decided; a coin falls once in a row."""

        def coin(match: re.Match[str]) -> str:
            heads = self.coins.setdefault(match[2], bool(self.rng.random() < 0.5))
            return match[3] if heads != bool(match[1]) else ""

        text = COIN.sub(coin, text)
        while CHOICE.search(text):
            text = CHOICE.sub(lambda match: self._one(match[1].split("|")), text)
        return text

    def _one(self, options: list[str]) -> str:
        return options[int(self.rng.integers(len(options)))]

    def caption(self, template: str) -> str:
        """The caption of a template, without the capitals of sentences."""
        text = self.toss(template)
        if self.bare:
            text = re.sub(r"\b(?:a|an|the|The|A|An) (?=[\w{])", "", text)
        return SLOT.sub(lambda match: self.show(match[1], match[2] or ""), text)

    def facts(self, template: str) -> list[Fact]:
        """The facts of a template, with the words of this row."""
        clauses = [clause for clause in self.toss(template).split(";") if clause.strip()]
        return [tuple(self.field(field) for field in clause.split(",")) for clause in clauses]

    def field(self, field: str) -> str:
        """One field of a fact: every word that names a slot becomes the slot's word."""

        def token(text: str) -> str:
            match = TOKEN.fullmatch(text)
            if not match:
                return text
            sign, slot, form, rest = match[1], match[2], match[3] or "", match[4] or ""
            return sign + (self.word(slot).text if form == "" else self.show(slot, form)) + rest

        return " ".join(token(text) for text in field.split()).lower()

    def reserve(self, template: str) -> None:
        """Keep the names that a frame spells out from being drawn as well."""
        for clause in re.sub(r"<!?\d |>", "", template).split(";"):
            for field in clause.split(",")[::2]:
                self.used.add(re.sub(r":\d$", "", field.strip()))
