"""What each clip of a language says, and the board's table of which clips a phrase is made of.

The phrases are those of the displays (`display_phrase_generator`), cut where the board fills in a number; a team's
letter stays in them, once for each team. A clip is a list of words, each spoken or recorded once, and joined.
"""

import re
import zlib
from functools import cache

from firmware.config import TEAMS
from firmware.view.voice.spoken_buffer import CLIP, HIGHEST, HINT, LETTERS_AT, OF_TEAM
from host_tools.i18n import LANGUAGES, catalogue, fill_placeholders
from host_tools.i18n.display_phrase_generator import (
    AT_HOME,
    PHRASES,
    REGISTERS,
    WORDED_AT_HOME,
    bytes_literal,
    home_key,
    phrase,
    with_registers,
)
from host_tools.voice.number_words import number_words

VOICE_PHRASES = {
    "GOES_BACK": "speech.goes_back",
    "ON": "speech.on",
    "NEEDS": "display.voice_needs",
    "SKUNK_LINE": "display.voice_skunk",
    "NEW_GAME": "speech.new_game",
    "NEW_GAME_HOME": "home.speech.new_game",
    "VOLUME": "display.voice_volume",
    "SAYS_ALL": "display.voice_all",
    "SAYS_PEGS": "display.voice_pegs",
    "SAYS_ASKED": "display.voice_asked",
    "MINUS": "display.voice_minus",
}
"""Message key of each phrase that only the voice has; their numbers follow those of PHRASES."""
SPOKEN_OTHERWISE = {
    "PENDING": "speech.counts",
    "UNDO": "display.voice_undo",
    "RETURN": "phase.return",
    "WARNED_HINT": "hint.warned",
    "CLAIM_HINT": "hint.claim",
    "CLAIMED": "phase.sign.other",
    "SIGN_HINT": "display.voice_sign",
    "AGREE_HINT": "display.agree",
    "SETUP_RULES": "display.voice_teams",
    "SETUP_LIGHT": "display.voice_light",
    "JUDGE": "phase.choose_first",
    "STATED_1": "phase.detail",
    "STATED_2": "phase.detail",
}
"""Phrases that are signs on a display (`A +7: 35 > 42`) or short on it, and the message that is said instead."""
UNSPOKEN = ("JUDGE_CHOSEN", "TO_GO", "STATUS", "GAMES")
"""What the listener knows, or hears otherwise: the decision that is chosen has its number; scores are not to go."""
_HINTS = re.compile(
    r".*_HINT$|READY$|READY_(SETUP|JUDGE|WRONG)$|NEXT_(GAME|ROUND)(_WRONG)?$|DECIDE$|SETUP_OK$|TROUBLE_HINT$"
)
_NEEDED_HINTS = ("AGREE_HINT", "DEALS_HINT")
_DECISIONS = {"STATED_1": "decision.award", "STATED_2": "decision.retract"}
_CARD = "display.voice_card"
_SPLIT = re.compile(r"\{(\w+)\}")
_TEAM = "{}"
_POSSESSIVE = ("'s", "’s")


def spoken_names() -> list[str]:
    """Return the names of all phrases, in the order of their numbers."""
    return [*PHRASES, *VOICE_PHRASES]


def spoken_text(name: str, language: str) -> str:
    """Return what is said for a phrase, with the names of REGISTERS as its placeholders; empty for UNSPOKEN."""
    if name in UNSPOKEN:
        return ""
    tournament_name = AT_HOME.get(name, name)
    key = {**VOICE_PHRASES, **SPOKEN_OTHERWISE}.get(tournament_name)
    if key is None:
        return phrase(name, language)
    key, name = home_key(key) if name in AT_HOME else key, tournament_name
    messages = catalogue(language)
    decision = messages[_DECISIONS[name]] if name in _DECISIONS else ""
    return with_registers(fill_placeholders(messages[key], {"decision": decision}))


def is_hint(name: str) -> bool:
    """Return whether a phrase is said only to those who want all said: which press leads on."""
    name = AT_HOME.get(name, name)
    return bool(_HINTS.match(name)) and name not in _NEEDED_HINTS


@cache
def clips(language: str) -> list[list[str]]:
    """Return the words of each clip, in the order of their numbers (see `firmware.view.voice.spoken_buffer`)."""
    numbers = [number_words(number, language) for number in range(HIGHEST + 1)]
    letters = [[team] for team in TEAMS]
    pieces = _pieces(language)
    texts = [*numbers, *([*letter, *number] for letter in letters for number in numbers), *letters, *pieces]
    digits = [word for digit in f"{_number_of(texts):03}" for word in number_words(int(digit), language)]
    return [[catalogue(language)[_CARD], *digits], *texts]


