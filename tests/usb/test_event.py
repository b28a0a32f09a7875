"""A captain's evening: boards flashed, played on, read, flashed again, cleared, by the command line and real ptys."""

import json

import pytest

from firmware.journal.seal import line_hash
from host_tools.i18n import message
from host_tools.sim.serial import command
from host_tools.usb import deploy_files, judge_command
from host_tools.usb.protocol_client import BoardLink

from .cli_process import cribboard
from .pty_boards import AGREED

KEY = "00112233445566778899aabbccddeeff"


def uids(*numbers):
    return [command.uid(number) for number in numbers]


def forfeit(boards, number):
    """The answer comes once the event is on flash; the result line follows, at the latest with the next answer."""
    boards.judge(number, "forfeit", team="A", reason="absent")
    boards.ask(number, "status")


def next_game(boards, number):
    """OK ends the match, OK begins the next."""
    for phase in ("match-over", "idle"):
        boards.to_phase(number, phase)


def claim_a_game(board):
    """A has the holes that it lacks at lurch61."""
    count = "A+5:100 A+5:100 A+5:100 A+5:100 A+5:100 OK:100"
    board.play(f"{count} {count} A+5:100 A+5:100 A+1:100 OK:100")


def test_game_is_watched_read_replayed_and_kept_through_a_second_flash(boards, monkeypatch, tmp_path):
    board = boards.plug(1)
    cribboard("configure", "--board", board.uid, "--preset", "lurch61", "--name", "anna", "--key", KEY)
    boards.ask(1, "configure", event="Club")
    count = "A+5:100 A+5:100 A+5:100 A+5:100 A+5:100 OK:100"
    for keys, asks in (
        (f"{count} {count} A+5:100 A+5:100 A+2:100", message("captain.state.claims", team="A")),
        ("OK:100", message("captain.state.check", round=1)),
        ("A+1:100", message("captain.state.check", round=2)),
        ("OK:100", message("captain.state.signs", team="B")),
    ):
        board.play(keys)
        assert f"game 1: A 61  B 0{asks}" in cribboard("watch", "--once")
    assert "anna: no result yet, game 1: A 61  B 0, waits for B to sign" in cribboard("results")
    board.play("B+1:1100")
    output = cribboard("results", "--board", "anna", "--key", KEY)
    assert "sound" in output
    assert "61–0" in output
    output = cribboard("history", tmp_path / "none", "--game", "4000", ok=False)
    assert "does not have game 4000; it has 1 to 1" in output
    assert not (tmp_path / "none").exists()
    cribboard("history", tmp_path / "copy", "--game", "1")
    assert "A pegs 12 into the game hole, signed" in cribboard("journal", tmp_path / "copy")
    assert "A.front 61" in cribboard("replay", tmp_path / "copy", "--game", "1")
    board.play("OK:100 B+5:100 OK:100")
    before = {path: path.read_bytes() for path in _kept(board.folder)}
    newer = {**deploy_files.board_image(), "firmware/extra.mpy": deploy_files.board_image()["firmware/ticks.mpy"]}
    monkeypatch.setattr(deploy_files, "board_image", lambda *kind: newer)
    assert "is being played" in cribboard("flash", ok=False)
    assert "1 file sent" in cribboard("flash", "--force")
    assert (board.folder / "firmware" / "extra.mpy").exists()
    assert {path: path.read_bytes() for path in before} == before
    assert boards.ask(1, "status")[0]["tracks"]["B"]["front"] == 5
    assert "61–0" in cribboard("results", "--board", "ANNA", "--key", KEY)


def _kept(folder):
    """Journal, results and settings as they are: a restart only adds a segment."""
    return [folder / "results/results.log", folder / "settings.json", *(folder / "journal").iterdir()]


