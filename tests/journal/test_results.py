"""Result lines: chain and seals, worked out again with Python's own hmac and hashlib."""

import hashlib
import hmac
import json
from types import SimpleNamespace

import pytest

from firmware.board_files import Disk
from firmware.journal.result_reader import RESULTS_FILE, results_after
from firmware.journal.results import Results
from firmware.journal.seal import FIRST_PREV, is_mac, line_hash, result_code, seal_mac
from tests.journal.flash import in_folder, restarted

KEY = bytes(range(32))
FIRST = "0000000000000000"
GAME = "A+5 OK MENU:2100 A+5 OK OK B+1:1100 OK OK"
"""A is in front, and the game is timed out; then the next round."""


def body(n: int) -> str:
    return f'"v":1,"n":{n},"game":{n},"at":null'


def log(tmp_path, count: int, key: bytes = KEY) -> Results:
    results = Results(Disk(str(tmp_path)))
    for n in range(results.count + 1, count + 1):
        for _ in results.append(n, body(n), key):
            pass
    return results


def lines(tmp_path) -> list[bytes]:
    return (tmp_path / RESULTS_FILE).read_bytes().splitlines()


def check_chain(log: list[bytes], key: bytes, before: str = FIRST) -> None:
    """Every link and every seal, by other means than the firmware's."""
    for line in log:
        fields = json.loads(line)
        assert fields["prev"] == before
        sealed, _, rest = line.rpartition(b',"mac":"')
        mac = hmac.new(key, sealed, hashlib.sha256).hexdigest()[:32] if key else ""
        assert rest == mac.encode() + b'"}'
        before = hashlib.sha256(line).hexdigest()[:16]


# -- seals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [1, 16, 63, 64, 65, 200])
@pytest.mark.parametrize("data", [b"", b"{", bytes(range(256)) * 3])
def test_a_seal_is_half_an_hmac_sha_256(length, data):
    key = bytes(range(length))
    assert seal_mac(key, data) == hmac.new(key, data, hashlib.sha256).hexdigest()[:32]


def test_no_key_no_seal_and_no_code():
    assert seal_mac(b"", b"data") == ""
    assert result_code("") == ""


def test_a_link_is_the_beginning_of_a_hash():
    assert line_hash(b"line") == hashlib.sha256(b"line").hexdigest()[:16]
    assert FIRST_PREV == FIRST


@pytest.mark.parametrize(
    ("mac", "code"),
    [("0" * 32, "0000"), ("f" * 32, "5455"), ("00027100" + "0" * 24, "0000"), ("000270f" + "f" * 25, "9999")],
)
def test_a_code_is_the_first_seven_digits_as_a_number_and_of_that_the_last_four(mac, code):
    assert result_code(mac) == f"{int(mac[:7], 16) % 10000:04}"
    assert result_code(mac) == code


@pytest.mark.parametrize("mac", ["", "0123456789abcdef" * 2])
def test_what_can_be_a_seal(mac):
    assert is_mac(mac)


@pytest.mark.parametrize("mac", [None, 1, "0" * 31, "0" * 33, "g" + "0" * 31, "A" + "0" * 31, " " * 32])
def test_what_cannot_be_a_seal(mac):
    assert not is_mac(mac)


# -- the log --------------------------------------------------------------------------------------------------------

GOLDEN = (
    b'{"v":1,"n":1,"game":1,"at":null,"prev":"0000000000000000","mac":"61df5c6e30a773d946f0289061616172"}\n'
    b'{"v":1,"n":2,"game":2,"at":null,"prev":"7cc81d00ed3fbb4c","mac":"5783753863443c65bf19425c53d37e9e"}\n'
)


def test_golden_lines(tmp_path):
    log(tmp_path, 2)
    assert (tmp_path / RESULTS_FILE).read_bytes() == GOLDEN


@pytest.mark.parametrize("key", [b"", KEY, bytes(100)])
def test_lines_are_a_chain_of_seals_across_starts(tmp_path, key):
    for count in (1, 3, 4, 40):
        log(tmp_path, count, key)
    check_chain(lines(tmp_path), key)
    assert [json.loads(line)["n"] for line in lines(tmp_path)] == list(range(1, 41))
    assert log(tmp_path, 40).count == 40


def test_the_code_is_that_of_the_last_line_and_is_there_after_a_start(tmp_path):
    results = log(tmp_path, 3)
    mac = json.loads(lines(tmp_path)[-1])["mac"]
    assert results.code == f"{int(mac[:7], 16) % 10000:04}"
    assert log(tmp_path, 3).code == results.code


def test_since_gives_what_came_after(tmp_path):
    results = log(tmp_path, 9)
    assert [json.loads(line)["n"] for line in results.lines_after(6)] == [7, 8, 9]
    assert list(results.lines_after(9)) == []
    assert len(list(results.lines_after(0))) == 9


def test_where_to_begin_in_a_long_log_is_found_in_few_reads_of_a_line(tmp_path):
    log(tmp_path, 2000)
    read = []

    class Watched(Disk):
        def open(self, name, mode):
            file = super().open(name, mode)
            readline = lambda count: read.append(count) or file.readline(count)  # noqa: E731
            return SimpleNamespace(seek=file.seek, close=file.close, readline=readline)

    for n in (0, 1, 1000, 1999):
        read.clear()
        line = next(line for line in results_after(Watched(str(tmp_path)), n) if line)
        assert json.loads(line)["n"] == n + 1
        assert len(read) < 40
        assert max(read) < 1024


DAMAGED = [
    lambda line: b"#" + line,
    lambda line: line[20:],
    lambda line: line[:-20],
    lambda line: b"\xff".join((line, line)),
]


