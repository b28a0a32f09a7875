"""The text of one build, from the guides for all: passages of other builds are left out, steps are renumbered."""

import re
from typing import Any

from .netlist import PICO_PORT_MA

_CONDITION = re.compile(r"<!-- (if ([\w ]+)|end if) -->\n?")
_TABLE = re.compile(r"<!-- table ([\w-]+) -->")
_CHAPTER = re.compile(r"<!-- chapter ([\w.]+) -->")
_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_STEP = re.compile(r"^\d+\. (?=\*\*)", re.MULTILINE)


def facts(build: Any, image: bool = False) -> set[str]:
    """Return the words that conditions in the guides may ask of a build; `image`: its folder has a file of firmware."""
    socket = build.port > PICO_PORT_MA
    words = {build.form, "socket" if socket else "link", "image" if image else "no_image"}
    if build.displays:
        words.add("displays")
    words.add(build.battery or "supply")
    if build.voice:
        words.add("voice")
    if socket or build.displays:
        words.add("bus")
    return words | ({"sense"} if build.tracks < 4 else {"tracks4"})


def select(text: str, words: set[str]) -> str:
    """Return a text without the passages whose condition names a word that is not in `words`.

    A passage stands between `<!-- if WORD -->` and `<!-- end if -->`; passages may stand in one another. Raises
    ValueError for a condition without an end, or an end without a condition.
    """
    kept: list[str] = []
    conditions: list[bool] = []
    position = 0
    for mark in _CONDITION.finditer(text):
        if all(conditions):
            kept.append(text[position : mark.start()])
        position = mark.end()
        if mark.group(2):
            conditions.append(set(mark.group(2).split()) <= words)
        elif conditions:
            conditions.pop()
        else:
            raise ValueError(f"`end if` without `if` before {text[position : position + 40]!r}")
        if all(conditions) and mark.group().endswith("\n") and text[: mark.start()].rpartition("\n")[2].strip():
            kept.append("\n")
    if conditions:
        raise ValueError("`if` without `end if`")
    return "".join([*kept, text[position:]])


def include(text: str, others: dict[str, str]) -> str:
    """Return a text with each `<!-- chapter NAME -->` replaced by the text of that name, its headings a level lower;
    links to it lead there."""
    for name in _CHAPTER.findall(text):
        text = text.replace(f"]({name})", f"](#{name.partition('.')[0].lower()})")
    return _CHAPTER.sub(lambda match: _HEADING.sub(r"#\g<0>", others[match.group(1)]), text)


def insert_tables(text: str, tables: dict[str, str]) -> str:
    """Return a text with each `<!-- table NAME -->` replaced by that table, or by nothing where there is none.

    A table inside a step is indented as the mark is.
    """

    def table(match: re.Match) -> str:
        line_start = text.rfind("\n", 0, match.start()) + 1
        indent = text[line_start : match.start()]
        return tables.get(match.group(1), "").replace("\n", "\n" + indent)

    return _TABLE.sub(table, text)


def renumber(text: str) -> str:
    """Return a text whose steps, lines that begin with a number and bold words, are numbered from 1 without a gap."""
    numbers = iter(range(1, 1000))
    return _STEP.sub(lambda _: f"{next(numbers)}. ", text)
