"""What has a participant to answer, and what did everybody say? Items in their order, answers, drafts, progress.

These are the methods of `Store` about answers. An answer is one transaction, keyed by participant and item.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update

from grice.errors import InputError
from grice.studies.items import Answer
from grice.studies.records import ACTIVE, Person, Place
from grice.studies.schema import ANSWERS, DRAFTS, PARTICIPANTS, PLACES, VIEWS

if TYPE_CHECKING:
    from grice.studies.store import Store


def next_place(store: "Store", person: Person) -> Place | None:
    """The first item that is not answered; None if all are."""
    with store.database.reading() as db:
        rows = db.execute(
            select(PLACES, ANSWERS.c.answered, DRAFTS.c.draft)
            .outerjoin(ANSWERS, (ANSWERS.c.participant == PLACES.c.participant) & (ANSWERS.c.item == PLACES.c.item))
            .outerjoin(DRAFTS, (DRAFTS.c.participant == PLACES.c.participant) & (DRAFTS.c.item == PLACES.c.item))
            .where(PLACES.c.participant == person.id)
            .order_by(PLACES.c.position)
        ).all()
    due = next((row for row in rows if row.answered is None), None)
    if due is None:
        return None
    shown = due.shown
    if shown is None:
        shown = store.now()
        with store.database.writing(lasting=False) as db:
            where = (PLACES.c.participant == person.id, PLACES.c.item == due.item)
            db.execute(update(PLACES).where(*where).values(shown=shown))
    done = sum(row.answered is not None for row in rows)
    return Place(store.items[due.item], due.position, len(rows), done, shown, due.draft or {})


def answer(
    store: "Store",
    person: Person,
    item: str,
    answer: Answer,
    *,
    seconds: float = 0.0,
    comment: str = "",
    not_understood: bool = False,
    pasted: bool = False,
) -> bool:
    """Keep an answer; False if this item was answered before, and then the first answer stays."""
    with store.database.writing() as db:
        here = select(PLACES.c.position).where(PLACES.c.participant == person.id, PLACES.c.item == item)
        # The row of the participant is locked, so that a withdrawal cannot come in between.
        mine = select(PARTICIPANTS.c.status).where(PARTICIPANTS.c.id == person.id).with_for_update()
        status, position = db.execute(mine).scalar(), db.execute(here).scalar()
        key = (ANSWERS.c.participant == person.id, ANSWERS.c.item == item)
        if db.execute(select(ANSWERS.c.position).where(*key)).first() is not None:
            return False
        if position is None or status not in ACTIVE:
            raise InputError("This is not one of your items, or your place was given to somebody else.")
        now = store.now()
        db.execute(
            insert(ANSWERS).values(
                participant=person.id,
                item=item,
                answer=answer,
                position=position,
                seconds=round(seconds, 3),
                comment=comment,
                not_understood=not_understood,
                pasted=pasted,
                answered=now,
            )
        )
        db.execute(delete(DRAFTS).where(DRAFTS.c.participant == person.id, DRAFTS.c.item == item))
        due = select(func.count()).where(PLACES.c.participant == person.id)
        done = select(func.count()).where(ANSWERS.c.participant == person.id)
        finished = db.execute(due).scalar() == db.execute(done).scalar() and person.role == "participant"
        store._step(db, person.id, "finished" if finished else "items", **({"finished": now} if finished else {}))
    return True


def save(store: "Store", person: Person, item: str, draft: Mapping[str, Any]) -> None:
    """Keep what was typed so far; nothing happens if the item is answered or not theirs."""
    with store.database.writing(lasting=False) as db:
        # One draft at a time, also from two tabs.
        db.execute(select(PARTICIPANTS.c.id).where(PARTICIPANTS.c.id == person.id).with_for_update())
        mine = (PLACES.c.participant == person.id, PLACES.c.item == item)
        answered = select(ANSWERS.c.item).where(ANSWERS.c.participant == person.id, ANSWERS.c.item == item)
        if db.execute(select(PLACES.c.item).where(*mine)).first() is None or db.execute(answered).first():
            return
        where = (DRAFTS.c.participant == person.id, DRAFTS.c.item == item)
        values = {"draft": dict(draft), "saved": store.now()}
        if not db.execute(update(DRAFTS).where(*where).values(**values)).rowcount:
            db.execute(insert(DRAFTS).values(participant=person.id, item=item, **values))
        db.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.id == person.id).values(seen=store.now()))


def answers(store: "Store") -> list[dict[str, Any]]:
    """Every answer with its participant, in order; readable while the study runs."""
    people = (PARTICIPANTS.c.status, PARTICIPANTS.c.source, PARTICIPANTS.c.role, PARTICIPANTS.c.about)
    with store.database.reading() as db:
        rows = db.execute(
            select(ANSWERS, *people)
            .join(PARTICIPANTS, PARTICIPANTS.c.id == ANSWERS.c.participant)
            .order_by(ANSWERS.c.participant, ANSWERS.c.position)
        ).mappings()
        return [dict(row) for row in rows]


def people(store: "Store") -> list[dict[str, Any]]:
    """Everybody, with how many items they have and how many they answered; no tokens."""
    due = select(func.count()).where(PLACES.c.participant == PARTICIPANTS.c.id).scalar_subquery()
    done = select(func.count()).where(ANSWERS.c.participant == PARTICIPANTS.c.id).scalar_subquery()
    kept = [column for column in PARTICIPANTS.c if column.name not in ("token", "session")]
    with store.database.reading() as db:
        rows = db.execute(select(*kept, due.label("due"), done.label("done")).order_by(PARTICIPANTS.c.id)).mappings()
        return [dict(row) for row in rows]


def seen(store: "Store") -> dict[str, tuple[int, int]]:
    """For each item, how many people have it and how many of them answered."""
    done = select(ANSWERS.c.item, func.count().label("n")).group_by(ANSWERS.c.item).subquery()
    has = func.count(VIEWS.c.participant)
    with store.database.reading() as db:
        rows = db.execute(
            select(VIEWS.c.item, has, func.coalesce(func.max(done.c.n), 0))
            .outerjoin(done, done.c.item == VIEWS.c.item)
            .group_by(VIEWS.c.item)
        ).all()
    return {item: (given, answered) for item, given, answered in rows}


def open_views(store: "Store") -> int:
    """How many views nobody has yet."""
    with store.database.reading() as db:
        return db.execute(select(func.count()).where(VIEWS.c.participant.is_(None))).scalar() or 0


def answers_to(store: "Store", item: str) -> list[dict[str, Any]]:
    """What annotators answered to one item, in the order of joining."""
    with store.database.reading() as db:
        rows = db.execute(
            select(ANSWERS.c.participant, ANSWERS.c.answer, ANSWERS.c.comment)
            .join(PARTICIPANTS, PARTICIPANTS.c.id == ANSWERS.c.participant)
            .where(ANSWERS.c.item == item, PARTICIPANTS.c.role == "participant")
            .order_by(ANSWERS.c.participant)
        ).mappings()
        return [dict(row) for row in rows]
