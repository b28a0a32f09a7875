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
_SAYS = re.compile(r"Error$|^(echo|failed|print_error|print_result|table|prompt|confirm|add_column)$")
"""What is given to these is read by a user."""
_NOT_SAID = {"ServerError", "ValueError", "TypeError", "KeyError", "OSError", "RuntimeError"}
_NOT_SAID |= {"PayloadError", "RefusedMessageError"}
"""Put into words by whoever catches them."""


def literal(node: ast.expr) -> str:
    """Return what an expression has of text that is written in the program; values that are filled in left out."""
    if isinstance(node, ast.IfExp):
        return literal(node.body) + literal(node.orelse)
    if isinstance(node, ast.BinOp):
        return literal(node.left) + literal(node.right)
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return " ".join(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def said(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of all text in a program that a user reads, without names of commands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if _SAYS.search(name) and name not in _NOT_SAID:
                for argument in node.args:
                    yield node.lineno, re.sub("cribboard( (event|desk|live))?", "", literal(argument))


@pytest.mark.parametrize("folder", ["commands", "desk", "journal", "live", "sim/serial", "usb"])
def test_no_command_has_words_of_its_own(folder):
    """They are in the catalogues, of which another test says that they have the same keys in both languages."""
    files = [path for path in (COMMANDS / folder).rglob("*.py") if path.parent.name != "web"]
    found = [
        f"{path.name}:{line}: {text}"
        for path in files
        if path.name not in DEVELOPERS
        for line, text in said(path)
        if re.search("[a-z]{3}", text)
    ]
    assert found == []


def test_french_has_no_space_before_a_semicolon():
    """As in Québec; a colon has one."""
    assert [key for key, text in raw_catalogue("fr").items() if re.search(r"\s;", text)] == []