@pytest.mark.parametrize("damage", DAMAGED, ids=["sign", "end", "torn", "bytes"])
def test_damaged_lines_hide_no_other(tmp_path, damage):
    log(tmp_path, 60)
    whole = lines(tmp_path)
    damaged = [line if n % 3 else damage(line) for n, line in enumerate(whole, 1)]
    (tmp_path / RESULTS_FILE).write_bytes(b"\n".join(damaged) + b"\n")
    for n in range(60):
        numbers = [json.loads(line)["n"] for line in Results(Disk(str(tmp_path))).lines_after(n)]
        assert numbers == [number for number in range(n + 1, 61) if number % 3]


def test_a_torn_line_is_left_and_the_next_begins_on_its_own(tmp_path):
    log(tmp_path, 2)
    whole = (tmp_path / RESULTS_FILE).read_bytes()
    (tmp_path / RESULTS_FILE).write_bytes(whole[:-20])
    results = log(tmp_path, 2)
    assert results.notes == [{"code": "results-damaged"}]
    assert (tmp_path / RESULTS_FILE).read_bytes() == whole[:-20] + b"\n" + lines(tmp_path)[-1] + b"\n"
    complete = [line for line in lines(tmp_path) if line.endswith(b'"}')]
    check_chain(complete, KEY)
    assert len(list(results.lines_after(0))) == 2


def test_only_the_end_of_a_long_log_is_read(tmp_path):
    log(tmp_path, 500)
    read = []

    class Watched(Disk):
        def open(self, name, mode):
            file = super().open(name, mode)
            read.append(file)
            return file

    assert Results(Watched(str(tmp_path))).count == 500
    assert len(read) == 1
    assert (tmp_path / RESULTS_FILE).stat().st_size > 20 * 2048


@pytest.mark.parametrize("count", [0, 1, 3])
def test_what_is_missing_is_said_and_passed_over(tmp_path, count):
    results = log(tmp_path, count)
    results.reconcile(count + 1)
    assert (results.count, results.notes) == (count, [])
    results.reconcile(count + 4)
    assert results.count == count + 3
    assert results.notes == [{"code": "results-missing", "first": count + 1, "last": count + 3}]


def test_a_log_that_is_ahead_of_the_journal_is_said(tmp_path):
    results = log(tmp_path, 5)
    results.reconcile(3)
    assert results.count == 5
    assert results.notes == [{"code": "results-ahead", "count": 5, "finished": 3}]


# -- clearing -------------------------------------------------------------------------------------------------------


def test_clearing_carries_number_and_chain_on(tmp_path):
    results = log(tmp_path, 3)
    link = hashlib.sha256(lines(tmp_path)[-1]).hexdigest()[:16]
    for _ in results.clear('"v":1,"n":3,"cleared":true', KEY):
        pass
    assert len(lines(tmp_path)) == 1
    again = log(tmp_path, 5)
    check_chain(lines(tmp_path), KEY, link)
    assert [json.loads(line)["n"] for line in lines(tmp_path)] == [3, 4, 5]
    assert [json.loads(line)["n"] for line in again.lines_after(0)] == [4, 5]


# -- through a board ------------------------------------------------------------------------------------------------


def test_a_board_writes_the_design_s_fields_in_their_order(tmp_path):
    board = in_folder(tmp_path)
    assert board.ask({"do": "configure", "key": KEY.hex(), "event": 'Open "A"', "table": 7})[-1]["ok"]
    board.play("OK").play(GAME)
    fields = json.loads(lines(tmp_path)[0])
    assert (
        list(fields)
        == (
            "v n board event round table game preset winner scores level points spread end signed moves ms at began"
            " judged muggins prev mac"
        ).split()
    )
    assert [fields[name] for name in ("v", "began", "judged", "muggins")] == [2, None, 1, False]
    assert (fields["event"], fields["winner"], fields["end"], fields["n"]) == ('Open "A"', "A", "timed-out", 1)


def test_reopening_names_what_it_replaces_and_the_chain_holds(tmp_path):
    board = in_folder(tmp_path)
    assert board.ask({"do": "configure", "key": KEY.hex()})[-1]["ok"]
    board.play("A+5 OK MENU:2100 A+5 OK OK B+1:1100 MENU:2100 A+2 A+2 OK OK B+1:1100")
    board.play("B+5 B+1 OK MENU:2100 A+5 OK OK B+1:1100 OK")
    results = [json.loads(line) for line in lines(tmp_path)]
    assert [(line["n"], line["end"]) for line in results] == [(1, "timed-out"), (2, "reopened"), (3, "timed-out")]
    assert results[1]["replaces"] == 1
    assert (results[0]["winner"], results[1]["winner"], results[2]["winner"]) == ("A", None, "B")
    check_chain(lines(tmp_path), KEY)
    status = board.ask({"do": "status"})[-1]
    assert status["ok"]
    assert board.board.results.code == f"{int(results[2]['mac'][:7], 16) % 10000:04}"


def test_a_result_is_missed_from_the_log_also_when_the_next_game_is_on(tmp_path):
    board = in_folder(tmp_path).play(GAME)
    (tmp_path / RESULTS_FILE).unlink()
    again = restarted(board)
    assert {"code": "results-missing", "first": 1, "last": 1} in again.board.notes()


def test_the_key_may_change_between_games(tmp_path):
    board = in_folder(tmp_path)
    for key in (KEY.hex(), "", "ff" * 64):
        assert board.ask({"do": "configure", "key": key})[-1]["ok"]
        board.play(GAME)
    first, second, third = lines(tmp_path)
    check_chain([first], KEY)
    check_chain([second], b"", hashlib.sha256(first).hexdigest()[:16])
    check_chain([third], b"\xff" * 64, hashlib.sha256(second).hexdigest()[:16])
