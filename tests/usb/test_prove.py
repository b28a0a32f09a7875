"""`cribboard prove`: what a board is found to be, and that each thing that is wrong is named."""

import hashlib
import json
import threading

import pytest

from firmware.boards import carrier
from firmware.config import KEY_OK
from firmware.entry.key_names import key_name
from firmware.hardware_config import key_pins
from host_tools.i18n import LANGUAGES, raw_catalogue
from host_tools.usb import prove_command
from host_tools.usb.sans_io import bare_rung, figures, part_rungs, proof, voice_rung
from host_tools.usb.sans_io.figures import FIGURES, WAVES, excess

from .cli_process import cribboard, leaving
from .rungs import BOARD, DISPLAYS, KEYS, NETWORK, STRIP, VOICE, climb

LED_NS = (350, 900, 750, 600)
HZ = 200_000_000
STARTED = {"tracks": 2, "led_ns": list(LED_NS), "pico": True}
SELFTEST = {"step_us": {"median": 600, "p99": 6000}, "start_ms": 490}


BARE = set(FIGURES) - STRIP - KEYS - DISPLAYS - VOICE - NETWORK - BOARD
"""The figures of a bare Pico."""


def levels(led_ns=LED_NS, rest=3, late=0, bits=40):
    """What a pin has been seen to do, in words: noughts and ones in turn, after a rest, or from within the first."""
    times = [(led_ns[0], led_ns[1]), (led_ns[2], led_ns[3])]
    text = "0" * rest
    for number in range(bits):
        high, low = times[number % 2]
        text += "1" * (high * HZ // 10**9) + "0" * (low * HZ // 10**9)
    text = text[late:][: (len(text) - late) // 32 * 32]
    return [f"{int(text[at : at + 32], 2):08x}" for at in range(0, len(text), 32)]


class Sound:
    """A sound Pico, as far as a rung asks; a test has it answer otherwise by the name of the function that is run."""

    def __init__(self, **changed):
        self.holes = 0
        self.changed = changed

    def act(self, step):
        return getattr(self, step[0])(*step[1:])

    def tell(self, done, of):
        assert 0 <= done < of

    def request(self, request_type):
        return [[self.changed.get(request_type, SELFTEST)], 6.0]

    def reset(self, code, ms):
        if code == "end()":
            return ""
        self.holes += 7
        return self.changed.get("reset", "")

    def run(self, code):
        name = code.partition("(")[0]
        if name in self.changed:
            return json.dumps(self.changed[name])
        if name == "stands":
            self.holes += 1
            front = [(self.holes + 1) // 2, self.holes // 2]
            return json.dumps({"front": front, "kept": self.holes - 1, "damage": 0, "faults": 0})
        return json.dumps(
            {
                "equip": STARTED,
                "heap_taken": 0,
                "key_us": {"median": 3584, "p99": 5290},
                "wave": {"hz": HZ, "words": levels()},
                "flash_times": {"erases_ms": [45.2] * 20, "programs_us": [684] * 320, "wrong": 0},
                "play": {"largest": 23_800, "faults": 0, "games": 1},
            }.get(name, True)
        )


def wrong(**changed):
    """The figures beyond their limits of a board that differs from a sound one."""
    return {name: excess(entry) for name, entry in climb(Sound(**changed), "bare").items() if excess(entry)}


def test_a_sound_board_has_every_figure_and_nothing_wrong():
    found = climb(Sound(), "bare")
    assert set(found) == BARE
    assert [name for name in found if excess(found[name])] == []
    assert [found[name]["value"] for name in WAVES] == list(LED_NS)


def test_the_script_is_sent_once_between_two_resets():
    """On a Pico a board that plays leaves no memory to compile it again."""
    order = ""

    class Noted(Sound):
        def act(self, step):
            nonlocal order
            order += {("run", "script"): "s", "reset": "r"}.get(step if step[0] == "run" else step[0], "")
            return super().act(step)

    climb(Noted(), "bare")
    assert order == "sr" * (bare_rung.CUTS + 1)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (
            {"flash_times": {"erases_ms": [61.5] * 19 + [412], "programs_us": [900], "wrong": 0}},
            {"erase_ms_longest": 12},
        ),
        ({"flash_times": {"erases_ms": [45], "programs_us": [900], "wrong": 2}}, {"flash_wrong": 2}),
        ({"wave": {"hz": HZ, "words": []}}, {"silent_strips": 2}),
        ({"wave": {"hz": HZ, "words": levels((350, 900, 350, 900))}}, {"silent_strips": 2}),
        ({"play": {"largest": 9_000, "faults": 0, "games": 1}}, {"heap_largest": 9_000 - 12_000}),
        (
            {"play": {"largest": 23_800, "faults": 3, "games": 0}},
            {"failed_writes": 3, "unfinished_games": bare_rung.GAMES},
        ),
        ({"reset": None}, {"cuts_without_return": 1}),
        ({"stands": {"front": [4, 2], "kept": 6, "damage": 0, "faults": 0}}, {"wrong_pegs": bare_rung.CUTS}),
        ({"stands": {"front": [4, 3], "kept": 8, "damage": 0, "faults": 0}}, {"wrong_pegs": bare_rung.CUTS}),
        ({"stands": {"front": [4, 3], "kept": 5, "damage": 0, "faults": 0}}, {"wrong_pegs": bare_rung.CUTS}),
        ({"stands": {"front": [4, 3], "kept": 7, "damage": 1, "faults": 0}}, {"damaged_journals": bare_rung.CUTS}),
        ({"selftest": {**SELFTEST, "start_ms": 1200}}, {"start_ms": 250}),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_what_is_wrong_with_a_board_is_named_and_by_how_much(changed, named):
    assert wrong(**changed) == named


def test_a_wave_form_of_other_times_is_named_time_by_time():
    found = climb(Sound(wave={"hz": HZ, "words": levels((400, 850, 800, 450))}), "bare")
    assert {name: found[name]["value"] for name in WAVES} == {
        "nought_high_ns": 400, "nought_low_ns": 850, "one_high_ns": 800, "one_low_ns": 450,
    }  # fmt: skip
    assert all(excess(found[name]) for name in WAVES)


@pytest.mark.parametrize(("rest", "late"), [(0, 0), (0, 3), (0, 40), (3, 0), (100, 0)])
def test_a_first_level_that_was_seen_late_does_not_count(rest, late):
    found = climb(Sound(wave={"hz": HZ, "words": levels(rest=rest, late=late)}), "bare")
    assert not any(excess(found[name]) for name in (*WAVES, "silent_strips"))


def test_a_board_of_another_kind_is_held_to_its_own_times():
    times = [400, 850, 800, 450]
    found = climb(Sound(equip={**STARTED, "led_ns": times}, wave={"hz": HZ, "words": levels(times)}), "bare")
    assert [found[name]["model"] for name in WAVES] == times
    assert not any(excess(found[name]) for name in WAVES)


def test_what_a_board_says_counts_where_nothing_is_kept_over_a_reset():
    stands = {"front": [4, 3], "kept": -1, "damage": 0, "faults": 0}
    assert wrong(stands=stands, reset="5\n6\n") == {}
    assert wrong(stands=stands, reset="7\n8\n") == {"wrong_pegs": bare_rung.CUTS}
    assert wrong(stands=stands, reset="") == {}


class Built(Sound):
    """What is built onto a Pico: `dark`: the first LED that is, by track; `bounces`: of keys, microseconds by edge."""

    def __init__(self, dark=None, seen=(), low=0, wrong_display=None, **changed):
        super().__init__(**changed)
        self.low = low
        self.dark, self.seen, self.wrong_display = dark or {}, list(seen), wrong_display
        self.asked = 0

    def say(self, message):
        assert message[1]["keys"]

    def ask(self, message):
        self.asked += 1
        if "count" in message[1]:
            return message[1]["count"] < self.dark.get(message[1]["team"], 999)
        return message[1]["number"] != self.wrong_display

    def run(self, code):
        name = code.partition("(")[0]
        if name == "watch":
            return json.dumps({"low": self.low, "changes": self.seen.pop(0) if self.seen else []})
        told = {"rail": {"mv": 4980, "rise_ms": 140}, "overloaded": 0, "frame_displays": [0, 1]} | self.changed
        if name in told:
            return json.dumps(told[name])
        if name == "equip":
            return json.dumps({**STARTED, "leds": 141, "pins": carrier.BOARD["pins"]})
        return "true"


def test_a_dark_led_is_found_by_its_strip_and_number_in_few_questions():
    found = climb(Built(), "strip")
    assert set(found) == STRIP
    assert not any(map(excess, found.values()))
    for led in (1, 2, 37, 140, 141):
        board = Built(dark={"B": led})
        found = climb(board, "strip")
        assert (found["dark_leds"]["value"], found["dark_leds"]["which"]) == (1, f"B {led}")
        assert board.asked <= 10


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"rail": {"mv": 4100, "rise_ms": 140}}, {"rail_mv": -300}),
        ({"rail": {"mv": 4900, "rise_ms": 1500}}, {"rail_rise_ms": 800}),
        ({"overloaded": 1}, {"overloads": 2}),
    ],
)
def test_what_is_wrong_with_the_strips_supply_is_named(changed, named):
    found = climb(Built(**changed), "strip")
    assert {name: excess(entry) for name, entry in found.items() if excess(entry)} == named


