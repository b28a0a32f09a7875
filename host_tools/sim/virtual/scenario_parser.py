"""Parses the scenario language (DESIGN.md section 5) into a list of steps; errors name the line.

A step is a list: line number, kind, and what the kind needs:

    [line, "press", key, ms]    [line, "wait", ms]       [line, "cut"]
    [line, "send", text]        [line, "set", fields]    [line, "expect", path, value]
    [line, "plug", displays]    [line, "read", display, text]
"""

import json

from firmware.config import KEY_MENU, KEY_OK, SCORE_KEYS, TEAMS
from firmware.rules.presets import PRESET_NAMES, fields_of

PRESS_MS = 40
LONGEST_MS = 24 * 3600 * 1000
ALLOWED = (
    "presses A+1 A+2 A+5 A< (teams A to D) OK MENU, each with :MS to hold it; wait MS; power-cut; send JSON; "
    'expect FIELD VALUE; displays N; expect display "TEXT"; preset NAME; teams N; set FIELD VALUE'
)

_NUMBERS = ("table", "round", "idle_ms", "brightness")
_SWITCHES = ("sign_off", "muggins")
_TEXTS = ("pin", "event", "name", "key", "language")
_DISPLAYS = ("display", "display.1", "display.2")
_WORDS = {"on": True, "off": False, "true": True, "false": False}


class ScriptError(ValueError):
    """A line that cannot be played: `line` is its number, from 1, `message` what is wrong and what is allowed."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__("line %d: %s" % (line, message))
        self.line = line
        self.message = message


def parse(text: str) -> list:
    """Parse a scenario into its steps. Raises ScriptError for the first line that is wrong."""
    steps: list = []
    number = 0
    for line in text.split("\n"):
        number += 1
        _Line(number, _without_comment(line)).read(steps)
    return steps


def teams_of(steps: list) -> int:
    """Return how many tracks a board needs to play the steps."""
    return max([2] + [step[2].get("teams", 2) for step in steps if step[1] == "set"])


def displays_of(steps: list) -> int:
    """Return how many displays are plugged in at most."""
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
    """One line, read word by word."""

    def __init__(self, number: int, text: str) -> None:
        self._number = number
        self._rest = text.strip()

    def _fail(self, message: str):
        raise ScriptError(self._number, message)

    def _word(self, description: str = "") -> str:
        """Take the next word; `description` names it in the error where there is none."""
        parts = self._rest.split(None, 1)
        if not parts:
            self._fail("%s is missing" % description)
        self._rest = parts[1] if len(parts) > 1 else ""
        return parts[0]

    def read(self, steps: list) -> None:
        """Parse the line into steps, and append them."""
        while self._rest:
            step = self._step(self._word())
            while step:
                steps.append([self._number] + step)
                step = self._pair() if step[0] in ("expect", "read") and self._rest else None

    def _step(self, word: str) -> list:
        """Parse the step that begins with this word."""
        if word == "wait":
            return ["wait", self._ms(self._word("the milliseconds to wait"))]
        if word == "power-cut":
            return ["cut"]
        if word == "send":
            return self._send()
        if word == "expect":
            return self._pair()
        if word == "displays":
            return ["plug", self._displays()]
        if word in ("preset", "teams", "set"):
            return ["set", self._setting(word)]
        return self._press(word)

    def _ms(self, word: str) -> int:
        if not _is_number(word) or int(word) > LONGEST_MS:
            self._fail("%s is not a number of milliseconds from 0 to %d" % (word, LONGEST_MS))
        return int(word)

    def _send(self) -> list:
        text, self._rest = self._rest, ""
        if not text:
            self._fail('send needs a JSON object, such as {"id":1,"do":"status"}')
        return ["send", text]

    def _displays(self) -> int:
        number = self._number_of(self._word("the number of displays"), "displays")
        if number > 2:
            self._fail("displays is 0, 1 or 2, not %d" % number)
        return number

    def _expected_text(self, field: str) -> list:
        """Parse the text in quotes that display `field` is expected to show."""
        text, quote, remainder = _partition(self._rest[1:], '"') if self._rest[:1] == '"' else ("", "", "")
        if not quote or not text.strip():
            self._fail('after expect %s, a text in quotes, such as "to go"' % field)
        self._rest = remainder.strip()
        return ["read", _DISPLAYS.index(field) // 2, " ".join(text.split())]

    def _pair(self) -> list:
        """Parse a field and the value expected of it."""
        field = self._word("the field to expect")
        if field in _DISPLAYS:
            return self._expected_text(field)
        return ["expect", field, self._word("the value expected of %s" % field)]

    def _press(self, word: str) -> list:
        """Parse a key press, with its duration after a colon."""
        name, colon, ms = _partition(word, ":")
        key = key_number(name)
        if key < 0:
            self._fail("%s is not known; allowed are %s" % (word, ALLOWED))
        return ["press", key, self._ms(ms) if colon else PRESS_MS]

    def _setting(self, word: str) -> dict:
        """Parse a setting: one field and its value."""
        if word == "preset":
            return {"preset": self._preset()}
        if word == "teams":
            return {"teams": self._teams()}
        field = self._word("the field to set")
        value = self._word("the value of %s" % field)
        if value in ("null", "none"):
            return {field: None}
        if field in _NUMBERS:
            return {field: self._number_of(value, field)}
        if field in _SWITCHES:
            if value not in _WORDS:
                self._fail("%s is on or off, not %s" % (field, value))
            return {field: _WORDS[value]}
        if field not in _TEXTS:
            self._fail("set %s is not known; fields are %s" % (field, " ".join(_NUMBERS + _SWITCHES + _TEXTS)))
        return {field: value}

    def _teams(self) -> int:
        teams = self._number_of(self._word("the number of teams"), "teams")
        if not 2 <= teams <= len(TEAMS):
            self._fail("teams is from 2 to %d, not %d" % (len(TEAMS), teams))
        return teams

    def _number_of(self, word: str, field: str) -> int:
        if not _is_number(word):
            self._fail("%s is a number, not %s" % (field, word))
        return int(word)

    def _preset(self):
        """Parse a preset: its name, or a name and fields to change."""
        name = self._word("the name of the preset")
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
    """Return the number of the key a name like A+5, A<, OK or MENU means, or -1."""
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
