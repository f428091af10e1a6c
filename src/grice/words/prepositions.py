"""Which part of a predicate is verb, which preposition? The closed list of FACTUAL, and the split it allows.

FACTUAL-MR writes verb and preposition apart; the conventional graph joins them ("sit on"). Its annotators chose
prepositions from a closed list (Li et al. 2023, section 4.3), so the longest listed ending of a predicate is its
preposition and what comes before it is the verb. A predicate without a listed ending is a verb.
"""

PREPOSITIONS = frozenset(
    """
    above|across|across from|along|alongside|among|around|as|at|at base of|at foot of|at rear of|at the edge of
    at the left of|away|away from|away on|back|backwards on|behind|beside|between|beyond|bigger than|by|close to|down
    down to|for|from|in|in back of|in center of|in corner of|in end of|in front of|in shape of|in side of
    in the middle of|inside|into|longer than|more than|near|next to|of|off|on|on back of|on both sides of|on bottom of
    on chest of|on curb of|on edge of|on either side of|on either sides of|on face of|on far side of|on front of
    on hood of|on inside of|on lid of|on middle of|on rim of|on side of|on the right side of|on top of|onto|opposite of
    out|out of|outside|over|parallel to|part of|past|shorter than|side by side with|sideways on|taller than|through|to
    to front of|towards|under|up|up against|up to|upon|upside down|upside of|with|within|against
    """.strip()
    .replace("\n", "|")
    .replace("    ", "")
    .split("|")
)
PASSIVE = "p:"


def split(predicate: str) -> tuple[str, str]:
    """Verb and preposition of a predicate, either of them possibly empty: "sit on" is ("sit", "on")."""
    words = predicate.split(" ")
    for start in range(len(words)):
        ending = " ".join(words[start:])
        if ending in PREPOSITIONS:
            return " ".join(words[:start]), ending
    return predicate, ""


def verb_and_preposition(predicate: str) -> tuple[str, str]:
    """The same for a predicate that is known to hold a verb, such as "close to" of "a door closes to the street"."""
    verb, preposition = split(predicate)
    return (verb, preposition) if verb else (preposition, "")