@pytest.mark.deep
@pytest.mark.slow
def test_a_table_full_of_boards_is_flashed_and_read_together_and_bad_ones_marked(boards):
    many = 3
    numbers = range(1, many + 1)
    image = deploy_files.board_image()
    older = deploy_files.with_list({**image, "firmware/older.mpy": image["firmware/ticks.mpy"]})
    for number in numbers:
        for path, data in older.items():
            (boards.folder(number) / path).parent.mkdir(parents=True, exist_ok=True)
            (boards.folder(number) / path).write_bytes(data)
        boards.plug(number)
        boards.ask(number, "hello")
    output = cribboard("flash", "--all")
    assert output.count("1 file sent, 1 removed; runs firmware") == many
    cribboard("configure", "--all", "--key", KEY)
    boards.ask(2, "configure", key="ff" * 16)
    for number in numbers:
        forfeit(boards, number)
    for _ in range(2):
        next_game(boards, 1)
        forfeit(boards, 1)
    _drop_middle_line(boards)
    read = cribboard("results", "--all", "--key", KEY, "--csv", ok=False)
    rows = [line.split(",") for line in read.splitlines() if line.startswith("7669")]
    wrong = {(row[0], row[2]) for row in rows if row[-1]}
    assert wrong == {(command.uid(1), "3"), (command.uid(2), "1")}
    assert {row[0] for row in rows} == set(uids(*numbers))
    for words in (
        f"board {command.uid(1)}: result 3: it does not follow",
        f"board {command.uid(2)}: result 1: its seal is wrong",
    ):
        assert words in read


def _drop_middle_line(boards):
    """Somebody takes a line out of board 1's log; it is read from the file each time."""
    folder = boards.folder(1)
    boards.pull(1)
    lines = (folder / "results/results.log").read_bytes().splitlines(keepends=True)
    (folder / "results/results.log").write_bytes(lines[0] + lines[2])
    boards.plug(1)
    boards.ask(1, "hello")


def test_boards_get_an_event_s_id_and_key_and_every_tool_says_the_same_of_a_line(boards, tmp_path):
    options = ("--folder", tmp_path)
    for number in (1, 2):
        boards.plug(number)
    (tmp_path / "players.csv").write_text("name\nAnn\nBo\nCid\nDee\n")
    event = json.loads(
        cribboard("event", "create", "Friday", "--roster", tmp_path / "players.csv", "--rounds", 3, "--json", *options)
    )
    assert message("cli.event.none", name="Thursday") in cribboard(
        "configure", "--all", "--event", "Thursday", *options, ok=False
    )
    cribboard("configure", "--all", "--event", "Friday", *options)
    for number in (1, 2):
        boards.ask(number, "configure", table=3 - number, sign_off=False)
        boards.boards[number].play("OK:100")
    forfeit(boards, 1)
    early = cribboard("results", "--all", "--event", "Friday", *options, ok=False)
    cribboard("event", "import", "Friday", "--usb", *options)
    cribboard("event", "seat", "Friday", *options)
    forfeit(boards, 2)
    output = cribboard("results", "--all", "--event", "Friday", "--json", *options, ok=False)
    read = json.loads(output.splitlines()[0])
    lines = [json.loads(result["line"]) for board in read for result in board["results"]]
    assert {line["event"] for line in lines} == {event["id"]}
    assert all(len(line["mac"]) == 32 for line in lines)
    shown = cribboard("results", "--all", "--event", "Friday", *options, ok=False)
    rows = [line.split() for line in shown.splitlines() if line[:1].strip() == "1"]
    assert [row[:2] for row in rows] == [["1", "1"], ["1", "2"]], "by table"
    assert [sum(name in row for name in ("Ann", "Bo", "Cid", "Dee")) for row in rows] == [2, 2]
    taken = json.loads(cribboard("event", "import", "Friday", "--usb", "--json", *options))
    assert (taken["new"], taken["again"], taken["held"]) == (1, 1, [])
    (finding,) = [row for row in json.loads(cribboard("event", "check", "Friday", "--json", *options)) if row["held"]]
    why = "it came before its table was seated in that round"
    assert finding["held"][0]["why"] == why
    assert f"result 1: {why}" in early
    assert f"result 1: {why}" in output
    assert message("says.game-shown") in cribboard("configure", "--all", "--event", "", ok=False)
    for number in (1, 2):
        boards.to_phase(number, "round")
    cribboard("configure", "--all", "--event", "")
    assert boards.ask(1, "hello")[0].get("event", "") == ""


