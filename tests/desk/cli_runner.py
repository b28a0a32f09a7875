"""Run `cribboard event` commands with Typer's CliRunner."""

import json

from typer.testing import CliRunner

from host_tools.cli import app


class Shell:
    """Runs commands in a folder of events."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, command, *args, stdin=None):
        words = ["event", command, *map(str, args), "--folder", str(self.folder)]
        return CliRunner(env={"COLUMNS": "200"}).invoke(app, words, input=stdin)

    def json(self, command, *args, stdin=None):
        done = self(command, *args, "--json", stdin=stdin)
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    def refused(self, command, *args):
        done = self(command, *args)
        assert done.exit_code == 1
        assert done.stdout == ""
        assert "Traceback" not in done.stderr
        return done.stderr.strip()
