"""Parses the scenario language (tests/scenarios/README.md) into a list of steps; errors name the line.

A step is a list: line number, kind, and the arguments of that kind:

    [line, "press", key, ms]    [line, "wait", ms]       [line, "cut"]
    [line, "send", text]        [line, "set", fields]    [line, "expect", path, value]
    [line, "plug", displays]    [line, "read", display, text]
"""

import json

from firmware.config import KEY_MENU, KEY_OK, SCORE_KEYS, TEAMS
from firmware.rules.presets import PRESET_NAMES, fields_of
from firmware.settings import DEFAULTS

PRESS_MS = 40
LONGEST_MS = 24 * 3600 * 1000
ALLOWED = (
    "presses A+1 A+2 A+5 A< (teams A to D) OK MENU, each with :MS to hold it; wait MS; power-cut; send JSON; "
    'expect FIELD VALUE; displays N; expect display "TEXT"; preset NAME; teams N; set FIELD VALUE'
)

_FIELDS = ["round"] + [field for field in DEFAULTS if field not in ("preset", "teams")]
"""What `set` sets: the settings that have no line of their own, and the round."""
_DISPLAYS = ("display", "display.1", "display.2")
_SWITCH_VALUES = {"on": True, "off": False, "true": True, "false": False}


class ScriptError(ValueError):
    """An invalid or failed line: `line` is its number, from 1, `message` the error and, if invalid, what is allowed."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__("line %d: %s" % (line, message))
        self.line = line
        self.message = message


def parse(text: str) -> list:
    """Parse a scenario into its steps. Raises ScriptError for the first invalid line."""
    steps: list = []
    number = 0
    for line in text.split("\n"):
        number += 1
        _Line(number, _without_comment(line)).parse(steps)
    return steps


def tracks_needed(steps: list) -> int:
    """Return the number of tracks that a board needs to play the steps: 2 to 4."""
    return max([2] + [step[2].get("teams", 2) for step in steps if step[1] == "set"])


def most_displays(steps: list) -> int:
    """Return the highest number of displays that the steps plug in."""
    return max([0] + [step[2] for step in steps if step[1] == "plug"])


def _without_comment(line: str) -> str:
    """Return a line up to its comment."""
    quoted = False
    for i in range(len(line)):
        if line[i] == '"':
            quoted = not quoted
        elif line[i] == "#" and not quoted:
            return line[:i]
    return line


class _Line:
    """A line of a scenario, parsed word by word; `_rest` is the part not parsed yet."""

    def __init__(self, number: int, text: str) -> None:
        self._number = number
        self._rest = text.strip()

    def _fail(self, message: str):
        raise ScriptError(self._number, message)

    def _next_word(self, description: str = "") -> str:
        """Remove and return the next word. Raises ScriptError that `description` is missing if there is none."""
        parts = self._rest.split(None, 1)
        if not parts:
            self._fail("%s is missing" % description)
        self._rest = parts[1] if len(parts) > 1 else ""
        return parts[0]

    def parse(self, steps: list) -> None:
        """Parse the line and append its steps to `steps`. Raises ScriptError."""
        while self._rest:
            step = self._parse_step(self._next_word())
            while step:
                steps.append([self._number] + step)
                step = self._parse_expectation() if step[0] in ("expect", "read") and self._rest else None

    def _parse_step(self, word: str) -> list:
        """Parse the step that begins with `word`; return its kind and arguments."""
        if word == "wait":
            return ["wait", self._parse_ms(self._next_word("the milliseconds to wait"))]
        if word == "power-cut":
            return ["cut"]
        if word == "send":
            return self._parse_send()
        if word == "expect":
            return self._parse_expectation()
        if word == "displays":
            return ["plug", self._parse_displays()]
        if word in ("preset", "teams", "set"):
            return ["set", self._parse_setting(word)]
        return self._parse_press(word)

    def _parse_ms(self, word: str) -> int:
        if not _is_number(word) or int(word) > LONGEST_MS:
            self._fail("%s is not a number of milliseconds from 0 to %d" % (word, LONGEST_MS))
        return int(word)

    def _parse_send(self) -> list:
        text, self._rest = self._rest, ""
        if not text:
            self._fail('send needs a JSON object, such as {"id":1,"do":"status"}')
        return ["send", text]

    def _parse_displays(self) -> int:
        number = self._parse_number(self._next_word("the number of displays"), "displays")
        if number > 2:
            self._fail("displays is 0, 1 or 2, not %d" % number)
        return number

    def _parse_expected_text(self, field: str) -> list:
        """Parse the quoted text that display `field` is expected to show, as a "read" step."""
        text, quote, remainder = _partition(self._rest[1:], '"') if self._rest[:1] == '"' else ("", "", "")
        if not quote or not text.strip():
            self._fail('after expect %s, a text in quotes, such as "to go"' % field)
        self._rest = remainder.strip()
        return ["read", _DISPLAYS.index(field) // 2, " ".join(text.split())]

    def _parse_expectation(self) -> list:
        """Parse a field and its expected value, as an "expect" step; for a display, its text as a "read" step."""
        field = self._next_word("the field to expect")
        if field in _DISPLAYS:
            return self._parse_expected_text(field)
        return ["expect", field, self._next_word("the value expected of %s" % field)]

    def _parse_press(self, word: str) -> list:
        """Parse a key press, such as `A+5` or `A+1:1200` (with its duration in ms), as a "press" step."""
        name, colon, ms = _partition(word, ":")
        key = key_number(name)
        if key < 0:
            self._fail("%s is not known; allowed are %s" % (word, ALLOWED))
        return ["press", key, self._parse_ms(ms) if colon else PRESS_MS]

    def _parse_setting(self, word: str) -> dict:
        """Parse the setting that begins with `word`; return it as {field: value}."""
        if word == "preset":
            return {"preset": self._parse_preset()}
        if word == "teams":
            return {"teams": self._parse_teams()}
        field = self._next_word("the field to set")
        value = self._next_word("the value of %s" % field)
        if value in ("null", "none"):
            return {field: None}
        if field not in _FIELDS:
            self._fail("set %s is not known; fields are %s" % (field, " ".join(sorted(_FIELDS))))
        if isinstance(DEFAULTS.get(field), str):
            return {field: value}
        if value in _SWITCH_VALUES:
            return {field: _SWITCH_VALUES[value]}
        return {field: self._parse_number(value, field)}

    def _parse_teams(self) -> int:
        teams = self._parse_number(self._next_word("the number of teams"), "teams")
        if not 2 <= teams <= len(TEAMS):
            self._fail("teams is from 2 to %d, not %d" % (len(TEAMS), teams))
        return teams

    def _parse_number(self, word: str, field: str) -> int:
        if not _is_number(word):
            self._fail("%s is a number, not %s" % (field, word))
        return int(word)

    def _parse_preset(self):
        """Parse a preset; return its name, or if fields to change follow, the dictionary of all its fields."""
        name = self._next_word("the name of the preset")
        if name not in PRESET_NAMES:
            self._fail("preset %s is not known; presets are %s" % (name, " ".join(PRESET_NAMES)))
        if self._rest[:1] != "{":
            return name
        text, self._rest = self._rest, ""
        fields = fields_of(name)
        try:
            fields.update(json.loads(text))
        except (ValueError, TypeError):
            self._fail('after the name, fields to change as a JSON object, such as {"games":5}')
        return fields


def _is_number(word: str) -> bool:
    return bool(word) and len(word) < 10 and all(c in "0123456789" for c in word)


def _partition(word: str, mark: str) -> tuple:
    index = word.find(mark)
    return (word, "", "") if index < 0 else (word[:index], mark, word[index + 1 :])


def key_number(name: str) -> int:
    """Return the number of a key by its name, such as A+5, A<, OK or MENU; -1 for an unknown name."""
    if name == "OK":
        return KEY_OK
    if name == "MENU":
        return KEY_MENU
    team = TEAMS.find(name[:1]) if name else -1
    if team < 0:
        return -1
    for i in range(len(SCORE_KEYS)):
        if name[1:] == "+%d" % SCORE_KEYS[i]:
            return 4 * team + i
    return 4 * team + 3 if name[1:] == "<" else -1
