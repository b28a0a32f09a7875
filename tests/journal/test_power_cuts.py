"""The power cut at every 16th program and erase operation of a match, inside it too, and again in each recovery.

Flash is the real littlefs with a board's sectors and pages. After every cut the match is as it was before or after
the event in flight, no event that was shown is lost, and the results are a chain of exactly those that were due.
"""

import json

import pytest

from firmware.rules.presets import fields_of
from host_tools.littlefs.disk import LittleDisk
from host_tools.sim.virtual.board import VirtualBoard, key_mask
from tests.deep_cases import deep
from tests.journal.flash import on_flash, read
from tests.journal.flash_recording import Recording, RecordingChip, cuts, packed

SLICES = 64
KEY = "00112233445566778899aabbccddeeff"
SHORT = dict(fields_of("acc"), target=31, skunk=20, double=10, series="first_to", games=5)

# A's claims are signed by B's hold. The link: award, a hole back, a false claim that does not end the game.
FIRST_GAME = "A+5 A+5 OK B+5 B+2 OK A+2 A+1 OK A< B+1:1100 MENU A+1 A+5 OK"
# A friendly that A wins, takes back, and forfeits: no result line. Then the round again.
FRIENDLY = "A+5 OK A+5 A+5 A+5 A+5 A+5 A+1 OK B+1:1100 A< B+1:1100 MENU:2100 A+5 A+1 OK A+1 OK B+1:1100 OK"
CLAIM = "A+5 OK A+5 A+5 A+5 A+5 A+2 A+2 OK B< A< A+2 OK B+1:1100"
STEP_MS = 10
HASTE = "A+5 OK B+5 OK A+5 OK B+2 OK A+5 OK B+1 OK A+5 OK B+2 OK A+5 OK B+2 OK A+5 A+1 OK B+1:1010 OK:150"
AFTER_REOPENING = "A< B+1:1100 B+2 OK A+5 A+5 A+5 A+5 A+5 A+2 A+2 OK B+1:1100"


def a_match(board: VirtualBoard) -> None:
    settings = {"key": KEY, "event": "Peg-out", "table": 7, "preset": SHORT, "round": 2}
    assert board.ask({"do": "configure", **settings})[-1]["ok"]
    board.play("MENU:2100 B+5 OK A+1 A< MENU").play(FRIENDLY).play("A+2 B< A< OK").play(FIRST_GAME)
    assert board.judge("award", team="B", holes=2, reason="reneged on the third trick")["ok"]
    assert board.judge("retract", team="B", holes=1, reason="counted twice")["ok"]
    assert board.judge("false-claim", team="A", true=17, reason="cards do not say so")["ok"]
    board.play(CLAIM)
    assert board.judge("reopen", reason="wrong hand")["ok"]
    board.play(AFTER_REOPENING).play("OK A+5 OK B+2 wait 2100 wait 10")
    assert board.judge("timed-out")["ok"]
    board.play("OK OK B+5 B+5 OK A+1 OK B+5 B+5 OK B+5 B+5 B+1 OK A+1 OK A+2:1100 OK")
    board.play("A+1 OK B+2 OK A+2 OK B+2 OK A+1 OK A+5 A+2 OK A< B+1:1100 A< B+1:1100 B+1 A+1 B+1 A+2 B+5 OK")
    board.play("MENU:2100 A+1 OK A+5 A+5 A+5 A+5 A+5 A+5 OK B+1:1100 OK OK A+1 B< A+1 MENU")


@pytest.fixture(scope="module")
def recording():
    return Recording(a_match)


def test_the_match_has_all_that_it_should(recording):
    ends = [json.loads(line)["end"] for line in recording.lines]
    assert ends == ["played", "reopened", "played", "timed-out", "played", "played"]
    assert len(recording.states) > 30
    assert any(operation.erase for operation in recording.log)


def recover(image, operation, recording):
    """Power comes back on a chip. What is asked of the board is asked here; returns its chip and board."""
    chip = RecordingChip(image)
    board = on_flash(chip)
    board.wait(500)
    state = packed(board.board)
    allowed = recording.states[operation.durable : operation.begun + 1]
    assert operation.shown <= operation.durable
    assert state in allowed or state in recording.between
    assert board.board.notes() == []
    lines = board.lines()
    assert lines == recording.lines[: board.board.match.finished]
    assert len(lines) == board.board.match.finished
    return chip, state


@pytest.mark.parametrize("part", [0, *deep(*range(16, SLICES, 16))])
def test_every_cut_and_every_cut_of_the_recovery(recording, part, record_property):
    once = twice = 0
    for operation, image in cuts(recording.blank, recording.log, range(part, len(recording.log), SLICES)):
        chip, state = recover(image, operation, recording)
        once += 1
        for _, again in cuts(image, chip.log, range(len(chip.log)), inside):
            assert recover(again, operation, recording)[1] == state
            twice += 1
    record_property("power cuts", once + twice)


def inside(operation):
    """Cuts of an operation of the recovery: none of it done, a quarter, three quarters."""
    whole = len(operation.data)
    return [0, whole // 4, whole * 3 // 4]


def as_before(image: bytes) -> tuple[bytes, str]:
    """The chip as firmware left it whose present segment stood with the closed ones, and that segment's place."""
    chip = RecordingChip(image)
    disk = LittleDisk(chip)
    place = f"journal/{int(disk.names('journal')[-1]) + 1:08}"
    disk.rename("present/00000000", place)
    disk.remove("present")
    return bytes(chip.buffer), place


def test_every_cut_of_the_first_start_after_firmware_without_a_folder_for_the_present_segment(recording):
    image = bytearray(recording.blank)
    for operation in recording.log:
        operation.on(image, len(operation.data))
    image, place = as_before(bytes(image))
    chip = RecordingChip(image)
    whole = LittleDisk(chip).open(place, "rb").read()
    on_flash(chip)
    assert len(chip.log) > 3
    for _, cut in cuts(image, chip.log, range(len(chip.log))):
        board = on_flash(RecordingChip(cut))
        assert packed(board.board) == recording.states[-1]
        assert board.board.notes() == []
        assert board.lines() == recording.lines
        assert read(board.hal.disk, place) == whole


def in_haste(board: VirtualBoard) -> None:
    """Two games at a piece of work a step; presses come before the work that is due is done."""
    assert board.ask({"do": "configure", "key": KEY, "preset": SHORT})[-1]["ok"]
    board.play("A+1 OK OK")
    met = set()
    for key in f"{HASTE} {HASTE}".split():
        name, _, ms = key.partition(":")
        for mask, held in ((key_mask(name), int(ms or STEP_MS)), (0, STEP_MS)):
            board.hal.keys_down(mask)
            for _ in range(held // STEP_MS):
                events, work = board.board.journal.sequence, board.board._work
                board.now += STEP_MS
                board.step()
                if work is not None and work is board.board._work and board.board.journal.sequence > events:
                    met.add("an event between two pieces")
                if mask and name == "OK" and board.board.actions.deferred:
                    met.add("a press that waits for a result")
    assert len(met) == 2, met
    board.wait(2000)


@pytest.mark.parametrize("part", [0, *deep(2)])
def test_every_cut_where_keys_do_not_wait_until_all_work_is_done(part):
    recording = Recording(in_haste)
    assert [json.loads(line)["moves"] for line in recording.lines] == [12, 11]
    for operation, image in cuts(recording.blank, recording.log, range(part, len(recording.log), 4)):
        recover(image, operation, recording)
