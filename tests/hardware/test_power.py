"""The power report: the firmware's frames, within the port or refused."""

import re

import pytest

from firmware.config import DISPLAY_MA, TEAMS
from firmware.view.lights import power as firmware_power
from host_tools.hardware import power, simulated_peak_current
from host_tools.hardware.power import PowerError
from host_tools.sim.virtual.scenario_parser import parse
from host_tools.sim.virtual.scenario_player import Player

PHASES = {"idle", "pending", "claim", "sign", "undo", "game-over", "match-over", "status", "setup", "judge"}


@pytest.fixture(scope="module")
def rows(folder):
    """The report as the guide prints it: (tracks, LEDs, port) to the cells after them."""
    text = (folder / "DESIGN.md").read_text(encoding="utf-8")
    block = re.search(r"<!-- begin power -->\n(.*?)<!-- end power -->", text, re.DOTALL).group(1)
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]]
    return {(int(c[0]), c[1], int(c[2])): c[3:] for c in cells}


def test_report_has_every_combination(rows, parameters):
    names = [kind.name for kind in parameters.power.kinds.values()]
    assert set(rows) == {(t, n, p) for t in (2, 3, 4) for n in names for p in (500, 900, 1500, 3000)}


def test_dark_is_what_the_data_sheets_say(rows):
    for (tracks, name, _), cells in rows.items():
        each = {"WS2812B strip": 1, "SK6812 strip": 0.23, "SK6812 street boards": 0.23}[name]
        leds = 121 if "street" in name else 141
        assert int(cells[0]) == round(100 + tracks * leds * each)


def test_what_fits_stays_within_port_and_budget(rows):
    fitting = {key: cells for key, cells in rows.items() if cells[5].startswith("fits")}
    assert len(fitting) == 34
    for (tracks, name, port), cells in fitting.items():
        dark, play, worst, margin = (int(cells[i]) for i in (0, 1, 2, 4))
        assert dark < play < worst <= port
        assert margin == port - worst
        if name.startswith("WS2812B"):
            budget = tracks * firmware_power.track_budget(port, tracks, 141, 1000)
            assert worst <= firmware_power.estimate_ma(budget, tracks * 141, 1000)


def test_what_does_not_fit_says_why(rows):
    refused = {key[0]: cells for key, cells in rows.items() if not cells[5].startswith("fits")}
    assert set(refused) == {3, 4}
    assert all("500 mA" in cells[5] and f"{tracks} tracks" in cells[5] for tracks, cells in refused.items())


def test_what_fits_only_with_the_firmware_told_says_so(rows):
    """As shipped the firmware takes every dark LED for WS2812B's 1 mA."""
    fitting = {key for key, cells in rows.items() if cells[5] == "fits with `--led-dark-ua 230`"}
    boards = {(4, "SK6812 street boards", 500)}
    assert fitting == {(3, "SK6812 strip", 500), (4, "SK6812 strip", 500)} | boards


def test_evening_visits_every_phase():
    seen = simulated_peak_current.Evening(3, 141, 1500, 1000, brightness=5).seen
    assert {phase for phase, _ in seen} >= PHASES
    most = {wanted: max(light for phase, light in seen if phase == wanted) for wanted in ("idle", "pending")}
    assert most["pending"] > most["idle"]


def test_worst_scene_is_no_less_than_a_game_played_by_other_keys(tmp_path):
    """A game from a scenario, at full brightness, never takes more than the report's worst."""
    counts = "".join(f"A+5 A+5 A+5 A+5 A+5 A+{n} wait 700 OK B+5 B+5 B+2 wait 700 B+1 OK wait 300\n" for n in "1212")
    most = []
    text = "set brightness 5\n" + counts + "A+5 A+5 A+5 wait 900 OK wait 900 B+5:1100 wait 500"
    player = Player(parse(text), str(tmp_path), lambda ms, hal: most.append(sum(map(sum, hal.shown))))
    player.run()
    worst = simulated_peak_current.measure_scenes(2, 141, 500, 1000).worst
    assert firmware_power.estimate_ma(max(most), 282, 1000) <= worst


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (
            "builds.three.port",
            500,
            "three, 3 tracks of WS2812B strip on 500 mA, does not fit: .*500 mA.* 3 tracks",
        ),
        ("power.limit_low_kohm", 75.0, "the load switch may limit at 31"),
        ("power.bulk_uf", 4000, "switching the strips on takes more than 50 ms"),
        ("power.port_volts", 4.5, "less than 4.4"),
        ("power.strip_mohm_per_metre", 9000, "the last LED gets"),
        (
            "builds.two-large-display.displays",
            ["large", "large"],
            "displays and bus take 405 mA of 3.3 V, a Pico has 300",
        ),
        ("bank.keeps_on_ma", 140, "two-battery, .* in standby a pulse takes 131 mA; a power bank wants 140"),
        ("display.kinds.small.ma", 60, "two-display, .* sign and its displays take 532 mA"),
    ],
)
def test_build_that_does_not_fit_is_refused_with_the_reason(change, place, value, said):
    from host_tools.hardware import params

    wrong = params.load(change(place, value))
    offered = [power.row(wrong, build.tracks, build.kind, build.port) for build in wrong.builds]
    with pytest.raises(PowerError, match=said):
        power.check(wrong, offered)


def test_teams_of_the_script_are_the_boards():
    assert all(team + "+1:1200" in simulated_peak_current.all_scenes(TEAMS) for team in TEAMS[1:])


def test_firmware_leaves_a_small_display_what_the_parameters_say(parameters):
    assert parameters.display.kinds["small"].ma == DISPLAY_MA
