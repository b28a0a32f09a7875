"""The command line, run in this process."""

from typer.testing import CliRunner

from host_tools.cli import app


def cribboard(*words, ok=True):
    """Run the command line; what it printed. It leaves with 0, or where `ok` is false with 1 and no traceback."""
    done = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert done.exit_code == (0 if ok else 1), done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.output
