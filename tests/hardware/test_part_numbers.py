"""Part numbers against the places they are for: those that once stood in the list and do not do are refused."""

import csv
import io
from copy import deepcopy

import pytest

from host_tools.hardware.bom import Bom
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.part_numbers import check
from host_tools.hardware.part_numbers.reader import facts
from host_tools.hardware.part_numbers.want import objections


@pytest.fixture(scope="module")
def bom(parameters, folder):
    return Bom(parameters, folder)


@pytest.mark.parametrize(
    ("item", "number", "said"),
    [
        ("pico", "SC0917", "headers soldered, not none"),
        ("shifter", "SN74AHCT125D", "package SO-14, not DIP-14"),
        ("shifter", "CD74HCT125N", "family HCT, not AHCT"),
        ("shifter", "SN74AHC125N", "family AHC, not AHCT"),
        ("load-switch", "TPS2552DBVR", "enable low, not high"),
        ("load-switch", "TPS2553-1DBVR", "fault stays off, not tries again"),
        ("comparator", "LM339D", "package SO-14, not DIP-14"),
        ("expander", "PCF8574DW", "khz 100 kHz, not 400 or more"),
        ("expander", "PCA9554ADWR", "address 56, not 32"),
        ("expander", "PCA9554D", "package SO-16, not SOIC-16W"),
        ("n-fet", "BS170", "leads DGS, not SGD"),
        ("npn", "BC547B", "leads CBE, not EBC"),
        ("schottky", "1N4007", "junction silicon, not Schottky"),
        ("diode", "1N5819", "junction Schottky, not silicon"),
        ("tvs", "SA6.0A", "standoff 6 V, not 5 to 5.25"),
        ("tvs", "SA5.0CA", "directions both, not one"),
        ("tvs", "SMAJ5.0A", "package SMA, not DO-15"),
        ("led", "WP710A10SGD", "colour green, not red"),
        ("led", "WP710A10ID5V", "inside a resistor, not nothing"),
        ("wire-link", "0.8 mm", "diameter 0.8 mm, not 0.7 or less"),
        ("r-limit-low", "MFR-25FBF52-56K", "ohms 56000 ohm, not 57600"),
        ("r-16k", "15 kilohm 1 %", "ohms 15000 ohm, not 16000"),
        ("r-10k", "MFR-25JBF52-10K", "percent 5 %, not 1 or less"),
        ("r-330", "3.3 kilohm", "ohms 3300 ohm, not 330"),
        ("c-100n", "FG18X7R1H104KNT06", "pitch 2.5 mm, not 5"),
        ("c-inlet", "FG28X5R0J106MRT06", "volts 6.3 V, not 10 or more"),
        ("c-inlet", "RDER61E106K2M1H03B", "pitch 2.5 mm, not 5"),
        ("c-100n", "C315C104K5R5TA", "pitch 2.54 mm, not 5"),
        ("c-100n", "C322C103K5R5TA", "uf 0.01 uF, not 0.1"),
        ("c-100n", "FG28Y5V1H104ZNT06", "dielectric Y5V, not X7R or X5R"),
        ("c-bulk", "EEU-FR0J471", "pitch 2.5 mm, not 3.5; diameter 6.3 mm, not 8"),
        ("c-bulk", "EEU-FR1A221", "uf 220 uF, not 470"),
        ("c-bulk", "EEU-FR1E101", "pitch 2.5 mm, not 3.5; diameter 6.3 mm, not 8; uf 100 uF, not 470"),
        ("street-capacitor", "CC0603KRX7R5BB104", "volts 6.3 V, not 10 or more"),
        ("street-capacitor", "CL05B104KO8NNNC", "package 0402, not 0603"),
        ("buzzer", "AT-1224-TWT-R (PUI)", "sounder coil, not piezo"),
        ("j-5", "B4B-XH-A", "pins 4, not 5"),
        ("j-3", "S3B-XH-A", "entry side, not top"),
        ("housing-3", "XHP-2", "pins 2, not 3"),
        ("contact", "SXH-002T-P0.6", "thickest 26, not 22 or less"),
        ("street-header", "B3B-PH-K-S", "mount holes, not surface"),
        ("dip-socket", "1-2199298-4", "pins 16, not 14"),
        ("dip-socket", "Mill-Max 110-13-614-41-001000", "width 15.24 mm, not 7.62"),
        ("pico-socket", "M20-7821546", "pins 15, not 20"),
        ("socket-8", "Sullins PRPC008SAAN-RC", "gender pins, not socket"),
        ("key", "MX1A-E1NW", "sold until February 2026, not still"),
        ("socket", "CPG135001S30", "stem Choc, not MX"),
        ("socket", "Gateron KS-2P02B01-02", "stem low profile, not MX"),
        ("strip", "WS2813 144/m IP30", "data lines 2, not 1"),
        ("strip", "WS2812B 60/m IP30", "leds 60 a metre, not 144"),
        ("strip", "WS2812B 144/m IP67", "coating sheath, not none"),
        ("strip-low", "SK6812 RGBW 144/m IP30", "colours RGBW, not RGB"),
        ("street-led", "SK6812RGBW", "colours RGBW, not RGB"),
        ("display-small", "SH1106 0.96 in I2C", "controller SH1106, not SSD1306 or SSD1315"),
        ("display-large", "Adafruit 2719 (set to I2C)", "controller SSD1305, not SSD1309"),
        ("fuse", "MF-R050 (Bourns)", ""),
        ("sot-adapter", "Chip Quik PA0085", "between rows 15.24 mm, not 7.62"),
        ("wire-red", "AWG 20, red", "awg 20, not 22"),
        ("wire-red", "AWG 24, red", "awg 24, not 22"),
        ("wire-signal", "AWG 30, yellow", "awg 30, not 22 to 28"),
        ("street-cable", "PHR-3 to PHR-3, AWG 28, 100 mm", "awg 28, not 24 to 26"),
        ("standoff", "Keystone 24438", "length 25 mm, not 12"),
        ("standoff", "970100321", "length 10 mm, not 12"),
        ("screw-rim", "DIN 7985 M3x45", "length 45 mm, not 50"),
        ("screw-rim", "ISO 7380 M3x50", "longest 30 mm, not 50 or more"),
        ("screw-short", "DIN 912 M3x8", "head height 3 mm, not 2.4 or less"),
        ("nut", "DIN 985 M3 (self-locking)", "height 4 mm, not 3 or less"),
        ("nut", "ISO 7040 M3", "height 4.5 mm, not 3 or less"),
        ("carrier-board", "carrier, 4 layers, 1.6 mm, 35 um", "layers 4, not 2"),
        ("bank", "Xiaomi PLM09ZM", ""),
        ("bay-rail", "wood 4 x 12 mm", "height 12 mm, not 10"),
        ("screw-charger", "ISO 7045 M2x6", "length 6 mm, not 10"),
        ("header-8", "1x7, 2.54 mm, straight", "pins 7, not 8"),
        ("header-8", "M20-7820846", "gender socket, not pins"),
        (
            "charger-module",
            "Adafruit 1944 (PowerBoost 500C)",
            "family PowerBoost 500C, not PowerBoost 1000C; amps 0.5 A, not 1 or more",
        ),
        ("cell", "Adafruit 258", "mah 1200 mAh, not 2500 or more"),
        ("toggle-switch", "MTS-123", "contacts on-off-(on), not on-on or on-off"),
        ("r-100k", "120 kilohm", "ohms 120000 ohm, not 100000; percent 5 %, not 1 or less"),
    ],
)
def test_number_in_a_place(parameters, bom, item, number, said):
    """Numbers that do not do, most of which once stood in the list, and what is said of them."""
    wants = check.wanted(parameters, bom, item)
    assert wants.keys() & facts(number).keys()
    assert "; ".join(objections(wants, facts(number))) == said


