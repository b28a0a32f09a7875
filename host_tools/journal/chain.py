"""A board's result lines one after another: what each says, and what is wrong with it or its place in the chain."""

from collections.abc import Iterable, Iterator

from firmware.journal import seal
from host_tools.desk import faults, lines
from host_tools.desk.lines import LineError, ResultLine

Checked = tuple[str, ResultLine | None, str]
"""Where a line stands, what it says (None where it says nothing), and what is wrong with it ("" for nothing)."""


def checked(found: Iterable[tuple[str, int, bytes]], key: bytes) -> Iterator[Checked]:
    """Check lines, given with file name and line number, in their order. Without a key seals are not looked at."""
    before: ResultLine | None = None
    for name, number, text in found:
        where = f"{name} line {number}"
        try:
            line = lines.parse(text.decode())
        except (LineError, UnicodeDecodeError) as error:
            yield where, None, str(error)
            continue
        yield where, line, _wrong(line, before, key)
        before = line


def _wrong(line: ResultLine, before: ResultLine | None, key: bytes) -> str:
    expected = before.digest if before else seal.FIRST if line.n == 1 else line.prev
    if line.prev != expected:
        return "does not follow the line before it: one is missing, doubled or changed"
    if key and not faults.sealed_by(line, key):
        return faults.WORDS[faults.SEAL] if line.mac else faults.WORDS[faults.UNSEALED]
    return ""
