"""Every message that the firmware makes has a sentence, which names no value that the message lacks."""

import ast
from pathlib import Path

from firmware.sentences import SENTENCES, sentence
from host_tools.i18n import placeholders, raw_catalogue

FIRMWARE = Path(__file__).parents[2] / "firmware"
ENGLISH = {key.removeprefix("says."): text for key, text in raw_catalogue("en").items() if key.startswith("says.")}
ERRORS = ("CodedError", "BusyError", "LinkError", "CheckpointError", "NewerError", "NewerFormatError", "WatchdogError")


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
