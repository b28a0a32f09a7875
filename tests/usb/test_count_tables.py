"""`configure --all --count-from`: boards get their tables in the order in which keys are held there."""

from .cli_process import cribboard, leaving


def test_boards_are_numbered_in_the_order_of_the_keys(boards, monkeypatch):
    """Held keys begin no game: the lights are being tested."""
    links = [boards.plug(number) for number in (1, 2, 3)]
    for number in (1, 2, 3):
        boards.ask(number, "hello")
    order = [links[2], links[0], links[1]]
    order[0].hold(1)
    said = []

    def hold_next(text, **settings):
        said.append(text)
        taken = [words for words in said if ": table " in words]
        if 0 < len(taken) < len(order):
            order[len(taken) - 1].hold(0)
            order[len(taken)].hold(1)

    monkeypatch.setattr("host_tools.commands.configure.typer.echo", hold_next)
    cribboard("configure", "--all", "--count-from", "7")
    assert [words for words in said if ": table " in words] == [
        f"{board.uid}: table {table}" for board, table in zip(order, (7, 8, 9), strict=True)
    ]
    assert [boards.ask(number, "hello")[0]["table"] for number in (1, 2, 3)] == [8, 9, 7]
    assert [boards.ask(number, "status")[0]["phase"] for number in (1, 2, 3)] == ["idle"] * 3


def test_numbers_are_for_all_boards():
    assert "--all" in leaving(2, "configure", "--count-from", "1")
    assert "--all" in leaving(2, "configure", "--all", "--count-from", "1", "--table", "3")