def test_without_a_pin_for_it_the_supply_is_not_measured():
    assert "rail_mv" not in climb(Built(rail={"mv": -1}), "strip")


PINS = key_pins(carrier.BOARD["pins"], 2)


def presses(bouncing=None, silent=None, edges=(0,)):
    """Each key of two teams pressed five times, for half a second each; one of them bounces at `edges` (us)."""
    seen, us = [], 0
    for key, pin in PINS.items():
        for _ in range(5 if key_name(key) != silent else 0):
            for at in edges if key_name(key) == bouncing else (0,):
                seen.append([us + at, 1 << pin if len(seen) % 2 == 0 else 0])
            seen.append([us + 500_000, 0])
            us += 1_000_000
    return seen


def test_keys_that_do_not_bounce_have_the_shortest_time_suggested():
    found = climb(Built(seen=[presses()]), "keys")
    values = {name: entry["value"] for name, entry in found.items()}
    assert set(values) == KEYS
    assert values == {"silent_keys": 0, "bounce_ms_longest": 0, "bounces_most": 0, "debounce_ms": 5}


def test_a_bouncing_key_is_named_with_a_time_that_would_do():
    found = climb(Built(seen=[presses("B+2", edges=(0, 900, 2_000, 31_400, 33_100))]), "keys")
    told = {name: (entry["value"], entry["which"]) for name, entry in found.items() if name != "silent_keys"}
    assert told == {"bounce_ms_longest": (34, "B+2"), "bounces_most": (4, "B+2"), "debounce_ms": (53, "")}
    assert excess(found["bounce_ms_longest"]) == 7


