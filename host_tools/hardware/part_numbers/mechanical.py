"""Designations of screws, nuts, washers, standoffs, feet and sheets.

Dimensions of screws, nuts and washers are those of the standards as FreeCAD's Fasteners workbench tables them; those of
DIN 7985, DIN 912 and DIN 985, which it has not, as dealers in fasteners do.
"""

from .rule import DESIGNS, MEMORY, Rule, known

_STANDARDS = "the standard, as FreeCAD's Fasteners tables it, read 2026-11-26"
_DEALERS = "the standard, as dealers table it, read 2026-11-26"
_WORDS = "its own words"
_HEADS = {
    "ISO 7045 M2": {"head": 4.0, "head_height": 1.6, "longest": 20},
    "ISO 7045 M3": {"head": 5.6, "head_height": 2.4, "longest": 30},
    "ISO 7380 M3": {"head": 5.7, "head_height": 1.65, "longest": 30},
    "DIN 84 M2": {"head": 3.8, "head_height": 1.3, "longest": 20},
}
"""Pan, button, cylinder and cheese heads: diameter and height at most, and the longest that the standard has."""
_DIN_HEADS = {
    "DIN 7985 M3": {"head": 6.0, "head_height": 2.4},
    "DIN 912 M3": {"head": 5.5, "head_height": 3.0},
}
"""These are sold longer than the ISO standards that have followed them."""
_NUTS = {"ISO 4032": 2.4, "DIN 934": 2.4, "ISO 4035": 1.8, "ISO 7040": 4.5}
_SHEETS = "(?:birch )?(?:plywood|MDF|acrylic|FR4|opal polypropylene|opal PET|foam board)"


def _screws(heads: dict[str, dict[str, float]], source: str) -> list[Rule]:
    """Return a rule for each standard and thread: what follows the thread is the length."""
    return [
        Rule(rf"{name}x(?P<length>\d+)", source, {"thread": name.rpartition(" ")[2], **head})
        for name, head in heads.items()
    ]


RULES = [
    *_screws(_HEADS, _STANDARDS),
    *_screws(_DIN_HEADS, _DEALERS),
    Rule(r"DIN 97[56] (?P<thread>M\d), cut to (?P<length>\d+), and a second nut", MEMORY),
    Rule(r"nylon (?P<thread>M\d) x (?P<length>[\d.]+)", _WORDS),
    *(Rule(rf"{name} (?P<thread>M\d)(?: \(.*\))?", _STANDARDS, {"height": height}) for name, height in _NUTS.items()),
    Rule(r"DIN 985 (?P<thread>M3)", _DEALERS, {"height": 4.0}),
    *known({"ISO 7089 M3": {"thread": "M3", "thickness": 0.5}}, _STANDARDS),
    *known({"DIN 125 M3": {"thread": "M3", "thickness": 0.5}}, MEMORY),
    Rule(r"nylon washer (?P<thread>M\d), (?P<thickness>[\d.]+) mm", _WORDS),
    # Standoffs with a thread in both ends. Wurth 970 and Harwin R30-100: the figures in the middle are the length.
    Rule(r"970(?P<tenths>\d{3})321", DESIGNS, {"thread": "M3", "across": 5.5}),
    Rule(r"Harwin R30-100(?P<length>\d\d)02", DESIGNS, {"thread": "M3", "across": 5.0}),
    *known({"Keystone 24438": {"thread": "M3", "length": 25.0}}, DESIGNS),
    Rule(r"(?P<hole>[\d.]+) x [\d.]+ x (?P<length>[\d.]+) mm", _WORDS),
    Rule(r"SJ5[05]23", MEMORY, {"side": 20.6, "height": 7.6}),
    Rule(rf"{_SHEETS} (?P<thickness>[\d.]+) mm(?:, .*)?", _WORDS),
    Rule(r"[\w-]+, (?P<layers>\d) layers, (?P<thickness>[\d.]+) mm(?:, (?P<copper>\d+) um)?", _WORDS),
    Rule(r"wood (?P<width>[\d.]+) x (?P<height>[\d.]+) mm", _WORDS),
]
