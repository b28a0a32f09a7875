"""Tests that a line not proven to be its board's changes nothing about those that are, by whatever way it comes and for
whatever reason it is held; and of boards that have lost their memory."""

import itertools
import json
from collections import Counter

import pytest
from sqlalchemy import select

from firmware.journal.seal import board_key, seal_mac
from host_tools.desk.intake.board_clocks import doubtful_clocks
from host_tools.desk.intake.decisions import Place, decide_lines
from host_tools.desk.intake.disputes import dispute
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.line_validation import LineValidator
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.live.message_checks import RefusedMessageError
from host_tools.desk.live.result_import import decode_result, find_acks, import_received_lines
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import Store
from host_tools.desk.store.model import Line, Score
from host_tools.results.validation import REASONS, join_reasons
from host_tools.usb import read_results
from host_tools.usb.ports import Port
from tests.desk.board_log import BoardLog, texts
from tests.desk.cli_runner import Shell
from tests.desk.conftest import Desk, cards, once

KEY = "00112233445566778899aabbccddeeff"
UIDS = [f"{number:016x}" for number in range(1, 7)]


def log_of(uid, key=KEY, event="Night"):
    return BoardLog(uid, event, board_key(bytes.fromhex(key), uid) if key else b"")


def sealed_lines():
    """Of five boards: a game taken back and played again, a gap, a line that comes too early, and two that wait."""
    logs = [log_of(uid) for uid in UIDS[:5]]
    logs[0].game(1, 1, 121, 90)
    logs[0].reopen(1, 1)
    logs[0].game(1, 1, 118, 121)
    logs[0].game(2, 1, 121, 80)
    logs[1].game(1, 2, 100, 121)
    logs[1].game(2, 2, 121, 70)
    logs[2].game(1, 3, 121, 66)
    logs[2].n += 2
    logs[2].game(2, 3, 121, 60)
    logs[2].game(3, 3, 121, 50)
    logs[3].game(1, 4, 121, 77)
    logs[3].game(1, 4, 99, 121)
    logs[4].game(2, 4, 121, 111, signed=False)
    return [line for log in logs for line in log.lines]


def unproven_lines():
    """What somebody writes who has seen all that, and has not the key."""
    forged = []
    seals = {"none": b"", "another board's": board_key(bytes.fromhex(KEY), "f" * 16), "another event's": b"x" * 16}
    for text in sealed_lines():
        fields = json.loads(text)
        for changes in ({"n": fields["n"]}, {"n": fields["n"] + 1}, {"n": fields["n"] + 100, "prev": "ab" * 8}):
            for event in ("Night", "", "Other"):
                forged.append({**fields, **changes, "event": event, "moves": 41})
        forged.append({**fields, "board": UIDS[5], "moves": 42})
        forged.append({**fields, "n": fields["n"] + 1, "prev": "0" * 16, "round": 1 + fields["round"] % 3})
        forged.append({**fields, "n": fields["n"] + 2, "table": 1 + fields["table"] % 4, "at": 1})
        if fields["end"] == "played":
            taken_back = {"end": "reopened", "winner": None, "level": 0, "spread": None, "replaces": fields["n"]}
            points = {"points": {"A": 0, "B": 0}, "scores": {"A": 117, "B": 90}}
            forged.append({**fields, **taken_back, **points, "n": fields["n"] + 1})
    return [_sealed(fields, list(seals.values())[number % 3]) for number, fields in enumerate(forged)]


def _sealed(fields, key):
    start = json.dumps({name: value for name, value in fields.items() if name != "mac"}, separators=(",", ":"))[:-1]
    return f'{start},"mac":"{seal_mac(key, start.encode()) if key else ""}"}}'


def by_network(night, lines, _):
    """As a desk takes them from a broker, many at once."""
    received = []
    for line in lines:
        fields = json.loads(line)
        try:
            received.append(decode_result(fields["board"], str(fields["n"]), line.encode()))
        except RefusedMessageError:
            continue
    import_received_lines(night.opened(), received)


