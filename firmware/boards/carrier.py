"""The carrier of hardware/boards with a Pico, Pico W, Pico 2 or Pico 2 W: what a board is that is told nothing else.

Other kinds are told apart by their `platform` and `pins`; what they do not say besides is as here.
"""

BOARD: dict = {
    "revision": "carrier",
    "platform": "rp2",
    "pins": {
        "led_rail": 2,
        "buzzer": 3,
        "sda": 4,
        "scl": 5,
        "led_data": (6, 7, 8, 9),
        "keys_a": (10, 11, 12, 13),
        "keys_b": (14, 15, 16, 17),
        "keys_c": (20, 21, 22, 26),
        "keys_d": (27, 28, 0, 1),
        "ok": 18,
        "menu": 19,
        # With up to three tracks these are no keys.
        "rail_sense": 27,
        "voice_tx": 0,
        "voice_rx": 1,
        "voice_busy": 28,
        "battery": 28,
    },
    "tracks": 2,
    "leds": 141,
    "reversed": False,
    "led_ns": (350, 900, 750, 600),
    "led_reset_us": 400,
    "led_dark_ua": 1000,
    "rail_ms": 700,
    "ports_ma": (500, 1500, 1500),
    "expander": 0x20,
    "keep_alive_s": 0,
    "battery": False,
    "voice": False,
    "display": "",
    "network": "wifi",
    # Contacts bounce for up to 25 ms, and are sampled each millisecond; no finger lets go of a key for so short.
    "debounce_ms": 27,
}
