"""Help in French: of every command and every option."""

import json
import os
import subprocess
import sys

import pytest

PROGRAM = """
import gettext, json, sys
from host_tools.i18n import translated_help
gettext.gettext = translated_help
from typer.main import get_command
from host_tools.cli import app

texts = []

def walk(command, path):
    texts.append([path, command.help or ""])
    texts.extend([path, parameter.help] for parameter in command.params if getattr(parameter, "help", None))
    inner = getattr(command, "commands", {})
    if hasattr(command, "modules"):
        inner = {name: command._import_command(name) for name in command.modules}
    for name, one in inner.items():
        walk(one, f"{path} {name}")

walk(get_command(app), "cribboard")
json.dump(texts, sys.stdout)
"""
TYPERS_OWN = ("Install completion", "Show completion")
"""Options that Typer adds, whose help it never translates."""


def texts(language):
    environment = {**os.environ, "LC_ALL": f"{language}_CA.UTF-8"}
    done = subprocess.run((sys.executable, "-c", PROGRAM), capture_output=True, check=True, env=environment)
    return json.loads(done.stdout)


def test_every_help_text_is_french():
    """What is missing goes into host_tools/i18n/help_fr.toml, by its English."""
    english, french = texts("en"), texts("fr")
    missing = [one for one, other in zip(english, french, strict=True) if one[1] and one == other]
    assert [text for _, text in missing if not text.startswith(TYPERS_OWN)] == []


@pytest.mark.parametrize("words", [("-h",), ("flash", "-h"), ("event", "seat", "-h")])
def test_a_page_of_help_is_french_whole(words):
    environment = {**os.environ, "LC_ALL": "fr_CA.UTF-8", "COLUMNS": "120"}
    shown = subprocess.run(
        (sys.executable, "-m", "host_tools", *words), capture_output=True, check=True, env=environment
    )
    assert "Show this message" not in shown.stdout.decode()
