"""The command line as a whole: every verb is there, and none is loaded before it is called."""

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from host_tools.cli import COMMANDS, app
from host_tools.words import LANGUAGES, catalogue


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_verb_says_how_it_is_used(verb):
    shown = CliRunner().invoke(app, [verb, "--help"], prog_name="cribboard")
    assert shown.exit_code == 0
    assert f"Usage: cribboard {verb}" in shown.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_verbs_is_translated(language):
    assert {key.removeprefix("verb.") for key in catalogue(language) if key.startswith("verb.")} == set(COMMANDS)


def test_the_list_of_verbs_loads_none_of_them():
    """SQLAlchemy, Starlette, pyserial and the like cost a second where nobody asked for them."""
    program = "import sys; sys.argv[1:] = ['--help']\nfrom host_tools.cli import app\napp(standalone_mode=False)\n"
    program += "print(*sorted(name for name in sys.modules if name.startswith('host_tools.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split() == ["host_tools.cli", "host_tools.words", "host_tools.words.constants"]


def test_an_unknown_verb_is_named():
    done = CliRunner().invoke(app, ["flahs"])
    assert done.exit_code == 2
    assert "No such command 'flahs'" in done.output


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--help"], 0),
        (["--version"], 0),
        (["event", "--help"], 0),
        (["count", "5H", "5D", "5S", "JC", "--starter", "5C"], 0),
        (["flahs"], 2),
    ],
)
def test_a_reader_that_leaves_is_no_error(words, code):
    """As with `| head -1`: nothing is said, and only a failure of its own is one."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "host_tools", *words], stdout=writer, stderr=subprocess.PIPE, text=True
        )
    finally:
        os.close(writer)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
    assert code or done.stderr == ""
