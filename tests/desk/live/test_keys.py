"""What a board that was opened can do with its key: speak for itself, and for no other."""

import json

import pytest

from firmware.journal.seal import board_key, key_check, seal_mac
from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.misplaced_boards import ASSIGNED
from host_tools.desk.live.assignment_messages import assignments_to_publish, read_assignment
from host_tools.desk.live.board_keys import has_event_key, has_strange_key
from host_tools.desk.live.board_messages import parse_state
from host_tools.desk.live.next_matches import NextMatch, record_assigned
from host_tools.desk.scoring.standings import compute_standings
from host_tools.results.result_line import parse_line
from host_tools.results.validation import is_sealed_by
from tests.desk.live.running_desks import KEY, log_of, results_of
from tests.live.brokers import UIDS

OPENED, HONEST, THIRD = UIDS[:3]
SECRET = bytes.fromhex(KEY)


def own_key(uid):
    return board_key(SECRET, uid).hex()


def own_log(uid):
    return log_of(uid, key=own_key(uid))


def state(key):
    known = {"c": 1, "s": 1, "phase": "round", "event": "Night", "round": 1, "table": 1, "preset": "acc", "names": []}
    known |= {"scores": [0, 0], "counting": [0, 0], "games": [0, 0], "n": 0, "trouble": 0}
    return parse_state(json.dumps(known | {"key": key_check(bytes.fromhex(key))}).encode())


def read(night, *lines):
    return night.do(import_lines, [("network", number, line) for number, line in enumerate(lines, 1)], by="test")


def points(night):
    return sum(one.points for one in night.ask(compute_standings))


def test_a_line_counts_under_its_board_s_key_and_under_the_whole_event_s(night):
    read(night, own_log(HONEST).game(1, 1, 121, 90), log_of(THIRD).game(1, 2, 121, 80))
    assert [held for _, held, _ in results_of(night)] == ["", ""]


def test_a_board_s_key_seals_no_line_in_another_s_name(night):
    line = log_of(HONEST, key=own_key(OPENED)).game(1, 1, 121, 90)
    assert not is_sealed_by(parse_line(line), SECRET)
    read(night, line)
    assert [held for _, held, _ in results_of(night)] == ["seal"]


@pytest.mark.parametrize("claims", [1, 5], ids="with {} results before".format)
def test_lines_of_an_opened_board_take_no_score_out_of_the_standings(night, claims):
    """Its lines differ from those that count, and name the other's table before and after."""
    night.do(record_assigned, {(OPENED, 1), (HONEST, 2)})
    read(night, own_log(HONEST).game(1, 2, 121, 90))
    before = points(night)
    forged = own_log(OPENED)
    read(night, *(forged.game(1, 2, 60 + number, 121) for number in range(claims)))
    assert points(night) == before
    held = {held for _, held, _ in results_of(night)}
    assert "" in held
    assert all("moved" in reasons for reasons in held - {""})


def test_a_table_that_has_not_reported_counts_no_other_board_s_line(night):
    night.do(record_assigned, {(OPENED, 1), (HONEST, 2)})
    read(night, own_log(OPENED).game(1, 2, 60, 121))
    assert points(night) == 0
    read(night, own_log(HONEST).game(1, 2, 121, 90))
    assert [held for _, held, _ in results_of(night)] == ["", "moved"]
    assert points(night) > 0


def test_a_board_that_was_assigned_to_both_tables_counts_at_both(night):
    night.do(record_assigned, {(HONEST, 1), (HONEST, 2)})
    log = own_log(HONEST)
    read(night, log.game(1, 1, 121, 90))
    read(night, own_log(OPENED).game(1, 2, 121, 90))
    assert [held for _, held, _ in results_of(night)] == ["", "moved"]


def test_boards_that_no_desk_assigned_count_where_they_say(night):
    night.do(record_assigned, {(OPENED, 2)})
    read(night, own_log(HONEST).game(1, 1, 121, 90))
    assert [held for _, held, _ in results_of(night)] == [""]


def test_an_assignment_is_logged_once(night):
    for _ in range(2):
        night.do(record_assigned, {(HONEST, 1)})
    assert len(night.ask(read_audit_log, ASSIGNED)) == 1


@pytest.mark.parametrize(
    ("told", "key"), [(KEY, KEY), (own_key(HONEST), own_key(HONEST)), ("77" * 16, own_key(HONEST))]
)
def test_an_assignment_is_sealed_with_the_key_that_the_board_has(told, key):
    match = NextMatch(1, 1, "acc", 2, ("Ann", "Bo"))
    found = assignments_to_publish("Night", SECRET, {HONEST: state(told)}, {HONEST: match}, {}, {}, 1000)[HONEST]
    assert read_assignment(HONEST, "Night", bytes.fromhex(key), found)
    start, _, mac = found.decode().rpartition(',"mac":"')
    assert mac == seal_mac(bytes.fromhex(key), start.encode()) + '"}'


def test_boards_that_have_a_key_that_is_not_theirs_are_told():
    keys = {"event": KEY, "own": own_key(HONEST), "strange": "77" * 16}
    assert {name for name, key in keys.items() if has_event_key(HONEST, SECRET, state(key))} == {"event"}
    assert {name for name, key in keys.items() if has_strange_key(HONEST, SECRET, state(key))} == {"strange"}
