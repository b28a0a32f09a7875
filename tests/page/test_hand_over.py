"""A running match goes from board to board as a text: exactly, and never by a text that no board has made."""

import base64
import json
import random
from collections.abc import Callable

import pytest

from firmware.journal.record import crc16
from host_tools.sim.virtual import page_board
from host_tools.sim.virtual.board import VirtualBoard
from host_tools.sim.virtual.hand_over import HandedMatch, HandOverError, give_up, pack_hand_over, take_over
from tests.deep_cases import deep

NAMES = ["Zoë", "Bo"]
COMFORTABLE = 600
"""Characters in a QR code that a phone's camera reads at once."""
OWN = ("board", "n", "prev", "mac", "ms")
"""Fields of a result line that are the board's own."""

Bench = Callable[..., VirtualBoard]


def handed(source: VirtualBoard, target: VirtualBoard, names: list[str] = NAMES) -> str:
    """The match of one board goes on at the other."""
    text = pack_hand_over(source.board, names)
    take_over(target.board, HandedMatch(text))
    target.wait(100)
    return text


def shown(bench: VirtualBoard) -> dict:
    """All that players see of the match."""
    return {name: value for name, value in bench.state.items() if name != "refused"}


def evening(seed: int, teams: int, count: int) -> list[str]:
    """Counts, second thoughts and moves taken back, agreed to by all others."""
    chance = random.Random(seed)
    words = []
    for _ in range(count):
        team = chance.choice("ABCD"[:teams])
        if chance.random() < 0.2:
            words.append(f"{team}< " + " ".join(f"{other}+1:1200" for other in "ABCD"[:teams] if other != team))
        else:
            words.append(
                " ".join(chance.choices((f"{team}+1", f"{team}+2", f"{team}+5"), k=chance.randint(1, 3))) + " OK"
            )
    return words


def win(bench: VirtualBoard, holes: int = 121) -> None:
    """Side A pegs so many holes to the end of a game that nobody signs."""
    for start in range(0, holes, 29):
        bench.peg("A", min(29, holes - start))
    bench.play("wait 1500 OK wait 500")


@pytest.mark.parametrize("seed", [*range(3), *deep(*range(3, 8))])
@pytest.mark.parametrize(("preset", "teams"), [("acc", 2), ("match4", 2), ("lurch61", 3), ("casual", 4)])
def test_the_game_goes_on_as_it_would_have_gone_on_where_it_began(bench: Bench, preset, teams, seed) -> None:
    first = bench(tracks=teams, preset=preset, teams=teams, table=7, idle_ms=0)
    second = bench(tracks=teams)
    second.peg("B", 12)
    for word in evening(seed, teams, 12):
        first.play(word)
    first.play("OK")
    handed(first, second)
    assert shown(second) == shown(first)
    for word in evening(seed + 100, teams, 40):
        first.play(word)
        second.play(word)
        assert shown(second) == shown(first), word
    lines = [[json.loads(line) for line in one.board.results.lines_after(0)] for one in (first, second)]
    for one, other in zip(*lines, strict=True):
        assert {name: one[name] for name in one if name not in OWN} == {
            name: other[name] for name in one if name not in OWN
        }


def test_all_can_be_taken_back_and_a_power_cut_loses_nothing(bench: Bench) -> None:
    first, second = bench(preset="casual"), bench()
    for holes in (5, 2, 12, 8):
        first.peg("A", holes)
    handed(first, second)
    second.cut()
    for front in (19, 7, 5, 0):
        second.play("A< OK")
        assert second.state["tracks"]["A"]["front"] == front


def test_a_result_is_the_second_boards_own_and_only_one_of_them_has_it(bench: Bench) -> None:
    first, second = bench(preset="casual", event="Club 12", table=3), bench(preset="casual")
    second.hal.uid = second.board.uid = "00112233445566ff"
    win(second)
    second.play("OK wait 500")
    first.play("OK")
    first.peg("A", 29)
    handed(first, second)
    give_up(first.board)
    first.wait(100)
    second.peg("A", 24)
    win(second, 68)
    assert first.board.results.count == 0
    lines = [json.loads(line) for line in second.board.results.lines_after(0)]
    assert [(line["n"], line["board"], line["event"], line["table"]) for line in lines] == [
        (1, "00112233445566ff", "", 0),
        (2, "00112233445566ff", "Club 12", 3),
    ]
    second.cut()
    assert second.board.notes() == []


