"""The power report: the firmware's frames, within the port or refused."""

import re

import pytest

from firmware.config import DISPLAY_MA, TEAMS
from firmware.view.lights import power as firmware_power
from host_tools.hardware import params, power, simulated_peak_current
from host_tools.hardware.power import PowerError
from host_tools.sim.virtual.scenario_parser import parse
from host_tools.sim.virtual.scenario_player import Player

PHASES = {"idle", "pending", "claim", "sign", "undo", "game-over", "match-over", "status", "setup", "judge"}


@pytest.fixture(scope="module")
def cells(folder):
    """The report as the guide prints it: (tracks, LEDs) to dark, play, and worst by port."""
    text = (folder / "DESIGN.md").read_text(encoding="utf-8")
    heads, _, *lines = (
        re.search(r"<!-- begin power -->\n(.*?)<!-- end power -->", text, re.DOTALL).group(1).splitlines()
    )
    ports = [int(port) for port in re.findall(r"worst on (\d+) mA", heads)]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {(int(c[0]), c[1]): (int(c[2]), int(c[3]), dict(zip(ports, c[4:], strict=True))) for c in rows}


def test_report_has_every_combination(cells, parameters):
    names = [kind.name for kind in parameters.power.kinds.values()]
    assert set(cells) == {(t, n) for t in (2, 3, 4) for n in names}
    assert all(list(worst) == [500, 900, 1500] for _, _, worst in cells.values())


def test_dark_is_what_the_data_sheets_say(cells):
    for (tracks, name), (dark, _, _) in cells.items():
        leds = 121 if "street" in name else 141
        assert dark == round(100 + tracks * leds * 0.23)


def test_what_fits_stays_within_port_and_budget(cells):
    for (tracks, name), (dark, play, by_port) in cells.items():
        for port, cell in by_port.items():
            worst = int(cell.split()[0])
            assert dark < play < worst <= port
            leds = 121 if "street" in name else 141
            budget = tracks * firmware_power.track_budget(port, tracks, leds, 230)
            assert worst <= firmware_power.estimate_ma(budget, tracks * leds, 230)


def test_what_does_not_fit_says_why(change):
    """WS2812B: three tracks take more dark than a port of 500 mA gives."""
    wrong = params.load(change("build.kept", ["two"]))
    wrong.power.kinds["strip"].dark = 1.0
    line = power.table(wrong, [power.row(wrong, 3, "strip", 500)]).splitlines()[-1]
    assert "does not fit: the firmware refuses it (port_ma: 500 mA do not carry 3 tracks; they need 557" in line


def test_what_fits_only_with_the_firmware_told_says_so(cells):
    """As shipped the firmware takes every dark LED for WS2812B's 1 mA."""
    told = {(*key, port) for key, row in cells.items() for port, cell in row[2].items() if "--led-dark-ua 230" in cell}
    boards = {(4, "SK6812 street boards", 500)}
    assert told == {(3, "SK6812 strip", 500), (4, "SK6812 strip", 500)} | boards


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
        ("power.kinds.strip.dark", 2, "two, 2 tracks of SK6812 strip on 500 mA, does not fit: .*500 mA.* 2 tracks"),
        ("power.limit_low_kohm", 75.0, "the load switch may limit at 31"),
        ("power.bulk_uf", 4000, "switching the strips on takes more than 50 ms"),
        ("power.port_volts", 4.5, "less than 4.4"),
        ("power.strip_mohm_per_metre", 9000, "the last LED gets"),
        (
            "build.options.large-display.has",
            {"displays": ["large", "large"], "port": 1500},
            "displays and bus take 405 mA of 3.3 V, a Pico has 300",
        ),
        ("bank.keeps_on_ma", 140, r"two\+battery, .* in standby a pulse takes 131 mA; a power bank wants 140"),
        ("display.kinds.small.ma", 60, r"two\+display, .* sign and its displays take 536 mA"),
    ],
)
def test_build_that_does_not_fit_is_refused_with_the_reason(change, place, value, said):
    wrong = params.load(change(place, value))
    with pytest.raises(PowerError, match=said):
        _check_all(wrong)


def _check_all(parameters):
    for build in parameters.builds:
        power.check(parameters, [], build)


def test_teams_of_the_script_are_the_boards():
    assert all(team + "+1:1200" in simulated_peak_current.all_scenes(TEAMS) for team in TEAMS[1:])


def test_firmware_leaves_a_small_display_what_the_parameters_say(parameters):
    assert parameters.display.kinds["small"].ma == DISPLAY_MA
