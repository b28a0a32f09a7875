"""The line to a host: every answer is JSON, errors have a code and words, and nothing changes a game by accident."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.config import HOLD_MS
from host_tools.sim.virtual.board import new_board

LONGEST = 480

# Request, error code, how the words begin.
ERRORS = [
    ("{", "bad-json", "one JSON object"),
    ("hello", "bad-json", "one JSON object"),
    ("[]", "bad-json", "one JSON object"),
    ('"hello"', "bad-json", "one JSON object"),
    ("null", "bad-json", "one JSON object"),
    ("7", "bad-json", "one JSON object"),
    ("{}", "unknown-verb", "do: one of"),
    ('{"do":null}', "unknown-verb", "do: one of"),
    ('{"do":["hello"]}', "unknown-verb", "do: one of"),
    ('{"do":"dance"}', "unknown-verb", "do: one of"),
    ('{"do":"HELLO"}', "unknown-verb", "do: one of"),
    ('{"do":"results","since":"0"}', "bad-value", "since: "),
    ('{"do":"results","since":true}', "bad-value", "since: "),
    ('{"do":"results","limit":null}', "bad-value", "limit: "),
    ('{"do":"time"}', "bad-value", "at: "),
    ('{"do":"time","at":1.5}', "bad-value", "at: "),
    ('{"do":"time","at":0}', "bad-value", "at: seconds since 1970"),
    ('{"do":"time","at":-5}', "bad-value", "at: seconds since 1970"),
    ('{"do":"time","at":4102444800}', "bad-value", "at: seconds since 1970"),
    ('{"do":"time","at":1e999}', "bad-value", "at: "),
    ('{"do":"events","game":"1"}', "bad-value", "game: "),
    ('{"do":"hello","id":1.5}', "bad-value", "id: "),
    ('{"do":"hello","id":1e999}', "bad-value", "id: "),
    ('{"do":"hello","id":[1]}', "bad-value", "id: "),
    ('{"do":"hello","id":' + "[" * 200 + "]" * 200 + "}", "bad-value", "id: "),
    ("[" * 480, "bad-json", ""),
    ('{"do":"hello","id":\x00}', "bad-json", "one JSON object"),
    ('{"do":"configure","colour":1}', "bad-value", "colour: unknown"),
    ('{"do":"configure","table":true}', "bad-value", "table: "),
    ('{"do":"configure","table":-1}', "bad-value", "table: "),
    ('{"do":"configure","teams":3}', "bad-value", "teams: "),
    ('{"do":"configure","preset":"golf"}', "bad-value", "preset: golf is not one of"),
    ('{"do":"configure","preset":{}}', "bad-value", "target: missing"),
    ('{"do":"configure","new_pin":"12a4"}', "bad-value", "pin: "),
    ('{"do":"configure","new_pin":1234}', "bad-value", "pin: "),
    ('{"do":"configure","round":0}', "bad-value", "round: "),
    ('{"do":"configure","round":"1"}', "bad-value", "round: "),
    ('{"do":"configure","round":true}', "bad-value", "round: "),
    ('{"do":"configure","new_pin":"²²²²"}', "bad-value", "pin: "),
    ('{"do":"configure","event":"tab\\tand line"}', "bad-value", "event: "),
    ('{"do":"configure","event":"half a pair \\ud800"}', "bad-value", "event: "),
    ('{"do":"configure","name":"\\u0000"}', "bad-value", "name: "),
    ('{"do":"judge"}', "bad-value", "op: one of"),
    ('{"do":"judge","op":"AWARD"}', "bad-value", "op: one of"),
    ('{"do":"judge","op":"award","team":"A"}', "not-allowed", "holes: "),
    ('{"do":"judge","op":"award","holes":5}', "not-allowed", "team: "),
    ('{"do":"judge","op":"award","team":"C","holes":5}', "not-allowed", "team: "),
    ('{"do":"judge","op":"award","team":"AB","holes":5}', "not-allowed", "team: "),
    ('{"do":"judge","op":"award","team":"A","holes":"5"}', "bad-value", "holes: "),
    ('{"do":"judge","op":"award","team":"A","holes":true}', "bad-value", "holes: "),
    ('{"do":"judge","op":"false-claim","team":"A","true":121}', "not-allowed", "true: "),
    ('{"do":"judge","op":"reopen"}', "not-allowed", "no decision or finished game"),
    ('{"do":"judge","op":["award"]}', "bad-value", "op: one of"),
    ("x" * 481, "too-long", "a line has at most 480 bytes"),
    ('{"do":"hello","x":"' + "é" * 240 + '"}', "too-long", "a line has at most 480 bytes"),
]  # fmt: skip


def game_of(board):
    """What must not change."""
    match = board.board.match
    return bytes(match.game.state), match.stage, str(vars(match.tally)), board.pegs("A"), board.phase, board.refused


@pytest.mark.parametrize(("request_line", "code", "words"), ERRORS)
def test_error_is_one_json_line_with_code_and_words_and_changes_nothing(bench, request_line, code, words):
    board = bench(idle_ms=0)
    if "configure" not in request_line:
        board.play("A+5 OK B+2 OK A+1")
    before = game_of(board)
    replies = board.ask(request_line)
    assert len(replies) == 1
    assert {key: replies[0][key] for key in ("ok", "error")} == {"ok": False, "error": code}
    assert replies[0]["detail"].startswith(words)
    assert game_of(board) == before


@pytest.mark.parametrize("number", [0, 7, -1, "seven", None, True, 10**30])
def test_every_line_of_a_reply_carries_the_request_s_id(bench, number):
    board = bench()
    board.judge("forfeit", team="A")
    for request in ({"do": "hello"}, {"do": "status"}, {"do": "results"}, {"do": "dance"}):
        assert [reply["id"] for reply in board.ask({"id": number, **request})] == [number] * (
            1 if request["do"] == "dance" else 2
        )


def test_longest_line_allowed_is_heard(bench):
    request = json.dumps({"do": "hello", "x": ""})
    padded = request.replace('""', '"' + "x" * (LONGEST - len(request)) + '"')
    assert len(padded) == LONGEST
    assert bench().ask(padded)[-1]["ok"]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n\r\n"])
def test_lines_may_end_in_any_usual_way(bench, ending):
    board = bench()
    board.hal.receive('{"id":1,"do":"hello"}' + ending + '{"id":2,"do":"hello"}' + ending)
    board.wait(500)
    assert [json.loads(line)["id"] for line in board.hal.take_sent_lines()] == [1, 1, 2, 2]


def test_line_after_one_that_was_too_long_is_heard(bench):
    board = bench()
    assert board.ask("x" * 5000)[-1]["error"] == "too-long"
    assert board.ask({"do": "hello"})[-1]["ok"]


def test_request_that_comes_in_pieces_is_one(bench):
    board = bench()
    for piece in ('{"id":', '5,"do":', '"hel', 'lo"}', "\n"):
        board.hal.receive(piece)
        board.wait(200)
    assert json.loads(board.hal.take_sent_lines()[-1]) == {"id": 5, "ok": True}


@pytest.mark.parametrize("verb", ["status", "selftest"])
def test_the_heap_is_counted_only_while_no_key_moves(bench, verb):
    """It takes a Pico 6 ms, for which a key would wait."""
    board = bench()
    counted = []

    def heap(anew):
        counted.append(anew)
        return 1000 * len(counted), 0

    board.hal.heap = heap
    board.wait(5000)
    assert board.ask({"id": 1, "do": verb})[0]["heap"]["used"] == 1000
    board.play("A+1")
    assert board.ask({"id": 2, "do": verb})[0]["heap"]["used"] == 2000
    assert counted == [True, False]


def test_host_that_takes_no_bytes_does_not_stop_the_game(bench):
    board = bench()
    write = board.hal.write
    board.hal.write = lambda data: 0
    board.hal.receive('{"id":1,"do":"status"}\n' * 30)
    board.play("A+5 OK B+2 OK")
    assert board.fronts() == [5, 2]
    board.hal.write = write
    board.wait(30_000)
    assert len(board.hal.take_sent_lines()) == 60


def test_host_that_takes_a_byte_at_a_time_gets_all_of_them(bench):
    board = bench()
    write = board.hal.write
    board.hal.write = lambda data: write(data[:1])
    assert board.ask({"id": 1, "do": "hello"})[-1] == {"id": 1, "ok": True}


@pytest.mark.parametrize(
    ("failure", "code"), [(OSError(5, "EIO"), "flash"), (MemoryError(), "memory")], ids=["flash", "memory"]
)
@pytest.mark.parametrize("request_fields", [{"do": "results"}, {"do": "events"}, {"do": "status"}])
def test_what_flash_or_memory_cannot_give_fails_the_request_and_not_the_game(bench, failure, code, request_fields):
    board = bench(idle_ms=0)
    board.judge("forfeit", team="A")
    board.play("OK A+5 OK A+1")
    board.cut()
    board.wait(500)
    disk = board.board.hal.disk

    def fail(*arguments):
        raise failure

    board.hal.rail_mv = disk.open = fail
    pegs = board.fronts()
    board.hal.receive(json.dumps({"id": 3, **request_fields}) + "\n")
    board.wait(2000)
    last = json.loads(board.hal.take_sent_lines()[-1])
    assert {name: last[name] for name in ("id", "ok", "error")} == {"id": 3, "ok": False, "error": code}
    assert board.fronts() == pegs
    del disk.open, board.hal.rail_mv
    assert board.ask(request_fields)[-1]["ok"]


def test_new_results_are_told_from_a_number_on_and_up_to_a_limit(bench):
    board = bench(preset="wins")
    for team in "ABA":
        board.judge("forfeit", team=team)
        board.play("OK")
    for request, numbers in (
        ({}, [1, 2, 3]),
        ({"since": 1}, [2, 3]),
        ({"since": 1, "limit": 1}, [2]),
        ({"since": 3}, []),
    ):
        replies = board.ask({"do": "results", **request})
        assert [reply["result"]["n"] for reply in replies[:-1]] == numbers


# -- what arrives and a game that is on ---------------------------------------------------------------------------

READING = ("hello", "status", "results", "events", "time")
texts = st.text(max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 300) | texts | st.sampled_from("ABCD"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=4,
)
requests = st.dictionaries(
    st.sampled_from(["id", "op", "team", "holes", "true", "since", "limit", "at", "pin", "preset", "round"]) | texts,
    values,
)


@pytest.mark.deep
@settings(max_examples=50)
@given(lines=st.lists(st.one_of(
    st.builds(lambda verb, fields: json.dumps({**fields, "do": verb}), st.sampled_from(READING), requests),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60).filter(lambda text: text.strip("\r\n")),
    values.map(json.dumps),
), min_size=1, max_size=4))  # fmt: skip
def test_nothing_but_judge_and_configure_changes_a_game(tmp_path_factory, lines):
    board = new_board(tmp_path_factory.mktemp("board"), idle_ms=0).play("A+5 OK B+2 OK A+1")
    before, old_settings = game_of(board), dict(board.board.settings.values)
    for line in lines:
        board.hal.receive(line + "\n")
    for _ in range(300):
        board.step()
    for reply in map(json.loads, board.hal.take_sent_lines()):
        assert reply.get("ok") is not False or (reply["error"] and reply["detail"])
    assert board.hal.read() < 0
    assert (game_of(board), board.board.settings.values) == (before, old_settings)
    board.play("A+2 OK")
    assert board.fronts() == [8, 2]


@pytest.mark.parametrize("fields", [{"preset": "match4"}, {"teams": 2}, {"round": 5}])
@pytest.mark.parametrize("keys", ["A+5", "A+5 OK", "A+5 OK MENU:2050 A+5 OK OK B+1:1100"])
def test_what_would_drop_a_game_in_progress_is_refused_as_busy(bench, fields, keys):
    board = bench(idle_ms=0).play(keys)
    before = game_of(board)
    reply = board.ask({"do": "configure", **fields})[-1]
    assert (reply["ok"], reply["error"]) == (False, "busy")
    assert game_of(board) == before


def test_what_concerns_no_game_can_be_configured_while_one_is_on(bench):
    board = bench().play("A+5 OK A+1")
    before = game_of(board)
    assert board.ask({"do": "configure", "table": 7, "brightness": 1, "name": "x", "idle_ms": 0})[-1]["ok"]
    assert game_of(board) == before


def test_judge_s_decision_over_the_link_takes_effect_at_once_and_drops_what_was_pending(bench):
    board = bench(pin="1234").play("A+5 OK A+5 A+1")
    assert board.judge("award", team="B", holes=2, reason="renege", pin="1234") == {"id": None, "ok": True}
    assert (board.phase, board.fronts(), board.pegs("A")[2]) == ("idle", [5, 2], 0)


@pytest.mark.parametrize("event", ["", 'a "quoted" \\ event', "Café ✓", "{}", "'"])
def test_result_line_is_json_whatever_the_event_is_called(bench, event):
    board = bench(event=event)
    board.play("OK")
    board.judge("forfeit", team="A")
    assert board.results[0]["event"] == event


@pytest.mark.parametrize(("pin", "sign_off", "asks"), [("", True, True), ("1234", True, False), ("", False, False)])
@pytest.mark.parametrize("op", ["award", "forfeit"])
def test_a_cable_without_a_pin_asks_two_teams_and_ends_a_signed_game(bench, pin, sign_off, asks, op):
    board = bench(pin=pin, sign_off=sign_off)
    replies = board.ask({"do": "judge", "op": op, "team": "A", "holes": 121, "reason": "renege", "pin": pin})
    assert [reply.get("asked") for reply in replies] == (["waiting", None] if asks else [None])
    assert (board.phase, len(board.results)) == (("judge", 0) if asks else ("game-over", 1))
    if asks:
        board.play("B+1:1000")
        assert (board.phase, asked(board)) == ("judge", "waiting")
        board.play("A+1:1000")
    assert (board.results[0]["signed"], asked(board)) == (True, "agreed" if asks else "")
    board.cut()
    assert board.results[0]["signed"]


@pytest.mark.parametrize("keys", ["A+1", "A+1:1000 B+1", "A+1:1000 A<", "MENU", "wait 60001"])
def test_what_two_teams_do_not_agree_to_changes_nothing(bench, keys):
    board = bench().play("A+5 OK B+2")
    board.ask({"do": "judge", "op": "reopen"})
    assert asked(board) == ""
    board.ask({"do": "judge", "op": "forfeit", "team": "A"})
    board.play(keys)
    assert (board.phase, board.pegs("B"), asked(board)) == ("pending", (0, 0, 2), "refused")


def test_a_menu_that_is_open_is_not_replaced_by_a_decision_over_the_link(bench):
    board = bench().play("A+5 OK MENU:2050 B+2")
    assert board.judge("award", team="A", holes=1)["error"] == "busy"
    assert board.play("OK B+2 OK A+1:1000").pegs("B") == (0, 0, 0)


def test_a_status_that_says_agreed_is_of_after_the_agreement(bench):
    """Its fields are read in several steps, between which two teams may have agreed."""
    board = bench()
    board.play("A+5 OK")
    told = set()
    for lead in range(0, 80, 2):
        board.ask({"do": "judge", "op": "award", "team": "B", "holes": 1, "reason": "x"})
        board.hold("A+1", "B+1")
        board.wait(HOLD_MS - lead)
        board.hal.receive(json.dumps({"do": "status"}) + "\n")
        replies: list = []
        while not replies or "ok" not in replies[-1]:
            board.wait(1)
            replies += map(json.loads, board.hal.take_sent_lines())
        status = replies[0]
        told.add((status["asked"], status["phase"] == "judge"))
        board.hold()
        board.wait(200)
    assert ("waiting", True) in told
    assert ("agreed", False) in told
    assert ("agreed", True) not in told


@pytest.mark.parametrize("key", ["A+1", "MENU"])
def test_a_host_ends_the_lights_test_it_began_and_keys_count_again(bench, key):
    """The key that is down then was for the test: it does nothing more, however long it is held."""
    board = bench()
    board.ask({"do": "selftest", "lights": True})
    board.hold(key)
    board.wait(500)
    assert phase(board) == "setup"
    board.ask({"do": "selftest", "lights": False})
    board.wait(2500)
    board.hold()
    board.wait(100)
    assert (phase(board), board.fronts()) == ("idle", [0, 0])
    assert board.play("A+5 OK").fronts() == [5, 0]


def test_no_test_of_lights_is_no_menu_to_close(bench):
    board = bench().play("MENU:2100")
    board.ask({"do": "selftest", "lights": False})
    assert phase(board) == "setup"


def phase(board):
    return board.ask({"do": "status"})[0]["phase"]


def asked(board):
    """What became of the last decision that a host asked for."""
    return board.ask({"do": "status"})[0]["asked"]


# -- the PIN ------------------------------------------------------------------------------------------------------

AWARD = {"do": "judge", "op": "award", "team": "A", "holes": 1}


@pytest.mark.parametrize("pin", [None, "", "1235", "123", "12345", "0000", 1234, ["1234"], True])
def test_what_changes_something_needs_the_pin(bench, pin):
    board = bench(pin="1234")
    for request in (AWARD, {"do": "configure", "table": 3}):
        reply = board.ask(request if pin is None else {**request, "pin": pin})[-1]
        assert (reply["ok"], reply["error"]) == (False, "pin")
    assert (board.fronts(), board.board.settings.values["table"]) == ([0, 0], 0)
    assert board.ask({**AWARD, "pin": "1234"})[-1]["ok"]


@pytest.mark.parametrize("on", [True, False])
def test_lights_need_the_pin(bench, on):
    request = {"do": "selftest", "lights": on}
    board = bench(pin="1234")
    assert board.ask(request)[-1]["error"] == "pin"
    assert board.ask({**request, "pin": "1234"})[-1]["ok"]


@pytest.mark.parametrize("verb", ["hello", "status", "results", "events"])
def test_reading_needs_no_pin(bench, verb):
    assert bench(pin="1234").ask({"do": verb})[-1]["ok"]


@pytest.mark.parametrize(("ms", "answer"), [(29900, "locked"), (30000, True)])
def test_three_wrong_pins_lock_out_the_right_one_for_thirty_seconds_of_board_time(bench, ms, answer):
    board = bench(pin="1234")
    for _ in range(3):
        assert board.ask({**AWARD, "pin": "9999"})[-1]["error"] == "pin"
    assert board.ask({**AWARD, "pin": "1234"})[-1]["error"] == "locked"
    board.wait(ms, every=100)
    reply = board.ask({**AWARD, "pin": "1234"})[-1]
    assert (reply.get("error") or reply["ok"]) == answer
    assert board.fronts() == [int(answer is True), 0]


def test_tries_while_locked_do_not_lengthen_the_lock(bench):
    board = bench(pin="1234")
    for _ in range(3):
        board.ask({**AWARD, "pin": "9999"})
    for _ in range(3):
        board.wait(9000, every=100)
        assert board.ask({**AWARD, "pin": "9999"})[-1]["error"] == "locked"
    board.wait(3000)
    assert board.ask({**AWARD, "pin": "1234"})[-1]["ok"]


def test_right_pin_starts_the_count_of_wrong_ones_again(bench):
    board = bench(pin="1234")
    for _ in range(4):
        for _ in range(2):
            board.ask({**AWARD, "pin": "9999"})
        assert board.ask({**AWARD, "pin": "1234"})[-1]["ok"]


def test_keys_and_link_share_the_lock(bench):
    board = bench(pin="1234").play("A+5 OK")
    for _ in range(3):
        board.play("MENU:2050 A+1 OK A+1 OK A+1 OK A+1 OK")
        assert board.phase == "idle"
    assert board.ask({**AWARD, "pin": "1234"})[-1]["error"] == "locked"
    assert board.play("MENU:2050").phase == "idle"
    board.wait(30000)
    assert board.play("MENU:2050").phase == "judge"


def test_lock_that_falls_while_the_pin_is_being_entered_by_keys_holds_for_it_too(bench):
    board = bench(pin="1234").play("A+5 OK MENU:2050 A+1 OK A+2 OK A+1 A+2 OK A+2 A+2")
    for _ in range(3):
        board.ask({**AWARD, "pin": "9999"})
    board.play("OK")
    assert (board.phase, board.refused) == ("idle", 1)


def test_pin_by_keys_opens_the_judge_s_menu(bench):
    board = bench(pin="1905").play("A+5 OK MENU:2050 A+1 OK A+5 A+2 A+2 OK OK A+5 OK A+1 OK B+2 OK")
    assert board.fronts() == [5, 2]


def test_changed_pin_counts_at_once_and_an_empty_one_opens_the_board(bench):
    board = bench(pin="1234")
    assert board.ask({"do": "configure", "pin": "1234", "new_pin": "98765"})[-1]["ok"]
    assert board.ask({**AWARD, "pin": "1234"})[-1]["error"] == "pin"
    assert board.ask({"do": "configure", "pin": "98765", "new_pin": ""})[-1]["ok"]
    assert board.ask(AWARD)[-1]["ok"]


def test_pin_is_told_to_nobody(bench):
    board = bench(pin="86420", key="ab" * 20)
    replies = [json.dumps(board.ask({"do": verb})) for verb in READING]
    assert not [line for line in replies if "86420" in line or "abab" in line]


def test_pin_with_half_a_character_in_it_is_a_wrong_one(bench):
    board = bench(pin="1234")
    assert board.ask('{"id":1,"do":"time","at":1600000000,"pin":"\\ud800"}')[-1]["error"] == "pin"
