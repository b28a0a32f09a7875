"""boot.py and main.py themselves, on real MicroPython, from power on to the prompt."""

import json

import pytest

from firmware.boards.carrier import BOARD
from firmware.json_file import encode_json
from firmware.settings import SETTINGS_VERSION
from host_tools.sim.python_bundle import bundle
from tests.hal.fake_pico import RAIL_RISES_MS, READY_MS, Pico


def fronts(status):
    return {team: track["front"] for team, track in status["tracks"].items()}


def test_a_board_begins_and_plays_and_goes_on_after_a_loss_of_power(board):
    end = board.play("A+5 A+2 OK B+1 B+2 OK")
    for status in (board.status(end), board.status(1000)):
        assert fronts(status) == {"A": 7, "B": 3}
        assert status["refused"] == 0
        assert status["faults"] == 0
        assert status["notes"] == []


def test_a_pico_runs_at_200_mhz_with_1_15_v(pico):
    """The voltage comes first, and what divides the clock later (`fakes/machine.py`)."""
    assert pico.power_on(1000) == "running"
    assert pico.value("[world.hz, world.clocked, world.vreg]") == [200_000_000, 1, 0x10C1]


@pytest.mark.parametrize(
    ("platform", "machine", "hz"),
    [("rp2", "Raspberry Pi Pico 2 with RP2350", 150_000_000), ("esp32", "ESP32 module with ESP32", 160_000_000)],
)
def test_the_clock_of_another_processor_stays(micropython, platform, machine, hz):
    board = Pico(micropython, platform)
    board.run(f"fake_os._Uname.machine = {machine!r}")
    board.at(0, f"lambda: setattr(world, 'hz', {hz})")
    assert board.status(1500)["faults"] == 0
    assert board.value("[world.hz, world.clocked, world.vreg]") == [hz, 0, 0x10B1]


def test_first_frame_comes_once_the_rail_has_risen(board):
    board.power_on(1000)
    frames = board.frames()
    assert [track for _, track, _ in frames[:2]] == [0, 1]
    senses = board.platform == "rp2"
    assert RAIL_RISES_MS <= frames[0][0] <= (500 if senses else 1000)
    assert frames[0][0] >= (0 if senses else BOARD["rail_ms"])
    assert [len(frame) for _, _, frame in frames[:2]] == [3 * 141] * 2
    assert frames[0][0] == frames[1][0] or not senses, "both strips at once"


def test_no_frame_begins_before_the_last_has_gone_out_and_rested(pico):
    pico.play("A+1 A+1 A+1 A+1 A+5 A+1 A<")
    pico.run("for i in range(20): world.press(11, 1500 + 12 * i, 6); world.press(15, 1502 + 12 * i, 6)")
    pico.power_on(3000)
    sent = pico.value("[[f[0], len(f[2]) // 3] for f in world.frames]")
    ends = {us: us + 30 * max(leds for time, leds in sent if time == us) for us, _ in sent}
    starts = sorted(ends)
    assert len(starts) > 8
    assert all(after - ends[before] >= 350 for before, after in zip(starts, starts[1:], strict=False))
    assert pico.value("world.torn") == 0


@pytest.mark.parametrize("rest_s", [540, 595])
def test_a_key_is_seen_at_once_however_long_nothing_was_shown(board, rest_s):
    """Nobody asks whether the wire is busy meanwhile, and microseconds wrap."""
    pressed = 1500 + 1000 * rest_s
    board.at(1500, f"lambda: setattr(world, 'us', {1000 * pressed - 10_000})")
    board.press("A+5", pressed)
    assert board.power_on(pressed + 100) == "running"
    assert board.faults() == []
    assert any(pressed <= ms <= pressed + 20 for ms, _, _ in board.frames())


@pytest.mark.parametrize("ms", [500, 1900])
def test_menu_held_at_power_up_and_let_go_within_two_seconds_leaves_the_prompt(pico, ms):
    pico.press("MENU", 0, ms)
    assert pico.power_on(5000) == "prompt"
    assert pico.frames() == []
    assert (pico.value("world.outputs.get(2)"), pico.value("world.bites")) == (0, 0)


def test_a_menu_key_that_is_stuck_at_power_up_is_played_without(board):
    board.press("MENU", 0, 1_000_000)
    status = board.status(board.play("A+5 OK", 2000 + READY_MS))
    assert fronts(status) == {"A": 5, "B": 0}
    assert status["notes"] == ["key MENU is down at power-up"]
    assert min(ms for ms, _, _ in board.frames()) <= 2000 + READY_MS


def test_other_keys_held_at_power_up_do_not(pico):
    pico.press("A+1", 0, 10_000)
    assert pico.power_on(1000) == "running"