@pytest.mark.deep
def test_boards_get_the_round_that_an_event_plays_and_are_not_set_back(boards, tmp_path):
    board = boards.plug(1)
    options = ("--folder", tmp_path)
    boards.ask(1, "configure", event="Other", round=7)
    (tmp_path / "players.csv").write_text("name\nAnn\nBo\nCid\nDee\n")
    cribboard("event", "create", "Friday", "--roster", tmp_path / "players.csv", "--rounds", 3, *options)

    def configure(*more):
        said = cribboard("configure", "--all", "--event", "Friday", *more, *options)
        assert f": done, round {boards.ask(1, 'status')[0]['round']}" in said
        return said.rstrip().partition(": done")[2]

    assert configure() == message("usb.configure.round", round=1)
    cribboard("event", "seat", "Friday", *options)
    assert configure() == message("usb.configure.round", round=1)
    for table in (1, 2):
        cribboard("event", "enter", "Friday", "--round", 1, "--table", table, "--scores", "121,90", *options)
    assert configure("--preset", "lurch61") == message("usb.configure.round", round=2)
    board.play("A+5:100")
    assert configure("--brightness", "2") == message("usb.configure.round", round=2)
    assert boards.ask(1, "status")[0]["tracks"]["A"]["pending"] == 5
    board.play("A<:100")
    claim_a_game(board)
    assert boards.ask(1, "status")[0]["phase"] == "sign", "the round is not asked about"
    board.play("B+1:1100")
    boards.to_phase(1, "idle")
    boards.judge(1, "forfeit", team="B", reason="absent")
    boards.to_phase(1, "round")
    assert configure() == message("usb.configure.later", round=3, known=2)
    assert configure("--round", "2") == message("usb.configure.round", round=2)


