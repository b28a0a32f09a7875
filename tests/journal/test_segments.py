"""Segments on the file system: when one is opened and closed, what is in it, and where it goes."""

import pytest

from firmware.journal.checkpoint import Checkpoint
from firmware.journal.export import journal_chunks
from firmware.journal.record import JUDGE_KEYS, JUDGE_LINK, PLAYERS, RECORD_BYTES, pack_record
from firmware.journal.restore import Segment
from firmware.rules.events import EVENT_MOVE
from host_tools.sim.virtual.board import VirtualBoard
from tests.journal.flash import ImageChip, in_folder, on_flash, packed, restarted

PRESENT = "present/00000000"


def live(root) -> list[Segment]:
    """All segments but the archived, the present one last."""
    return [Segment(path.read_bytes()) for path in [*sorted((root / "journal").iterdir()), root / PRESENT]]


def test_each_event_stands_in_the_segment_as_soon_as_it_is_shown(tmp_path):
    board = in_folder(tmp_path)
    for hole in range(1, 8):
        board.play("A+1 OK")
        last = live(tmp_path)[-1].events[-1]
        assert last[:5] == (EVENT_MOVE, 0, 1, PLAYERS, hole)


def test_who_decided_and_why_is_in_the_records(tmp_path):
    board = in_folder(tmp_path).play("A+1 OK MENU:2100 A+1 OK B+2 OK B+1:1100")
    reason = "renege, third trick; Müller saw it too, at once"
    assert board.judge("award", team="A", holes=3, reason=reason)["ok"]
    segment = live(tmp_path)[-1]
    assert [event[3] for event in segment.events] == [PLAYERS, JUDGE_KEYS, JUDGE_LINK]
    assert segment.texts == {3: reason.encode()[:40]}


def test_segments_follow_each_other_without_a_gap_and_say_so(tmp_path):
    board = in_folder(tmp_path)
    for _ in range(30):
        board.play("A+1 OK B+1 OK")
    segments = live(tmp_path)
    assert len(segments) > 3
    assert [segment.ended for segment in segments] == [True] * (len(segments) - 1) + [False]
    assert not any(segment.anew or segment.damage for segment in segments)
    for before, after in zip(segments, segments[1:], strict=False):
        assert after.checkpoint.sequence == before.last
        assert len(before.data) <= 256
    assert restarted(board).board.match.game.front[0] == 30


def test_a_segment_closed_because_of_new_settings_says_so(tmp_path):
    board = in_folder(tmp_path)
    assert board.ask({"do": "configure", "brightness": 5})[-1]["ok"]
    assert board.ask({"do": "configure", "preset": "lurch61"})[-1]["ok"]
    assert [segment.anew for segment in live(tmp_path)] == [True, False]


def test_events_behind_a_damaged_checkpoint_do_not_follow_other_settings(tmp_path):
    board = in_folder(tmp_path)
    assert board.ask({"do": "configure", "preset": "lurch61"})[-1]["ok"]
    board.play("A+1 OK")
    newest = tmp_path / PRESENT
    newest.write_bytes(b"XX" + newest.read_bytes()[2:])
    again = restarted(board)
    assert (again.board.match.preset.name, again.board.match.game.front[0]) == ("acc", 0)
    assert again.board.notes()


def test_a_finished_game_leaves_one_closed_segment_and_the_rest_in_the_archive(tmp_path):
    board = in_folder(tmp_path)
    for _ in range(30):
        board.play("A+1 OK B+1 OK")
    files = sorted((tmp_path / "journal").iterdir())
    moved = b"".join(path.read_bytes() for path in files[:-1])
    board.play("MENU:2100 A+5 OK OK B+1:1100").wait(2000)
    assert [path.name for path in sorted((tmp_path / "journal").iterdir())] == [files[-1].name]
    assert (tmp_path / "archive" / "00000000").read_bytes() == moved


def test_a_start_closes_the_last_segment_and_opens_one(tmp_path):
    board = in_folder(tmp_path).play("A+1 OK")
    before = live(tmp_path)
    again = restarted(board)
    after = live(tmp_path)
    assert len(after) == len(before) + 1
    assert (after[-2].ended, after[-2].anew, after[-1].ended) == (True, False, False)
    assert packed(again.board) == packed(board.board)


@pytest.mark.parametrize("name", [PRESENT, "journal/00000001"])
def test_a_file_that_was_only_begun_is_used_and_no_damage(tmp_path, name):
    board = in_folder(tmp_path)
    if name == PRESENT:
        (tmp_path / name).write_bytes(b"")
    else:
        board.play("A+1 OK")
        (tmp_path / name).write_bytes(b"")
    again = restarted(board)
    assert again.board.notes() == []
    assert packed(again.board) == packed(board.board)
    assert all(segment.checkpoint for segment in live(tmp_path))


def test_a_segment_that_was_copied_but_not_yet_followed_is_no_damage(tmp_path):
    board = in_folder(tmp_path).play("A+1 OK")
    before = (tmp_path / PRESENT).read_bytes()
    restarted(board)
    (tmp_path / PRESENT).write_bytes(before)
    again = restarted(board)
    assert again.board.notes() == []
    assert packed(again.board) == packed(board.board)
    assert [segment.checkpoint.number for segment in live(tmp_path)] == [1, 2]