def by_cable(night, lines, monkeypatch):
    """Of a board on USB that says them."""

    class Link:
        def __init__(self, _):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def request_lines(self, *_, **__):
            return lines

        def request(self, _):
            return [{"board": "b1", "results": 0, "name": "", "tracks": {}, "phase": "idle"}]

    monkeypatch.setattr(read_results, "BoardLink", Link)
    monkeypatch.setattr("host_tools.usb.ports.connected_ports", lambda: [Port("/dev/board", "board")])
    assert Shell(night.folder)("import", night.name, "--usb").exit_code == 0


def prepare(night):
    """Four tables, two rounds seated, boards with a key."""
    night.create("acc", 8, rounds=3, key=KEY)
    night.do(seat_next, by="me")
    night.do(seat_next, by="me")


def settle(night):
    """What a director types beside the boards."""
    night.do(lambda desk: enter_result(desk.acting("me"), 2, 1, cards(desk.event, (121, 81))))
    night.do(dispute, 1, 2, 1, by="slip")


def all_about_sealed(night):
    """Where each sealed line counts or why it is held, all scores, each board's ack, and what is found of them."""

    def stored(desk):
        columns = (Line.digest, Line.round, Line.table, Line.game, Line.held, Line.decision, Line.log)
        lines = set(map(tuple, desk.session.execute(select(*columns).where(Line.sealed))))
        scores = (Score.round, Score.table, Score.game, Score.player, Score.points, Score.spread, Score.source)
        return lines, set(map(tuple, desk.session.execute(select(*scores))))

    lines, scores = night.ask(stored)
    sealed = {row[0] for row in lines}
    digests = night.ask(lambda desk: dict(map(tuple, desk.session.execute(select(Line.id, Line.digest)))))
    found = Counter(
        (one.kind, one.round, one.table, one.game, one.open, digests.get(one.line))
        for one in night.ask(find_problems)
        if (one.line is None or digests[one.line] in sealed) and all(digests[held.line] in sealed for held in one.held)
    )
    acks = find_acks(night.opened(), UIDS[:5])
    return lines, scores, found, acks, night.ask(compute_standings)


@pytest.fixture(scope="module")
def alone():
    """All about the sealed lines where no others are."""
    store = Store("sqlite://")
    night = Desk(store)
    prepare(night)
    night.do(import_lines, texts(*sealed_lines()), by="me")
    settle(night)
    yield all_about_sealed(night)
    store.close()


prepared = once(prepare)


@pytest.fixture
def night(prepared, tmp_path):
    prepared.folder = tmp_path
    return prepared


@pytest.mark.parametrize(("way", "first"), [(by_network, "sealed"), (by_cable, "unproven")])
def test_what_is_not_proven_changes_nothing_by_network_and_cable(night, alone, way, first, monkeypatch):
    sealed, unproven = sealed_lines(), unproven_lines()
    for lines in (sealed, unproven) if first == "sealed" else (unproven, sealed):
        way(night, lines, monkeypatch)
    settle(night)
    assert night.ask(lambda desk: desk.session.scalar(select(Line.id).where(~Line.sealed).limit(1))) is not None
    assert all_about_sealed(night) == alone


@pytest.mark.parametrize("first", ["sealed", "unproven"])
def test_what_is_not_proven_changes_nothing_for_whatever_reason_it_is_held(night, alone, first, monkeypatch):
    """Beside what its origin is held for, each line for the next reason."""
    found, turn = LineValidator.reasons, itertools.cycle(REASONS)

    def reasons(validator, line):
        held = found(validator, line)
        return held if validator.is_sealed(line) else join_reasons([*held.split(), next(turn)])

    monkeypatch.setattr(LineValidator, "reasons", reasons)
    sealed, unproven = sealed_lines(), unproven_lines()
    for lines in (sealed, unproven) if first == "sealed" else (unproven, sealed):
        night.do(import_lines, texts(*lines), by="me")
    settle(night)
    assert all_about_sealed(night) == alone


def counted(night):
    return night.ask(lambda desk: set(map(tuple, desk.session.execute(select(Score.round, Score.table, Score.holes)))))


def kinds(night):
    return sorted(one.kind for one in night.ask(find_problems) if one.kind != "missing")


def read(night, *lines):
    night.do(import_lines, texts(*lines), by="me")