def test_a_key_that_is_held_as_the_look_begins_does_not_bounce_by_its_release():
    seen = [[70_000, 0], *([us + 1_000_000, low] for us, low in presses())]
    found = climb(Built(seen=[seen], low=1 << PINS[KEY_OK]), "keys")
    assert found["bounce_ms_longest"]["value"] == 0


def test_a_key_without_a_contact_is_named():
    found = climb(Built(seen=[presses(silent="MENU")]), "keys")
    assert (found["silent_keys"]["value"], found["silent_keys"]["which"]) == (1, "MENU")


def test_a_display_whose_picture_is_shifted_is_named():
    found = climb(Built(wrong_display=2), "displays")
    assert set(found) == DISPLAYS
    assert (found["wrong_displays"]["value"], found["wrong_displays"]["which"]) == (1, "2")
    assert excess(climb(Built(frame_displays=[]), "displays")["displays"]) == -1


STATUS = {"tracks": {"A": {"front": 0, "pending": 0}}, "winner": None, "results": 0}


def test_a_board_in_use_is_left_alone_unless_told():
    assert proof.obstacle(STATUS, False) is None
    held = {**STATUS, "results": 9}
    assert proof.obstacle(held, False).code == "proof_results"
    playing = {**STATUS, "tracks": {"A": {"front": 3, "pending": 0}}}
    assert proof.obstacle(playing, False).code == "proof_in_play"
    assert proof.obstacle({**playing, "results": 9}, True) is None


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write a proof of a Pico that is sound but for what is changed, and return its path."""
    monkeypatch.chdir(tmp_path)

    def write(board="e6614c311b7e6f35", **changed):
        hello = {"board": board, "build": "b1"}
        status = {"hardware": {"revision": "carrier", "tracks": 2}}
        made = proof.new_proof(hello, status, {"machine": "Pico", "firmware": "0.1.0"}, "2027-01-31")
        made["rungs"]["bare"] = climb(Sound(**changed), "bare")
        path = tmp_path / f"proof-{board}.json"
        path.write_text(json.dumps(made))
        return path

    return write


def test_compare_names_the_assumption_its_file_and_by_how_much_it_is_wrong(written):
    slow = {"erases_ms": [70] * 19 + [412], "programs_us": [684], "wrong": 0}
    printed = leaving(1, "prove", "--compare", written(), "--compare", written("0011223344556677", flash_times=slow))
    lines = [line for line in printed.splitlines() if line.startswith(("e661", "0011"))]
    assert lines == [
        "0011223344556677: erase of a sector, median: 70 ms, +56 % beside the model’s 45 ms (.github/site/why.md); "
        "what is relied on holds",
        "0011223344556677: erase of a sector, longest: 412 ms, 12 ms more than assumed (≤ 400), in "
        "firmware/hal/key_sampler.py",
    ]


def test_compare_of_what_is_as_assumed_says_so(written):
    assert "All is as assumed." in cribboard("prove", "--compare", written())


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"v": 1, "rungs": {"bare": {"start_ms": {}}}}', '{"v": 1, "rungs": {"x": 3}}']
)
def test_what_is_no_proof_is_named(tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text)
    assert "other.json" in cribboard("prove", "--compare", path, ok=False)
    assert "none.json" in cribboard("prove", "--compare", tmp_path / "none.json", ok=False)


def test_each_assumption_stands_in_a_file_that_is_there():
    from tests.generate import ROOT

    assert [name for name, figure in FIGURES.items() if not (ROOT / figure.place).is_file()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_figure_that_a_rung_writes_has_a_name_and_no_other_has(language):
    """Each rung's own test compares what it writes with the names listed for it."""
    prefix = "captain.prove.figure."
    assert {key.removeprefix(prefix) for key in raw_catalogue(language) if key.startswith(prefix)} == set(FIGURES)


