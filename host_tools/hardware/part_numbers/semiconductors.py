"""Ordering codes of chips, transistors, diodes and LEDs."""

from .rule import DESIGNS, MEMORY, PARTLY, Rule, known

_PAGE = "its maker's page, read 2026-11"
_TI_14 = {"N": "DIP-14", "NE4": "DIP-14", "D": "SO-14", "DR": "SO-14", "PW": "TSSOP-14", "PWR": "TSSOP-14"}
_TI_16 = {"DW": "SOIC-16W", "DWR": "SOIC-16W", "D": "SO-16", "PW": "TSSOP-16", "PWR": "TSSOP-16", "N": "DIP-16"}
_EXPANDERS = {
    "TCA9554": {"khz": 400, "address": 0x20},
    "PCA9554": {"khz": 400, "address": 0x20},
    "PCA9554A": {"khz": 400, "address": 0x38},
    "PCF8574": {"khz": 100, "address": 0x20},
}
"""The address with all three address pins low."""
_RECTIFIER_VOLTS = {"1": 50, "2": 100, "3": 200, "4": 400, "5": 600, "6": 800, "7": 1000}
_SCHOTTKY_VOLTS = {"7": 20, "8": 30, "9": 40}
_DO_41 = {"package": "DO-41", "amps": 1}
_TO_92 = {"package": "TO-92"}
_RGB = {"package": "5050", "pads": 4, "colours": "RGB"}
_MOSFET = _TO_92 | {"channel": "N", "volts": 60}

RULES = [
    # Texas Instruments: family, function, package.
    Rule(r"(?:SN|CD)74(?P<family>[A-Z]+)125(?P<package>NE4|N|DR|D|PWR|PW)", MEMORY,
         tables={"package": _TI_14}),
    Rule(r"SN74(?P<family>[A-Z]+)125D on an adapter SO-14 to DIP-14", MEMORY, {"package": "DIP-14"}),
    Rule(r"LM(?:339A?|2901)(?P<package>N|DR|D|PWR|PW)", MEMORY, {"output": "open collector"}, {"package": _TI_14}),
    # TPS255x: 2 switches on when low, 3 when high; -1 stays off after a fault.
    Rule(r"TPS255(?P<enable>[23])(?P<fault>-1)?DBV[RT]", MEMORY, {"package": "SOT-23-6"},
         {"enable": {"2": "low", "3": "high"}, "fault": {"-1": "stays off"}}),
    # NXP's D is the wide SO-16 here, Texas Instruments' the narrow one.
    Rule(r"(?P<name>TCA9554|PCA9554A|PCA9554|PCF8574)(?P<package>DWR|DW|D|PWR|PW|N)", _PAGE,
         tables={"name": _EXPANDERS, "package": _TI_16}),
    Rule(r"(?P<name>PCA9554A|PCA9554)D \(NXP\)", MEMORY, {"package": "SOIC-16W"}, {"name": _EXPANDERS}),
    # Transistors in TO-92: their leads from 1 to 3, and the highest threshold of the gate.
    Rule(r"2N7000(?:TA|BU|-G)?", MEMORY, _MOSFET | {"leads": "SGD", "threshold": 3.0}),
    Rule(r"VN10KN3-G", MEMORY, _MOSFET | {"leads": "SGD", "threshold": 2.5}),
    Rule(r"BS170(?:-D27Z|G)?", MEMORY, _MOSFET | {"leads": "DGS", "threshold": 3.0}),
    Rule(r"(?:2N3904|2N4401|PN2222A)(?:BU|TA|TF|TFR)?", PARTLY, _TO_92 | {"leads": "EBC", "volts": 40}),
    Rule(r"BC5(?:47|48|49)[ABC]?(?:BU|TA|G)?", MEMORY, _TO_92 | {"leads": "CBE", "volts": 30}),
    # Diodes. Littelfuse and Vishay SA: volts it stands off; A: 5 %; C: both directions; what follows is the packing.
    Rule(r"1N400(?P<volts>[1-7])(?:-E3/(?:54|73)|-T|G)?", MEMORY, _DO_41 | {"junction": "silicon"},
         {"volts": _RECTIFIER_VOLTS}),
    Rule(r"1N581(?P<volts>[789])(?:-E3/(?:54|73)|-T|G|RL)?", MEMORY, _DO_41 | {"junction": "Schottky"},
         {"volts": _SCHOTTKY_VOLTS}),
    Rule(r"SB1(?P<volts>[2346])0(?:-E3/(?:54|73)|-T)?", MEMORY, _DO_41 | {"junction": "Schottky"},
         {"volts": {"2": 20, "3": 30, "4": 40, "6": 60}}),
    Rule(r"SA(?P<standoff>[\d.]+)(?P<directions>C?)A(?:-[BT]|-E3/(?:54|73))?", MEMORY, {"package": "DO-15"},
         {"standoff": {"5.0": 5.0, "6.0": 6.0, "6.5": 6.5, "12": 12.0}, "directions": {"": "one", "C": "both"}}),
    Rule(r"SMAJ(?P<standoff>[\d.]+)(?P<directions>C?)A", MEMORY, {"package": "SMA"},
         {"standoff": {"5.0": 5.0, "6.0": 6.0}, "directions": {"": "one", "C": "both"}}),
    # LEDs. Kingbright WP710: 3 mm; the letters are the colour, 5V a resistor inside. Vishay TLHx44: 3 mm.
    Rule(r"WP710A10(?P<colour>ID|SRD|YD|SGD|SGC)(?P<inside>5V)?", DESIGNS, {"diameter": 3.0, "inside": "nothing"},
         {"colour": {"ID": "red", "SRD": "red", "YD": "yellow", "SGD": "green", "SGC": "green"},
          "inside": {"5V": "a resistor"}}),
    Rule(r"TLH(?P<colour>[RYGO])44\d\d", DESIGNS, {"diameter": 3.0, "inside": "nothing"},
         {"colour": {"R": "red", "Y": "yellow", "G": "green", "O": "orange"}}),
    *known({"SK6812": _RGB | {"chip": "SK6812"}}, _PAGE),
    *known({"SK6812RGB": _RGB | {"chip": "SK6812"}, "SK6812RGBW": _RGB | {"chip": "SK6812", "colours": "RGBW"},
            "WS2812B-B": _RGB | {"chip": "WS2812B"}}, MEMORY),
]  # fmt: skip
