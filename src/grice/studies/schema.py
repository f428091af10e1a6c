"""Where do answers live? The tables of a study, the same in SQLite and PostgreSQL.

A participant who withdraws keeps a row that says so and nothing else. Tokens are stored as their sha256: who reads the
database cannot answer for others.
"""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

ABOUT = Table(
    "about",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""The design's digest and text, the signing key and the researcher's token."""

PARTICIPANTS = Table(
    "participants",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), unique=True),
    Column("status", String(12), nullable=False, index=True),
    Column("role", String(12), nullable=False, default="participant"),
    Column("source", String(12), nullable=False),
    Column("recruit", String(80), unique=True),
    Column("session", String(64)),
    Column("hand", Integer),
    Column("attempts", Integer, nullable=False, default=0),
    Column("about", JSON),
    Column("joined", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("finished", Float),
)

ITEMS = Table(
    "items",
    METADATA,
    Column("id", String(120), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("grp", String(60), nullable=False),
    Column("scene", String(120), nullable=False),
    Column("producer", String(60), nullable=False),
    Column("size", Integer, nullable=False),
    Column("gold", Boolean, nullable=False),
    Column("views", Integer, nullable=False),
    Column("shown", JSON, nullable=False),
    Column("truth", JSON, nullable=False),
)

VIEWS = Table(
    "views",
    METADATA,
    Column("item", ForeignKey("items.id"), primary_key=True),
    Column("copy", Integer, primary_key=True),
    Column("hand", Integer, nullable=False, index=True),
    Column("participant", ForeignKey("participants.id"), index=True),
    UniqueConstraint("participant", "item"),
)
"""One row for each time an item is to be seen; who has it, or nobody yet."""

PLACES = Table(
    "places",
    METADATA,
    Column("participant", ForeignKey("participants.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("item", ForeignKey("items.id"), nullable=False),
    Column("shown", Float),
    UniqueConstraint("participant", "item"),
)
"""In which order a participant sees items, and since when."""

ANSWERS = Table(
    "answers",
    METADATA,
    Column("participant", ForeignKey("participants.id"), primary_key=True),
    Column("item", ForeignKey("items.id"), primary_key=True),
    Column("answer", JSON, nullable=False),
    Column("position", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("comment", Text, nullable=False),
    Column("not_understood", Boolean, nullable=False),
    Column("pasted", Boolean, nullable=False),
    Column("answered", Float, nullable=False),
)

DRAFTS = Table(
    "drafts",
    METADATA,
    Column("participant", ForeignKey("participants.id"), primary_key=True),
    Column("item", ForeignKey("items.id"), primary_key=True),
    Column("draft", JSON, nullable=False),
    Column("saved", Float, nullable=False),
)
