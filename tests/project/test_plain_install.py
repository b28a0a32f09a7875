"""The command line starts with nothing but the project's own dependencies."""

import subprocess
import sys

OPTIONAL = ("ezdxf", "schemdraw", "build123d", "board", "digitalio", "neopixel", "playwright", "pytest", "hypothesis")


def test_help_needs_none_of_the_optional_packages():
    hidden = "".join(f"sys.modules[{name!r}] = None;" for name in OPTIONAL)
    code = f"import sys; {hidden} sys.argv = ['cribboard', '--help']; from host_tools.begin import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "sim" in done.stdout