@pytest.mark.parametrize(
    ("ms", "typed"),
    [(1, "\r"), (30, "\x03\x03\r"), (READY_MS, "\r"), (2345, "some words\r")],
)
def test_ctrl_c_and_enter_reach_the_prompt_at_once_and_the_watchdog_is_fed_there(board, ms, typed):
    board.play("A+5 OK")
    board.type(ms, "\r\x03")
    board.type(ms + 5, typed)
    assert board.power_on(5000) in ("interrupted", "prompt")
    assert board.value("world.us") // 1000 <= ms + 1000
    board.at_prompt(60_000)
    assert board.value("world.bites") == 0


def test_a_stray_ctrl_c_stops_nothing(board):
    """Nor do the requests of a host that goes on asking; keys typed later than ten seconds get no prompt."""
    board.play("A+5 OK B+1")
    board.type(1900, "\x03")
    board.send(2000, id=1, do="status")
    board.type(2100, "\n")
    board.play("B+2 OK", 2500)
    board.type(11_950, "\r")
    board.play("B+1", 12_500)
    status = board.status(13_000)
    assert {team: (track["front"], track["pending"]) for team, track in status["tracks"].items()} == {
        "A": (5, 0), "B": (3, 1)}  # fmt: skip
    assert (status["faults"], status["notes"], board.value("world.bites")) == (0, [], 0)
    assert b"Ctrl-C: the game goes on" in board.run("print(world.outgoing.decode())").encode()


def test_ctrl_c_within_a_request_leaves_the_request_whole(board):
    board.at(1500, 'lambda: world.receive(b\'{"id": 1, \\x03"do": "hello"}\\r\\n\')')
    assert board.power_on(2500) == "running"
    assert [line["ok"] for line in board.told() if "ok" in line] == [True]


def test_what_follows_the_enter_is_left_for_the_prompt(board):
    """What mpremote does: the prompt itself has to read that a program comes."""
    board.type(1000, "\r\x03")
    board.type(1005, "\r\x01")
    assert board.power_on(2000) == "prompt"
    assert board.value("world.incoming.decode()") == "\x01"


def test_ctrl_c_reaches_the_prompt_while_a_reply_waits_for_a_host_that_does_not_read(board):
    board.at(900, "lambda: setattr(world, 'host_reads', False)")
    board.send(1000, id=1, do="status")
    board.type(1500, "\x03\r")
    assert board.power_on(3000) == "prompt"


@pytest.fixture
def slow(micropython):
    """A Pico whose firmware takes 100 ms to load."""
    text = bundle()["firmware/settings.py"]
    return Pico(micropython, changed={"firmware/settings.py": text + "\nfrom time import sleep_ms\nsleep_ms(100)\n"})


def test_a_stray_ctrl_c_during_the_start_puts_it_off_and_is_said(slow):
    slow.type(30, "\x03")
    status = slow.status(slow.play("A+5 OK", 10_000 + 2 * READY_MS))
    assert fronts(status) == {"A": 5, "B": 0}
    assert status["notes"] == ["Ctrl-C: it came while the board started, which was put off by 10 s"]
    assert (status["faults"], slow.value("world.bites")) == (0, 0)


def test_a_second_ctrl_c_during_the_start_reaches_the_prompt(slow):
    slow.type(30, "\x03")
    slow.type(4000, "\x03")
    assert slow.power_on(5000) == "interrupted"
    slow.at_prompt(60_000)
    assert slow.value("world.bites") == 0


def test_ctrl_c_while_the_fault_is_shown_reaches_the_prompt(micropython):
    pico = broken(micropython, "firmware/view/lights/led_view.py", "    def update(self, now: int) -> bool:\n")
    pico.type(1500, "\x03")
    pico.type(1600, "\r")
    assert pico.power_on(5000) == "interrupted"
    pico.at_prompt(60_000)
    assert pico.value("world.bites") == 0


def test_watchdog_is_fed_by_play_and_bites_a_board_that_hangs(board):
    board.at(3000, "lambda: world.pass_us(9_000_000)")
    board.power_on(20_000)
    assert board.value("world.bites") == 1


def test_after_the_watchdog_s_reset_the_board_says_what_it_was_doing(micropython):
    text = bundle()["firmware/journal/result_reader.py"]
    head = "    low = 0\n"
    assert text.count(head) == 1
    hangs = "    from time import sleep_ms\n    sleep_ms(9000)\n"
    pico = Pico(micropython, changed={"firmware/journal/result_reader.py": text.replace(head, head + hangs)})
    pico.run("world.NAP_US = world.REAL_NAP_US")
    pico.send(pico.play("A+5"), id=1, do="results")
    pico.power_on(10_500)
    pico.run("world.scratch = world.bitten")
    note = pico.status(2000)["notes"]
    assert note == ["watchdog: the board stood still for 8 s and was reset "
                    "(task results, phase pending, after 1 s; longest step before: 3 ms)"]  # fmt: skip
    assert [fault["what"] for fault in pico.faults()] == [f"WatchdogError: {note[0]}"]
    assert (pico.status(2000)["notes"], pico.status(2000)["faults"]) == ([], 1)


