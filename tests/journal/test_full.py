"""A chip without room: the game goes on, the oldest events go first, results never do."""

import json

from firmware.rules.presets import fields_of
from host_tools.sim.virtual.board import VirtualBoard
from tests.journal.flash import FlashHal, ImageChip, on_flash, packed, restarted

SHORT = dict(fields_of("acc"), target=31, skunk=20, double=10, sign_off=False)
A_GAME = "A+5 A+5 A+5 A+5 OK B+2 OK A+1 A+5 A+5 OK wait 1500 OK OK"
A_HOLE = "A+1 OK B+1 OK"


def fill(disk, small: bool = False) -> None:
    """Files of others, until no block is left; `small`: and no room in the root folder's own."""
    for size in (4096, 300, 20) if small else (4096,):
        for number in range(1000):
            try:
                file = disk.open(f"other{size}-{number}", "wb")
                file.write(bytes(size))
                file.close()
            except OSError:
                break


def free(disk, count: int = 4) -> None:
    """Some of the others' files go."""
    for number in range(count):
        disk.remove(f"other4096-{number}")


def win(board: VirtualBoard) -> bool:
    """A game that A wins; whether its result has been written."""
    board.play("A+5 A+5 A+5 A+5 OK A+1 A+5 A+5 OK")
    return board.board.results.count == board.board.match.finished


def play_until_no_result_is_written(board: VirtualBoard) -> int:
    """Games until the last has no room for its result; how many."""
    for game in range(1, 200):
        if not win(board):
            return game
        board.play("wait 1500 OK OK")
    raise AssertionError("there is room for everything")


def make(sectors: int, preset=SHORT) -> VirtualBoard:
    board = on_flash(ImageChip(sectors=sectors))
    assert board.ask({"do": "configure", "preset": preset})[-1]["ok"]
    return board


def numbers(board: VirtualBoard) -> list[int]:
    return [json.loads(line)["n"] for line in board.lines()]


def games(board: VirtualBoard, count: int) -> None:
    for _ in range(count):
        board.play(A_GAME)


def test_the_oldest_archives_go_first_and_no_result_does():
    board = make(32)
    games(board, 60)
    archives = board.hal.disk.names("archive")
    fill(board.hal.disk)
    games(board, 30)
    assert numbers(board) == list(range(1, 91))
    left = board.hal.disk.names("archive")
    assert archives[0] not in left
    assert left == sorted([*archives, *left])[-len(left) :]
    again = restarted(board)
    assert numbers(again) == numbers(board)
    assert packed(again.board) == packed(board.board)


def test_a_game_goes_on_and_says_so_when_it_cannot_be_kept():
    board = make(32)
    games(board, 2)
    fill(board.hal.disk, small=True)
    for hole in range(1, 31):
        board.play(A_HOLE)
        assert board.board.match.game.front[0] == hole
    again = restarted(board)
    assert packed(again.board) == packed(board.board) or board.board.notes()
    assert numbers(again) == [1, 2]


def test_events_that_have_room_are_kept_though_a_new_segment_has_not():
    board = make(32)
    games(board, 2)
    fill(board.hal.disk)
    for _ in range(30):
        board.play(A_HOLE)
        board = restarted(board)
        assert board.board.match.game.front[0] > 0 or board.board.notes()
    assert board.board.match.game.front[0] == 30 or board.board.notes()


def test_ok_after_a_game_waits_until_there_is_room_for_its_result():
    board = make(32)
    games(board, 1)
    fill(board.hal.disk)
    play_until_no_result_is_written(board)
    refused = board.board.console.refused
    board.play("wait 1500 OK OK")
    assert board.board.console.refused == refused + 2
    assert board.board.match.stage == 1
    assert "event-not-kept" in [note["code"] for note in board.board.notes()]
    finished = board.board.match.finished
    free(board.hal.disk)
    # The first OK tries again, and is refused still.
    board.play("OK OK OK")
    assert numbers(board) == list(range(1, finished + 1))
    assert board.board.match.stage == 0
    games(board, 1)
    assert numbers(restarted(board)) == list(range(1, finished + 2))


def test_a_result_that_had_no_room_is_written_after_a_start_that_has():
    board = make(32)
    games(board, 1)
    fill(board.hal.disk)
    play_until_no_result_is_written(board)
    again = restarted(board)
    assert again.board.match.finished == board.board.match.finished or board.board.journal.faults()
    free(again.hal.disk)
    last = restarted(again)
    assert numbers(last) == list(range(1, last.board.match.finished + 1))
    assert last.board.match.finished == again.board.match.finished


def test_a_board_that_is_full_from_the_beginning_plays_and_says_so():
    chip = ImageChip(sectors=16)
    fill(FlashHal(chip).disk, small=True)
    board = on_flash(chip).play(A_HOLE)
    assert board.board.match.game.front[0] == 1
    assert board.board.notes()
    assert restarted(board).board.match.game.front[0] in (0, 1)


def test_a_setting_without_room_is_refused_and_stops_nothing():
    board = make(32)
    fill(board.hal.disk, small=True)
    assert not all(board.ask({"do": "configure", "event": letter * 40})[-1]["ok"] for letter in "abcdefghijklmnop")
    board.play("A+1 A+2")
    assert board.board.console.count.total == 3
    assert board.ask({"do": "status"})[-1]["ok"]


def test_a_match_begun_anew_without_room_is_not_added_to_the_old_one():
    board = make(32)
    games(board, 1)
    fill(board.hal.disk)
    board.play("OK")
    for _ in range(40):
        board.ask({"do": "configure", "preset": "lurch61", "round": 5})
        board.play(A_HOLE)
        again = restarted(board)
        assert packed(again.board) == packed(board.board) or again.board.notes()
        board = again
        games(board, 1)
