"""Takes in the result lines of boards: from files, from the serial line, or pasted."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from firmware.journal import seal
from host_tools.desk import faults, lines
from host_tools.desk.event import kind_of, note
from host_tools.desk.lines import LineError, ResultLine
from host_tools.desk.model import Event, Line
from host_tools.desk.schema import add_rows
from host_tools.desk.settle import Key, chunks, settle

BROKEN = "broken"
DOUBLED = "doubled"
_AT_ONCE = 5000
_IN_ONE_QUERY = 500

Text = tuple[str, int, str]
"""Where a line came from (a file's name), its number there from 1, and the line."""


@dataclass
class Taken:
    """What became of the lines: `new` were kept, `again` had been kept before, `refused` are no result lines.

    `faults` counts the new lines by what is wrong with each alone.
    """

    new: int = 0
    again: int = 0
    refused: list[str] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=dict)


def take(session: Session, event: Event, texts: Sequence[Text], by: str) -> Taken:
    """Keep all lines that have not been kept before, and bring chains and scores up to date."""
    taken = Taken()
    boards: set[str] = set()
    keys: set[Key] = set()
    for part in chunks(texts, _AT_ONCE):
        rows = _new_rows(session, event, part, taken)
        add_rows(session, Line, rows)
        boards.update(row["board"] for row in rows)
        keys.update((row["round"], row["table"]) for row in rows)
    for board_part in chunks(sorted(boards), _IN_ONE_QUERY):
        keys |= _check_chains(session, event, board_part)
    settle(session, event, keys)
    if taken.new:
        note(session, event, by, "imported", detail={"new": taken.new, "again": taken.again})
    return taken


def _new_rows(session: Session, event: Event, part: Sequence[Text], taken: Taken) -> list[dict[str, Any]]:
    key, preset = bytes.fromhex(event.key), kind_of(event).preset
    read = {line.digest: line for line in _parsed(part, taken)}
    known = _known(session, event, list(read))
    taken.again += len(known)
    rows = []
    for digest, line in read.items():
        if digest not in known:
            fault = faults.fault(line, event.name, key, preset)
            rows.append(_row(event, line, fault))
            if fault:
                taken.faults[fault] = taken.faults.get(fault, 0) + 1
    taken.new += len(rows)
    return rows


def _parsed(part: Iterable[Text], taken: Taken) -> Iterable[ResultLine]:
    seen = set()
    for source, number, text in part:
        bare = lines.unwrapped(text)
        if not bare:
            continue
        try:
            line = lines.parse(bare)
        except LineError as error:
            taken.refused.append(f"{source}:{number}: {error}")
            continue
        taken.again += line.digest in seen
        seen.add(line.digest)
        yield line


def _known(session: Session, event: Event, digests: list[str]) -> set[str]:
    known: set[str] = set()
    for some in chunks(digests, _IN_ONE_QUERY):
        query = select(Line.digest).where(Line.event_id == event.id, Line.digest.in_(some))
        known.update(session.scalars(query))
    return known


def _row(event: Event, line: ResultLine, fault: str) -> dict[str, Any]:
    names = ("digest", "prev", "board", "n", "round", "table", "game", "end", "replaces", "code", "text")
    kept = {name: getattr(line, name) for name in names}
    kept |= {"fault": fault, "chain": "", "decision": ""}
    return {"event_id": event.id, "sides": lines.packed(line.sides), **kept}


def _check_chains(session: Session, event: Event, boards: list[str]) -> set[Key]:
    """Say of every line of these boards whether it follows its neighbour; the tables whose lines changed."""
    columns = (Line.id, Line.board, Line.n, Line.prev, Line.digest, Line.end, Line.chain, Line.round, Line.table)
    by_board: dict[str, list] = defaultdict(list)
    for row in session.execute(select(*columns).where(Line.event_id == event.id, Line.board.in_(boards))):
        by_board[row.board].append(row)
    key = bytes.fromhex(event.key)
    judged = [one for rows in by_board.values() for one in chained(rows, event.name, key)]
    changed = [(row, now) for row, now in judged if row.chain != now]
    if changed:
        values = [{"line": row.id, "now": now} for row, now in changed]
        query = update(Line.__table__).where(Line.__table__.c.id == bindparam("line"))  # type: ignore[arg-type]
        session.execute(query.values(chain=bindparam("now")), values)
    return {(row.round, row.table) for row, _ in changed}


def chained(rows: Sequence[Any], event: str, key: bytes) -> list[tuple[Any, str]]:
    """Each line of one board, with "" or what is wrong with its place in the chain.

    A line whose neighbour is not here cannot be wrong. Lines with one number are all doubled. A line that says the log
    was cleared has the number of the one before it; where it has not been read, it is known what it must have been.
    """
    at: dict[int, list] = defaultdict(list)
    for row in rows:
        at[row.n].append(row)
    return [(row, _place(row, at, event, key)) for row in rows]


def _place(row: Any, at: dict[int, list], event: str, key: bytes) -> str:
    cleared = row.end == lines.CLEARED
    if not cleared and sum(other.end != lines.CLEARED for other in at[row.n]) > 1:
        return DOUBLED
    before = [other.digest for other in at[row.n] if other.end != lines.CLEARED] if cleared else []
    before = before or [other.digest for other in at.get(row.n - 1, ())]
    if row.n == 1 and not cleared:
        before = [seal.FIRST]
    if not before or row.prev in before:
        return ""
    told = [(name, secret) for name in (event, "") for secret in (key, b"")]
    after = (lines.link_after_clearing(row.n - 1, row.board, link, *one) for link in before for one in told)
    return "" if not cleared and row.prev in after else BROKEN
