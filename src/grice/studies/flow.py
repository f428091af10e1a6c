"""What does a participant do next? The steps of a study, the same for pages and for programs.

    consent -> questions -> check (with the instructions) -> items -> finished

`current` says where somebody is, and each other function takes what they sent at that step. What cannot be accepted is
an `AnswerError` in words for the participant; what is sent at another step than its own is a `StepError`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grice.errors import InputError
from grice.studies.items import AnswerError, words
from grice.studies.records import Person, Place
from grice.studies.store import Store
from grice.studies.tasks import load

MOST_DRAFT = 60_000
"""Characters of a draft."""


class StepError(InputError):
    """Something that belongs to another step than the one the participant is at."""


@dataclass(frozen=True)
class Step:
    """Where a participant is; `place` is the item, at the step "items"."""

    name: str
    place: Place | None = None


def current(store: Store, person: Person) -> Step:
    """The step of a participant; whose time ran out goes on if nobody took over."""
    if person.status == "invited":
        store.begin(person)
        return Step("consent")
    if person.status == "expired" and store.resume(person):
        return current(store, again(store, person))
    if person.status == "items" and person.role == "participant":
        place = store.next(person)
        return Step("items", place) if place else Step("finished")
    if person.status == "items" and person.role == "expert":
        place = store.next(person) or (store.next(person) if store.take(person) else None)
        return Step("items", place) if place else Step("waiting")
    return Step(person.status)


def again(store: Store, person: Person) -> Person:
    """The same participant as the database has them now."""
    found = store.by_id(person.id)
    assert found is not None
    return found


def consent(store: Store, person: Person, given: Mapping[str, Any]) -> None:
    _at(person, "invited", "consent")
    if str(given.get("agree")) not in ("1", "True", "true"):
        raise AnswerError("You can take part only if you agree.", "a tick, or simply close this page")
    store.step(person, _after(store, "consent", person))


def questions(store: Store, person: Person, given: Mapping[str, Any]) -> None:
    _at(person, "questions")
    about: dict[str, str] = {}
    for question in store.design.questions:
        said = words(given, question.name, 500)
        if not said and question.required:
            raise AnswerError(f"{question.label}: there is no answer yet.")
        if said and question.kind == "number" and not (said.isascii() and said.isdigit() and len(said) <= 6):
            raise AnswerError(f"{question.label}: {said[:20]!r} is not a number.", "digits, or nothing")
        if said and question.kind == "choice" and said not in question.choices:
            raise AnswerError(f"{question.label}: {said[:40]!r} is none of the choices.")
        about[question.name] = said
    store.step(person, _after(store, "questions", person), about)


def check(store: Store, person: Person, given: Mapping[str, Any]) -> bool:
    """Whether the instructions were understood; the last failed attempt ends the study for this participant."""
    _at(person, "check")
    wrong = [i for i, one in enumerate(store.design.check) if given.get(f"check{i}") != one.right]
    if not wrong:
        store.step(person, "items")
        return True
    if not store.fail_attempt(person):
        left = store.design.participants.attempts - person.attempts - 1
        many = "One answer is" if len(wrong) == 1 else f"{len(wrong)} answers are"
        times = "once more" if left == 1 else f"{left} times more"
        raise AnswerError(f"{many} not right. Please read the instructions again; you can try {times}.")
    return False


def answer(store: Store, person: Person, given: Mapping[str, Any]) -> bool:
    """Keep the answer to an item; False if it was answered before."""
    _at(person, "items", "finished")
    found = store.at(person, str(given.get("item")))
    if found is None:
        raise StepError("This is not one of your items.")
    item, since = found
    elapsed = max(0.0, store.now() - since) if since else 0.0
    return store.answer(
        person,
        item.id,
        load(store.design.task).answer(item, given),
        seconds=_seconds(given.get("seconds"), elapsed),
        comment=words(given, "comment"),
        not_understood=given.get("not_understood") == "1",
        pasted=store.design.consent.note_pasted and given.get("pasted") == "1",
    )


def draft(store: Store, person: Person, position: str, given: Mapping[str, Any]) -> None:
    """Keep what was typed so far at a position."""
    _at(person, "items")
    if len(repr(given)) > MOST_DRAFT:
        raise AnswerError("That is too much to keep.", f"at most {MOST_DRAFT:,} characters")
    found = store.at(person, position)
    if found is None:
        raise StepError("This is not one of your items.")
    store.save(person, found[0].id, given)


def _at(person: Person, *steps: str) -> None:
    if person.status not in steps:
        raise StepError(f"You are at the step {person.status!r}.", f"the step {steps[0]!r}")


def _after(store: Store, step: str, person: Person) -> str:
    if person.role == "expert":
        return "items"
    return "questions" if step == "consent" and store.design.questions else "check"


def _seconds(given: Any, elapsed: float) -> float:
    """The time that the page measured, which leaves out when it was closed, as long as it can be true."""
    try:
        said = float(given)
    except (TypeError, ValueError, OverflowError):
        return elapsed
    return said if 0 < said <= elapsed + 5 else elapsed
