"""A sound module at a Pico's debug serial port, in real MicroPython with its heap locked in each step."""

from firmware.sound_module import FILES_IN_FOLDER, GAP_MS, STARTING_MS
from firmware.view.voice.spoken_buffer import NUMBERS_AT, TEAM_NUMBERS_AT

SAID_MS = 40_000
"""Without any sign of an end each clip takes its longest time."""
PLAY = 0x0F


def commands(pico):
    """(ms, command, parameter) of all packets, each with the right checksum."""
    sent = [(ms, bytes(packet)) for ms, packet in pico.value("[[ms, list(packet)] for ms, packet in world.commands]")]
    for _, packet in sent:
        assert (packet[:3], packet[9], len(packet)) == (b"\x7e\xff\x06", 0xEF, 10)
        assert sum(packet[1:7]) + int.from_bytes(packet[7:9], "big") == 0x10000
    return [(ms, packet[3], packet[5], packet[6]) for ms, packet in sent]


def played(pico):
    return [(high - 1) * FILES_IN_FOLDER + low - 1 for _, command, high, low in commands(pico) if command == PLAY]


def test_a_game_is_said_without_taking_memory(pico):
    pico.hardware(voice=True, port_ma=1500)
    for at_ms, key in ((9000, "A+5"), (9200, "A+2"), (9400, "OK"), (26_000, "MENU")):
        pico.press(key, at_ms)
    status = pico.status(SAID_MS)
    assert status["tracks"]["A"]["front"] == 7
    assert pico.signs() == 0
    said = played(pico)
    assert said[:3] == [0, TEAM_NUMBERS_AT + 7, NUMBERS_AT + 7]
    assert said[3] == TEAM_NUMBERS_AT + 7
    assert "voice: its sound module does not answer" in status["notes"]


def test_no_command_comes_before_the_module_hears_or_too_soon(pico):
    pico.hardware(voice=True, port_ma=1500)
    pico.play("A+5 OK B+2 OK A< A+1 OK", 9000)
    pico.status(20_000)
    times = [ms for ms, *_ in commands(pico)]
    assert times[0] >= STARTING_MS
    assert min(b - a for a, b in zip(times, times[1:], strict=False)) >= GAP_MS


def test_without_a_voice_the_port_stays_closed(pico):
    status = pico.status(5000)
    assert commands(pico) == []
    assert "voice" not in status
