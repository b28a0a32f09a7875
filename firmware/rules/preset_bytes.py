"""A custom preset as 25 bytes, so that the journal brings a match back whatever becomes of the settings.

0-4    target, start, skunk, double, triple (255: none)
5-12   win at level 0 to 3, signed 16 bits; 32767: own holes
13-14  loss; 32767: own holes, 32766: holes behind
15-20  outright, spread, low_wins, series (their places in LOW_WINS and SERIES), games, highest
21     1 sign_off, 2 stink_hole
22-23  idle_ms
24     heels_limit (255: none)
"""

import struct

from .preset import LOW_WINS, SERIES, Preset

FORMAT = "<BBBBB4hhBBBBBBBHB"
SIZE = 25
_NONE = 255
_HOLES = 0x7FFF
_BEHIND = 0x7FFE


def pack(preset) -> bytes:
    """The preset as SIZE bytes."""
    fields = preset.fields
    win = fields["win"]
    loss = fields["loss"]
    return struct.pack(
        FORMAT,
        fields["target"],
        fields["start"],
        *[_NONE if line is None else line for line in preset.lines],
        *((_HOLES,) * 4 if win == "holes" else win),
        _HOLES if loss == "holes" else _BEHIND if loss == "behind" else loss,
        fields["outright"],
        fields["spread"],
        LOW_WINS.index(fields["low_wins"]),
        SERIES.index(fields["series"]),
        fields["games"],
        fields["highest"],
        fields["sign_off"] | fields["stink_hole"] << 1,
        fields["idle_ms"],
        _NONE if preset.heels_limit is None else preset.heels_limit,
    )


def unpack(data, at: int) -> Preset:
    """The preset that `pack` put at `data[at]`."""
    values = struct.unpack_from(FORMAT, data, at)
    lines = [None if line == _NONE else line for line in values[2:5]]
    loss = values[9]
    fields = {
        "target": values[0],
        "start": values[1],
        "skunk": lines[0],
        "double": lines[1],
        "triple": lines[2],
        "win": "holes" if values[5] == _HOLES else tuple(values[5:9]),
        "loss": "holes" if loss == _HOLES else "behind" if loss == _BEHIND else loss,
        "outright": values[10],
        "spread": bool(values[11]),
        "low_wins": LOW_WINS[values[12]],
        "series": SERIES[values[13]],
        "games": values[14],
        "highest": values[15],
        "sign_off": bool(values[16] & 1),
        "stink_hole": bool(values[16] & 2),
        "idle_ms": values[17],
        "heels_limit": None if values[18] == _NONE else values[18],
    }
    return Preset("custom", fields)
