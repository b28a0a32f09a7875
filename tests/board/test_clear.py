"""Results leave a board only when somebody entitled shows that they have them."""

import json

from bench_board import BenchBoard

from firmware.journal import seal

GAME = "A+5 A+5 A+5 A+5 A+5 OK " * 2 + "A+5 A+5 A+1 OK B+1:1000"


def finished(tmp_path, **settings):
    bench = BenchBoard(tmp_path, preset="lurch61", **settings)
    bench.play(GAME)
    return bench


def log(tmp_path):
    return (tmp_path / "results.log").read_text().splitlines()


def test_results_are_cleared_for_whoever_names_the_last_line(tmp_path):
    bench = finished(tmp_path)
    last = seal.link(log(tmp_path)[-1].encode())
    assert bench.ask({"do": "clear", "link": last})[-1]["ok"]
    assert bench.ask({"do": "results"})[:-1] == []


def test_results_stay_for_a_name_that_is_not_the_last_line_s(tmp_path):
    bench = finished(tmp_path)
    before = log(tmp_path)
    for link in ("", seal.FIRST, 3, None):
        assert not bench.ask({"do": "clear", "link": link})[-1]["ok"]
    assert log(tmp_path) == before


def test_clearing_needs_the_pin(tmp_path):
    bench = finished(tmp_path, pin="1234")
    last = seal.link(log(tmp_path)[-1].encode())
    assert bench.ask({"do": "clear", "link": last})[-1]["error"] == "pin"
    assert bench.ask({"do": "clear", "link": last, "pin": "1234"})[-1]["ok"]


def test_numbers_and_chain_go_on_after_clearing_and_a_power_cut(tmp_path):
    bench = finished(tmp_path, key="00ff")
    last = seal.link(log(tmp_path)[-1].encode())
    bench.ask({"do": "clear", "link": last})
    bench.power_on()
    bench.play("OK " + GAME)
    cleared, result = (json.loads(line) for line in log(tmp_path))
    assert (cleared["n"], cleared["prev"]) == (1, last)
    assert (result["n"], result["prev"]) == (2, seal.link(log(tmp_path)[0].encode()))
    assert bench.board.notes == []
