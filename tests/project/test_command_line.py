"""The command line as a whole: every verb is there, and none is loaded before it is called."""

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from host_tools.cli import COMMANDS, GROUPS, app
from host_tools.desk.cli import event_group
from host_tools.i18n import LANGUAGES, catalogue, message


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_verbs_is_translated(language):
    assert {key.removeprefix("verb.") for key in catalogue(language) if key.startswith("verb.")} == set(COMMANDS)


def test_a_verb_without_a_word_is_described_by_its_docstring(monkeypatch):
    """A program of its own tells what its author has written; `verb.NAME` is missing in both catalogues."""
    monkeypatch.setitem(COMMANDS, "tide", __name__)
    for arguments in (["--help"], ["tide", "--help"]):
        shown = CliRunner().invoke(app, arguments, prog_name="cribboard")
        assert (shown.exit_code, "Say when the tide is in." in shown.output) == (0, True)
    assert CliRunner().invoke(app, ["tide"]).output == "at six\n"


def tide() -> None:
    """Say when the tide is in."""
    print("at six")


def test_the_list_of_verbs_loads_none_of_them():
    """SQLAlchemy, Starlette, pyserial and the like cost a second where nobody asked for them."""
    program = "import sys; sys.argv[1:] = ['--help']\nfrom host_tools.cli import app\napp(standalone_mode=False)\n"
    program += "print(*sorted(name for name in sys.modules if name.startswith('host_tools.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split() == LISTED


LOADED = (
    "cli",
    "command_group",
    "garbage_collection",
    "i18n",
    "i18n.firmware_constants",
    "printable",
    "shell_words",
    "table_numbers",
)
LISTED = [f"host_tools.{name}" for name in LOADED]


def loaded_by(*words):
    """The desk's packages, and libraries, that are imported to run a command."""
    program = f"import sys; sys.argv[1:] = {list(words)}\nfrom host_tools.cli import app\n"
    program += "try:\n    app(prog_name='cribboard')\nexcept SystemExit as end:\n    assert not end.code\n"
    program += "print(*{'.'.join(name.split('.')[: 3 if 'host_tools.' in name else 1]) for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_the_list_of_event_commands_loads_no_database():
    loaded = loaded_by("event", "--help")
    assert "host_tools.desk.cli" in loaded
    assert not loaded & {"sqlalchemy", "alembic", "host_tools.desk.store"}


@pytest.mark.deep
def test_standings_load_what_they_show_and_no_more(tmp_path):
    """Whatever else is imported is paid by every command that is typed."""
    folder = ("--folder", str(tmp_path))
    assert "sqlalchemy" in loaded_by("event", "simulate", "Night", "--players", "4", "--rounds", "2", *folder)
    loaded = loaded_by("event", "standings", "Night", *folder)
    desk = {name.rpartition(".")[2] for name in loaded if name.startswith("host_tools.desk.")}
    assert desk == {"cli", "errors", "store", "formats", "events", "scoring"}
    assert not loaded & {"alembic", "flask", "uvicorn", "psycopg", "aiomqtt"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_event_commands_is_translated(language):
    keys = {key.removeprefix("cli.command.") for key in catalogue(language) if key.startswith("cli.command.")}
    assert keys == set(event_group.COMMANDS)


def test_an_unknown_verb_is_named():
    done = CliRunner().invoke(app, ["flahs"])
    assert done.exit_code == 2
    assert message("command.near", name="flahs", near="flash", help="root --help") in unfolded(done.output)


def test_the_list_of_commands_is_by_who_wants_them_and_h_shows_it():
    shown = CliRunner().invoke(app, ["-h"]).output
    assert [title for title in GROUPS if message(f"command.group.{title}") in shown] == list(GROUPS)
    help_of_one = CliRunner().invoke(app, ["event", "standings", "-h"]).output
    assert "--help" in help_of_one
    assert "--install-completion" not in help_of_one, "`cribboard --install-completion` completes all commands"


def unfolded(output):
    """What is in a frame, on one line."""
    return " ".join(output.replace("│", " ").split())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--help"], 0),
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