def test_the_journal_says_where_a_match_comes_from(bench: Bench, tmp_path) -> None:
    first, second = bench(), bench()
    first.peg("A", 4)
    handed(first, second)
    assert b"from " in (tmp_path / "1" / "present" / "00000000").read_bytes()


def test_the_game_on_the_first_board_is_gone(bench: Bench) -> None:
    first = bench()
    first.peg("A", 29)
    give_up(first.board)
    first.cut()
    assert first.state["tracks"]["A"]["front"] == 0
    assert first.board.results.count == 0


def test_a_game_that_is_over_is_not_handed_over(bench: Bench) -> None:
    first = bench(preset="casual")
    win(first)
    assert first.phase == "match-over"
    assert pack_hand_over(first.board, NAMES) == ""


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_the_longest_text_fits_into_a_code_that_is_read_at_once(bench: Bench, teams) -> None:
    """In the second game of a match whose first can still be reopened, between players with long names."""
    first = bench(
        tracks=teams, preset="match4", teams=teams, event="A club's night, the 40 characters of it!", table=999
    )
    first.play("OK")
    first.peg("A", 29)
    first.board.match.finish(0, 0, True, first.board.clock.now)
    first.play("OK")
    assert first.board.match.reopenable
    assert len(pack_hand_over(first.board, ["Maximiliane " * 1] * teams)) < COMFORTABLE


def test_text_that_was_cut_or_changed_is_refused(bench: Bench) -> None:
    first = bench()
    first.peg("A", 4)
    text = pack_hand_over(first.board, NAMES)
    for at in range(len(text) - 2):
        with pytest.raises(HandOverError, match="damaged"):
            HandedMatch(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :])
        with pytest.raises(HandOverError, match="damaged"):
            HandedMatch(text[:at])


@pytest.mark.parametrize("seed", [*range(40), *deep(*range(40, 120))])
def test_forged_bytes_are_refused_or_played_on(bench: Bench, seed) -> None:
    """With a right checksum; what is taken is a match that goes on, also after a power cut."""
    chance = random.Random(seed)
    first, second = bench(tracks=4, teams=chance.choice((2, 3, 4))), bench(tracks=4)
    first.play(" ".join(evening(seed, 2, 3)))
    data = bytearray(unpacked(pack_hand_over(first.board, NAMES)))
    start = data.index(b"CB")
    for _ in range(chance.randint(1, 3)):
        data[chance.randrange(start + 2, len(data) - 4)] = chance.choice((0, 1, 255, chance.randrange(256)))
    data[-4:-2] = crc16(data[start:-4], len(data) - start - 4).to_bytes(2, "little")
    data[-2:] = crc16(data, len(data) - 2).to_bytes(2, "little")
    try:
        match = HandedMatch(packed(data))
    except HandOverError:
        return
    take_over(second.board, match)
    second.cut()
    second.play("A+5 OK OK OK wait 100")
    assert second.board.notes() == []


def test_a_text_of_later_pages_is_called_that(bench: Bench) -> None:
    data = bytearray(unpacked(pack_hand_over(bench().board, NAMES)))
    data[0] = 2
    data[-2:] = crc16(data, len(data) - 2).to_bytes(2, "little")
    with pytest.raises(HandOverError, match="newer"):
        HandedMatch(packed(data))


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_both_interpreters_read_and_write_the_same(micropython, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(page_board, "ROOT", str(tmp_path))
    options = json.dumps({"tracks": 2, "uid": "0123456789abcdef"})
    page_board.power_on(options)
    micropython.run("from virtual.page_board import *")
    micropython.call("power_on", options)
    for ms, mask in ((20, 0), (20, 1), (40, 0), (20, 1 << 16), (40, 0)):
        page_board.advance(ms, mask)
        micropython.call("advance", ms, mask)
    text = micropython.call("hand_over", json.dumps(NAMES))
    assert page_board.read_hand_over(page_board.hand_over(json.dumps(NAMES))) == page_board.read_hand_over(str(text))
    for own in (False, True):
        read = json.loads(str(micropython.call("read_hand_over", text)))
        assert read == json.loads(page_board.read_hand_over(str(text)))
        assert read["source"] == "0123456789abcdef"
        assert read["scores"] == [1, 0]
        assert read["own"] is not own or not own
        page_board.give_match_up()
        micropython.call("give_match_up")
    micropython.call("take_hand_over", text)
    assert json.loads(str(micropython.call("state_json")))["tracks"]["A"]["front"] == 1
    assert json.loads(str(micropython.call("read_hand_over", text[:-3]))) == {"error": "damaged"}
