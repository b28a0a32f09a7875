"""Generates the firmware's display phrases and glyphs, as Python modules, from the catalogue and glyphs.txt.

A phrase is bytes: lines that fit the display, and a zero byte at the end. Letters are ASCII; those with an accent are
numbered from 127 on. Values that the board fills in are represented by the bytes of REGISTERS.
"""

import re
import textwrap
from importlib.resources import files

from firmware.entry.asked import REASONS
from firmware.rules.decisions import DECISION_NAMES, DECISIONS
from firmware.rules.presets import PRESET_NAMES
from firmware.view.display.text_buffer import COLUMNS, FIRST_ACCENT, LETTER_COLUMNS
from host_tools.i18n import LANGUAGES, catalogue, fill_placeholders

REGISTERS = {"team": 1, "other": 2, "n": 3, "m": 4, "o": 5, "teams": 6, "code": 7}
"""Byte of each value: letter of a team, of another; three numbers; letters of several teams; `n` as a result code."""
WIDEST = {"team": "A", "other": "B", "n": "121", "m": "121", "o": "121", "teams": "B C D", "code": "3102"}
"""The widest text of each value, for which a phrase must have room."""
_ALIASES = {"dealer": "team", "others": "teams", "count": "n", "margin": "n", "round": "n", "from": "m", "to": "o"}
_ALIASES |= {"digit": "m", "highest": "m", "game": "m", "front": "o"}
"""Registers of placeholders that have another name in the page's messages."""
_PLAIN = str.maketrans({"’": "'", "→": ">", "−": "-", "–": "-", "\u00a0": " ", "\u202f": " ", "œ": "oe"})