def test_committed_check_has_every_number_of_the_list_and_all_do(folder, parameters, bom):
    text = (folder / check.FILE).read_text(encoding="utf-8")
    assert text == check.table(parameters, bom)
    lines = list(csv.DictReader(io.StringIO(text)))
    numbers = [(item, number) for item, entry in bom.items.items() for number in (entry["mpn"], *entry["alternates"])]
    assert [(line["id"], line["number"]) for line in lines] == numbers
    assert {line["verdict"] for line in lines} == {check.DOES, check.DESCRIBED, check.NONE}
    assert all(bool(line["compared"]) == (line["verdict"] == check.DOES) for line in lines)
    assert all(bool(line["compared"]) == bool(line["rule_from"]) for line in lines)
    check.check(parameters, bom)


def test_list_with_a_number_that_does_not_do_is_refused(parameters, folder):
    wrong = Bom(parameters, folder)
    wrong.items["c-100n"]["alternates"][1] = "FG18X7R1H104KNT06 (TDK)"
    with pytest.raises(ParamsError, match=r"parts.toml: c-100n: FG18X7R1H104KNT06 \(TDK\): pitch 2.5 mm, not 5"):
        check.check(parameters, wrong)


@pytest.mark.parametrize("number", ["Vector 64P44WE", "24436", "PA0087 (Chip Quik)", "ACME-123/X"])
def test_number_that_no_rule_reads_is_no_description(parameters, folder, number):
    unread = Bom(parameters, folder)
    unread.items["perfboard"]["mpn"] = number
    assert {line.number: line.verdict for line in check.lines(parameters, unread)}[number] == check.UNREAD


