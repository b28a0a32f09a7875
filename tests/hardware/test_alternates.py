"""Part numbers against the places they are for: those that once stood in the list and do not do are refused."""

import csv
import io

import pytest

from host_tools.hardware import alternates
from host_tools.hardware.bom import Bom
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.ordering_codes import facts


@pytest.fixture(scope="module")
def bom(parameters, folder):
    return Bom(parameters, folder)


@pytest.mark.parametrize(
    ("item", "number", "said"),
    [
        ("c-100n", "FG18X7R1H104KNT06", "leads 2.5 mm apart, not 5"),
        ("c-inlet", "FG28X5R0J106MRT06", "6.3 V, not 10 or more"),
        ("c-inlet", "RDER61E106K2M1H03B", "leads 2.5 mm apart, not 5"),
        ("c-100n", "C315C104K5R5TA", "leads 2.54 mm apart, not 5"),
        ("c-100n", "C322C103K5R5TA", "0.01 uF, not 0.1"),
        ("shifter", "SN74AHCT125D", "package SO-14, not DIP-14"),
        ("shifter", "CD74HCT125N", "family HCT, not AHCT"),
        ("shifter", "SN74AHC125N", "family AHC, not AHCT"),
        ("comparator", "LM339D", "package SO-14, not DIP-14"),
        ("expander", "PCF8574DW", "100 kHz, not 400 or more"),
        ("expander", "PCA9554ADWR", "address 56, not 32"),
        ("r-limit-low", "MFR-25FBF52-56K", "56000 ohm, not 57600"),
        ("r-16k", "15 kilohm 1 %", "15000 ohm, not 16000"),
        ("r-330", "3.3 kilohm", "3300 ohm, not 330"),
        ("c-bulk", "EEU-FR0J471", ""),
        ("c-bulk", "EEU-FR1A221", "220 uF, not 470"),
        ("j-5", "B4B-XH-A", "pins 4, not 5"),
        ("housing-3", "XHP-2", "pins 2, not 3"),
    ],
)
def test_number_that_does_not_do_in_its_place(parameters, bom, item, number, said):
    assert "; ".join(alternates.objections(alternates.wanted(parameters, bom, item), facts(number))) == said


def test_committed_check_is_that_of_the_list_and_all_of_it_does(folder, parameters, bom):
    text = (folder / alternates.FILE).read_text(encoding="utf-8")
    assert text == alternates.table(parameters, bom)
    lines = list(csv.DictReader(io.StringIO(text)))
    assert {line["verdict"] for line in lines} == {"does"}
    assert len({line["id"] for line in lines}) >= 27
    alternates.check(parameters, bom)


def test_list_with_a_number_that_does_not_do_is_refused(parameters, folder):
    wrong = Bom(parameters, folder)
    wrong.items["c-100n"]["alternates"][1] = "FG18X7R1H104KNT06 (TDK)"
    with pytest.raises(ParamsError, match=r"parts.toml: c-100n: FG18X7R1H104KNT06 \(TDK\): leads 2.5 mm apart"):
        alternates.check(parameters, wrong)


def test_words_say_nothing(bom):
    assert facts("any XH 2.5 mm header, 3 pins, upright") == facts("a laser cutter near you") == {}