TROUBLES = ("machine", "key", "settings", "journal", "results", "rail", "stop", "flash")
PHRASES = {
    "DEAL": "phase.deal",
    "DEAL_HINT": "hint.deal",
    "DEALS": "display.deals",
    "DEALS_HINT": "display.dealer_hint",
    "READY": "display.ready",
    "READY_SETUP": "display.ready_setup",
    "READY_JUDGE": "display.ready_judge",
    "READY_WRONG": "display.ready_wrong",
    "READY_DEALS": "display.ready_deals",
    "READY_ASKS": "display.ready_asks",
    "TO_GO": "seat.to_go",
    "LEADS": "display.leads",
    "LEVEL": "display.level",
    "TURN": "display.turn",
    "GAMES": "display.games",
    "TABLE": "display.table",
    "TABLE_ROUND": "display.table_round",
    "ROUND_ONLY": "display.round",
    "FRIENDLY": "display.friendly",
    "PENDING": "display.pending",
    "PENDING_HINT": "display.pending_hint",
    "WARNED": "phase.warned",
    "WARNED_HINT": "display.warned_hint",
    "CLAIM": "phase.claim",
    "CLAIM_HINT": "display.claim_hint",
    "CLAIMED": "display.claimed",
    "SIGN_HINT": "display.consent",
    "UNDO": "display.undo",
    "RETURN": "display.return",
    "UNDO_HINT": "hint.undo",
    "AGREE_HINT": "display.consent",
    "WINS": "result.wins",
    "LOW": "result.low",
    "CODE": "display.code",
    "NEXT_GAME": "hint.game-over",
    "NEXT_GAME_WRONG": "hint.game-over-wrong",
    "MATCH": "result.match",
    "MATCH_DRAWN": "result.match_drawn",
    "NEXT_ROUND": "hint.match-over",
    "NEXT_ROUND_WRONG": "hint.match-over-wrong",
    "ROUND": "phase.round",
    "ROUND_HINT": "hint.round",
    "CHECK": "phase.check",
    "CHECK_HINT": "hint.check",
    "STATUS": "display.status",
    "STATUS_TEAM": "display.status_team",
    "STATUS_HINT": "hint.status",
    "PIN": "phase.pin",
    "PIN_HINT": "hint.pin",
    "SETUP": "display.setup",
    "SETUP_MUGGINS": "display.setup_muggins",
    "SETUP_RULES": "display.setup_rules",
    "SETUP_LIGHT": "display.setup_light",
    "SETUP_OK": "display.setup_ok",
    "SETUP_MORE": "display.setup_more",
    "SETUP_ROUND": "display.round",
    "SETUP_ROUND_HINT": "display.setup_round_hint",
    "TEST": "phase.test",
    "TEST_HINT": "hint.test",
    "JUDGE": "display.judge",
    "JUDGE_CHOSEN": "display.judge_chosen",
    "JUDGE_AGREE": "display.agree",
    "OTHER_TEAM": "display.other_team",
    "DECIDE": "display.decide",
    "TROUBLE_HINT": "display.trouble",
    **{f"SKUNK_{level}": f"display.skunk{level}" for level in (1, 2, 3)},
    **{f"TROUBLE_{number}": f"display.trouble_{what}" for number, what in enumerate(TROUBLES, 1)},
    "TROUBLE_9": "display.battery_low",
    **{f"DECISION_{number}": f"decision.{name}" for number, name in enumerate(DECISION_NAMES, 1)},
    **{f"QUESTION_{number}": f"display.{name}" for number, name in enumerate(DECISION_NAMES, 1)},
    **{
        f"STATED_{number}": f"display.stated_{decision.name}" if decision.needs else f"display.{decision.name}"
        for number, decision in enumerate(DECISIONS, 1)
    },
    **{f"REFUSED_{number}": f"refused.{name}" for number, name in enumerate(REASONS, 1)},
    **{f"PRESET_{number}": f"preset.{name}.name" for number, name in enumerate((*PRESET_NAMES, "custom"), 1)},
    "EARLY_TIMED_OUT": "result.wins_early",
    "EARLY_FORFEIT": "result.wins_early",
    "DRAWN": "result.drawn",
    "DRAWN_TIMED_OUT": "result.drawn",
}
"""Message key of each phrase, in the order of the phrases' numbers; `phrases.py` calls these SAY_NAME."""
WORDED_AT_HOME = (
    "READY_JUDGE",
    "CLAIM",
    "CLAIM_HINT",
    "WINS",
    "NEXT_GAME",
    "NEXT_GAME_WRONG",
    "NEXT_ROUND",
    "NEXT_ROUND_WRONG",
    "JUDGE",
    "TROUBLE_HINT",
    "STATED_1",
    "STATED_2",
    "REFUSED_15",
)
"""Phrases that have other words in a game at home, on a display or spoken."""
AT_HOME = {f"HOME_{number}": name for number, name in enumerate(WORDED_AT_HOME, 1)}
"""By the name of each phrase that stands in at home: the name of the phrase it replaces."""


def home_key(key: str) -> str:
    """Return the key of the message that stands in for `key` at home: `home.KEY` if there is one, or the same."""
    return f"home.{key}" if f"home.{key}" in catalogue("en") else key


PHRASES |= {home: home_key(PHRASES[name]) for home, name in AT_HOME.items()}


def phrase(name: str, language: str) -> str:
    """Return the text of a phrase, with the names of REGISTERS as its placeholders."""
    messages = catalogue(language)
    text = messages[PHRASES[name]]
    name = AT_HOME.get(name, name)
    if name.startswith("REFUSED_"):
        text = fill_placeholders(messages["refused.said"], {"why": text})
    elif name.startswith("DECISION_"):
        text = fill_placeholders(messages["display.judge_number"], {"n": name.removeprefix("DECISION_"), "what": text})
    end = next((end for end in ("timed-out", "forfeit") if name.endswith(end.replace("-", "_").upper())), "played")
    text = fill_placeholders(text, {"end": messages[f"result.{end}"]})
    return with_registers(text).translate(_PLAIN)


