"""What does an expert see? The annotators' graphs of one caption side by side, and the one to correct and accept."""

from collections.abc import Mapping
from typing import Any

from grice.studies.annotation_form import facts_of, merged
from grice.studies.items import Item
from grice.studies.store import Store

LETTERS = "ABCDEFGHIJ"


def compared(store: Store, item: Item, values: Mapping[str, Any]) -> dict[str, Any]:
    """Facts with who has them, each annotator's form, and the form to start from: all facts of all."""
    given = store.answers_to(item.id)[: len(LETTERS)]
    forms = [row["answer"]["form"] for row in given]
    said = [facts_of(form, item.shown["caption"]) for form in forms]
    every = dict.fromkeys(fact for facts in said for fact in facts)
    every_fact = merged(forms, item.shown["caption"])
    start = values if values.get("graph") else {**values, "graph": every_fact}
    return {
        "values": start,
        "annotators": list(LETTERS[: len(forms)]),
        "starts": [("all facts", every_fact), *zip((f"annotator {one}" for one in LETTERS), forms, strict=False)],
        "facts": [(fact, [fact in facts for facts in said]) for fact in every],
        "comments": [row["comment"] for row in given],
    }
