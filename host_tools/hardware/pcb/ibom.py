"""Interactive parts list of a circuit board as a web page, made by InteractiveHtmlBom and KiCad's Python.

The page has that program's own code in it, so it is made on request and is no file of the project.
"""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path

from ..errors import ParamsError
from .fabricate import PYTHON, kicad_environment

_PACKAGE = "InteractiveHtmlBom"
_BOARD_TIME = 946684800
"""2000-01-01. The page tells when the board's file was written: it would be another one after each build."""


def available() -> bool:
    """Return whether the program and KiCad's Python are installed."""
    return importlib.util.find_spec(_PACKAGE) is not None and os.access(PYTHON, os.X_OK)


def page(board: Path, left_out: Collection[str] = ()) -> str:
    """Return the HTML page of a `.kicad_pcb`, readable without a network, without the parts named in `left_out`.

    Raises ParamsError if the program fails.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ParamsError(f"{_PACKAGE} is not installed")
    with tempfile.TemporaryDirectory() as folder:
        # Linked alone: KiCad's Python must not find the other packages beside it.
        Path(folder, _PACKAGE).symlink_to(spec.submodule_search_locations[0])
        copied = Path(shutil.copy(board, folder))
        os.utime(copied, (_BOARD_TIME, _BOARD_TIME))
        command = [PYTHON, "-m", f"{_PACKAGE}.generate_interactive_bom", "--no-browser", "--no-compression",
                   "--dest-dir", folder, "--name-format", "page", "--blacklist", ",".join(left_out),
                   str(copied)]  # fmt: skip
        settings = {"PYTHONPATH": folder, "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1", "TZ": "UTC"}
        env = {**kicad_environment(Path(folder)), **settings}
        process = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True)
        output = Path(folder, "page.html")
        if process.returncode or not output.exists():
            raise ParamsError(f"{_PACKAGE}: {(process.stderr or process.stdout).strip()[-300:]}")
        return output.read_text(encoding="utf-8")
