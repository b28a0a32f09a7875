"""`configure --all --count-from`: boards get their tables in the order in which keys are held there."""

from host_tools.commands import configure
from host_tools.usb.sans_io.status import in_play

from .cli_process import cribboard, leaving


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
    assert not any(in_play(boards.ask(number, "status")[0]) for number in (1, 2))


def test_numbers_are_for_all_boards():
    assert "--all" in leaving(2, "configure", "--count-from", "1")
    assert "--all" in leaving(2, "configure", "--all", "--count-from", "1", "--table", "3")
