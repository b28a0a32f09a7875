"""Encodes and decodes a custom game preset (target, skunk lines, game points etc.) as bytes. Imported only when used.

The bytes are part of a checkpoint, so that the journal restores a match whatever becomes of the settings:

    0-4    target, start, skunk, double, triple (255: none)
    5-12   win at level 0 to 3, signed 16 bits; 32767: own holes
    13-14  loss; 32767: own holes, 32766: holes behind
    15-20  outright, spread, low_wins, series (their places in LOW_WINS and SERIES), games, highest
    21     1 sign_off, 2 stink_hole
    22-23  idle_ms
    24     heels_limit (255: none)
    25     first_deal (its place in FIRST_DEALS)
"""

import struct

from ..interpreter import const
from ..rules.preset import FIRST_DEALS, LOW_WINS, SERIES, Preset

PRESET_BYTES = const(26)
_PRESET = "<BBBBB4hhBBBBBBBHBB"
_NO_LINE = const(255)
_HOLES = const(0x7FFF)
_BEHIND = const(0x7FFE)


def pack_preset(preset) -> bytes:
    """Encode the preset as PRESET_BYTES bytes."""
    fields = preset.fields
    win = fields["win"]
    loss = fields["loss"]
    return struct.pack(
        _PRESET,
        fields["target"],
        fields["start"],
        *[_NO_LINE if line is None else line for line in preset.lines],
        *((_HOLES,) * 4 if win == "holes" else win),
        _HOLES if loss == "holes" else _BEHIND if loss == "behind" else loss,
        fields["outright"],
        fields["spread"],
        LOW_WINS.index(fields["low_wins"]),
        SERIES.index(fields["series"]),
        fields["games"],
        fields["highest"],
        fields["sign_off"] | (fields["stink_hole"] << 1),
        fields["idle_ms"],
        _NO_LINE if preset.heels_limit is None else preset.heels_limit,
        FIRST_DEALS.index(fields["first_deal"]),
    )


def unpack_preset(data) -> Preset:
    """Decode a preset from the bytes of `pack_preset`."""
    values = struct.unpack_from(_PRESET, data, 0)
    lines = [None if line == _NO_LINE else line for line in values[2:5]]
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
        "heels_limit": None if values[18] == _NO_LINE else values[18],
        "first_deal": FIRST_DEALS[values[19]],
    }
    return Preset("custom", fields)
