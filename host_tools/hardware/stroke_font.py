"""A single-stroke font for plotters and lasers: the same lines in every format, and no font file needed.

Letters stand on a grid four wide and six high. Each is a list of runs of points "xy", x from 0 to 4, y up from 0 to 6.
"""

Point = tuple[float, float]
Run = list[Point]

_GLYPHS = {
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "14 26 20|10 30",
    "2": "05 16 36 45 44 00 40",
    "3": "05 16 36 45 44 33 13|33 42 41 30 10 01",
    "4": "30 36 02 42",
    "5": "46 06 04 34 43 41 30 10 01",
    "6": "45 36 16 05 01 10 30 41 42 33 13 02",
    "7": "06 46 10",
    "8": "13 33 42 41 30 10 01 02 13 04 05 16 36 45 44 33",
    "9": "01 10 30 41 45 36 16 05 04 13 33 44",
    "A": "00 26 40|12 32",
    "B": "00 06 36 45 44 33 03|33 42 41 30 00",
    "C": "45 36 16 05 01 10 30 41",
    "D": "00 06 26 44 42 20 00",
    "E": "40 00 06 46|03 33",
    "F": "00 06 46|03 33",
    "G": "45 36 16 05 01 10 30 41 43 23",
    "H": "00 06|40 46|03 43",
    "I": "10 30|20 26|16 36",
    "J": "01 10 20 31 36",
    "K": "00 06|46 02|13 40",
    "L": "06 00 40",
    "M": "00 06 23 46 40",
    "N": "00 06 40 46",
    "O": "10 30 41 45 36 16 05 01 10",
    "P": "00 06 36 45 44 33 03",
    "Q": "10 30 41 45 36 16 05 01 10|22 40",
    "R": "00 06 36 45 44 33 03|23 40",
    "S": "45 36 16 05 04 13 33 42 41 30 10 01",
    "T": "20 26|06 46",
    "U": "06 01 10 30 41 46",
    "V": "06 20 46",
    "W": "06 10 24 30 46",
    "X": "00 46|06 40",
    "Y": "06 23 46|23 20",
    "Z": "06 46 00 40",
    "+": "03 43|21 25",
    "-": "13 33",
    "/": "00 46",
    ".": "20 21",
    ",": "10 21",
    ":": "21 22|24 25",
    "(": "30 21 25 36",
    ")": "10 21 25 16",
    "=": "02 42|04 44",
    "<": "41 03 45",
    ">": "01 43 05",
    "%": "00 46|05 15 16 06 05|30 40 41 31 30",
    " ": "",
}
_ADVANCE = 6
_HEIGHT = 6
LETTERS = frozenset(_GLYPHS)


def width(text: str, height: float) -> float:
    """Return the width in mm of a text of that letter height."""
    return (len(text) * _ADVANCE - 2) * height / _HEIGHT


def lines(text: str, x: float, y: float, height: float) -> list[Run]:
    """Return the strokes of a text whose middle is (x, y), y down. Small letters are written as capitals.

    Raises KeyError for a character that the font lacks.
    """
    scale = height / _HEIGHT
    left = x - width(text, height) / 2
    runs = []
    for i, letter in enumerate(text.upper()):
        for run in filter(None, _GLYPHS[letter].split("|")):
            start = left + i * _ADVANCE * scale
            points = [(int(point[0]), int(point[1])) for point in run.split()]
            runs.append([(start + column * scale, y + height / 2 - row * scale) for column, row in points])
    return runs