def test_results_are_saved_and_cleared_only_from_a_file_that_has_them_all_and_with_the_pin(
    boards, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        boards.plug(number)
        forfeit(boards, number)
    boards.ask(1, "configure", new_pin="1234")
    assert "there is no file friday.jsonl" in cribboard("clear", "friday.jsonl", "--all", "--pin", "1234", ok=False)
    assert "results.jsonl lacks 1 of its 1 results" in cribboard("clear", "--all", "--pin", "1234", ok=False)
    assert "results.jsonl: 2 new, 2 results in all" in cribboard("results", "--all", "--save")
    (tmp_path / "results.jsonl").write_bytes((tmp_path / "results.jsonl").read_text().encode("utf-16"))
    output = cribboard("clear", "--all", ok=False)
    assert "PIN" in output, "board 2 has none, and is cleared all the same"
    assert [status[0]["held"] for status in (boards.ask(number, "status") for number in (1, 2))] == [1, 0]
    output = cribboard("clear", "--board", boards.boards[1].uid, "--pin", "1234")
    copies = sorted((tmp_path / "data/cribboard/cleared").glob(f"*{boards.boards[1].uid}*"))
    assert str(copies[-1]) in output
    (line,) = copies[-1].read_text().splitlines()
    log = (boards.boards[1].folder / "results/results.log").read_bytes().splitlines()
    assert json.loads(log[0])["cleared"] is True
    assert json.loads(log[0])["prev"] == line_hash(line.encode())
    next_game(boards, 2)
    forfeit(boards, 2)
    cribboard("results", "--all", "--save")
    assert cribboard("results", "results.jsonl").count("sound") == 3
    assert "writes it; there is results.jsonl" in cribboard("results", "friday.jsonl", ok=False)


AWARD = ("judge", "award", "--team", "a", "--holes", "5", "--reason", "renege")


def test_a_decision_without_a_pin_waits_for_two_teams_at_the_board(boards, monkeypatch):
    board = boards.plug(1)
    for keys, agreed, said in (
        ("A+1:100 wait 100", False, message("usb.judge.refused")),
        (AGREED, True, "game 1: A 5  B 0"),
    ):
        monkeypatch.setattr(judge_command, "sleep", lambda seconds, keys=keys: board.play(keys))
        output = cribboard(*AWARD, ok=agreed)
        assert message("usb.judge.asks") in output
        assert said in output


def test_board_is_chosen_by_serial_or_name_and_never_by_guess(two_boards):
    output = cribboard(*AWARD, ok=False)
    assert "2 boards fit" in output
    assert all(f"{name}  {uid}" in output for name, uid in zip(("anna", "6c02"), uids(1, 2), strict=True))
    output = cribboard("boards")
    assert output.index(" 6c02 ") < output.index(" anna ")
    for name, number in (("6c02", 2), (command.uid(2).upper(), 2), ("ANNA", 1)):
        said = json.loads(cribboard("link", "--board", name, '{"id":7,"do":"hello"}').splitlines()[0])
        assert said["board"] == command.uid(number)
    assert "no board is called bert" in cribboard("link", "--board", "bert", "{}", ok=False)


def test_boards_and_watch_show_every_board_and_its_game_and_one_that_does_not_answer(two_boards, boards):
    (boards.folder(3) / "firmware").mkdir(parents=True)
    silent = boards.plug(3)
    for words, ok in ((("boards",), False), (("watch", "--once"), True)):
        output = cribboard(*words, ok=ok)
        assert "anna" in output
        assert "game 1: A 0  B 118" in output
        assert message("captain.state.none") in output
        assert message("captain.wrong.bare") in output
    assert silent.uid in cribboard("boards", ok=False)


@pytest.mark.deep
@pytest.mark.parametrize("verb", [("boards",), ("doctor",), ("watch", "--once")])
def test_port_names_one_board_of_several(boards, verb):
    first, second = boards.plug(1), boards.plug(2)
    boards.ask(1, "configure", name="anna")
    boards.ask(2, "configure", name="bert")
    output = cribboard(*verb, "--port", second.port)
    assert "bert" in output
    assert "anna" not in output
    assert first.port not in output.split()


def test_port_that_is_not_there_is_said(two_boards):
    for verb in ("boards", "doctor"):
        assert "there is no such port" in cribboard(verb, "--port", "/dev/ttyNONE", ok=False)


def test_watch_asks_for_nothing_it_does_not_show(two_boards, monkeypatch):
    asked = []
    ask = BoardLink.request
    monkeypatch.setattr(BoardLink, "request", lambda self, do, **fields: asked.append(do) or ask(self, do, **fields))
    cribboard("watch", "--once")
    assert sorted(asked) == ["hello", "hello", "status", "status"]


@pytest.mark.deep
def test_doctor_finds_nothing_on_a_sound_board_and_says_what_to_do_with_others(boards):
    board = boards.plug(1)
    boards.ask(1, "hello")
    assert "nothing is wrong" in cribboard("doctor")
    board.hold("A+1")
    boards.plug(2)
    boards.ask(2, "hello")
    (boards.folder(3) / "firmware").mkdir(parents=True)
    boards.plug(3)
    output = cribboard("doctor", ok=False)
    for words in ("key A+1 is down", "6c01: 2 tracks of", "no firmware", "cribboard flash --port"):
        assert words in output


def test_no_board_is_said_with_what_to_do(boards):
    for verb in ("boards", "flash", "results", "configure"):
        assert "no board is plugged in" in cribboard(verb, ok=False)
    assert "it sees no board" in cribboard("doctor", ok=False)


def test_link_prints_whatever_comes_back(two_boards):
    output = cribboard("link", "--board", "anna", '{"id":7,"do":"hello"}', "nonsense")
    assert '"id": 7, "ok": true' in output
    assert "bad-json" in output
