"""Every message that the firmware makes has a sentence, which names no value that the message lacks."""

import ast
import re
from pathlib import Path

from firmware.sentences import SENTENCES, sentence
from host_tools.i18n import placeholders, raw_catalogue

FIRMWARE = Path(__file__).parents[2] / "firmware"
ENGLISH, FRENCH = (
    {key.removeprefix("says."): text for key, text in raw_catalogue(language).items() if key.startswith("says.")}
    for language in ("en", "fr")
)
ERRORS = ("CodedError", "BusyError", "LinkError", "CheckpointError", "NewerError", "NewerFormatError", "WatchdogError")

OF_NO_FIELD = """
assignment-refused bad-checksum battery-low display-unknown flash-low network-failed not-exported teams-over-tracks
voice-card voice-silent watchdog
""".split()
"""What begins with a part of the board, or with what arrived, and not with a field that somebody has typed."""


def nodes():
    for path in FIRMWARE.rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def made_messages():
    """Code and names of values of each message whose code stands where it is made; None for values from elsewhere."""
    for node in nodes():
        if isinstance(node, ast.Dict) and node.keys and getattr(node.keys[0], "value", None) == "code":
            yield node.values[0], {key.value for key in node.keys}
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS:
            yield node.args[-1], {keyword.arg for keyword in node.keywords}


def test_each_message_has_a_sentence_and_all_of_its_values():
    made = [(code.value, names) for code, names in made_messages() if isinstance(code, ast.Constant)]
    assert len(made) > 70
    for code, names in made:
        assert placeholders(ENGLISH[code]) <= names or None in names, code


def test_each_sentence_is_said_and_found():
    lines = SENTENCES.decode().strip().split("\n")
    assert lines == sorted(lines)
    said = {node.value for node in nodes() if isinstance(node, ast.Constant)}
    assert said >= set(ENGLISH)
    for code, text in ENGLISH.items():
        values = dict.fromkeys(placeholders(text), 7)
        assert sentence({"code": code, **values}) == text.format(**values)


def test_a_reason_within_a_note_is_said_within_its_sentence(bench):
    board = bench()
    note = {"code": "segment-damaged", "number": 7, "why": {"code": "other-segment", "number": 8}}
    board.board.settings.notes.append(dict(note))
    reply = board.ask({"do": "status"})[0]
    assert (reply["notes"], reply["note_codes"]) == (["segment 7: it is segment 8"], [note])


def test_a_field_has_its_name_in_french_too():
    """It is the name of the option: who reads *trous* looks for one in vain."""
    fields = {code: match[1] for code, text in ENGLISH.items() if (match := re.match("([a-z_]+): ", text))}
    assert set(OF_NO_FIELD) < set(fields)
    named = {code: re.match(rf"{field}\s: |[^:]*\({field}\)\s: ", FRENCH[code]) for code, field in fields.items()}
    assert [code for code, name in named.items() if not name and code not in OF_NO_FIELD] == []
