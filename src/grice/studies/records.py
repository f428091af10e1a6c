"""Who is a participant, what is next for them? Rows of the database as records, and the tokens that people show."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import RowMapping

from grice.errors import InputError
from grice.studies.items import Item

ACTIVE = ("invited", "consent", "questions", "check", "items")
"""The steps of somebody who is not done yet, in their order."""
GONE = ("withdrawn", "returned", "expired", "failed")
"""Whose unanswered items are given back."""


class Full(InputError):
    """There is nothing left to give to somebody who wants to join."""


@dataclass(frozen=True)
class Person:
    """A participant as a request sees one."""

    id: int
    status: str
    role: str
    source: str
    recruit: str | None
    attempts: int
    about: Mapping[str, Any]
    joined: float
    seen: float


@dataclass(frozen=True)
class Place:
    """What a participant has to do next: an item, its position among how many, and what was typed so far."""

    item: Item
    position: int
    total: int
    done: int
    shown: float
    draft: Mapping[str, Any]


def token() -> str:
    """128 random bits as text that a link can hold."""
    return secrets.token_urlsafe(16)


def hashed(given: str) -> str:
    return sha256(given.encode("utf-8", "replace")).hexdigest()


def person_of(row: RowMapping) -> Person:
    names = ("id", "status", "role", "source", "recruit", "attempts", "joined", "seen")
    return Person(about=row["about"] or {}, **{name: row[name] for name in names})


def item_of(row: Mapping[str, Any]) -> Item:
    named = {"group": row["grp"], **{name: row[name] for name in ("id", "scene", "producer", "size", "shown", "truth")}}
    return Item(**named, gold=row["gold"], views=row["views"])


def row_of(item: Item, place: int) -> dict[str, Any]:
    names = ("id", "scene", "producer", "size", "gold", "views")
    plain = {"shown": json.loads(json.dumps(item.shown)), "truth": json.loads(json.dumps(item.truth))}
    return {"place": place, "grp": item.group, **{name: getattr(item, name) for name in names}, **plain}
