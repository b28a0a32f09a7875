"""What a maker's part number says of a part: package, pitch, pins, value, voltage, logic family, bus speed.

The rules are the makers' ordering codes. Murata's and KEMET's pages were read for this, 2026-11; the others are as
distributors commonly list them, and were not read again. A number that no rule fits says nothing here.
"""

import re
from collections.abc import Callable
from typing import Any

Facts = dict[str, Any]
"""package; family; pins; pitch in mm; volts; uf; ohms; percent (tolerance); khz (of the bus); address."""

_VOLTS = {"0J": 6.3, "1A": 10, "1C": 16, "1E": 25, "1V": 35, "1H": 50}
"""EIA's codes, which TDK, Murata, Panasonic and Nichicon use."""
_KEMET_VOLTS = {"8": 10, "4": 16, "3": 25, "5": 50, "1": 100}
_KEMET_PITCH = {"315": 2.54, "317": 5.08, "320": 2.54, "322": 5.08, "330": 5.08, "333": 5.08}
_TI_PACKAGES = {"N": "DIP-14", "NE4": "DIP-14", "D": "SO-14", "DR": "SO-14", "PW": "TSSOP-14"}
_EXPANDERS = {"TCA9554": (400, 0x20), "PCA9554": (400, 0x20), "PCA9554A": (400, 0x38), "PCF8574": (100, 0x20)}


def facts(number: str) -> Facts:
    """Return what a part's number says; {} for one that no rule fits. A comment in brackets may follow it."""
    bare = re.sub(r" \(.*\)$", "", number)
    for pattern, read in _RULES:
        if match := re.fullmatch(pattern, bare):
            return read(*match.groups())
    return {}


def _microfarads(digits: str) -> float:
    """Return the microfarads of three digits: two figures of picofarads, and how many noughts follow."""
    return round(int(digits[:2]) * 10 ** int(digits[2]) / 1e6, 6)


def _ohms(text: str) -> float:
    """Return the value of `57K6`, `330R` or `4K70`."""
    figure, letter, rest = re.fullmatch(r"(\d+)([RKM]?)(\d*)", text).groups()  # type: ignore[union-attr]
    return float(f"{figure}.{rest or 0}") * {"R": 1, "": 1, "K": 1e3, "M": 1e6}[letter]


def _shifter(family: str, package: str, adapter: str | None) -> Facts:
    return {"family": family, "package": "DIP-14" if adapter else _TI_PACKAGES[package]}


def _expander(name: str, _: str) -> Facts:
    khz, address = _EXPANDERS[name]
    return {"khz": khz, "address": address, "package": "SOIC-16W"}


def _capacitor(digits: str, volts: float, pitch: float | None = None) -> Facts:
    found: Facts = {"uf": _microfarads(digits), "volts": volts}
    return found | ({"pitch": pitch} if pitch else {})


_RULES: list[tuple[str, Callable[..., Facts]]] = [
    # Texas Instruments: family, function, package.
    (r"(?:SN|CD)74([A-Z]+)125(NE4|N|DR|D|PW)( on an adapter SO-14 to DIP-14)?", _shifter),
    (r"LM(?:339A?|2901)(N|D|PW)", lambda package: {"package": _TI_PACKAGES[package]}),
    (r"TPS2553DBV[RT]", lambda: {"package": "SOT-23-6"}),
    (r"(TCA9554|PCA9554A|PCA9554|PCF8574)(DWR?|D)", _expander),
    # TDK FG: the first figure is the pitch. KEMET C3xx, Vishay K, Murata RDE: it is in the series or the lead's code.
    (r"FG([12])\d[A-Z0-9]{3}(\d[A-Z])(\d{3})\w+",
     lambda lead, volts, digits: _capacitor(digits, _VOLTS[volts], 2.5 if lead == "1" else 5.0)),
    (r"C(3\d\d)C(\d{3})\w(\d)\w+",
     lambda series, digits, volts: _capacitor(digits, _KEMET_VOLTS[volts], _KEMET_PITCH[series])),
    (r"K(\d{3})K\d\dX7RF53([HL])([25])",
     lambda digits, _, lead: _capacitor(digits, 50, 5.0 if lead == "5" else 2.5)),
    (r"RDE\w\d(\d[A-Z])(\d{3})\w\d([KPM])1\w+",
     lambda volts, digits, lead: _capacitor(digits, _VOLTS[volts], 5.0 if lead == "K" else 2.5)),
    # Panasonic FR and FM, Nichicon HE: electrolytics count in microfarads.
    (r"(?:EEU-F[RM]|UHE)(\d[A-Z])(\d{3})(?:\w+)?",
     lambda volts, digits: {"uf": 1e6 * _microfarads(digits), "volts": _VOLTS[volts]}),
    # Yageo MFR, Stackpole RNF: F is 1 %.
    (r"MFR-25FBF52-(\w+)", lambda value: {"ohms": _ohms(value), "percent": 1}),
    (r"RNF14FTD(\w+)", lambda value: {"ohms": _ohms(value), "percent": 1}),
    (r"([\d.]+) (kil)?ohm( 1 %)?",
     lambda value, kilo, one: {"ohms": float(value) * (1000 if kilo else 1), "percent": 1 if one else 5}),
    # JST XH: how many pins.
    (r"B(\d+)B-XH-A(?:\(LF\)\(SN\))?", lambda pins: {"pins": int(pins), "pitch": 2.5}),
    (r"XHP-(\d+)(?: with wires crimped)?", lambda pins: {"pins": int(pins), "pitch": 2.5}),
]  # fmt: skip
