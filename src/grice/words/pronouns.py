"""Which words are pronouns, and which of them are subjects and objects?"""

PRONOUNS = frozenset(
    """
    he him his himself she her hers herself it its itself they them their theirs themselves both these those
    """.split()  # noqa: SIM905
)
SUBJECTIVE = frozenset(["he", "she", "it", "they"])
OBJECTIVE = frozenset(["him", "it", "them"])
