"""`cribboard journal`: what a copy of a board's files says, and whether it is sound."""

import json

import pytest
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.sim.virtual.board import new_board
from host_tools.sim.virtual.scenario_parser import parse
from host_tools.sim.virtual.scenario_player import Player

GAME = (
    "A+5 A+5 A+5 A+5 A+5 OK B+5 B+2 OK A< B+1:1000 A+5 A+5 A+5 A+5 A+5 OK "
    "A+5 A+5 A+5 A+5 OK A+5 A+5 A+5 A+1 OK B+1:1000 OK"
)


@pytest.fixture
def copy(tmp_path):
    """A board's flash after two sealed games of lurch61, a judge's award in each."""
    bench = new_board(tmp_path, preset="lurch61", key="00ff")
    for _ in range(2):
        bench.play("A+1 OK")
        bench.judge("award", team="B", holes=2, reason="renege, seen late")
        bench.play(GAME)
    # What is closed goes to the archive while no key moves.
    bench.wait(2000)
    return tmp_path


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def told(*words):
    return json.loads(run("journal", *words, "--json").output)


def test_a_sound_copy_is_called_sound(copy):
    done = run("journal", copy, "--key", "00ff")
    assert done.exit_code == 0
    assert "Everything here is sound" in done.output


def test_every_event_is_told_in_order_with_who_and_why(copy):
    events = told(copy)["events"]
    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
    award = events[1]
    assert (award["kind"], award["team"], award["amount"]) == ("award", "B", 2)
    assert (award["actor"], award["reason"]) == ("judge, over the link", "renege, seen late")
    assert events[-2]["fronts"] == {"A": 61, "B": 9}


def test_results_are_told_as_they_stand(copy):
    assert [line["n"] for line in told(copy)["results"]] == [1, 2]


@pytest.mark.parametrize("folder", ["archive", "journal", "present"])
def test_a_changed_byte_is_found_and_placed(copy, folder):
    path = sorted((copy / folder).iterdir())[0]
    data = bytearray(path.read_bytes())
    data[40] ^= 1
    path.write_bytes(data)
    done = run("journal", copy)
    assert done.exit_code == 1
    assert f"damaged: {folder}/{path.name}" in done.output.replace("\n", "")


def test_a_changed_result_breaks_its_seal_and_the_chain(copy):
    log = copy / "results/results.log"
    log.write_text(log.read_text().replace('"B":9', '"B":8', 1))
    damage = told(copy, "--key", "00ff")["damage"]
    assert [wrong.split(":")[0] for wrong in damage] == ["results/results.log line 1", "results/results.log line 2"]


def test_another_key_opens_no_seal(copy):
    assert len(told(copy, "--key", "00fe")["damage"]) == 2


def test_a_lost_last_result_is_missed_by_the_journal(copy):
    log = copy / "results/results.log"
    log.write_text(log.read_text().split("\n", 1)[0] + "\n")
    assert told(copy)["damage"] == ["results.log ends at result 1; the journal has counted 2"]


def test_seals_that_nobody_checked_are_not_called_sound(copy):
    assert "seals were not checked" in run("journal", copy).output


def test_words_with_brackets_are_printed_as_they_are(tmp_path):
    bench = new_board(tmp_path, preset="lurch61")
    bench.judge("award", team="B", holes=2, reason="see [/] rule [b]9")
    output = run("journal", tmp_path).output
    assert all(word in output for word in ("[/]", "[b]9"))


def test_a_log_may_begin_after_earlier_results(copy):
    log = copy / "results/results.log"
    log.write_text(log.read_text().split("\n", 1)[1])
    assert told(copy)["damage"] == []
    assert told(copy)["results"][0]["n"] == 2


def test_what_cannot_be_read_is_said_in_one_line(tmp_path):
    done = run("journal", tmp_path / "no-such-file")
    assert done.exit_code == 1
    assert len(done.output.strip().splitlines()) == 1


def test_what_is_no_key_is_told_what_one_is(tmp_path):
    done = run("journal", tmp_path, "--key", "xyz")
    assert done.exit_code == 2
    assert "'--key': hex digits, two for each byte" in done.output


def test_every_game_can_be_played_again(copy, tmp_path_factory):
    for number in (1, 2):
        scenario = run("replay", copy, "--game", number).output
        player = Player(parse(scenario), str(tmp_path_factory.mktemp("again")))
        player.run()
        state = player.full_state()
        assert state["tracks"]["A"]["front"] == 61
        assert state["results"][-1]["scores"] == {"A": 61, "B": 9}


def test_a_game_that_is_not_there_is_named_with_those_that_are(copy):
    done = run("replay", copy, "--game", 9)
    assert done.exit_code == 1
    assert "1 to 2" in done.output


def test_any_other_file_is_no_journal(tmp_path):
    other = tmp_path / "README.md"
    other.write_text("# Something else\n" * 9)
    done = CliRunner().invoke(app, ["journal", str(other)])
    assert done.exit_code == 1
    assert "is no board's journal" in done.output.replace("\n", " ")
