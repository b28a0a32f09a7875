"""What the hardware does in play: rail, buzzer, strips, self-test, and what is told of itself."""

from itertools import pairwise

import pytest

from host_tools.sim.python_bundle import bundle
from tests.hal.fake_pico import RAIL_RISES_MS, READY_MS, Pico

STANDBY_MS = 3_000
"""In place of ten minutes, each of which is sixty thousand steps."""
LEDS = 141
MEASURED = {"step_us", "key_us", "frames", "start_ms", "heap", "appends", "faults"}


def lit(frame):
    """LEDs that are lit, with their colours (red, green, blue)."""
    return {i // 3: (frame[i + 1], frame[i], frame[i + 2]) for i in range(0, len(frame), 3) if any(frame[i : i + 3])}


def changes(pico, pin, end_ms, every_ms=50):
    """When an output pin changed, by looking every so many ms: [(ms, level), …]."""
    pico.run(f"seen = []\nfor ms in range(0, {end_ms}, {every_ms}):\n"
             f"    world.at(ms, lambda: seen.append((world.us // 1000, world.outputs.get({pin}, 0))))")  # fmt: skip
    pico.power_on(end_ms)
    seen = [tuple(change) for change in pico.value("seen")]
    return [now for before, now in zip([(0, None), *seen], seen, strict=False) if now[1] != before[1]]


def drowsy(micropython):
    """A Pico that soon falls asleep."""
    text = bundle()["firmware/config.py"]
    assert text.count("STANDBY_MS = const(600000)\n") == 1
    changed = text.replace("STANDBY_MS = const(600000)\n", f"STANDBY_MS = const({STANDBY_MS})\n")
    return Pico(micropython, changed={"firmware/config.py": changed})


def test_standby_turns_the_rail_off_and_the_waking_press_scores_nothing(micropython):
    pico = drowsy(micropython)
    pico.play("A+5 OK")
    asleep = READY_MS + 140 + STANDBY_MS
    pico.press("B+5", asleep + 2000)
    pico.press("B+2", asleep + 4000)
    pico.send(asleep + 4500, id=1, do="status")
    edges = changes(pico, 2, asleep + 5000, 200)
    assert [level for _, level in edges] == [0, 1, 0, 1]
    assert edges[2][0] - asleep <= 500
    assert edges[3][0] - asleep - 2000 <= 400
    tracks = pico.told()[0]["tracks"]
    assert (tracks["A"]["front"], tracks["B"]["pending"]) == (5, 2)
    woken = [ms for ms, _, _ in pico.frames() if ms > asleep + 1500]
    assert woken[0] >= asleep + 2000 + RAIL_RISES_MS


def test_buzzer_clicks_refuses_and_tells_of_a_game(pico):
    """A press; a refusal; a game, with sign-off off."""
    pico.run("world.NAP_US = 5000")
    pico.send(READY_MS, id=1, do="configure", sign_off=False)
    end = pico.play("A+5 A< A<", READY_MS + 400)
    pico.send(end + 500, id=2, do="judge", op="award", team="A", holes=121)
    pico.power_on(end + 2000)
    tones = pico.value("world.tones")
    assert {pitch for _, pitch, duty in tones if duty} == {4000}, "what the piezo is made for"
    lengths = [after - ms for (ms, _, duty), (after, _, ended) in pairwise(tones) if duty and not ended]
    assert lengths[0] == pytest.approx(4, abs=5)
    assert lengths[-6:] == pytest.approx([40, 40, 40, 140, 140, 360], abs=5), "a refusal, then the end of the game"


def test_status_and_selftest_tell_what_is_measured(board):
    end = board.play("A+5 A+2 OK B+1 OK")
    board.send(end, id=1, do="status")
    # Free flash is counted a piece a step, from a second after the last key.
    board.send(end + 5000, id=2, do="selftest")
    board.power_on(end + 5500)
    lines = board.told()
    status, report = (next(line for line in lines if line["id"] == number) for number in (1, 2))
    assert set(status) > MEASURED
    assert set(report) > MEASURED | {"firmware", "machine", "ma", "port_ma", "rail_mv", "flash", "keys_down", "notes"}
    for reply in (status, report):
        assert reply["step_us"]["count"] > 100
        assert reply["step_us"]["median"] <= reply["step_us"]["p99"] <= reply["step_us"]["longest"]
        assert reply["key_us"]["count"] >= 5
        assert 0 < reply["key_us"]["median"] <= 50_000
        assert reply["appends"] == {"count": 2, "slow": 0}
        assert reply["frames"] > 5
        assert RAIL_RISES_MS <= reply["start_ms"] <= 1000
        assert reply["heap"]["used"] > 0 < reply["heap"]["free"]
    assert "Pico" in report["machine"]
    assert report["rail_mv"] == 5000 or board.platform != "rp2"
    assert 100 < report["ma"] <= report["port_ma"] == 500
    flash = report["flash"]
    # Only of a Pico's chip does the firmware know the size.
    assert 0 < flash["free"] < flash["whole"] or board.platform != "rp2" and flash["free"] == flash["whole"] == 0


def test_strips_without_supply_are_told_for_as_long_as_it_lasts(pico):
    pico.at(500, "lambda: setattr(world, 'rail_mv', 0)")
    pico.send(1000, id=1, do="status")
    pico.at(1500, "lambda: setattr(world, 'rail_mv', 5001)")
    pico.send(2000, id=2, do="status")
    pico.power_on(2500)
    notes = {line["id"]: line["notes"] for line in pico.told() if "notes" in line}
    assert notes == {1: ["LED rail: 0 mV; strips want 4400 or more"], 2: []}


def selftest_frames(pico, ms):
    pico.send(READY_MS, id=1, do="selftest", lights=True)
    pico.power_on(READY_MS + ms)
    assert pico.told()[-1]["ok"]
    return [(time, track, lit(frame)) for time, track, frame in pico.frames() if time > READY_MS + 60]


@pytest.mark.deep
def test_selftest_lights_every_led_in_every_colour_in_chain_order(pico):
    seen = []
    for _, track, light in selftest_frames(pico, 3 * LEDS * 40 + 2000):
        if track == 1 and light not in seen[-1:]:
            seen.append(light)
    colours = [(60, 0, 0), (0, 60, 0), (0, 0, 60)]
    walk = [{led: colour} for colour in colours for led in range(LEDS)]
    start = walk.index(seen[0])
    assert start <= 3
    assert seen[: len(walk) - start] == walk[start:]


def test_selftest_echoes_each_key_on_its_team_s_track(pico):
    keys = ["A+1", "A+2", "A+5", "A<", "B+1", "B+2", "B+5", "B<"]
    for i, key in enumerate(keys):
        pico.press(key, 2000 + 500 * i, 300)
    pico.press("OK", 6000, 300)
    frames = selftest_frames(pico, 7000)
    for i, key in enumerate(keys):
        marks = {track: len(light) - 1 for time, track, light in frames if 2150 + 500 * i < time < 2250 + 500 * i}
        assert marks == ({0: 1, 1: 0} if key[0] == "A" else {0: 0, 1: 1}), key
    assert {track: len(light) - 1 for time, track, light in frames if 6150 < time < 6250} == {0: 1, 1: 1}


def test_selftest_s_lights_are_refused_while_a_game_is_on_and_without_the_pin(pico):
    pico.send(READY_MS, id=1, do="configure", new_pin="1234")
    pico.send(READY_MS + 200, id=2, do="selftest", lights=True)
    end = pico.play("A+5 OK", READY_MS + 400)
    pico.send(end, id=3, do="selftest", lights=True, pin="1234")
    pico.send(end + 200, id=4, do="selftest")
    pico.power_on(end + 1000)
    replies = {line["id"]: line for line in pico.told()}
    assert (replies[2]["error"], replies[3]["error"], replies[4]["ok"]) == ("pin", "busy", True)


def test_a_host_that_does_not_read_stops_nothing(pico):
    pico.at(10, "lambda: setattr(world, 'host_reads', False)")
    pico.send(READY_MS, id=1, do="selftest")
    end = pico.play("A+5 OK", READY_MS + 100)
    pico.at(end, "lambda: setattr(world, 'host_reads', True)")
    assert pico.status(end + 500)["tracks"]["A"]["front"] == 5


def test_no_frame_begins_while_another_is_on_the_wire_where_the_rail_rose_while_the_firmware_loaded(micropython):
    text = bundle()["firmware/boards/carrier.py"]
    assert text.count('"rail_ms": 700') == 1
    loaded_late = {"firmware/boards/carrier.py": text.replace('"rail_ms": 700', '"rail_ms": 0')}
    pico = Pico(micropython, changed=loaded_late)
    pico.power_on(4000)
    whole = [ms for ms, track, _ in pico.frames() if track == 1][-1]
    pico = Pico(micropython, changed=loaded_late)
    pico.press("A+5", whole + 1)
    pico.power_on(4000)
    begun = sorted({ms for ms, _, _ in pico.frames()})
    assert begun[begun.index(whole) + 1] - whole >= 4, begun


def test_the_processor_sleeps_more_than_half_of_the_time_between_two_presses(pico):
    pico.run("world.NAP_US = world.REAL_NAP_US")
    pico.at(1500, "lambda: setattr(world, 'slept_us', 0)")
    pico.power_on(2500)
    assert 500_000 < pico.value("world.slept_us") < 1_000_000


def test_a_key_ends_the_sleep_at_once(pico):
    pressed_us = [1000 * ms for ms in range(1500, 2000, 53)]
    for count, us in enumerate(pressed_us):
        pico.press(("A+1", "A<")[count % 2], us // 1000, 20)
    pico.power_on(2100)
    lit_us = pico.value("[frame[0] for frame in world.frames]")
    late_us = [min(us for us in lit_us if us >= pressed) - pressed for pressed in pressed_us]
    assert max(late_us) <= pico.value("world.STEP_US + 50")
