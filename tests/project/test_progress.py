"""A bar where one waits: on a terminal only, and gone afterwards."""

import io
import sys

import pytest

from host_tools.progress import progress


class Screen(io.StringIO):
    """Standard error, a terminal or not."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_shows_what_is_done_on_a_terminal_only(monkeypatch, terminal):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen := Screen(terminal))
    with progress("Reading [results]", 3) as done:
        for count in range(4):
            done(count)
    assert ("Reading [results]" in screen.getvalue()) is terminal
    assert bool(screen.getvalue()) is terminal
    assert screen.getvalue().endswith("\x1b[2K") or not terminal, "the bar is wiped off"
