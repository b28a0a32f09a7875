"""Ordering codes of connectors, contacts, sockets, keys and wire."""

from .rule import DESIGNS, MEMORY, PARTLY, Rule, known

_XH = {"series": "XH", "pitch": 2.5}
_PH = {"series": "PH", "pitch": 2.0}
_ENTRY = {"B": "top", "S": "side"}
_STRIP = {"pitch": 2.54}
_TOGGLE = {"contacts": "on-on"}
_METRIC_AWG = {"0.14": 26, "0.25": 24, "0.34": 22, "0.5": 20}
"""The gauge next to a cross-section in mm², as makers of LIYV sell one for the other."""

RULES = [
    # JST: B upright, S lying; pins; series. PH-SM4 is for the surface.
    Rule(r"(?P<entry>[BS])(?P<pins>\d+)B-XH-A(?:\(LF\)\(SN\))?", DESIGNS, _XH, {"entry": _ENTRY}),
    Rule(r"XHP-(?P<pins>\d+)(?: with wires crimped)?", DESIGNS, _XH),
    Rule(r"(?P<entry>[BS])(?P<pins>\d+)B-PH-SM4-TBT?(?:\(LF\)\(SN\))?", DESIGNS, _PH | {"mount": "surface"},
         {"entry": _ENTRY}),
    Rule(r"(?P<entry>[BS])(?P<pins>\d+)B-PH-K-S(?:\(LF\)\(SN\))?", DESIGNS, _PH | {"mount": "holes"},
         {"entry": _ENTRY}),
    # Contacts by the gauge of their wires: S on a reel, B loose.
    Rule(r"[SB]XH-001T-P0\.6N?", DESIGNS, {"series": "XH", "thickest": 22, "thinnest": 28, "amps": 3}),
    Rule(r"[SB]XH-002T-P0\.6", MEMORY, {"series": "XH", "thickest": 26, "thinnest": 30, "amps": 3}),
    Rule(r"PHR-(?P<pins>\d+) housings? and SPH-002T contacts", DESIGNS, _PH),
    Rule(r"PHR-(?P<pins>\d+)(?: to PHR-\d+)?, AWG (?P<awg>\d+), .*", "its own words", _PH),
    # Harwin M20 and Sullins: pitch 2.54 mm, pins in the number, 8.5 mm high sockets.
    Rule(r"M20-782(?P<pins>\d\d)46", PARTLY, _STRIP | {"gender": "socket", "height": 8.5}),
    Rule(r"M20-999(?P<pins>\d\d)46", DESIGNS, _STRIP | {"gender": "pins"}),
    Rule(r"Sullins P[PR]TC(?P<pins>\d\d)1LFBN-RC", PARTLY, _STRIP | {"gender": "socket", "height": 8.5}),
    Rule(r"Sullins PRPC0(?P<pins>\d\d)SAAN-RC", DESIGNS, _STRIP | {"gender": "pins"}),
    Rule(r"1x(?P<pins>\d+), (?P<pitch>[\d.]+) mm, straight", "its own words", {"gender": "pins"}),
    Rule(r"1-2199298-(?P<pins>[2346])", DESIGNS, {"width": 7.62},
         {"pins": {"2": 8, "3": 14, "4": 16, "6": 20}}),
    Rule(r"Mill-Max 110-[149]3-(?P<width>[36])(?P<pins>\d\d)-41-001000", DESIGNS,
         tables={"width": {"3": 7.62, "6": 15.24}}),
    Rule(r"USB4125-GF-A(?:-0190)?", DESIGNS, {"series": "USB4125", "amps": 3}),
    # Cherry: N is without a diode, W with fixing pins; any colour does. Kailh and Gateron: sockets by their drawing.
    Rule(r"MX2A-\w1N[WNB]", PARTLY, {"stem": "MX", "sold": "still"}),
    Rule(r"MX1A-\w1N[WNB]", DESIGNS, {"stem": "MX", "sold": "until February 2026"}),
    *known({"CPG151101S11": {"stem": "MX"}, "CPG135001S30": {"stem": "Choc"},
            "Gateron KS-2P02B01-01": {"stem": "MX"}, "Gateron KS-2P02B01-02": {"stem": "low profile"}}, DESIGNS),
    # Miniature toggle switches: the thread of their bushing. C&K's and NKK's are 1/4 in.
    *known({"7101SYZQE": _TOGGLE | {"bushing": 6.35}, "NKK M2012SS1W01": _TOGGLE | {"bushing": 6.35},
            "MTS-102": _TOGGLE | {"bushing": 6.0}, "MTS-123": {"bushing": 6.0, "contacts": "on-off-(on)"}}, MEMORY),
    # Wire by its gauge, or by its cross-section as LIYV is sold.
    Rule(r"AWG (?P<awg>\d+), .*", "its own words"),
    Rule(r"LIYV (?P<awg>0\.\d+), .*", MEMORY, tables={"awg": _METRIC_AWG}),
    Rule(r"Alpha Wire 305(?P<awg>[013]), .*", MEMORY, tables={"awg": {"0": 24, "1": 22, "3": 20}}),
    Rule(r"(?P<diameter>[\d.]+) mm", "its own words"),
]  # fmt: skip
