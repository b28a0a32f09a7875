"""Reads the segments of a journal copied from a board, in order, and collects everything that is wrong with them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from firmware.journal.checkpoint import Checkpoint, CheckpointError
from firmware.journal.files import ARCHIVE, FOLDER
from firmware.journal.record import RECORD_BYTES, is_sound
from firmware.journal.restore import Segment
from firmware.journal.results import RESULTS_FILE as RESULTS


class NoJournalError(ValueError):
    """No board's files at a path; the message names those that are looked for."""


@dataclass
class JournalCopy:
    """The contents of a copied journal: segments in event order, each once; result lines; damage, as messages."""

    segments: list[tuple[str, Segment]] = field(default_factory=list)
    results: list[tuple[str, int, bytes]] = field(default_factory=list)
    damage: list[str] = field(default_factory=list)


def read_copy(path: Path) -> JournalCopy:
    """Read a copy of a board's flash, one of its folders, or a single file. Raises NothingThereError, OSError."""
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    found = JournalCopy()
    for file in files:
        name = str(file.relative_to(path)) if path.is_dir() else file.name
        if file.name == RESULTS or file.suffix == ".jsonl":
            found.results += _lines(name, file.read_bytes())
        elif file.name.isdigit() or not path.is_dir():
            _read_segments(name, file.read_bytes(), found)
    if path.is_file() and not found.segments and not found.results and not path.name.isdigit():
        raise NoJournalError(f"{path} is no board's journal, whose files are called by a number, and no {RESULTS}")
    if not found.segments and not found.results and not found.damage:
        raise NoJournalError(f"{path}: no {FOLDER}/, {ARCHIVE}/ or {RESULTS} of a board there")
    _sort_segments(found)
    return found


def _lines(name: str, data: bytes) -> list[tuple[str, int, bytes]]:
    return [(name, number, line) for number, line in enumerate(data.split(b"\n"), 1) if line]


def _read_segments(name: str, data: bytes, found: JournalCopy) -> None:
    for at, part in split(data):
        segment = Segment(part)
        where = name if at == 0 else f"{name} from byte {at}"
        if segment.damage:
            found.damage.append(f"{where}: {segment.damage}")
        if segment.checkpoint is not None:
            found.segments.append((where, segment))


def split(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The segments that stand end to end in an archive: where each begins, and its bytes."""
    begin = 0
    at = _behind_checkpoint(data, 0)
    while at < len(data):
        if is_sound(data, at):
            at += RECORD_BYTES
        elif _is_checkpoint(data, at):
            yield begin, data[begin:at]
            begin, at = at, _behind_checkpoint(data, at)
        else:
            at += 1
    yield begin, data[begin:]


def _is_checkpoint(data: bytes, at: int) -> bool:
    try:
        Checkpoint(data[at:])
    except CheckpointError:
        return False
    return True


def _behind_checkpoint(data: bytes, at: int) -> int:
    return at + Checkpoint(data[at:]).size if _is_checkpoint(data, at) else at + 1


def _sort_segments(found: JournalCopy) -> None:
    """Sort by event; a segment that stands in two places (a cut while it was archived) counts once."""
    best: dict[int, tuple[str, Segment]] = {}
    for where, segment in found.segments:
        assert segment.checkpoint is not None
        number = segment.checkpoint.number
        if number not in best or segment.last > best[number][1].last:
            best[number] = (where, segment)
    found.segments = [best[number] for number in sorted(best)]
    for (_, before), (where, segment) in zip(found.segments, found.segments[1:], strict=False):
        assert segment.checkpoint is not None
        if segment.checkpoint.sequence != before.last:
            found.damage.append(f"{where}: begins after event {segment.checkpoint.sequence}, not {before.last}")
