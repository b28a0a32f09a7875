"""Tests of what commands print: commands to be copied are quoted, and every sentence is in the catalogues."""

import ast
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools import shell_words as module
from host_tools.i18n import LANGUAGES, message, raw_catalogue
from host_tools.shell_words import shell_words

AWKWARD = ["Club night", "l'été", "$HOME", "a;b", "(1)", "plain-1_x.y/z"]
_COMMAND = re.compile(r"(?:cribboard [a-z]|mosquitto -c|scp )[^`\n]*")
_PLAIN = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_in_a_message_has_a_name_that_is_not_quoted(language):
    found = [
        (key, match[0])
        for key, text in raw_catalogue(language).items()
        if not key.startswith("says.")
        for match in _COMMAND.finditer(text)
        if _PLAIN.search(match[0])
    ]
    assert found == []


def test_a_printed_command_is_one_that_a_shell_takes():
    for name in AWKWARD:
        told = message("live.resume.done", event=name)
        said, _, command = told.partition(": ")
        assert said == f"{name} goes on here"
        assert shlex.split(command)[:3] == ["cribboard", "desk", name]
        assert (
            subprocess.run(f"printf %s {shell_words(name)}", shell=True, capture_output=True, text=True).stdout == name
        )


@pytest.mark.parametrize(
    ("word", "quoted"), [("Club night", '"Club night"'), ("a&b", '"a&b"'), (r"C:\\hall", r"C:\\hall"), ("", '""')]
)
def test_on_windows_words_are_quoted_for_its_shells(monkeypatch, word, quoted):
    monkeypatch.setattr(module.os, "name", "nt")
    assert shell_words("cribboard", word) == f"cribboard {quoted}"


COMMANDS = Path(module.__file__).parent
DEVELOPERS = {"count.py", "run.py", "scenario.py", "simulate_game.py", "proof_script.py"}
"""Of a person who writes scenarios or firmware, and of a Raspberry Pi's log; count.py names its command."""
_PRINTS = {"print_error", "echo", "prompt", "confirm", "add_column"}


def sentences(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of two words or more that are raised or printed as they stand."""
    for node in ast.walk(tree):
        call = node.exc if isinstance(node, ast.Raise) else node
        if isinstance(call, ast.Call) and (call is not node or ast.unparse(call.func).rpartition(".")[2] in _PRINTS):
            for argument in call.args:
                parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
                text = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
                if re.search("[a-z]{2,} [a-z]", text):
                    yield text


def test_commands_for_boards_say_nothing_that_the_catalogues_lack():
    files = [
        path
        for folder in ("usb", "commands", "journal", "live", "sim/serial")
        for path in (COMMANDS / folder).glob("*.py")
    ]
    found = {path.name: list(sentences(ast.parse(path.read_text(encoding="utf-8")))) for path in files}
    assert {name: texts for name, texts in found.items() if texts and name not in DEVELOPERS} == {}
