"""Help in French: of every command and every option."""

import json
import os
import subprocess
import sys

import pytest
from typer.main import get_command

from host_tools.cli import app
from tests.project.import_graph import ROOT

TOLD = {
    "enter Soir --round 1": "Il manque l’option '--table'.",
    "seat": "Il manque l’argument",
    "seat Soir --round x": "Valeur impossible pour '--round'\u00a0: 'x' n’est pas un nombre entier.",
    "seat Soir --round 0": "0 n’est pas dans l’intervalle",
    "seat Soir --rond 1": "Option inconnue : --rond",
    "seat Soir 1": "Argument de trop",
}
"""What is wrong with the words of a command of `event`."""
IN_FRENCH = f"""
import gettext
import json
from typer.testing import CliRunner
from host_tools.cli import app
from host_tools.i18n import translated_help
from tests.project.test_french_help import texts
answers = [CliRunner().invoke(app, ["event", *words.split()]).output for words in {["seat -h", *TOLD]}]
gettext.gettext = translated_help
print(json.dumps([answers, texts()]))
"""
TYPERS_OWN = ("Install completion", "Show completion")
"""Options that Typer adds, whose help it never translates."""


def texts():
    """Each command with its help and those of its options, in this process's language."""
    found, waiting = [], [("cribboard", get_command(app))]
    while waiting:
        path, command = waiting.pop()
        found.append([path, command.help or ""])
        found += [[path, parameter.help] for parameter in command.params if getattr(parameter, "help", None)]
        names = getattr(command, "commands", {}) or getattr(command, "modules", {})
        waiting += [(f"{path} {name}", command.resolve_command(None, [name])[1]) for name in names]
    return found


@pytest.fixture(scope="module")
def in_french():
    """What commands answer, and the texts of all, in a process that speaks French."""
    environment = {**os.environ, "LC_ALL": "fr_CA.UTF-8", "COLUMNS": "120"}
    command = [sys.executable, "-c", IN_FRENCH]
    return json.loads(subprocess.check_output(command, text=True, env=environment, cwd=ROOT))


def test_every_help_text_is_french(in_french):
    """What is missing goes into host_tools/i18n/help_fr.toml, by its English."""
    english, (_, french) = texts(), in_french
    missing = [one for one, other in zip(english, french, strict=True) if one[1] and one == other]
    assert [text for _, text in missing if not text.startswith(TYPERS_OWN)] == []


def test_what_is_wrong_with_the_words_of_a_command_is_told_in_french(in_french):
    (_, *answers), _ = in_french
    assert [words for (words, told), answer in zip(TOLD.items(), answers, strict=True) if told not in answer] == []


def test_a_page_of_help_is_french_whole(in_french):
    (page, *_), _ = in_french
    assert "Afficher cette aide et quitter." in page
    assert "Show this message" not in page
