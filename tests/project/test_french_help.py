"""Help in French: of every command and every option. And what commands say is wrong."""

import ast
import builtins
import json
import os
import re
import subprocess
import sys

import pytest
from typer import Context
from typer.main import get_command

from host_tools.cli import app
from tests.project.import_graph import ROOT

TOLD = {
    "--rond": "Option inconnue : --rond",
    "event enter Soir --round 1": "Il manque l’option '--table'.",
    "event seat": "Il manque l’argument",
    "event seat Soir --round x": "Valeur impossible pour '--round'\u00a0: 'x' n’est pas un nombre entier.",
    "event seat Soir --round 0": "0 n’est pas dans l’intervalle",
    "event seat Soir --rond 1": "Option inconnue : --rond",
    "event seat Soir 1": "Argument de trop (1)",
    "judge --reason x": "Au choix :",
    "sim --boards": "Option '--boards' demande une valeur.",
    "sim --serial=2": "Option '--serial' ne prend pas de valeur.",
    "scenario --gif x.gif a b": "Valeur impossible pour --gif\u00a0: une animation montre un seul scénario",
}
"""What is wrong with the words of a command."""
IN_FRENCH = f"""
import gettext
import json
from typer.testing import CliRunner
from host_tools.cli import app
from host_tools.i18n import translated_help
from tests.project.test_french_help import texts
answers = [CliRunner().invoke(app, words.split()).output for words in {["event seat -h", *TOLD]}]
gettext.gettext = translated_help
print(json.dumps([answers, texts()]))
"""


def texts():
    """Each command with its help and those of its options, in this process's language."""
    found, waiting = [], [("cribboard", get_command(app))]
    while waiting:
        path, command = waiting.pop()
        found.append([path, command.help or ""])
        parameters = command.get_params(Context(command))
        found += [[path, parameter.help] for parameter in parameters if getattr(parameter, "help", None)]
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
    assert [text for _, text in missing] == []


def test_what_is_wrong_with_the_words_of_a_command_is_told_in_french(in_french):
    (_, *answers), _ = in_french
    assert [words for (words, told), answer in zip(TOLD.items(), answers, strict=True) if told not in answer] == []


def test_a_page_of_help_is_french_whole(in_french):
    (page, *_), _ = in_french
    assert "Afficher cette aide et quitter." in page
    assert "Show this message" not in page


FILES = "bom case fit_checks guide netlist params pcb power proofs screw_lengths stack_up tap_board book label_places"
ENGLISH = {
    **dict.fromkeys((f"host_tools/hardware/{name}" for name in FILES.split()), "errors in files of hardware/"),
    "host_tools/hardware/build.py": "an error in params.toml",
    "host_tools/sim/virtual/": "the language of scenarios, which MicroPython reads too",
}
"""Where what is wrong may be said in English, and why."""


def test_no_error_is_told_in_words_that_no_catalogue_has():
    """Errors of the project's own end commands with their text. Python's own are for who calls wrongly."""
    told = []
    for path in sorted((ROOT / "host_tools").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith(tuple(ENGLISH)):
            told += [f"{place}:{error.lineno}" for error in raised(path) if any(map(has_words, error.args))]
    assert told == []


def raised(path):
    """The calls that make the errors a module raises, but for those of Python's own classes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        made = node.exc if isinstance(node, ast.Raise) else None
        if isinstance(made, ast.Call) and ast.unparse(made.func) not in vars(builtins):
            yield made


def has_words(node):
    """Whether an expression is a text with two words after one another."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return any(re.search("[a-z]{2} [a-z]{2}", text) for text in texts)
