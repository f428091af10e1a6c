"""Who came from a recruitment site, and who returned their place there? Ids in links and in the site's own export."""

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from grice.errors import InputError

PARAMETERS = ("PROLIFIC_PID", "participantId", "workerId", "survey_code")
"""The names under which sites put the id of a participant into a link: Prolific, CloudResearch, MTurk, SONA."""
SESSIONS = ("SESSION_ID", "assignmentId")
"""The names of the secret of one visit, which nobody else knows."""
COLUMNS = ("Participant id", "participant_id", "Worker id")
LEFT = ("RETURNED", "TIMED-OUT", "TIMED OUT", "REJECTED")
MOST = 80


def recruit_in(parameters: Mapping[str, str]) -> str | None:
    """The id that a recruitment site put into the link, if it did."""
    found = next((parameters[name] for name in PARAMETERS if parameters.get(name)), None)
    plain = found is None or (len(found) <= MOST and found.isascii() and found.isalnum())
    if not plain:
        raise InputError("the id in the link is not one of a recruitment site", "letters and digits")
    return found


def session_in(parameters: Mapping[str, str]) -> str:
    """The secret of this visit that the site put into the link."""
    return next((parameters[name][:MOST] for name in SESSIONS if parameters.get(name)), "")


def returned_ids(given: Iterable[str]) -> list[str]:
    """Ids as they are; of a CSV file of the site, the ids of those who returned their place or ran out of time."""
    found: list[str] = []
    for one in given:
        path = Path(one)
        found += _exported(path) if path.suffix == ".csv" else [one]
    return found


def _exported(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} cannot be read: {error}", "the CSV file that the recruitment site exports") from None
    column = next((name for name in COLUMNS if rows and name in rows[0]), None)
    if column is None or "Status" not in rows[0]:
        raise InputError(f"{path} has no ids and status", f"columns Status and one of {', '.join(COLUMNS)}")
    return [row[column] for row in rows if row["Status"].upper() in LEFT]
