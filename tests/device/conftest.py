"""Fixtures for a real board: `pytest tests/device --device PORT`. The firmware goes to a scratch folder.

What the board holds stays as it is: its program is interrupted, and begins again at the end.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.sim.python_bundle import bundle
from host_tools.usb import deploy, deploy_files
from host_tools.usb.repl import Repl, ReplError
from host_tools.usb.sans_io.deploy_steps import FOLDER, KIND, architecture

SCRATCH = "/cribboard-check"


class Device:
    """The prompt of a board that has `prompt_checks.py` loaded."""

    def __init__(self, repl: Repl) -> None:
        self.repl = repl
        self.is_pico = repl.run("import sys\nprint(sys.platform, hasattr(sys, 'print_exception'))").startswith("rp2")

    def value(self, expression: str):
        """What an expression gives there."""
        return json.loads(self.repl.run(f"tell(({expression}))").splitlines()[-1])

    def files(self) -> dict[str, str]:
        """Path and digest of everything on the board's flash."""
        self.repl.run(deploy.BOARD_SCRIPT.read_text())
        output = self.repl.run("for name in os.listdir('/'):\n    list_files('/' + name)")
        return {path: digest for digest, _, path in (line.partition(" ") for line in output.splitlines())}


@pytest.fixture(scope="session")
def attached(pytestconfig: pytest.Config) -> Iterator[Device]:
    """The board as it was found, its program interrupted."""
    port = pytestconfig.getoption("--device", default=None)
    if not port:
        pytest.skip("no board: give one with --device PORT")
    try:
        with Repl(port) as repl:
            yield Device(repl)
    except ReplError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def before(attached: Device) -> dict[str, str]:
    """What was on its flash before anything was put there."""
    return attached.files()


@pytest.fixture(scope="session")
def device(attached: Device, before: dict[str, str]) -> Iterator[Device]:
    """The board with this program's firmware below SCRATCH, started."""
    repl = attached.repl
    repl.run(f"remove_folder({SCRATCH!r})\nos.mkdir({SCRATCH!r})")
    folders = {str(folder) for path in _firmware(repl) for folder in Path(path).parents} - {"."}
    repl.run(f"make_folders({[f'{SCRATCH}/{folder}' for folder in sorted(folders)]!r})")
    for path, data in _firmware(repl).items():
        repl.write(f"{SCRATCH}/{path}", data, lambda sent: None)
    checks = Path(__file__).with_name("prompt_checks.py").read_text()
    repl.run(f"import sys\nsys.path.insert(0, {SCRATCH!r})\n{checks}")
    repl.run("os.mkdir(FLASH)\nstarted = start()")
    yield attached
    repl.run(f"unload()\nsys.path.remove({SCRATCH!r})\nremove_folder({SCRATCH!r})")


def _firmware(repl: Repl) -> dict[str, bytes]:
    """The board's own, and its machine code once more as bytecode."""
    mpy, platform = repl.run(KIND).split()
    image = deploy_files.board_image(architecture(int(mpy)), platform)
    files = {path: data for path, data in image.items() if path.startswith(f"{FOLDER}/")}
    strip = "firmware/view/lights/strip.py"
    modules = [strip, "firmware/view/lights/palette.py"]
    bytecode = {path: compile_mpy(path, bundle()[path]) for path in modules}
    paint, palette = (bytecode[path] for path in modules)
    return files | {"firmware/view/lights/bytecode.mpy": paint, "firmware/view/lights/palette.mpy": palette}
