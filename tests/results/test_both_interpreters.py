"""Result lines are verified alike on CPython and on MicroPython, where the captain's page runs the same modules."""

import json

import pytest

from firmware.journal.seal import FIRST_PREV
from host_tools.results.worker_api import verify
from tests.results.generated_lines import EVENT, KEY, Lines

AT_ONCE = 50
NOT_JSON = "desk.line.json"


@pytest.fixture
def both(micropython):
    """Verifies a log on both; the answer, if it is the same."""
    micropython.run("from results.worker_api import verify")

    def ask(texts: list[str], key: str = "", event: str = "") -> list[dict]:
        found, previous = [], ""
        for start in range(0, len(texts), AT_ONCE):
            request = ("".join(f"{text}\n" for text in texts[start : start + AT_ONCE]), key, event, previous)
            answers = [
                json.loads(function(*request)) for function in (verify, lambda *r: micropython.call("verify", *r))
            ]
            for text, one, other in zip(texts[start : start + AT_ONCE], *answers, strict=True):
                assert one == other, text
            found += answers[0]
            previous = next((line["digest"] for line in reversed(found) if line["line"]), "")
        return found

    return ask


def sound() -> str:
    lines = Lines(3)
    fields = {**lines.fields(1), "v": 2, "event": EVENT, "preset": "acc", "winner": "A", "level": 0, "end": "played"}
    fields |= {"scores": {"A": 121, "B": 100}, "points": {"A": 2, "B": 0}, "spread": {"A": 21, "B": -21}}
    fields |= {"judged": 0, "muggins": False, "began": None}
    return lines.sealed(fields, FIRST_PREV, KEY)


LINE = sound()
NOT_QUITE_JSON = (
    *(LINE.replace('"v":2', '"v" 2'), LINE.replace(",", " ", 1), LINE.replace(":", ",", 1), LINE.replace("{", "{,", 1)),
    *(LINE.replace('},"level"', ',},"level"'), LINE + "}", LINE + " x", LINE.replace('"v":2', "v:2"), "\ufeff" + LINE),
    *(LINE.replace('"level":0', f'"level":{number}') for number in ("00", "+0", "0.", ".0", "0x0", "NaN", "-", "1e")),
    *(LINE.replace(EVENT, text) for text in ("a\tb", "a\0b", "a\\x", "a\\u12", "a\\u 123", 'a"b', "a\\")),
    *(LINE.replace("true", word, 1) for word in ("tru", "True", "nul")),
    *("", "{", "[" * 1999, '{"a":' * 300),
)
STRANGE_JSON = (
    *(LINE.replace(",", " ,\r ", 1), LINE.replace(":", " : ", 1), LINE.replace("{", "{\x20", 1)),
    *(LINE.replace('"level":0', f'"level":{number}') for number in ("0.0", "0e0", "-0", "1e400", "9" * 40, "true")),
    *(LINE.replace('"v":2', f'"v":{value}') for value in ("3", "true", "null", "2.0", "{}", "-1", "9" * 30)),
    *(LINE.replace('"level"', '"level":9,"level"'), "[]", "7", "null", f'{{"id":7,"result":{LINE}}}'),
)
TEXTS = (
    "é",
    "\U0001f0a1",
    "a\xa0b",
    "\x7f",
    "\x85",
    "\xad",
    "\u061c",
    "\u200b",
    "\u2028",
    "\u202e",
    "\u2067",
    "\ufeff",
)
ESCAPED = (
    "\\u00e9",
    "\\ud83c\\udca1",
    "\\uD83C\\uDCA1",
    "\\ud83c",
    "\\udca1\\ud83c",
    "\\\\ud83c\\udca1",
    "\\u0000",
    "\\n",
)


def test_what_is_no_json_is_no_line(both):
    assert [line["faults"] for line in both(list(NOT_QUITE_JSON))] == [[[NOT_JSON, {}]]] * len(NOT_QUITE_JSON)


def test_numbers_spaces_and_names_that_no_board_writes_are_read_alike(both):
    answers = both(list(STRANGE_JSON))
    assert sum(bool(line["line"]) for line in answers) == 6


def test_texts_are_plain_or_not_alike(both):
    texts = [LINE.replace(EVENT, text) for text in (*TEXTS, *ESCAPED, "x" * 40, "\U0001f0a1" * 40, "x" * 41)]
    plain = [text for text, line in zip((*TEXTS, *ESCAPED), both(texts), strict=False) if line["line"]]
    assert plain == ["é", "\U0001f0a1", "a\xa0b", "\\u00e9", "\\ud83c\\udca1", "\\uD83C\\uDCA1"]


@pytest.mark.parametrize(("key", "event"), [("", ""), (KEY, EVENT), ("ff" * 80, "")])
def test_logs_are_verified_alike(both, key, event):
    lines = Lines(2)
    texts = [text for _ in range(20) for text in lines.log(12, lines.random.choice(["", KEY, KEY, "ff" * 80]))]
    found = both(texts, key, event)
    assert {fault for line in found for fault, _ in line["faults"]} > {"desk.held.broken"}


@pytest.mark.deep
def test_spoiled_lines_are_refused_alike(both):
    lines = Lines(1)
    good = [lines.sealed(lines.fields(n), FIRST_PREV, KEY) for n in range(1, 1500)]
    found = both([*good, *(lines.spoiled(text).replace("\n", " ") for text in good * 3)])
    assert sum(bool(line["line"]) for line in found) > 1000
    assert len({fault for line in found for fault, _ in line["faults"]}) > 15