@pytest.mark.parametrize(
    ("section", "name", "value", "item", "number", "said"),
    [
        ("voice", "ma", 250, "fuse", "RXEF025", "hold 0.25 A, not 0.3731 or more"),
        ("power", "controller", 1200, "schottky", "1N5819", "amps 1 A, not 1.43 or more"),
        ("power", "limit_high_kohm", 9.0, "contact", "SXH-001T-P0.6", "amps 3 A, not 3.371 or more"),
        ("power", "wire_mohm_per_metre", 34, "wire-red", "AWG 22, red", "awg 22, not 22 to 20"),
        ("screws", "standoff", 14, "standoff", "970120321", "length 12 mm, not 14"),
        ("case", "strip_plate", 4, "screw-street", "ISO 7045 M2x6", "length 6 mm, not 8"),
        ("carrier", "pico_stack", 14.0, "pico-socket", "M20-7822046", "height 8.5 mm, not 11.46"),
        ("bay", "rail", [4.0, 12.0], "bay-rail", "wood 4 x 10 mm", "height 10 mm, not 12"),
        ("carrier", "spacer", 6.0, "screw-charger", "ISO 7045 M2x10", "length 10 mm, not 16"),
        ("charger", "switch_hole", 6.2, "toggle-switch", "7101SYZQE", "bushing 6.35 mm, not 5.6 to 6.2"),
        ("charger", "ma", 2000, "cell", "Adafruit 328", "mah 2500 mAh, not 5000 or more"),
    ],
)
def test_what_is_wanted_follows_the_parameters(parameters, bom, section, name, value, item, number, said):
    changed = deepcopy(parameters)
    setattr(getattr(changed, section), name, value)
    assert objections(check.wanted(changed, bom, item), facts(number)) == [said]


@pytest.mark.parametrize("item", ["wire-red", "wire-signal", "contact", "fuse"])
def test_list_with_words_for_numbers_that_others_go_by_is_checked_without_them(parameters, folder, item):
    other = Bom(parameters, folder)
    other.items[item]["mpn"] = "what the shop has"
    check.check(parameters, other)


def test_parameters_without_builds_are_checked(parameters, bom):
    none = deepcopy(parameters)
    none.builds = []
    assert check.lines(none, bom)


def test_words_say_nothing(bom):
    assert facts("any XH 2.5 mm header, 3 pins, upright") == facts("a laser cutter near you") == {}
