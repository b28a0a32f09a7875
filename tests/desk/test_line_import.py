"""Tests of imported result lines: which count, which are held, and that their order changes nothing."""

import json
from functools import cache

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import event as listen
from sqlalchemy import select

from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.intake import misplaced_boards
from host_tools.desk.intake.decisions import Place, decide_lines
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store import model
from host_tools.desk.store.database import Store
from host_tools.desk.store.model import Score
from host_tools.i18n import message
from host_tools.results.result_line import LineError, parse_line
from host_tools.results.validation import validate_origin
from tests.desk.board_log import BoardLog, texts
from tests.desk.conftest import Desk, once

KEY = "00112233445566778899aabbccddeeff"


@once
def night(desk):
    """Four players, three rounds, two of them seated, boards with a key."""
    desk.create("acc", 4, rounds=3, key=KEY)
    desk.do(seat_next, by="me")
    desk.do(seat_next, by="me")


def board(name="b1", event="Night", key=KEY, preset="acc"):
    return BoardLog(name, event, bytes.fromhex(key), preset)


def read(night, *found):
    return night.do(import_lines, texts(*found), by="me")


def counted(night):
    return sum(one.played for one in night.ask(compute_standings)) // 2


def kinds(night):
    return sorted(one.kind for one in night.ask(find_problems) if one.kind != "missing")


def test_a_round_is_read_and_counts(night):
    taken = read(night, board("b1").game(1, 1, 121, 90), board("b2").game(1, 2, 100, 121))
    assert (taken.new, taken.again, taken.refused, taken.held) == (2, 0, [], [])
    best = night.ask(compute_standings)[0]
    assert (best.points, best.won, best.skunks, best.net, best.plus, best.played) == (3, 1, 1, 31, 31, 1)
    assert kinds(night) == []


def test_reading_twice_changes_nothing(night):
    log = board()
    log.game(1, 1, 121, 90)
    log.game(2, 1, 80, 121)
    read(night, *log.lines)
    before = night.ask(compute_standings), night.ask(find_problems)
    taken = read(night, *log.lines, *log.lines)
    assert (taken.new, taken.again) == (0, 4)
    assert (night.ask(compute_standings), night.ask(find_problems)) == before


def test_missing_results_are_listed(night):
    read(night, board().game(1, 1, 121, 90))
    missing = [(one.round, one.table) for one in night.ask(find_problems) if one.kind == "missing"]
    assert missing == [(1, 2), (2, 1), (2, 2)]


def broken(log):
    log.game(1, 1, 121, 90)
    log.prev = "1" * 16
    log.game(2, 1, 121, 90)
    return log.lines


def doubled(log):
    """The board has lost its memory, and tells the game again."""
    return [log.game(1, 1, 121, 90), board().game(1, 1, 121, 95)]


WRONG = {
    "foreign": lambda: [board(event="Other").game(1, 1, 121, 90)],
    "unsealed": lambda: [board(key="").game(1, 1, 121, 90)],
    "seal": lambda: [board(key="ff" * 16).game(1, 1, 121, 90)],
    "unsigned": lambda: [board().game(1, 1, 121, 90, signed=False)],
    "preset": lambda: [board(preset="bondurant").game(1, 1, 121, 90)],
    "broken": lambda: broken(board()),
    "doubled": lambda: doubled(board()),
    "early": lambda: [board().game(3, 1, 121, 90)],
}


@pytest.mark.parametrize("kind", WRONG)
def test_wrong_lines_are_told_apart_and_wait(night, kind):
    found = WRONG[kind]()
    taken = read(night, *found)
    assert taken.new == len(found)
    assert set(kinds(night)) - {"memory-lost"} == {kind}
    assert counted(night) == (1 if kind in ("broken", "doubled") else 0)


@pytest.mark.parametrize("kind", ["foreign", "preset"])
def test_the_director_may_take_a_line_or_leave_it(night, kind):
    read(night, *WRONG[kind]())
    (found,) = [one for one in night.ask(find_problems) if one.line]
    night.do(decide_lines, [found.line], "accepted", by="me")
    assert counted(night) == 1
    assert kinds(night) == []
    night.do(decide_lines, [found.line], "refused", by="me", reason="second thoughts")
    assert counted(night) == 0


