"""A game that is won, and the line to a host meanwhile."""

from tests.silicon.conftest import GAMES
from tests.silicon.forked_boards import Copy


def test_a_game_is_pegged_won_and_its_result_kept(board: Copy) -> None:
    board.play("A+5 A+2 OK B+1 OK")
    board.ask(do="judge", op="award", team="A", holes=110, reason="shorter")
    board.play("A+5 OK")
    result = board.ask(do="results", since=GAMES)[0]["result"]
    assert (result["winner"], result["scores"]) == ("A", {"A": 121, "B": 1, "C": 0, "D": 0})
    status = board.status()
    assert (status["phase"], status["winner"], status["won"]["A"]) == ("game-over", "A", 1)
    assert board.wire_faults() == 0


def test_a_host_is_answered_while_keys_are_pressed(board: Copy) -> None:
    for number, key in enumerate(("A+1", "A+2", "A+1", "A+5", "A+2")):
        board.down(key)
        board.send(b'{"id": %d, "do": "hello"}\n{"id": %d, "do": "status"}\n' % (100 + number, 200 + number))
        board.run(20)
        board.up(key)
        board.run(20)
    replies = board.answers([number for start in (100, 200) for number in range(start, start + 5)], 3000)
    assert all(lines[-1]["ok"] for lines in replies.values())
    assert {lines[0]["board"] for number, lines in replies.items() if number < 200} == {replies[100][0]["board"]}
    assert board.status()["tracks"]["A"]["pending"] == 11
