"""Run `cribboard` in this process or in a subprocess."""

import sys

from typer.testing import CliRunner

from host_tools.cli import app

COMMAND = (sys.executable, "-m", "host_tools")


def cribboard(*words, ok=True, columns=200):
    """Run the command line; what it printed. It leaves with 0, or where `ok` is false with 1 and no traceback."""
    return leaving(0 if ok else 1, *words, columns=columns)


def leaving(status, *words, columns=200, answers=""):
    """Run the command line, to which `answers` are typed; it leaves with `status`, no traceback; what it printed."""
    done = CliRunner().invoke(app, [str(word) for word in words], input=answers, env={"COLUMNS": str(columns)})
    assert done.exit_code == status, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.output