def test_taking_a_line_refuses_the_one_that_counted_and_the_diary_tells_both(night):
    read(night, *WRONG["doubled"]())
    (found,) = [one for one in night.ask(find_problems) if one.line]
    done = night.do(decide_lines, [found.line], "accepted", by="me", reason="Ann saw it")
    assert done.refused
    told = [(one.what, one.detail["line"], one.reason) for one in night.ask(read_audit_log, "accepted", "refused")]
    assert told == [("accepted", found.line, "Ann saw it"), ("refused", done.refused[0], "Ann saw it")]


def test_a_line_of_the_wrong_round_can_be_placed(night):
    read(night, board().game(7, 1, 121, 90))
    (found,) = [one for one in night.ask(find_problems) if one.line]
    done = night.do(decide_lines, [found.line], "accepted", by="me", place=Place(2, 2))
    assert counted(night) == 1
    assert {one.rank for one in done.moved} != set()


def test_a_changed_digit_is_seen(night):
    line = board().game(1, 1, 121, 90).replace('"moves":40', '"moves":41')
    read(night, line)
    assert kinds(night) == ["seal"]
    assert counted(night) == 0


def test_scores_whose_worth_does_not_follow_are_no_result(night):
    taken = read(night, board().game(1, 1, 121, 90).replace('"A":121,"B":90', '"A":121,"B":91'))
    assert taken.refused == ["results.log:1: winner, level, points and spread do not follow from its scores"]


def test_a_line_that_came_before_its_round_is_held_for_good(night):
    read(night, board().game(3, 1, 121, 90))
    assert kinds(night) == ["early"]
    night.do(seat_next, by="me")
    assert kinds(night) == ["early"]
    assert counted(night) == 0


def test_a_reopened_game_is_replaced_by_what_came_after(night):
    log = board()
    log.game(1, 1, 121, 90)
    log.reopen(1, 1)
    read(night, *log.lines)
    assert counted(night) == 0
    log.game(1, 1, 118, 121)
    read(night, *log.lines)
    assert sorted(one.points for one in night.ask(compute_standings)) == [0, 0, 0, 2]
    assert kinds(night) == []


def test_boards_that_say_different_things_wait_for_the_director(night):
    read(night, board("b1").game(1, 1, 121, 90), board("b2").game(1, 1, 90, 121))
    assert kinds(night) == ["boards-differ"]
    assert counted(night) == 0


def test_boards_that_say_the_same_count_once(night):
    read(night, board("b1").game(1, 1, 121, 90), board("b2").game(1, 1, 121, 90))
    assert kinds(night) == ["repeated"]
    assert counted(night) == 1


def test_results_not_read_are_named(night):
    log = board(event="Other")
    for _ in range(4):
        log.game(1, 1, 121, 90)
    log.event = "Night"
    log.game(1, 1, 121, 90)
    read(night, log.lines[0], log.lines[4])
    (gap,) = [one for one in night.ask(find_problems) if one.kind == "gap"]
    assert gap.text == message("desk.found.gap.other", first=2, last=4, board="b1")
    assert counted(night) == 1


@pytest.mark.parametrize("told", [True, False])
def test_a_log_cleared_between_rounds_keeps_its_chain(night, told):
    log = board()
    first = log.game(1, 1, 121, 90)
    cleared = log.clear()
    second = log.game(2, 1, 121, 90)
    read(night, first, *([cleared] if told else []), second)
    assert kinds(night) == []
    assert counted(night) == 2


def test_lines_come_bare_pasted_or_as_the_serial_line_tells_them(night):
    line = board().game(1, 1, 121, 90)
    taken = read(night, f"  {line}\r", f'{{"id":3,"result":{line}}}', "")
    assert (taken.new, taken.again, taken.refused) == (1, 1, [])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", message("desk.line.json")),
        ('{"v":1}', message("desk.line.result")),
        ("[" * 100_000, message("desk.line.long", longest=2000)),
        ("[" * 1999, message("desk.line.json")),
        (board().game(1, 1, 121, 90)[:-9], message("desk.line.json")),
        (
            board().game(1, 1, 121, 90).replace('"v":2', '"v":3'),
            message("desk.line.version", version=3, newest=2),
        ),
        (board().game(1, 1, 121, 90)[:-1] + ',"x":1}', message("desk.line.mac")),
        (
            board().game(1, 1, 121, 90).replace('"round":1', '"round":true'),
            message("desk.line.whole", field="round", low=0, high=9999),
        ),
        (board().game(1, 1, 121, 90).replace('"B":90', '"C":90'), message("desk.line.scores")),
    ],
)
def test_what_is_no_result_line_is_told_with_its_place(night, text, why):
    taken = read(night, text)
    assert taken.refused == [f"results.log:1: {why}"]
    assert taken.new == 0


