"""Help in French: of every command and every option."""

import json
import os
import subprocess
import sys

from typer.main import get_command

from host_tools.cli import app
from tests.project.import_graph import ROOT

IN_FRENCH = """
import gettext
from host_tools.i18n import translated_help
gettext.gettext = translated_help
import json
from tests.project.test_french_help import texts
print(json.dumps(texts()))
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


def run_in_french(*words):
    environment = {**os.environ, "LC_ALL": "fr_CA.UTF-8", "COLUMNS": "120"}
    return subprocess.run(
        [sys.executable, *words], capture_output=True, check=True, text=True, env=environment, cwd=ROOT
    ).stdout


def test_every_help_text_is_french():
    """What is missing goes into host_tools/i18n/help_fr.toml, by its English."""
    english, french = texts(), json.loads(run_in_french("-c", IN_FRENCH))
    missing = [one for one, other in zip(english, french, strict=True) if one[1] and one == other]
    assert [text for _, text in missing if not text.startswith(TYPERS_OWN)] == []


def test_what_is_wrong_with_the_words_of_a_command_is_told_in_french():
    told = {
        "enter Soir --round 1": "Il manque l’option '--table'.",
        "seat": "Il manque l’argument",
        "seat Soir --round x": "'x' n’est pas un nombre entier.",
        "seat Soir --round 0": "0 n’est pas dans l’intervalle",
        "seat Soir --rond 1": "Option inconnue : --rond",
        "seat Soir 1": "Argument de trop",
    }
    code = "from typer.testing import CliRunner\nfrom host_tools.cli import app\n"
    code += (
        f"for words in {list(told)}:\n    print(CliRunner().invoke(app, ['event', *words.split()]).output, end='\\0')"
    )
    outputs = run_in_french("-c", code).split("\0")
    assert [words for (words, text), output in zip(told.items(), outputs, strict=False) if text not in output] == []


def test_a_page_of_help_is_french_whole():
    page = run_in_french("-m", "host_tools", "event", "seat", "-h")
    assert "Afficher cette aide et quitter." in page
    assert "Show this message" not in page
