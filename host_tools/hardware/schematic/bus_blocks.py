"""Where the parts of the I²C bus, the debug serial line and the test points stand on the carrier's sheet."""

from .block import Block, Place

BUS = Block(
    "I²C bus: expander, displays",
    (219, 78, 100, 78),
    {
        "R39": Place(22, 13, "down"),
        "R40": Place(34, 13, "down"),
        "TP1": Place(50, 22, texts="right"),
        "TP2": Place(58, 26, texts="right"),
        "U5": Place(78, 22, texts=(2, -3)),
        "C8": Place(88, 60, "down"),
        "J12": Place(34, 38),
        "J18": Place(34, 58),
    },
    (
        "4,22 -- 10,22 -- TP1.1 -- U5.15",
        "4,26 -- 14,26 -- TP2.1 -- U5.14",
        "R39.2 -- 22,22",
        "R40.2 -- 34,26",
        "10,22 -- 10,46 -- J12.3",
        "10,46 |- J18.3",
        "14,26 -- 14,50 -- J12.4",
        "14,50 |- J18.4",
        "U5.1 -- U5.2 -- U5.3 -- GND@68,42",
    ),
    ("SDA 4,22", "SCL 4,26"),
)
SMALL = Block(
    "Debug serial, test points",
    (219, 159, 100, 26),
    {"J13": Place(28, 12), "TP3": Place(60, 12), "TP4": Place(78, 12)},
    ("TP3.1 -- 60,16 -- 3V3@66,16",),
)