def test_a_board_that_is_reset_at_the_prompt_has_nothing_to_say(pico):
    pico.type(1000, "\x03\r")
    assert pico.power_on(2000) == "prompt"
    pico.at_prompt(10)
    assert pico.status(2000)["notes"] == []


@pytest.mark.deep
def test_watchdog_does_not_bite_in_play(board):
    board.power_on(30_000)
    assert board.value("world.bites") == 0


def test_soft_reset_at_the_prompt_keeps_the_watchdog_fed(pico):
    """What mpremote does: interrupt, soft reset into the raw prompt. boot.py runs then, main.py does not."""
    pico.type(1000, "\x03\r\x01")
    assert pico.power_on(2000) == "prompt"
    pico.run("world.soft_reset()\nfor name in list(modules):\n"
             "    if name.startswith('firmware'): del modules[name]\n"
             "with open('/boot.py') as file: exec(file.read(), {})")  # fmt: skip
    pico.at_prompt(60_000)
    assert pico.value("world.bites") == 0
    assert pico.value("[world.hz, world.clocked]") == [200_000_000, 1], "the clock needs no more than one change"


def broken(micropython, path, line):
    """A board whose firmware raises ValueError in the function that begins with `line`."""
    files = bundle()
    assert files[path].count(line) == 1, f"{path} has changed"
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    text = files[path].replace(line, f'{line}{indent}raise ValueError("planted")\n')
    return Pico(micropython, changed={path: text})


PLANTED = [
    ("firmware/entry/counting.py", "def _own_key(console, key: int, now: int) -> None:\n"),
    ("firmware/journal/record.py", "def _add_checksum(buf) -> None:\n"),
    ("firmware/hal/rp2.py", "    def show(self, bufs: list, leds: list) -> None:\n"),
    ("firmware/settings.py", "    def _load(self) -> None:\n"),
]


@pytest.mark.parametrize(("path", "line"), PLANTED, ids=[path for path, _ in PLANTED])
def test_a_fault_anywhere_is_shown_kept_and_ends_at_the_prompt_after_three(micropython, path, line):
    pico = broken(micropython, path, line)
    for start in (READY_MS, 5500, 10_500):
        pico.play("A+5 A+1 OK", start)
        pico.send(start + 400, id=1, do="hello")
    assert pico.power_on(20_000) == "prompt"
    assert pico.signs() == 3
    assert pico.value("min(us for us, pin, _ in world.frames if pin == 9)") >= 200_000, "before the rail has risen"
    assert [fault["row"] for fault in pico.faults()] == [1, 2, 3]
    assert all(fault["what"].startswith("ValueError") for fault in pico.faults())
    assert pico.value("world.channels") == 0
    pico.at_prompt(60_000)
    assert pico.value("world.bites") == 0


def test_after_one_fault_the_game_goes_on_within_seconds(micropython):
    """The view fails once, in the step after a commit."""
    files = bundle()
    text = files["firmware/view/lights/led_view.py"].replace(
        "    def update(self, now: int) -> bool:\n",
        "    def update(self, now: int) -> bool:\n"
        "        if self._match.game.front[0] == 6 and not broken:\n"
        "            broken.append(1)\n            raise ValueError('planted')\n")  # fmt: skip
    pico = Pico(micropython, changed={"firmware/view/lights/led_view.py": text + "\nbroken = []\n"})
    pico.play("A+5 A+1 OK")
    pico.play("B+2 OK", 4000)
    status = pico.status(5000)
    assert fronts(status) == {"A": 6, "B": 2}
    assert status["faults"] == 1
    assert pico.signs() == 1


@pytest.mark.deep
def test_faults_far_apart_are_not_in_a_row(micropython):
    files = bundle()
    text = files["firmware/view/lights/led_view.py"].replace(
        "    def update(self, now: int) -> bool:\n",
        "    def update(self, now: int) -> bool:\n"
        "        if now % 61000 > 60500:\n            raise ValueError('planted')\n")  # fmt: skip
    pico = Pico(micropython, changed={"firmware/view/lights/led_view.py": text})
    assert pico.power_on(130_000) == "running"
    assert [fault["row"] for fault in pico.faults()] == [1, 1]


