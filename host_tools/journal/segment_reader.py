"""Reads the segments of a journal copied from a board, in order, and reports their damage."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from firmware.journal.checkpoint import Checkpoint, CheckpointError
from firmware.journal.files import ARCHIVE, CLOSED
from firmware.journal.record import RECORD_BYTES, is_sound
from firmware.journal.restore import Segment
from firmware.journal.result_reader import RESULTS_NAME as RESULTS
from host_tools.i18n import labelled, message
from host_tools.i18n.board_messages import board_message


class NoJournalError(ValueError):
    """A path has no files of a board's journal; the message names those that are expected."""


@dataclass
class JournalCopy:
    """A copied journal. `segments`: (place, segment) in event order; `results`: (file, line number, line); `damage`:
    messages."""

    segments: list[tuple[str, Segment]] = field(default_factory=list)
    results: list[tuple[str, int, bytes]] = field(default_factory=list)
    damage: list[str] = field(default_factory=list)


def read_copy(path: Path) -> JournalCopy:
    """Read a copy of a board's flash, one of its folders, or a single file. Raises NoJournalError, OSError."""
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    copy = JournalCopy()
    for file in files:
        name = str(file.relative_to(path)) if path.is_dir() else file.name
        if file.name == RESULTS:
            copy.results += _result_lines(name, file.read_bytes())
        elif file.name.isdigit() or not path.is_dir():
            _read_segments(name, file.read_bytes(), copy)
    if path.suffix == ".jsonl":
        raise NoJournalError(message("usb.journal.saved", file=path))
    if path.is_file() and not copy.segments and not copy.results and not path.name.isdigit():
        raise NoJournalError(message("usb.journal.foreign", file=path, results=RESULTS))
    if not copy.segments and not copy.results and not copy.damage:
        raise NoJournalError(message("usb.journal.none", file=path, closed=CLOSED, archive=ARCHIVE, results=RESULTS))
    _sort_segments(copy)
    return copy


def read_files(files: Mapping[str, bytes]) -> JournalCopy:
    """Read the segments of a journal's files, by path."""
    copy = JournalCopy()
    for name, data in files.items():
        _read_segments(name, data, copy)
    _sort_segments(copy)
    return copy


def _result_lines(name: str, data: bytes) -> list[tuple[str, int, bytes]]:
    """Return (name, line number, line) of each line that is not empty in the result log `name`."""
    return [(name, number, line) for number, line in enumerate(data.split(b"\n"), 1) if line]


def _read_segments(name: str, data: bytes, copy: JournalCopy) -> None:
    """Add the segments of the file `name`, and their damage, to `copy`."""
    for offset, part in split_segments(data):
        segment = Segment(part)
        place = name if offset == 0 else message("usb.journal.offset", file=name, offset=offset)
        if segment.damage:
            copy.damage.append(labelled(place, board_message(segment.damage)))
        if segment.checkpoint is not None:
            copy.segments.append((place, segment))


def split_segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (offset, bytes) of each of the segments that stand end to end in an archive file.

    Each begins with a checkpoint; damaged bytes belong to the segment before them. An empty file, whose write has not
    ended, has none.
    """
    if not data:
        return
    begin = 0
    offset = _skip_checkpoint(data, 0)
    while offset < len(data):
        if is_sound(data, offset):
            offset += RECORD_BYTES
        elif _is_checkpoint(data, offset):
            yield begin, data[begin:offset]
            begin, offset = offset, _skip_checkpoint(data, offset)
        else:
            offset += 1
    yield begin, data[begin:]


def _is_checkpoint(data: bytes, offset: int) -> bool:
    """Return whether a checkpoint begins at `offset`."""
    try:
        Checkpoint(data[offset:])
    except CheckpointError:
        return False
    return True


def _skip_checkpoint(data: bytes, offset: int) -> int:
    """Return the offset after the checkpoint at `offset`, or `offset` + 1 if there is none."""
    return offset + Checkpoint(data[offset:]).size if _is_checkpoint(data, offset) else offset + 1


def _sort_segments(copy: JournalCopy) -> None:
    """Sort the segments by number, and add gaps between them to the damage.

    If a segment is there twice (after a power cut while it was archived), only the longer copy is kept.
    """
    by_number: dict[int, tuple[str, Segment]] = {}
    for place, segment in copy.segments:
        assert segment.checkpoint is not None
        number = segment.checkpoint.number
        if number not in by_number or segment.last > by_number[number][1].last:
            by_number[number] = (place, segment)
    copy.segments = [by_number[number] for number in sorted(by_number)]
    for (_, previous), (place, segment) in zip(copy.segments, copy.segments[1:], strict=False):
        assert segment.checkpoint is not None
        if segment.checkpoint.sequence != previous.last:
            first = segment.checkpoint.sequence
            copy.damage.append(message("usb.journal.gap", place=place, first=first, last=previous.last))
