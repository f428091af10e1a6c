"""How much does each departure from the plain meaning weigh? Every number the reader weighs worlds with, and why.

None was fitted: they are round numbers that put readings in order. On every fourth text of QTUNA a quarter more or less
of any one of them moves the exact guesses at twenty objects by at most two of 69 texts, and no other figure.
"""

UNUSUAL = 0.3  # A world in which a statement is true but not all that it implicates, as one circle for "circles"
ROUND = 0.12  # A world in which a round number is one object off: QTUNA's writers say "half" of 9:11
MORE = 0.25  # How much more "more" means, as a gap over a sum; less would be "slightly more" (its prototype's end)
LEAST_MORE = 0.3  # The weight "more" keeps at a gap far from typical: it is true all the same
SPREAD = 0.13  # How far shares lie from what a word typically means, as a standard deviation: two of them span "most"
TYPICAL = 0.05  # The weight a vague word keeps at its edge; without it a guess at the edge would be impossible
COUNTABLE = 6  # Up to so many objects people count (subitising ends at four to six): an even mix of more is not exact
FIRST = 1e-6  # Breaks ties: of scenes that are alike, the one with more of the kinds that come first

FADING = {  # how much each further reading of a claim weighs beside the first
    "some": 0.5,  # "some of the squares are red": there are red squares; perhaps all are
    "nearly": 0.3,  # "almost a third", "just over half": about as much is meant as well
    "loosely": 0.4,  # an even mix that is not exact
    "slightly": 0.1,  # "slightly more" that is much more
    "wide": 0.6,  # "mostly squares, more blue than red": of the squares, or of all
    "roughly": 0.5,  # "about twice as many"
    "ranked": 0.5,  # "more blue circles": than of any other kind, or than all others together
    "mostly": 0.4,  # "mostly blue circles": most of them, or more than of any other kind
    "dominance": 0.3,  # "the dominance of red" that is complete
    "one": 0.6,  # "half of the circles is red": one is meant, if that can be
}
