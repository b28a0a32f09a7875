"""A Raspberry Pi: pins are BCM numbers; the tracks' chains follow one another on one data line."""

BOARD: dict = {
    "revision": "pi",
    "platform": "linux",
    "pins": {
        "led_rail": 12,
        "led_data": (18,),
        "keys_a": (5, 6, 13, 19),
        "keys_b": (16, 20, 21, 26),
        "keys_c": (17, 27, 22, 23),
        "keys_d": (4, 7, 8, 9),
        "ok": 24,
        "menu": 25,
    },
}
