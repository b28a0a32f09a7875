"""The wheel, installed away from the checkout, is the whole program."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.cli import COMMANDS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory) -> Path:
    """A virtual environment with the wheel. The packages it depends on are those of this one."""
    folder = tmp_path_factory.mktemp("elsewhere")
    # Built in the checkout, two of these would write to one folder, build/.
    source = folder / "source"
    for name in ("firmware", "host_tools"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("boot.py", "main.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", folder, source)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    python = folder / "venv" / "bin" / "python"
    (wheel,) = folder.glob("*.whl")
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", wheel)
    (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
    return folder


def run(*command, cwd=None) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.deep
def test_it_is_the_whole_program(elsewhere):
    """Every verb, the page, a board's files, scenarios on both interpreters."""
    python, cribboard = elsewhere / "venv" / "bin" / "python", elsewhere / "venv" / "bin" / "cribboard"
    code = "from host_tools.cli import COMMANDS, app\n"
    code += "for verb in COMMANDS:\n    app([verb, '--help'], prog_name='cribboard', standalone_mode=False)\n"
    code += "import host_tools; print(host_tools.__path__[0])\n"
    code += "from host_tools.sim.micropython_package import package_dir\n"
    code += "from host_tools.sim.page_files import files; print(*files(package_dir()))\n"
    code += "from host_tools.usb.deploy_files import board_image; print(*board_image('armv6m', 'rp2'))"
    *output, package, page, board = run(python, "-c", code, cwd=elsewhere).splitlines()
    assert all(any(f"Usage: cribboard {verb}" in line for line in output) for verb in COMMANDS)
    assert package.startswith(str(elsewhere))
    assert {"index.html", "board.json", "micropython/micropython.wasm", "captain/index.html"} <= set(page.split())
    assert {"boot.py", "main.py", "firmware/files.txt"} <= set(board.split())
    (elsewhere / "game.txt").write_text("preset acc\nA+5 A+2 OK\nexpect A.front 7\n")
    assert '"front":7' in run(cribboard, "scenario", "game.txt", "--json", "--runtime", "both", cwd=elsewhere)
