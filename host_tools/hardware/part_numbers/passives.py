"""Ordering codes of resistors, capacitors, the resettable fuse and the buzzer."""

from .rule import DESIGNS, MEMORY, PARTLY, Rule, known

_PAGE = "its maker's page, read 2026-11"
_VOLTS = {"0J": 6.3, "1A": 10, "1C": 16, "1E": 25, "1V": 35, "1H": 50}
"""EIA's codes, which TDK, Murata, Panasonic and Nichicon use."""
_KEMET_VOLTS = {"8": 10, "4": 16, "3": 25, "5": 50, "1": 100}
_KEMET_PITCH = {"315": 2.54, "317": 5.08, "320": 2.54, "322": 5.08, "330": 5.08, "333": 5.08}
_YAGEO_VOLTS = {"5": 6.3, "6": 10, "7": 16, "8": 25, "9": 50}
_SAMSUNG_VOLTS = {"Q": 6.3, "P": 10, "O": 16, "A": 25, "L": 35, "B": 50}
_KEMET_DIELECTRIC = {"R": "X7R", "U": "Z5U", "V": "Y5V"}
_SAMSUNG_DIELECTRIC = {"B": "X7R", "A": "X5R", "F": "Y5V"}
_MURATA_DIELECTRIC = {"R7": "X7R", "R6": "X5R"}
_CASE_6, _CASE_8 = {"diameter": 6.3, "pitch": 2.5}, {"diameter": 8.0, "pitch": 3.5}
_AXIAL = {"package": "DIN0207", "watts": 0.25}
_PTC = {"250": {"hold": 0.25, "trip": 0.5, "most_ohms": 3.0}, "500": {"hold": 0.5, "trip": 1.0, "most_ohms": 1.17}}

RULES = [
    # Yageo MFR-25 and Stackpole RNF14: F is 1 %, J is 5 %.
    Rule(r"MFR-25(?P<percent>[FJ])[A-Z]{2}52-(?P<ohms>\w+)", MEMORY, _AXIAL, {"percent": {"F": 1, "J": 5}}),
    Rule(r"RNF14(?P<percent>[FJ])T\w(?P<ohms>\d+[RKM]\d*)", MEMORY, _AXIAL, {"percent": {"F": 1, "J": 5}}),
    Rule(r"(?P<kilohms>[\d.]+) kilohm", "its own words", {"percent": 5}),
    Rule(r"(?P<kilohms>[\d.]+) kilohm 1 %", "its own words", {"percent": 1}),
    Rule(r"(?P<ohms>\d+) ohm", "its own words", {"percent": 5}),
    # TDK FG: the figure after FG is the pitch. KEMET C3xx, Vishay K, Murata RDE: it is in the series or lead's code.
    Rule(r"FG(?P<pitch>[12])\d(?P<dielectric>X7R|X5R|X7S|Y5V)(?P<volts>\d[A-Z])(?P<picofarads>\d{3})\w+", MEMORY,
         tables={"pitch": {"1": 2.5, "2": 5.0}, "volts": _VOLTS}),
    Rule(r"C(?P<pitch>3\d\d)C(?P<picofarads>\d{3})\w(?P<volts>\d)(?P<dielectric>[A-Z])\w+", _PAGE,
         tables={"pitch": _KEMET_PITCH, "volts": _KEMET_VOLTS, "dielectric": _KEMET_DIELECTRIC}),
    Rule(r"K(?P<picofarads>\d{3})K\d\dX7RF53[HL](?P<pitch>[25])", MEMORY, {"volts": 50, "dielectric": "X7R"},
         {"pitch": {"2": 2.5, "5": 5.0}}),
    Rule(r"RDE(?P<dielectric>R6|R7)?\w*?(?P<volts>\d[A-Z])(?P<picofarads>\d{3})\w\d(?P<pitch>[KPM])1\w+", _PAGE,
         tables={"pitch": {"K": 5.0, "P": 2.5, "M": 2.5}, "volts": _VOLTS, "dielectric": _MURATA_DIELECTRIC}),
    # Yageo CC and Samsung CL for the surface.
    Rule(r"CC(?P<package>0402|0603|0805)[JKM][RPK](?P<dielectric>X7R|X5R|Y5V)(?P<volts>\d)BB(?P<picofarads>\d{3})",
         DESIGNS, tables={"volts": _YAGEO_VOLTS}),
    Rule(r"CL(?P<package>05|10|21)(?P<dielectric>[ABF])(?P<picofarads>\d{3})[JKMZ](?P<volts>[A-Z])\w+", MEMORY,
         tables={"package": {"05": "0402", "10": "0603", "21": "0805"}, "volts": _SAMSUNG_VOLTS,
                 "dielectric": _SAMSUNG_DIELECTRIC}),
    # Panasonic FR and FM, Nichicon HE: electrolytics count in microfarads. Panasonic's do not tell the case.
    *known({"EEU-FR1A471": {"volts": 10, "uf": 470.0} | _CASE_8, "EEU-FM1A471": {"volts": 10, "uf": 470.0} | _CASE_8,
            "EEU-FR0J471": {"volts": 6.3, "uf": 470.0} | _CASE_6, "EEU-FR1E101": {"volts": 25, "uf": 100.0} | _CASE_6},
           PARTLY),
    Rule(r"EEU-F[RM](?P<volts>\d[A-Z])(?P<microfarads>\d{3})", MEMORY, tables={"volts": _VOLTS}),
    Rule(r"UHE(?P<volts>\d[A-Z])(?P<microfarads>\d{3})M(?P<diameter>[EP])D", PARTLY,
         tables={"volts": _VOLTS, "diameter": {"E": _CASE_6, "P": _CASE_8}}),
    # Littelfuse RXEF and Bourns MF-R: hundredths of an ampere that it holds; both trip at twice that.
    Rule(r"RXEF(?P<hold>025|050)", PARTLY, {"volts": 72, "pitch": 5.1},
         {"hold": {"025": _PTC["250"], "050": _PTC["500"]}}),
    Rule(r"MF-R(?P<hold>025|050)", PARTLY, {"volts": 60, "pitch": 5.1},
         {"hold": {"025": _PTC["250"], "050": _PTC["500"]}}),
    # Buzzers. TDK PS12 and Murata PKM13E: discs that another drives. PUI AT-1224: a coil, as its 2.4 kHz tell.
    Rule(r"PS1240P02(?:BT|CT3)", DESIGNS, {"sounder": "piezo", "drive": "external", "pitch": 5.0}),
    Rule(r"PKM13EPYH400[02]-[AB]0", DESIGNS, {"sounder": "piezo", "drive": "external", "pitch": 5.0}),
    Rule(r"AT-1224-TWT(?:-5V-2)?-R", DESIGNS, {"sounder": "coil", "drive": "external"}),
    *known({"5001": {"series": "5000-5004"}}, MEMORY),
]  # fmt: skip