@pytest.mark.parametrize("told", range(5))
def test_a_host_that_is_told_of_segments_misses_and_mixes_none_that_is_closed_meanwhile(tmp_path, told):
    board = in_folder(tmp_path).play("A+1 OK B+1 OK " * 13)
    number = live(tmp_path)[-1].checkpoint.number
    pieces = journal_chunks(board.board.hal.disk, 0)
    received = [next(pieces) for _ in range(told)]
    while live(tmp_path)[-1].checkpoint.number == number:
        board.play("A+1 OK")
    received += pieces
    files = {}
    for piece in filter(None, received):
        files[piece["file"]] = files.get(piece["file"], b"") + bytes.fromhex(piece["hex"])
    segments = [Segment(data) for data in files.values()]
    assert [segment.damage for segment in segments] == [None] * len(segments)
    assert {segment.checkpoint.number for segment in segments} >= set(range(1, number + 1))


def test_a_board_whose_present_segment_stands_with_the_closed_ones_goes_on(tmp_path):
    """As firmware left it that had no folder for it."""
    board = in_folder(tmp_path).play("A+1 OK B+2 OK " * 20)
    number = Segment((tmp_path / PRESENT).read_bytes()).checkpoint.number
    (tmp_path / PRESENT).rename(tmp_path / "journal" / f"{number:08}")
    (tmp_path / "present").rmdir()
    again = restarted(board)
    assert again.board.notes() == []
    assert packed(again.board) == packed(board.board)
    assert packed(restarted(again.play("A+1 OK")).board) == packed(again.board)


def test_damaged_segments_are_kept_to_a_number(tmp_path):
    board = in_folder(tmp_path)
    for _ in range(20):
        board.play("A+1 OK")
        newest = tmp_path / PRESENT
        newest.write_bytes(newest.read_bytes()[:-1])
        board = restarted(board)
        assert board.board.notes()
    names = sorted(path.name for path in (tmp_path / "damaged").iterdir())
    assert len(names) == 8
    assert int(names[-1]) == live(tmp_path)[-1].checkpoint.number - 1


@pytest.mark.parametrize("kind", [0])
def test_an_event_of_no_known_kind_ends_what_can_be_read(tmp_path, kind):
    in_folder(tmp_path).play("A+1 OK")
    data = (tmp_path / PRESENT).read_bytes()
    buf = bytearray(RECORD_BYTES)
    pack_record(buf, kind, 0, 1, 0, 2, 5)
    segment = Segment(data + bytes(buf))
    assert [event[4] for event in segment.events] == [1]
    assert segment.damage == {"code": "event-order", "event": 2, "kind": kind, "after": 1}


def test_a_sound_event_of_a_team_that_does_not_play_ends_its_segment_by_number(tmp_path):
    board = in_folder(tmp_path).play("A+1 OK")
    number = live(tmp_path)[-1].checkpoint.number
    buf = bytearray(RECORD_BYTES)
    pack_record(buf, EVENT_MOVE, 3, 1, PLAYERS, 2, 5)
    with (tmp_path / PRESENT).open("ab") as segment:
        segment.write(buf)
    again = restarted(board)
    why = {"code": "event-order", "event": 2, "kind": EVENT_MOVE, "after": 1}
    assert {"code": "segment-damaged", "number": number, "why": why} in again.board.notes()
    assert again.fronts() == [1, 0]


def test_a_checkpoint_tells_the_clock_and_the_count_of_results(tmp_path):
    board = in_folder(tmp_path).play("A+5 OK MENU:2100 A+5 OK OK B+1:1100 OK")
    clock = board.board.journal.clock
    restarted(board)
    checkpoint = Checkpoint((tmp_path / PRESENT).read_bytes())
    assert (checkpoint.clock, checkpoint.finished, checkpoint.sequence) == (clock, 1, 3)


def filled() -> VirtualBoard:
    """A board whose last move has filled a segment."""
    board = on_flash(ImageChip())
    while not board.board.journal.full:
        board.board.actions.commit(EVENT_MOVE, 0, 1)
    return board


def test_a_segment_is_opened_by_a_file_a_step():
    board = filled()
    disk, opened = board.hal.disk, []
    open_file = disk.open
    disk.open = lambda name, mode: opened.append(name) or open_file(name, mode)
    while board.board.journal.full:
        before = len(opened)
        board.step()
        assert len(opened) <= before + 1
    assert opened == ["present/00000000", "journal/00000001", "present/00000000", "present/00000000"]


@pytest.mark.parametrize("steps_after", [0, 10])
@pytest.mark.parametrize("steps_before", range(8))
def test_a_move_while_a_segment_is_opened_is_kept(steps_before, steps_after):
    board = filled()
    for _ in range(steps_before):
        board.step()
    board.board.actions.commit(EVENT_MOVE, 1, 2)
    for _ in range(steps_after):
        board.step()
    board.board.actions.commit(EVENT_MOVE, 0, 3)
    again = restarted(board)
    assert (packed(again.board), again.board.notes()) == (packed(board.board), [])