def card_number(language: str) -> int:
    """Return the number, 0 to 999, of a language's card: another one whenever a clip says something else."""
    return _number_of(clips(language)[1:])


def _number_of(texts: list[list[str]]) -> int:
    return zlib.crc32("\n".join("|".join(words) for words in texts).encode()) % 1000


def _pieces(language: str) -> list[list[str]]:
    """Return the clips of all phrases' pieces, each once; one with a team's letter four times."""
    found: dict[tuple[str, ...], None] = {}
    for name in spoken_names():
        for part in _parts(spoken_text(name, language)):
            if isinstance(part, tuple):
                found.update(dict.fromkeys(_for_teams(part)))
    return [list(words) for words in found]


def _for_teams(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a piece, or, if it has a team's letter, the piece with each letter."""
    if not _has_team(words):
        return [words]
    return [tuple(word.replace(_TEAM, team) for word in words) for team in TEAMS]


def _has_team(words: tuple[str, ...]) -> bool:
    return any(_TEAM in word for word in words)


def _parts(text: str) -> list[int | tuple[str, ...]]:
    """Cut a text into codes of registers and pieces: words of a clip, _TEAM for the team's letter."""
    parts: list[int | tuple[str, ...]] = []
    words: list[str] = []
    for place, part in enumerate(_SPLIT.split(text)):
        if place % 2 and part != "team":
            parts += [tuple(words)] if words else []
            parts.append(REGISTERS[part])
            words = []
        elif place % 2:
            words.append(_TEAM)
        elif words and part.startswith(_POSSESSIVE):
            words[-1] += "'s"
            words += [_as_word(part[2:])] if re.search(r"\w", part[2:]) else []
        elif re.search(r"\w", part):
            words.append(_as_word(part))
    parts += [tuple(words)] if words else []
    return [REGISTERS["team"] if part == (_TEAM,) else part for part in parts]


def _as_word(text: str) -> str:
    """Return a piece of text without the signs at its ends that are not heard."""
    return text.lstrip("!?").strip(" ,.:;→>-–\u00a0\u202f")


def clip_table(language: str) -> bytes:
    """Return the board's table: how many clips and the card's number, two bytes each; then each phrase's codes, 0."""
    count = len(clips(language))
    table = bytearray(count.to_bytes(2, "big") + card_number(language).to_bytes(2, "big"))
    pieces = {tuple(words): number for number, words in enumerate(_pieces(language), LETTERS_AT + len(TEAMS))}
    for name in spoken_names():
        table += bytes([HINT] if is_hint(name) else [])
        for part in _parts(spoken_text(name, language)):
            table += bytes([part]) if isinstance(part, int) else _encode_clip(part, pieces)
        table.append(0)
    return bytes(table)


def _encode_clip(words: tuple[str, ...], pieces: dict[tuple[str, ...], int]) -> bytes:
    first = pieces[_for_teams(words)[0]]
    return bytes([CLIP | (OF_TEAM if _has_team(words) else 0) | first >> 8, first & 0xFF])


def phrases_module() -> str:
    """Return the text of firmware/view/display/phrases.py."""
    names = spoken_names()
    numbers = {f"SAY_{name}": number for number, name in enumerate(names)}
    numbers |= {f"REGISTER_{name.upper()}": code for name, code in REGISTERS.items()}
    constants = "\n".join(f"{name} = const({number})" for name, number in numbers.items())
    replaced = bytes_literal(bytes(names.index(name) for name in WORDED_AT_HOME))
    head = '"""Numbers of all phrases, and of what they fill in: generated by host_tools/voice/clip_table.py."""'
    foot = '"""Phrases with other words at home: these are SAY_HOME_1 and those that follow, in this order."""'
    return f"{head}\n\nfrom ...interpreter import const\n\n{constants}\n\nWORDED_AT_HOME = {replaced}\n{foot}\n"


def clips_module(language: str) -> str:
    """Return the text of firmware/view/clips_LANGUAGE.py."""
    if language not in LANGUAGES:
        raise ValueError(f"language: one of {' '.join(LANGUAGES)}, not {language}")
    table = clip_table(language)
    body = "\n".join(f"    {bytes_literal(table[at : at + 20])}" for at in range(0, len(table), 20))
    head = (
        f'"""Which clips the voice\'s phrases are made of, {language}: generated by host_tools/voice/clip_table.py."""'
    )
    return f"{head}\n\n# fmt: off\nCLIPS = (\n{body}\n)\n"