def test_file_of_faults_keeps_the_newest_and_stays_small(pico):
    lines = [{"n": n, "row": 1, "ms": n, "what": f"fault {n}", "where": ""} for n in range(1, 9)]
    pico.write("/faults.log", b"garbage\n" + b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    pico.run('from firmware import board_files, faults\n'
             'for i in range(3): faults.record_fault(board_files.Disk(""), ValueError("x" * 5000), 1, 7)')  # fmt: skip
    faults = pico.faults()
    assert [fault["n"] for fault in faults] == list(range(4, 12))
    assert len(pico.file("/faults.log")) < 16_384


def test_a_full_file_system_does_not_keep_the_fault_from_being_shown(micropython):
    pico = broken(micropython, "firmware/view/lights/strip.py", "    def paint(self) -> None:\n")
    pico.run('import real_os\nreal_os.mkdir("/faults.new")')
    assert pico.power_on(20_000) == "prompt"
    assert pico.signs() == 3
    assert pico.faults() == []


@pytest.mark.parametrize("name", ["board", "board_files", "hal/rp2", "faults"])
def test_a_damaged_file_is_told_by_light_or_harms_nothing(pico, name):
    pico.write(f"/firmware/{name}.mpy", b"not a program")
    harmless = name in ("faults", "board_files")
    ended = pico.power_on(3000 if harmless else 20_000)
    assert pico.signs() == (0 if harmless else 3)
    assert ended == ("running" if harmless else "prompt")


def test_frozen_firmware_comes_before_files_on_flash(pico):
    """MicroPython itself has ".frozen" behind the file system."""
    pico.run("fake_sys.path[:] = ['', '.frozen', '/lib']")
    pico.power_on(500)
    assert pico.value("fake_sys.path") == [".frozen", "", "/lib"]


def test_damaged_hardware_and_settings_are_reported_and_the_board_plays_on(board):
    board.hardware(tracks=7)
    board.write("/settings.json", b"\xff\x00")
    status = board.status(board.play("A+5 OK"))
    assert fronts(status) == {"A": 5, "B": 0}
    hardware, settings = sorted(status["notes"])
    assert hardware == "hardware.json: tracks: a whole number from 2 to 4; defaults taken"
    assert settings.startswith("settings.json")
    assert status["hardware"]["tracks"] == 2


def test_board_of_four_tracks_of_121_leds_lights_four(board):
    board.hardware(tracks=4, leds=121, port_ma=2000)
    board.write("/settings.json", encode_json({"teams": 4}, SETTINGS_VERSION))
    status = board.status(1000)
    frames = board.frames()
    assert [track for _, track, _ in frames[:4]] == [0, 1, 2, 3]
    assert all(len(frame) == 3 * 121 and any(frame) for _, _, frame in frames)
    assert board.signs() == 0
    built = {"tracks": 4, "leds": 121, "reversed": False, "port_ma": 2000}
    assert status["hardware"] == {**built, "revision": "carrier"}


def test_chain_fed_at_the_game_hole_is_lit_the_other_way_round(board):
    """The same picture, LED by LED from the chain's other end."""
    board.power_on(1000)
    forward = board.frames()[0][2]
    board.hardware(reversed=True)
    board.run("world.frames = []")
    board.power_on(1000)
    turned = board.frames()[0][2]
    leds = [turned[3 * led : 3 * led + 3] for led in range(141)]
    assert b"".join(reversed(leds)) == forward != turned


def test_key_stuck_at_power_up_is_said_and_the_others_play_and_a_display_is_found(pico):
    pico.press("B+2", 0, 1_000_000)
    pico.run("from oled import Oled")
    pico.at(2000, "lambda: world.bus.update({0x3C: Oled()})")
    pico.play("A+5 OK")
    status = pico.status(9000)
    assert fronts(status) == {"A": 5, "B": 0}
    assert status["notes"] == ["key B+2 is down at power-up"]
    assert pico.value("world.bus[0x3C].on")


def test_key_that_was_only_leaned_on_at_power_up_is_said_no_more(pico):
    pico.press("B+2", 0, 1500)
    assert pico.status(8000)["notes"] == []


@pytest.mark.parametrize(("stack_bytes", "played"), [(3000, True), (4000, False)])
def test_the_board_plays_on_while_it_loads_only_where_the_stack_has_room_for_a_step(pico, stack_bytes, played):
    pico.run(
        f"""
import fake_micropython, fake_time
from firmware.runner import ModuleFiles
fake_micropython.stack_bytes[0] = {stack_bytes}
ticks = []
files = ModuleFiles(ticks.append)
fake_time.sleep_ms(50)
try:
    files.stat("boot.py")
finally:
    files.close()
    fake_micropython.stack_bytes[0] = 0
"""
    )
    assert bool(pico.value("ticks")) is played
