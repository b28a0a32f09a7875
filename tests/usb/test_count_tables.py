"""`configure --all --count-from`: boards get their tables in the order in which keys are held there."""

from host_tools.commands import configure
from host_tools.usb.sans_io.status import in_play

from .cli_process import cribboard, leaving

STOPPED = 130
"""The exit status of a command that Ctrl-C ended."""


def test_boards_are_numbered_in_the_order_of_the_keys(boards, monkeypatch):
    """Held keys begin no game: the lights are being tested. A PIN that is new counts at once."""
    links = [boards.plug(number) for number in (1, 2)]
    for number in (1, 2):
        boards.ask(number, "hello")
    order = links[::-1]
    said, held = [], []

    def hold_next(seconds):
        """Between two looks, the lights being on, a key goes down at the board of the next table."""
        taken = sum(": table " in words for words in said)
        if len(held) == taken < len(order):
            held.append(order[taken])
            order[taken].hold("A+1")

    monkeypatch.setattr(configure.typer, "echo", lambda text, **settings: said.append(text))
    monkeypatch.setattr(configure.time, "sleep", hold_next)
    cribboard("configure", "--all", "--new-pin", "4711", "--count-from", "7")
    assert [words for words in said if ": table " in words] == [
        f"{board.uid}: table {table}" for board, table in zip(order, (7, 8), strict=True)
    ]
    assert [boards.ask(number, "hello")[0]["table"] for number in (1, 2)] == [8, 7]
    states = [boards.ask(number, "status")[0] for number in (1, 2)]
    assert not any(map(in_play, states))
    assert [state["phase"] for state in states] == ["idle", "idle"]


def test_boards_are_ready_once_numbering_has_ended(boards, monkeypatch):
    """Ctrl-C ends it, with one board numbered, whose key is down yet, and one not."""
    links = [boards.plug(number) for number in (1, 2)]
    for number in (1, 2):
        boards.ask(number, "hello")
    said = []

    def go_on(seconds):
        if any(": table " in words for words in said):
            raise KeyboardInterrupt
        links[0].hold("A+1")

    monkeypatch.setattr(configure.typer, "echo", lambda text, **settings: said.append(text))
    monkeypatch.setattr(configure.time, "sleep", go_on)
    leaving(STOPPED, "configure", "--all", "--new-pin", "4711", "--count-from", "7")
    assert [boards.ask(number, "hello")[0]["table"] for number in (1, 2)] == [7, 0]
    assert [boards.ask(number, "status")[0]["phase"] for number in (1, 2)] == ["idle", "idle"]


def test_numbers_are_for_all_boards():
    assert "--all" in leaving(2, "configure", "--count-from", "1")
    assert "--all" in leaving(2, "configure", "--all", "--count-from", "1", "--table", "3")


def test_all_boards_and_one_are_not_wanted_at_once():
    said = leaving(2, "configure", "--all", "--count-from", "1", "--board", "6c02")
    assert "--all" in said
    assert "--board" in said