LOGS = [board("b1"), board("b2"), board("b3", event="Other"), board("b4", key="")]
for _log in LOGS:
    for _round in (1, 2, 3):
        _log.game(_round, 1 + LOGS.index(_log) % 2, 121, 60 + 10 * _round + LOGS.index(_log))
LOGS[0].reopen(3, 1)
LOGS[0].game(3, 1, 119, 121)
ALL = [line for log in LOGS for line in log.lines] + ["rubbish", board("b1").game(2, 2, 121, 3)]


def read_in_parts(order, cuts):
    """What counts, by place and scores, and the places where lines are held, after reading these lines in parts."""
    store = Store("sqlite://")
    night = Desk(store).create("acc", 4, rounds=3, key=KEY)
    for _ in range(3):
        night.do(seat_next, by="me")
    for start, end in zip([0, *cuts], [*cuts, len(order)], strict=True):
        read(night, *order[start:end])
    counted = night.ask(lambda desk: set(desk.session.execute(select(*_COUNTED)).all()))
    held = {(one.round, one.table) for one in night.ask(held_lines)}
    store.close()
    return counted, held


_COUNTED = (Score.round, Score.table, Score.player, Score.points, Score.holes)


@cache
def in_order():
    return read_in_parts(ALL, [])


@cache
def played():
    """What the boards of the two tables say, without all that confuses."""
    return read_in_parts([*LOGS[0].lines, *LOGS[1].lines], [])[0]


@pytest.mark.deep
@settings(deadline=None, max_examples=25, phases=(Phase.explicit, Phase.generate))
@given(st.permutations(ALL), st.lists(st.integers(0, len(ALL)), max_size=3))
@example(ALL, [0, 0, 0])
@example(ALL, [])
def test_whatever_the_order_of_reading_only_what_was_played_counts(order, cuts):
    """Read at once, the order changes nothing. Read in parts, a line may be held that seemed to contradict another."""
    counted, held = read_in_parts(order, sorted(cuts))
    assert counted <= played()
    assert {row[:2] for row in played() - counted} <= held
    if not cuts:
        assert (counted, held) == in_order()


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_no_damage_makes_a_line_that_is_believed(data):
    """Whatever one byte of a sealed line becomes, it is refused, or its seal is seen to be wrong."""
    line = board().game(1, 1, 121, 90)
    at = data.draw(st.integers(0, len(line) - 1))
    put = data.draw(st.characters(min_codepoint=32, max_codepoint=126).filter(lambda c: c != line[at]))
    try:
        found = parse_line(line[:at] + put + line[at + 1 :])
    except LineError:
        return
    assert validate_origin(found, "Night", bytes.fromhex(KEY))


def test_a_line_has_the_code_that_its_board_shows():
    line = parse_line(board().game(1, 1, 121, 90))
    assert line.code == f"{int(json.loads(line.text)['mac'][:7], 16) % 10000:04d}"


def test_what_an_import_asks_does_not_grow_with_what_is_there(any_desk):
    """Ten times as many lines are kept with as many statements a thousand lines, and known ones are not looked up."""
    log = board()
    any_desk.create("acc", 4, rounds=3, key="")
    any_desk.do(seat_next, by="me")
    asked = []
    listen.listen(any_desk.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    read(any_desk, log.game(1, 1, 121, 90))
    (kept,) = [statement for statement in asked if statement.startswith("INSERT INTO line")]
    assert kept.endswith("ON CONFLICT DO NOTHING")
    assert not [statement for statement in asked if "digest IN" in statement]
    assert len(asked) <= 30, "each is waited for"
    assert (read(any_desk, log.lines[0]).new, read(any_desk, log.lines[0]).again) == (0, 1)


@pytest.mark.parametrize("limit", [1, 500])
def test_lines_of_many_boards_are_read_as_those_of_a_few(night, monkeypatch, limit):
    for module in (model, misplaced_boards):
        monkeypatch.setattr(module, "IN_ONE_QUERY", limit)
    first, second = board("b1"), board("b2")
    lines = [
        first.game(1, 1, 121, 90),
        second.game(1, 2, 121, 80),
        first.game(2, 1, 121, 70),
        second.game(2, 1, 121, 60),
    ]
    read(night, *lines[:2])
    read(night, *lines[2:])
    assert (counted(night), kinds(night)) == (3, ["moved"])