def test_a_rung_that_is_none_is_named():
    assert "roof" in leaving(2, "prove", "roof")


def files(folder):
    """Digests of a board's files but for its journal, of which each start begins a segment."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    kept = [path for path in found if path.relative_to(folder).parts[0] not in ("journal", "present", "archive")]
    return {path.relative_to(folder): hashlib.sha256(path.read_bytes()).hexdigest() for path in kept}


@pytest.mark.deep
@pytest.mark.slow
def test_a_virtual_board_is_proved_and_left_as_it_was(boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bare_rung, "GAMES", 1)
    monkeypatch.setattr(bare_rung, "CUTS", 2)
    # Times are those of this computer, which has more to do.
    lasting = {name: figure._replace(high=None) for name, figure in FIGURES.items() if figure.unit in ("ms", "us")}
    monkeypatch.setattr(figures, "FIGURES", FIGURES | lasting)
    port = boards.plug(1).port
    boards.ask(1, "hello")
    before = files(boards.folder(1))
    printed = cribboard("prove", "--port", port, "--yes")
    [path] = tmp_path.glob("proof-*.json")
    assert f"{path.name} is written" in printed
    found = prove_command.read_proof(path)["rungs"]["bare"]
    # What is the chip's own, a virtual board has not.
    assert BARE - set(found) == {
        name for name in BARE if name.startswith(("erase", "program", "flash_", "silent"))
    } | set(WAVES)
    assert found["cuts"]["value"] == 2
    assert files(boards.folder(1)) == before
    assert not (boards.folder(1) / "proof").exists()


@pytest.mark.deep
@pytest.mark.slow
def test_what_is_connected_is_proved_as_somebody_sees_it(boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    port = boards.plug(1).port
    boards.ask(1, "hello")
    printed = leaving(1, "prove", "strip", "displays", "--yes", "--port", port, answers="y\n" + "n\ny\n" * 9)
    assert "strips with an LED dark or of another colour (B " in printed
    [path] = tmp_path.glob("proof-*.json")
    found = prove_command.read_proof(path)["rungs"]
    assert found["strip"]["dark_leds"]["value"] == 1
    assert found["displays"]["displays"]["value"] == 0


@pytest.mark.deep
@pytest.mark.slow
def test_keys_are_proved_as_somebody_presses_them(boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(part_rungs, "PRESSES", 1)
    board = boards.plug(1)
    boards.ask(1, "hello")
    over = threading.Event()

    def press_all():
        while not over.is_set():
            for key in PINS:
                board.press(key_name(key), ms=200)

    player = threading.Thread(target=press_all)
    player.start()
    try:
        cribboard("prove", "keys", "--yes", "--port", board.port)
    finally:
        over.set()
        player.join()
    [path] = tmp_path.glob("proof-*.json")
    assert prove_command.read_proof(path)["rungs"]["keys"]["silent_keys"]["value"] == 0


@pytest.mark.deep
@pytest.mark.slow
def test_nothing_is_written_before_the_answer(boards, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    port = boards.plug(1).port
    boards.judge(1, "award", team="B", holes=118)
    assert "--in-use" in cribboard("prove", "--port", port, "--yes", ok=False)
    before = files(boards.folder(1))
    # The question finds no answer.
    cribboard("prove", "--port", port, "--in-use", ok=False)
    assert files(boards.folder(1)) == before
    assert not list(tmp_path.glob("proof-*.json"))


@pytest.mark.deep
@pytest.mark.slow
def test_a_module_that_is_silent_and_a_busy_line_that_is_stuck_are_named_and_no_network_is_no_fault(
    boards, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(voice_rung, "CLIPS_MS", {0: 50})
    board = boards.plug(1)
    boards.ask(1, "hello")
    printed = cribboard("prove", "voice", "network", "--yes", "--port", board.port)
    assert "Voice: left out" in printed
    assert "Network: left out" in printed
    assert not list(tmp_path.glob("proof-*.json"))
    boards.ask(1, "configure", voice=True, port_ma=1500)
    # The pin of the busy line, on a board with two tracks.
    board.hold("D+2")
    leaving(1, "prove", "voice", "--yes", "--port", board.port)
    [path] = tmp_path.glob("proof-*.json")
    found = prove_command.read_proof(path)["rungs"]["voice"]
    assert {name for name in found if excess(found[name])} == {"silent_modules", "busy_stuck", "untold_ends"}
