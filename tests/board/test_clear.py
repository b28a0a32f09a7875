"""Results leave a board only when somebody entitled shows that they have them."""

import json

from firmware.journal.seal import FIRST_PREV, line_hash
from host_tools.results.log_verification import verify_log
from host_tools.sim.virtual.board import new_board

GAME = "A+5 A+5 A+5 A+5 A+5 OK " * 2 + "A+5 A+5 A+1 OK B+1:1000"


def finished(tmp_path, **settings):
    bench = new_board(tmp_path, preset="lurch61", **settings)
    bench.play(GAME)
    return bench


def log(tmp_path):
    return (tmp_path / "results/results.log").read_text().splitlines()


def faults(tmp_path):
    """What `cribboard journal` finds wrong with each line of the log."""
    return [fault for _, _, fault in verify_log((("log", 1, line.encode()) for line in log(tmp_path)), b"")]


def test_results_are_cleared_for_whoever_names_the_last_line(tmp_path):
    bench = finished(tmp_path)
    last = line_hash(log(tmp_path)[-1].encode())
    assert bench.ask({"do": "clear", "link": last})[-1]["ok"]
    assert bench.ask({"do": "results"})[:-1] == []


def test_results_stay_for_a_name_that_is_not_the_last_line_s(tmp_path):
    bench = finished(tmp_path)
    before = log(tmp_path)
    for link in ("", FIRST_PREV, 3, None):
        assert not bench.ask({"do": "clear", "link": link})[-1]["ok"]
    assert log(tmp_path) == before


def test_a_cleared_log_holds_nothing_and_counts_again_from_there(tmp_path):
    bench = finished(tmp_path)

    def counted():
        status = bench.ask({"do": "status"})[0]
        return status["results"], status["held"]

    assert counted() == (1, 1)
    bench.ask({"do": "clear", "link": line_hash(log(tmp_path)[-1].encode())})
    assert counted() == (1, 0)
    assert faults(tmp_path) == [""]
    bench.cut()
    assert counted() == (1, 0)
    bench.play("OK " + GAME)
    assert counted() == (2, 1)
    assert faults(tmp_path) == ["", ""]


def test_clearing_needs_the_pin(tmp_path):
    bench = finished(tmp_path, pin="1234")
    last = line_hash(log(tmp_path)[-1].encode())
    assert bench.ask({"do": "clear", "link": last})[-1]["error"] == "pin"
    assert bench.ask({"do": "clear", "link": last, "pin": "1234"})[-1]["ok"]


def test_numbers_and_chain_go_on_after_clearing_and_a_power_cut(tmp_path):
    bench = finished(tmp_path, key="00ff")
    last = line_hash(log(tmp_path)[-1].encode())
    bench.ask({"do": "clear", "link": last})
    bench.cut()
    bench.play("OK " + GAME)
    cleared, result = (json.loads(line) for line in log(tmp_path))
    assert (cleared["n"], cleared["prev"]) == (1, last)
    assert (result["n"], result["prev"]) == (2, line_hash(log(tmp_path)[0].encode()))
    assert bench.board.notes() == []
