"""End-to-end test: an event played on virtual boards through their keys, from roster to standings."""

import json
from collections import defaultdict
from contextlib import contextmanager

import pytest
from typer.testing import CliRunner

from firmware.journal.seal import board_key
from host_tools.cli import app
from host_tools.desk.errors import DeskError
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.intake.import_lines import import_lines, read_boards
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.live.boards_on_usb import set_boards_to_event
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.movement_input import seating_of
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.results.result_line import bare_line
from host_tools.sim.clocked import plugged_in
from host_tools.sim.players import HastyPlayers
from host_tools.usb import ports
from tests.desk.conftest import cards
from tests.desk.keyed_log import KEY, board_at


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    """The boards of twenty tables after nine rounds."""
    root = tmp_path_factory.mktemp("boards")
    boards = {table: board_at(root / str(table), table) for table in range(1, 21)}
    for table, board in boards.items():
        players = HastyPlayers(board, table, lambda _: True)
        for _ in range(9):
            players.play()
    return boards


def independently(played, seats):
    """Points, wins, net and plus of each player, worked out from pegs alone."""
    totals = defaultdict(lambda: [0, 0, 0, 0])
    for place, pegs in played.items():
        winner = pegs.index(121)
        margin = 121 - pegs[1 - winner]
        for side, player in enumerate(seats[place]):
            mine = totals[player]
            if side == winner:
                mine[0] += 3 if margin > 30 else 2
                mine[1] += 1
                mine[3] += margin
            mine[2] += margin if side == winner else -margin
    return totals


@pytest.mark.deep
def test_an_event_of_forty_on_virtual_boards(desk, boards):
    desk.create("acc", 40, rounds=9, key=KEY)
    for _ in range(9):
        desk.do(seat_next, by="me")
    played = defaultdict(dict)
    for board in boards.values():
        for number, line in enumerate(board.lines(), 1):
            taken = desk.do(import_lines, [(board.hal.uid, number, line)], by="me")
            assert (taken.new, taken.refused, taken.held) == (1, [], [])
            played |= {_place(line): _pegs(line)}
    assert len(played) == 180
    assert desk.ask(find_problems) == []
    expected = independently(played, desk.ask(_seats))
    found = desk.ask(compute_standings)
    assert {one.id: [one.points, one.won, one.net, one.plus] for one in found} == {
        str(player): totals for player, totals in expected.items()
    }
    keys = [(-one.points, -one.won, -one.net, -one.plus) for one in found]
    assert keys == sorted(keys)
    _typed_from_paper_is_the_same(desk, played, found)


def _typed_from_paper_is_the_same(desk, played, found):
    """The same cards typed beside the boards' lines disagree with none of them."""
    for (number, table), pegs in list(played.items())[:20]:
        desk.do(lambda desk, n=number, t=table, p=pegs: enter_result(desk.acting("me"), n, t, cards(desk.event, p)))
    assert desk.ask(find_problems) == []
    assert desk.ask(compute_standings) == found


def _place(line):
    fields = json.loads(line)
    return fields["round"], fields["table"]


def _pegs(line):
    return list(json.loads(line)["scores"].values())


def _seats(desk):
    seats = {}
    for number in range(1, desk.event.rounds + 1):
        for table in seating_of(desk, number).tables:
            seats[number, table.number] = table.players
    return seats


@contextmanager
def connected(board, monkeypatch):
    """A pty in place of the cable."""
    with plugged_in(board) as path:
        monkeypatch.setattr(ports, "connected_ports", lambda: [ports.Port(path, "e661")])
        yield path


def test_a_board_is_read_over_its_serial_line(tmp_path, monkeypatch):
    board = board_at(tmp_path / "board", 1)
    HastyPlayers(board, 1, lambda _: True).play()
    with connected(board, monkeypatch):
        found, unread = read_boards()
    assert unread == []
    assert [bare_line(text) for _, _, text in found] == board.lines() != []


def test_a_board_is_set_to_the_event_and_its_own_key_over_its_serial_line(desk, tmp_path, monkeypatch):
    desk.create("acc", 4, rounds=2, key=KEY)
    board = board_at(tmp_path / "board", 1)
    board.configure(round=1, event="Other", key="00" * 16, pin="1234")
    for pin, refused in (("", True), ("1234", False)):
        with connected(board, monkeypatch):
            (setup,) = desk.ask(set_boards_to_event, pin)
        assert (setup.label, bool(setup.fault)) == ("e661", refused)
    values = board.board.settings.values
    assert (values["event"], values["key"]) == (desk.name, board_key(bytes.fromhex(KEY), board.hal.uid).hex())


def names_at(desk, table):
    (seated,) = [one for one in desk.ask(round_view, 1).tables if one.table == table]
    return [name for names in seated.sides.values() for name in names]


def test_a_board_between_matches_is_told_its_next_one_and_who_plays(desk, tmp_path, monkeypatch):
    desk.create("acc", 4, rounds=2, key=KEY)
    desk.do(seat_next, by="me")
    board = board_at(tmp_path / "board", 2)
    board.configure(round=9, event="Other", table=2, preset="casual")
    with connected(board, monkeypatch):
        assert [setup.fault for setup in desk.ask(set_boards_to_event)] == [""]
    assert (board.board.match.tally.round, board.board.match.preset.name) == (1, "acc")
    assert board.board.network_loader.seating() == (1, names_at(desk, 2))


def test_a_board_is_set_to_its_hall_and_told_its_match_there(desk, tmp_path, monkeypatch):
    """Table 2 of South, not of North; without a hall it is told nothing."""
    entries = [Entry(i + 2, f"P{i}", hall="NS"[i > 4]) for i in range(1, 9)]
    desk.create("acc", entries=entries, rounds=2, key=KEY)
    desk.do(seat_next, by="me")
    board = board_at(tmp_path / "board", 2)
    board.configure(round=9, event="Other", table=2)
    with connected(board, monkeypatch):
        with pytest.raises(DeskError, match="several halls"):
            desk.ask(set_boards_to_event)
        assert [setup.fault for setup in desk.ask(set_boards_to_event, hall="S")] == [""]
    assert board.board.settings.values["event"] == f"{desk.name}.2"
    assert board.board.network_loader.seating() == (1, names_at(desk, 20_002))


def test_a_board_that_plays_keeps_its_round(desk, tmp_path, monkeypatch):
    desk.create("acc", 4, rounds=2, key=KEY)
    desk.do(seat_next, by="me")
    board = board_at(tmp_path / "board", 2)
    board.configure(round=2, event=desk.name, table=2)
    board.press("OK")
    with connected(board, monkeypatch):
        desk.ask(set_boards_to_event)
    assert board.board.match.tally.round == 2
    assert board.board.network_loader.seating() == (0, [])


def test_configure_tells_who_plays(desk, tmp_path, monkeypatch):
    desk.create("acc", 4, rounds=2, key=KEY)
    desk.do(seat_next, by="me")
    board = board_at(tmp_path / "board", 2)
    with connected(board, monkeypatch) as port:
        event = ("--event", desk.name, "--names", "--folder", str(tmp_path))
        done = CliRunner().invoke(app, ["configure", "--port", port, *event])
    assert "done" in done.output
    assert board.board.network_loader.seating() == (1, names_at(desk, 2))


def test_names_without_an_event_are_refused(tmp_path, monkeypatch):
    with connected(board_at(tmp_path / "board", 2), monkeypatch) as port:
        refused = CliRunner().invoke(app, ["configure", "--port", port, "--names"])
    assert (refused.exit_code, "--event" in refused.output) == (1, True)
