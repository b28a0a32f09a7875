"""Tests that commands printed to be copied are quoted, whatever a folder or an event is called."""

import re
import shlex
import subprocess

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
