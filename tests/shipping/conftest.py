"""Programs of a few modules, run as they are and joined, on this Python and on MicroPython."""

import contextlib
import importlib
import io
import sys
from pathlib import Path

import pytest

from host_tools.shipping import joined
from host_tools.sim.node import MicroPython

MAIN = "app.main"


def join(files: dict[str, str]) -> dict[str, str]:
    """The files as they are when those of the program are joined: what is in another now is empty."""
    own = {path: text for path, text in files.items() if path.startswith("app/")}
    return files | dict.fromkeys(own, "") | joined(own, [MAIN])


class Machines:
    """This Python and a MicroPython."""

    def __init__(self, folder: Path, micropython: MicroPython) -> None:
        self._folder = folder
        self._micropython = micropython

    def printed(self, files: dict[str, str]) -> str:
        """What loading the main module prints, on both."""
        here = self._on_cpython(files)
        assert self._on_micropython(files) == here
        return here

    def _on_cpython(self, files: dict[str, str]) -> str:
        for path, text in files.items():
            (self._folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self._folder / path).write_text(text)
        said = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said):
            patch.syspath_prepend(self._folder)
            patch.setattr(sys, "dont_write_bytecode", True)
            before = set(sys.modules)
            importlib.import_module(MAIN)
        for name in sys.modules.keys() - before:
            del sys.modules[name]
        return said.getvalue()

    def _on_micropython(self, files: dict[str, str]) -> str:
        self._micropython.restart({path: text for path, text in files.items() if path != "micropython.py"})
        return self._micropython.run(f"import {MAIN}") + "\n"


@pytest.fixture
def machines(tmp_path: Path, micropython: MicroPython) -> Machines:
    return Machines(tmp_path, micropython)
