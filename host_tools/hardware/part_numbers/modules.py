"""Numbers of things bought ready-made: boards, strips, displays, the sound module, supplies, adapters."""

from .rule import DESIGNS, MEMORY, Rule, known

_WORDS = "its own words"
_PICO = {"pins": 40, "headers": "none"}
_OLED = {"dots": "128 x 64", "bus": "I2C"}
_COATINGS = {"IP30": "none", "IP65": "glue", "IP67": "sheath"}
_LITHIUM = {"plug": "PH 2.0"}
_PULL_DOWNS = {"pull_downs": 5100.0}

RULES = [
    *known({"SC0915": _PICO, "SC0918": _PICO, "SC1631": _PICO}, MEMORY),
    *known({"SC0917": _PICO | {"headers": "soldered"}, "a Pico with headers (SC0917)": {"pitch": 2.54, "pins": 20}},
           MEMORY),
    # Strips: the LED, how many a metre, bare (IP30). WS2813 has a second data line, which a cut row leaves open.
    Rule(r"(?P<chip>WS2812B|WS2812B-V5) (?P<leds>\d+)/m (?P<coating>IP\d\d)", MEMORY,
         {"colours": "RGB", "data_lines": 1}, {"coating": _COATINGS}),
    Rule(r"(?P<chip>SK6812) (?P<colours>RGBW|RGB) (?P<leds>\d+)/m (?:(?P<coating>IP\d\d)|of another seller, .*)",
         MEMORY, {"data_lines": 1}, {"colours": {"RGB": "RGB", "RGBW": "RGBW"}, "coating": _COATINGS}),
    Rule(r"(?P<chip>WS2813) (?P<leds>\d+)/m IP30", DESIGNS, {"colours": "RGB", "data_lines": 2, "coating": "none"}),
    # Displays by their controller: SH1106 has other columns, SSD1305 another set-up.
    Rule(r"(?P<controller>SSD1306|SSD1309|SSD1315|SH1106|SSD1305) (?P<inches>[\d.]+) in I2C", DESIGNS, _OLED),
    *known({"Adafruit 326": _OLED | {"controller": "SSD1306", "inches": 0.96}}, MEMORY),
    *known({"Waveshare 2.42inch OLED Module": _OLED | {"controller": "SSD1309", "inches": 2.42},
            "Adafruit 2719": _OLED | {"controller": "SSD1305", "inches": 2.42},
            "Adafruit 2719 of September 2023 or later": _OLED | {"controller": "SSD1309", "inches": 2.42}}, DESIGNS),
    *known({"DFR0299": {"family": "DFPlayer Mini", "pins": 16}}, "its maker's page and manual, read 2026-11"),
    Rule(r"MP3-TF-16P with chip .*", "users' reports, see firmware/view/README.md",
         {"family": "DFPlayer Mini", "pins": 16}),
    Rule(r"(?P<diameter>\d+) mm, (?P<impedance>\d+) ohm, (?P<watts>[\d.]+) W(?:, .*)?", _WORDS),
    # Supplies: what they give, and whether they have a plug of USB-C.
    *known({"SC0218": {"volts": 5.1, "amps": 3.0, "plug": "USB-C"}}, DESIGNS),
    *known({"CanaKit DCAR-RSP-3A5C": {"volts": 5.1, "amps": 3.5, "plug": "USB-C"}}, MEMORY),
    *known({"Xiaomi PLM09ZM": {"width": 71.2, "length": 147.0, "thickness": 14.2}},
           "a seller's page, read 2026-11"),
    # Charger modules by what they give; Adafruit's cells by their capacity, all with the same plug.
    *known({"2465": {"family": "PowerBoost 1000C", "volts": 5.2, "amps": 1.0}}, "its maker's guide, read 2026-11"),
    *known({"Adafruit 1944": {"family": "PowerBoost 500C", "volts": 5.2, "amps": 0.5},
            "353": _LITHIUM | {"mah": 6600}, "Adafruit 328": _LITHIUM | {"mah": 2500},
            "Adafruit 258": _LITHIUM | {"mah": 1200}}, MEMORY),
    # Adapters and breakouts.
    Rule(r"SOT-23-6 to DIP-6, rows (?P<between_rows>[\d.]+) mm apart", _WORDS, {"package": "SOT-23-6"}),
    *known({"SparkFun BOB-00717": {"package": "SOT-23-6", "between_rows": 7.62},
            "Chip Quik PA0085": {"package": "SOT-23-6", "between_rows": 15.24},
            "SchmalzTech ST-SOT23-6": {"package": "SOT-23-6"}}, DESIGNS),
    *known({"4090": _PULL_DOWNS, "SparkFun BOB-15100": _PULL_DOWNS}, DESIGNS),
]  # fmt: skip
