"""What can a pronoun refer to, and which form is which? He, she, it, they, one; possessive, reflexive, indefinite."""

MALE, FEMALE, PERSON, ANIMAL, THING = "male", "female", "person", "animal", "thing"
# A pronoun, what it can refer to, whether it is plural.
PRONOUNS: dict[str, tuple[str, bool]] = {
    **dict.fromkeys(("he", "him", "his", "himself"), (MALE, False)),
    **dict.fromkeys(("she", "her", "hers", "herself"), (FEMALE, False)),
    **dict.fromkeys(("it", "its", "itself"), (THING, False)),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves", "both", "these", "those"), ("", True)),
}
SUBJECTIVE = frozenset(["he", "she", "it", "they"])
OBJECTIVE = frozenset(["him", "it", "them"])
REFLEXIVE = frozenset(["himself", "herself", "itself", "themselves"])
POSSESSIVE = frozenset(["his", "her", "its", "their"])
SUBJECT_FORM = {
    **dict.fromkeys(("him", "his", "himself"), "he"),
    **dict.fromkeys(("her", "hers", "herself"), "she"),
    **dict.fromkeys(("its", "itself"), "it"),
    **dict.fromkeys(("them", "their", "theirs", "themselves"), "they"),
}
"""The form in which a pronoun names an object of a graph."""
ONES = {"one": False, "another": False, "other": False, "ones": True, "others": True}
"""Words that take their noun from an earlier mention, and whether they are plural."""
NAMELESS = (
    dict.fromkeys(("he", "him", "himself"), "man")
    | dict.fromkeys(("she", "her", "herself"), "woman")
    | dict.fromkeys(("they", "them", "both", "themselves"), "people")
)
"""What a pronoun without an antecedent is called: FACTUAL's "he is on air" is (man, on, air)."""