def with_registers(text: str) -> str:
    """Return a message with its placeholders renamed to the REGISTERS that the board fills in for them."""
    return fill_placeholders(text, {placeholder: f"{{{register}}}" for placeholder, register in _ALIASES.items()})


def phrase_lines(name: str, language: str) -> list[str]:
    """Return a phrase broken into lines of at most COLUMNS, with the widest values filled in.

    A value is its register's character, repeated to its width.
    """
    values = {register: chr(code) * len(WIDEST[register]) for register, code in REGISTERS.items()}
    expanded = fill_placeholders(phrase(name, language), values)
    # No line break before a colon (French has a space there), nor between a number and its unit.
    joined = re.sub(r" (?=[:>])|(?<=\d) (?=s\b)|(?<=>) |(?<=BACK:) |(?<=\bde) (?=\x01)", "\x1f", expanded)
    wrapped = textwrap.wrap(joined, COLUMNS, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\x1f", " ") for line in wrapped]


def encode_line(line: str) -> bytes:
    """Encode a line of `phrase_lines` as the board's bytes. Raises KeyError for a letter without a glyph."""
    accents = {letter: FIRST_ACCENT + place for place, letter in enumerate(displayable_letters()[1])}
    for placeholder, code in REGISTERS.items():
        line = line.replace(chr(code) * len(WIDEST[placeholder]), chr(code))
    return bytes(ord(letter) if ord(letter) < FIRST_ACCENT else accents[letter] for letter in line)


def displayable_letters() -> tuple[str, str]:
    """Return all letters that have a glyph in glyphs.txt, and those among them that are not ASCII."""
    glyphs = [line.split() for line in _glyphs()]
    names = "".join(name for name, *_ in glyphs)
    return names, "".join(name for name in names if ord(name) >= FIRST_ACCENT)


def _glyphs() -> list[str]:
    text = files(__package__).joinpath("glyphs.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("# ")]


def words_module(language: str) -> str:
    """Return the text of firmware/view/words_LANGUAGE.py."""
    if language not in LANGUAGES:
        raise ValueError(f"language: one of {' '.join(LANGUAGES)}, not {language}")
    phrases = [b"\n".join(encode_line(line) for line in phrase_lines(name, language)) + b"\0" for name in PHRASES]
    body = "\n".join(f"    {bytes_literal(phrase)}" for phrase in phrases)
    head = f'"""Phrases of the displays, {language}: generated by host_tools/i18n/display_phrase_generator.py."""'
    return f"{head}\n\n# fmt: off\nWORDS = (\n{body}\n)\n"


def glyphs_module() -> str:
    """Return the text of firmware/view/display/glyphs.py."""
    rows = {name: rows for name, *rows in (line.split() for line in _glyphs())}
    accents = displayable_letters()[1]
    ascii_letters = [chr(code) for code in range(ord("!"), FIRST_ACCENT)]
    columns = [_columns(rows.get(letter, rows["?"])) for letter in (*ascii_letters, *accents)]
    rows_of_four = [b"".join(columns[index : index + 4]) for index in range(0, len(columns), 4)]
    body = "\n".join(f"    {bytes_literal(four)}" for four in rows_of_four)
    head = '"""A display\'s letters, generated from glyphs.txt by host_tools/i18n/display_phrase_generator.py."""'
    foot = '"""Five columns a letter, the lowest bit on top: ASCII from ! on, then ACCENTS of `text_buffer`."""'
    return f"{head}\n\n# fmt: off\nGLYPHS = (\n{body}\n)\n{foot}\n"


def _columns(rows: list[str]) -> bytes:
    return bytes(sum(1 << y for y, row in enumerate(rows) if row[x] == "#") for x in range(LETTER_COLUMNS))


def bytes_literal(data: bytes) -> str:
    """Return a bytes literal as ruff writes it."""
    body = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in data)
    return f'b"{body}"'