@pytest.mark.parametrize("at_once", [True, False])
def test_a_board_whose_flash_was_erased_goes_on(night, at_once):
    """As in the middle of the evening: what it told counts, and what it tells of rounds that it has not told."""
    before, after = log_of(UIDS[0]), log_of(UIDS[0])
    old, new = [before.game(1, 1, 121, 90)], [after.game(2, 1, 121, 80)]
    read(night, *old, *new) if at_once else (read(night, *old), read(night, *new))
    assert counted(night) == {(1, 1, 121), (1, 1, 90), (2, 1, 121), (2, 1, 80)}
    (found,) = [one for one in night.ask(find_problems) if one.kind != "missing"]
    assert found.kind == "memory-lost"
    assert f"board {UIDS[0]} lost its memory at " in found.text


def test_what_an_erased_board_tells_again_waits_and_what_counted_goes_on_counting(night):
    before, after = log_of(UIDS[0]), log_of(UIDS[0])
    read(night, before.game(1, 1, 121, 90), before.game(2, 1, 100, 121))
    read(night, after.game(2, 1, 121, 80), after.game(1, 2, 121, 70))
    assert counted(night) == {(1, 1, 121), (1, 1, 90), (2, 1, 100), (2, 1, 121)}
    assert kinds(night) == ["doubled", "doubled", "memory-lost"]


def test_an_erased_board_takes_back_its_own_game_and_none_that_it_told_before(night):
    before, after = log_of(UIDS[0]), log_of(UIDS[0])
    read(night, before.game(1, 1, 121, 90))
    after.game(2, 1, 121, 80)
    after.reopen(2, 1)
    read(night, *after.lines)
    assert counted(night) == {(1, 1, 121), (1, 1, 90)}


def test_a_board_of_which_the_first_results_are_not_read_yet_has_lost_nothing(night):
    log = log_of(UIDS[0])
    first, second = log.game(1, 1, 121, 90), log.game(2, 1, 121, 80)
    read(night, second)
    read(night, first)
    assert len(counted(night)) == 4
    assert kinds(night) == []


def test_without_a_key_what_counted_first_goes_on_counting(desk):
    """Nothing is proven there: whoever names the event may write a line, and takes none back that counts."""
    desk.create("acc", 8, rounds=3, key="")
    desk.do(seat_next, by="me")
    read(desk, log_of(UIDS[0], "").game(1, 1, 121, 90))
    read(desk, log_of(UIDS[0], "").game(1, 1, 60, 121), log_of(UIDS[0], "", "Other").game(1, 1, 60, 121))
    assert counted(desk) == {(1, 1, 121), (1, 1, 90)}
    assert kinds(desk) == ["doubled", "foreign", "memory-lost"]


def forged(uid, *place, **changes):
    """A line that names the board and is sealed by another key."""
    log = log_of(uid, "ff" * 16)
    log.n = changes.pop("n") - 1
    return log.game(*place, 121, 66, **changes)


def test_a_forged_time_tells_nothing_of_a_board_s_clock(night):
    read(night, log_of(UIDS[0]).game(1, 1, 121, 90, began=7))
    (before,) = night.ask(doubtful_clocks)
    read(night, forged(UIDS[0], 2, 1, n=2, began=8))
    assert night.ask(doubtful_clocks) == [before]


def test_a_forged_game_is_none_that_a_board_takes_back(night):
    log = log_of(UIDS[0])
    log.n = 1
    read(night, forged(UIDS[0], 1, 1, n=1), log.reopen(1, 1))
    (own,) = [line for line in night.ask(held_lines) if line.sealed]
    assert "unknown" in own.reasons


def test_a_forged_line_is_none_that_a_board_s_next_follows(night):
    """The round key was forgotten once: the director says of the second line that it is of round 2."""
    night.do(seat_next, by="me")
    log = log_of(UIDS[0])
    read(night, log.game(1, 1, 121, 90), log.game(1, 1, 121, 80))
    second = night.ask(lambda desk: desk.session.scalar(select(Line.id).where(Line.n == 2)))
    night.do(decide_lines, [second], "accepted", place=Place(2), by="me")
    read(night, forged(UIDS[0], 4, 1, n=3))
    read(night, log.game(2, 1, 121, 70))
    assert (3, 1, 70) in counted(night)
