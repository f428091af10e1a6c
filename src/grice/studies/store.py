"""Who has joined, what has everybody to do, what did they answer? The state of a running study, in its database.

Joining is one transaction that takes the next free hand of the deal (`allocation`), or of the views that others gave
back. An answer is written in one transaction, keyed by participant and item: sent twice, it is stored once.
"""

import hmac
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from grice.errors import InputError
from grice.studies import allocation, answering
from grice.studies.allocation import View
from grice.studies.database import Database
from grice.studies.design import Design
from grice.studies.items import Item, items_of
from grice.studies.records import ACTIVE, GONE, Full, Person, hashed, item_of, person_of, row_of, token
from grice.studies.schema import ABOUT, ANSWERS, DRAFTS, ITEMS, METADATA, PARTICIPANTS, PLACES, VIEWS


class Store:
    """The database of one study. `now` gives the time in seconds, for tests that need another."""

    def __init__(self, design: Design, now: Callable[[], float] = time.time) -> None:
        self.design, self.now = design, now
        self.database = Database(design.url)
        self._prepare()
        # Read now: inside a transaction it would wait for a second connection, and so might everybody.
        assert self.items

    def close(self) -> None:
        self.database.close()

    @cached_property
    def items(self) -> dict[str, Item]:
        with self.database.reading() as db:
            rows = db.execute(select(ITEMS).order_by(ITEMS.c.place)).mappings().all()
        return {row["id"]: item_of(dict(row)) for row in rows}

    @cached_property
    def gold(self) -> list[Item]:
        return [item for item in self.items.values() if item.gold]

    @cached_property
    def secret(self) -> str:
        return self._about("secret")

    @cached_property
    def researcher(self) -> str:
        """The token of the researcher's pages."""
        return self._about("researcher")

    @property
    def dealt(self) -> list[View]:
        """Every view with the hand that it was dealt to at the beginning."""
        with self.database.reading() as db:
            return [View(*row) for row in db.execute(select(VIEWS.c.item, VIEWS.c.copy, VIEWS.c.hand))]

    # joining and leaving

    def invite(self, many: int, role: str = "participant") -> list[str]:
        """Tokens for personal links; shown once, stored as their hash."""
        tokens = [token() for _ in range(many)]
        rows = [self._new(one, "invited", "personal", role) for one in tokens]
        with self.database.writing() as db:
            db.execute(insert(PARTICIPANTS), rows)
        return tokens

    def join(self, source: str = "open", recruit: str | None = None, session: str = "") -> str:
        """The token of a new participant with a hand of items; `Full` where there is nothing left to do.

        `recruit` is the id that a recruitment site gave and `session` its secret of this visit: who comes back with
        both goes on where they were, with a new token.
        """
        if not self.design.participants.open_link and source == "open":
            raise Full("This study can be joined by personal links only.")
        made = token()
        with self.database.writing(alone=True) as db:
            self._sweep(db)
            if recruit is not None and self._known(db, recruit, session, made):
                return made
            cap = self.design.participants.cap
            joined = select(func.count()).where(PARTICIPANTS.c.source == source, PARTICIPANTS.c.status.not_in(GONE))
            if source == "open" and cap and (db.execute(joined).scalar() or 0) >= cap:
                raise Full("All places of this study are taken.")
            about = {"recruit": recruit, "session": hashed(session) if session else None}
            new = insert(PARTICIPANTS).values(**self._new(made, "consent", source), **about)
            (who,) = db.execute(new).inserted_primary_key or (0,)
            self._give(db, who)
        return made

    def person(self, given: str) -> Person | None:
        """Who has this token; none for an unknown one, and for somebody who withdrew."""
        digest = hashed(given)
        with self.database.reading() as db:
            row = db.execute(select(PARTICIPANTS).where(PARTICIPANTS.c.token == digest)).mappings().first()
        return person_of(row) if row is not None and hmac.compare_digest(row["token"], digest) else None

    def by_id(self, who: int) -> Person | None:
        with self.database.reading() as db:
            row = db.execute(select(PARTICIPANTS).where(PARTICIPANTS.c.id == who)).mappings().first()
        return None if row is None else person_of(row)

    def at(self, person: Person, position: str) -> tuple[Item, float] | None:
        """The item at a position of a participant, and since when it is shown (0: not yet); None if there is none.

        Pages know items by position alone: an id would tell who made a description.
        """
        if not (position.isascii() and position.isdigit() and len(position) < 7):
            return None
        with self.database.reading() as db:
            mine = (PLACES.c.participant == person.id, PLACES.c.position == int(position))
            row = db.execute(select(PLACES.c.item, PLACES.c.shown).where(*mine)).first()
        return None if row is None else (self.items[row.item], row.shown or 0.0)

    def begin(self, person: Person) -> None:
        """Somebody with a personal link opened it: give them a hand."""
        with self.database.writing(alone=True) as db:
            row = db.execute(select(PARTICIPANTS.c.status).where(PARTICIPANTS.c.id == person.id)).first()
            if row is None or row.status != "invited":
                return
            self._sweep(db)
            if person.role == "participant":
                self._give(db, person.id)
            self._step(db, person.id, "consent")

    def resume(self, person: Person) -> bool:
        """Somebody whose time ran out came back: they go on if nobody was given their items meanwhile."""
        with self.database.writing(alone=True) as db:
            due = set(db.execute(select(PLACES.c.item).where(PLACES.c.participant == person.id)).scalars())
            done = set(db.execute(select(ANSWERS.c.item).where(ANSWERS.c.participant == person.id)).scalars())
            wanted = {item for item in due - done if not self.items[item].gold}
            free = db.execute(select(VIEWS.c.item, VIEWS.c.copy).where(VIEWS.c.participant.is_(None))).all()
            copies = {row.item: row.copy for row in free if row.item in wanted}
            if set(copies) != wanted:
                return False
            for item, copy in copies.items():
                where = (VIEWS.c.item == item, VIEWS.c.copy == copy)
                db.execute(update(VIEWS).where(*where).values(participant=person.id))
            self._step(db, person.id, "items" if done else "consent")
        return True

    def step(self, person: Person, status: str, about: Mapping[str, Any] | None = None) -> None:
        """A participant reached the next step, with what they said of themselves."""
        with self.database.writing() as db:
            self._step(db, person.id, status, **({} if about is None else {"about": {**person.about, **about}}))

    def fail_attempt(self, person: Person) -> bool:
        """Count a failed comprehension check; True if it was the last that is allowed."""
        with self.database.writing(alone=True) as db:
            # As it is now: two tabs must not have more attempts than one.
            tried = 1 + (
                db.execute(select(PARTICIPANTS.c.attempts).where(PARTICIPANTS.c.id == person.id)).scalar() or 0
            )
            failed = tried >= self.design.participants.attempts
            self._step(db, person.id, "failed" if failed else "check", attempts=tried)
            if failed:
                self._release(db, person.id)
        return failed

    def withdraw(self, person: Person) -> None:
        """Delete all that somebody gave; their items go to others."""
        with self.database.writing(alone=True) as db:
            self._release(db, person.id, everything=True)
            for table in (ANSWERS, DRAFTS, PLACES):
                db.execute(delete(table).where(table.c.participant == person.id))
            gone = {
                "token": None,
                "recruit": None,
                "session": None,
                "about": None,
                "status": "withdrawn",
                "attempts": 0,
            }
            db.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.id == person.id).values(**gone))

    def give_back(self, recruits: Sequence[str] = (), ids: Sequence[int] = ()) -> int:
        """Participants who returned their place on a recruitment site, or are taken out: others get what they left."""
        with self.database.writing(alone=True) as db:
            chosen = PARTICIPANTS.c.recruit.in_(recruits) | PARTICIPANTS.c.id.in_(ids)
            found = (
                db.execute(select(PARTICIPANTS.c.id).where(chosen, PARTICIPANTS.c.status.in_(ACTIVE))).scalars().all()
            )
            for who in found:
                self._step(db, who, "returned")
                self._release(db, who)
        return len(found)

    def sweep(self) -> None:
        """Give back the items of those whose time ran out."""
        with self.database.writing(alone=True) as db:
            self._sweep(db)

    def take(self, expert: Person) -> bool:
        """Give an expert the next item that all its annotators answered and no expert has; False if there is none."""
        experts = select(PARTICIPANTS.c.id).where(PARTICIPANTS.c.role == "expert")
        limit = self.now() - 60 * self.design.participants.return_after_minutes
        with self.database.writing(alone=True) as db:
            idle = select(PARTICIPANTS.c.id).where(PARTICIPANTS.c.role == "expert", PARTICIPANTS.c.seen < limit)
            answered = select(ANSWERS.c.item).where(ANSWERS.c.participant.in_(experts))
            db.execute(delete(PLACES).where(PLACES.c.participant.in_(idle), PLACES.c.item.not_in(answered)))
            taken = set(db.execute(select(PLACES.c.item).where(PLACES.c.participant.in_(experts))).scalars())
            counted = (
                select(ANSWERS.c.item, func.count())
                .where(ANSWERS.c.participant.not_in(experts))
                .group_by(ANSWERS.c.item)
            )
            done: dict[str, int] = {row[0]: row[1] for row in db.execute(counted).all()}
            ready = (
                i for i in self.items.values() if not i.gold and i.id not in taken and done.get(i.id, 0) >= i.views
            )
            item = next(ready, None)
            if item is None:
                return False
            last = (
                db.execute(select(func.max(PLACES.c.position)).where(PLACES.c.participant == expert.id)).scalar() or 0
            )
            db.execute(insert(PLACES).values(participant=expert.id, position=last + 1, item=item.id))
        return True

    # items and answers

    next = answering.next_place
    answer = answering.answer
    save = answering.save
    answers = answering.answers
    people = answering.people
    seen = answering.seen
    open_views = answering.open_views
    answers_to = answering.answers_to

    # inside a transaction

    def _prepare(self) -> None:
        """Make the tables and deal the views at the first start; refuse a database of another design."""
        with self.database.writing(alone=True) as db:
            METADATA.create_all(db)
            known = db.execute(select(ABOUT.c.value).where(ABOUT.c.name == "digest")).scalar()
            if known is not None:
                if known != self.design.digest:
                    raise InputError(
                        f"{self.design.path} has changed since its answers in {self.design.url} were begun",
                        "the file as it was, or another database",
                        "a copy of the file under another name",
                    )
                return
            items = items_of(self.design)
            dealt = allocation.deal(items, self.design.participants, self.design.seed)
            db.execute(insert(ITEMS), [row_of(item, place) for place, item in enumerate(items)])
            if dealt:
                db.execute(
                    insert(VIEWS),
                    [{"item": v.item, "copy": v.copy, "hand": v.hand, "participant": None} for v in dealt],
                )
            about = {"digest": self.design.digest, "secret": token(), "researcher": token(), "begun": str(self.now())}
            db.execute(insert(ABOUT), [{"name": name, "value": value} for name, value in about.items()])

    def _give(self, db: Connection, who: int) -> None:
        """The next whole hand, else of what was given back as much as makes a load."""
        kept = select(VIEWS.c.hand).where(VIEWS.c.participant.is_not(None))
        used = select(PARTICIPANTS.c.hand).where(PARTICIPANTS.c.hand.is_not(None))
        whole = select(func.min(VIEWS.c.hand)).where(VIEWS.c.hand.not_in(kept), VIEWS.c.hand.not_in(used))
        hand = db.execute(whole).scalar()
        if hand is not None:
            rows = db.execute(select(VIEWS.c.item, VIEWS.c.copy).where(VIEWS.c.hand == hand)).all()
            chosen = [View(row.item, row.copy, hand) for row in rows]
            db.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.id == who).values(hand=hand))
        else:
            free = db.execute(
                select(VIEWS.c.item, VIEWS.c.copy, VIEWS.c.hand).where(VIEWS.c.participant.is_(None))
            ).all()
            most = allocation.load(self.items.values(), self.design.participants.count)
            views = [View(row.item, row.copy, row.hand) for row in free]
            chosen = allocation.again(views, self.items.values(), self.design.participants, most, self.design.seed)
        if not chosen:
            raise Full("All places of this study are taken.")
        for view in chosen:
            where = (VIEWS.c.item == view.item, VIEWS.c.copy == view.copy)
            db.execute(update(VIEWS).where(*where).values(participant=who))
        mine = [self.items[view.item] for view in chosen]
        shown = allocation.ordered(mine, self.gold, self.design.participants, self.design.seed, who)
        places = [{"participant": who, "position": i, "item": item.id} for i, item in enumerate(shown, start=1)]
        db.execute(insert(PLACES), places)

    def _known(self, db: Connection, recruit: str, session: str, made: str) -> bool:
        """Whether somebody with this id is here: in the same visit they get a new token, else they are refused."""
        columns = (PARTICIPANTS.c.id, PARTICIPANTS.c.session, PARTICIPANTS.c.status)
        known = db.execute(select(*columns).where(PARTICIPANTS.c.recruit == recruit)).first()
        if known is None:
            return False
        same = bool(session) and known.session is not None and hmac.compare_digest(known.session, hashed(session))
        if not same or known.status not in (*ACTIVE, "expired", "finished"):
            raise Full("Somebody with this id has already taken part.", "", "the link you were given")
        db.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.id == known.id).values(token=hashed(made)))
        return True

    def _release(self, db: Connection, who: int, everything: bool = False) -> None:
        """Give back what somebody has not answered, or all of it."""
        answered = select(ANSWERS.c.item).where(ANSWERS.c.participant == who)
        where = [VIEWS.c.participant == who, *([] if everything else [VIEWS.c.item.not_in(answered)])]
        db.execute(update(VIEWS).where(*where).values(participant=None))

    def _sweep(self, db: Connection) -> None:
        limit = self.now() - 60 * self.design.participants.return_after_minutes
        idle = (
            PARTICIPANTS.c.status.in_(ACTIVE[1:]),
            PARTICIPANTS.c.seen < limit,
            PARTICIPANTS.c.role == "participant",
        )
        for who in db.execute(select(PARTICIPANTS.c.id).where(*idle)).scalars().all():
            db.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.id == who).values(status="expired"))
            self._release(db, who)

    def _step(self, db: Connection, who: int, status: str, **values: Any) -> None:
        new = {"status": status, "seen": self.now(), **values}
        db.execute(update(PARTICIPANTS).where(PARTICIPANTS.c.id == who).values(**new))

    def _new(self, made: str, status: str, source: str, role: str = "participant") -> dict[str, Any]:
        now = self.now()
        return {
            "token": hashed(made),
            "status": status,
            "source": source,
            "role": role,
            "joined": now,
            "seen": now,
            "attempts": 0,
        }

    def _about(self, name: str) -> str:
        with self.database.reading() as db:
            return str(db.execute(select(ABOUT.c.value).where(ABOUT.c.name == name)).scalar_one())
