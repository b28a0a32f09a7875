"""The firmware on a board, against DESIGN.md section 6. Times are held on a Pico alone."""

import json

from tests.device.conftest import SCRATCH, Device

START_MS = 700
IDLE_US = 1000
KEY_US = {"median": 8000, "p99": 12000}
HEAP = 60_000
LED_US = 30


def test_it_starts_with_a_frame(device: Device) -> None:
    """The very first time it also makes its folders."""
    print(device.value("started"))
    assert device.value("board.measures.frames") > 0


def test_heap_after_start(device: Device) -> None:
    heap = device.value("started")["heap"]
    print(f"{heap} bytes of heap after start")
    assert heap <= HEAP or not device.is_pico


def test_a_step_with_nothing_new_is_short(device: Device) -> None:
    times = device.value("idle_us(200)")
    print(f"idle step: {times[len(times) // 2]} us, {times[-1]} at most")
    assert times[-1] <= IDLE_US or not device.is_pico


def test_a_count_takes_no_heap(device: Device) -> None:
    device.value("press(0), press(3)")
    assert device.value("heap_taken()") == 0


def test_keys_are_seen_in_time(device: Device) -> None:
    for _ in range(3):
        device.value("peg(0), peg(1)")
    key_us = json.loads(device.value("""ask('{"id":6,"do":"status"}')""")[0])["key_us"]
    print(f"key to last bit of the frame, us: {key_us}")
    assert key_us["count"] >= 24
    assert all(key_us[name] <= most for name, most in KEY_US.items()) or not device.is_pico


def test_a_frame_is_on_the_wire_for_as_long_as_its_leds_take(device: Device) -> None:
    took, leds = device.value("wire_us()"), device.value("hal.leds")
    print(f"frame: {took} us for {leds} LEDs")
    assert LED_US * leds <= took <= LED_US * leds + 1500 or not device.is_pico


def test_machine_code_does_what_its_plain_version_does(device: Device) -> None:
    assert device.value("disagreements(200)") == 0


def test_pegs_outlive_a_start(device: Device) -> None:
    device.value("peg(0), peg(1)")
    stood = device.value("pegs()")
    assert stood[0][0] > 0 < stood[0][1]
    device.repl.run("restarted = start()")
    assert device.value("pegs()") == stood
    assert device.value("board.notes()") == []
    restarted = device.value("restarted")
    print(f"{restarted['ms']} ms to the first frame of a game in progress")
    assert restarted["ms"] <= START_MS or not device.is_pico


def test_the_file_system_has_room_and_keeps_what_is_flushed(device: Device) -> None:
    free, whole = device.value("counted_flash()")
    assert 0 < free < whole
    before = device.value("board.measures.appends")
    device.value("peg(0)")
    assert device.value("board.measures.appends") == before + 1
    assert device.value("board.journal.faults()") == 0


def test_the_line_answers(device: Device) -> None:
    *data, end = [json.loads(line) for line in device.value("""ask('{"id":7,"do":"selftest"}')""")]
    assert end == {"id": 7, "ok": True}
    status = data[0]
    assert status["tracks"] in (2, 3, 4)
    assert status["heap"]["free"] > 0
    assert status["step_us"]["count"] > 100
    print(status)


def test_what_is_no_request_is_told_and_harms_nothing(device: Device) -> None:
    stood = device.value("pegs()")
    assert json.loads(device.value("ask('what?')")[-1])["error"] == "bad-json"
    assert device.value("pegs()") == stood


def test_a_fault_is_kept_and_shown(device: Device) -> None:
    assert device.value("fault()") == "ValueError: planted by a check"


def test_nothing_else_on_the_board_has_changed(device: Device, before: dict[str, str]) -> None:
    after = {path: digest for path, digest in device.files().items() if not path.startswith(SCRATCH)}
    assert after == before
