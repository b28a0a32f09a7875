"""Which clips there are: numbers in words, phrases of the catalogue."""

import pytest

from firmware.rules.presets import PRESET_NAMES, fields_of
from firmware.view.voice.announcements import table_of
from firmware.view.voice.spoken_buffer import HIGHEST, LETTERS_AT, MOST_CLIPS, SpokenBuffer
from host_tools.i18n import LANGUAGES, catalogue, fill_placeholders
from host_tools.i18n.display_phrase_generator import AT_HOME, PHRASES, phrase
from host_tools.voice import clip_table
from host_tools.voice.number_words import number_words

FRENCH = {
    0: "zéro", 1: "un", 16: "seize", 17: "dix-sept", 20: "vingt", 21: "vingt et un", 22: "vingt-deux",
    31: "trente et un",
    60: "soixante", 61: "soixante et un", 70: "soixante dix", 71: "soixante et onze", 72: "soixante douze",
    79: "soixante dix-neuf", 80: "quatre-vingts", 81: "quatre-vingt un", 90: "quatre-vingt dix",
    91: "quatre-vingt onze", 99: "quatre-vingt dix-neuf", 100: "cent", 101: "cent un", 121: "cent vingt et un",
    151: "cent cinquante et un",
}  # fmt: skip
ENGLISH = {
    0: "zero", 7: "seven", 13: "thirteen", 20: "twenty", 35: "thirty five", 90: "ninety", 100: "one hundred",
    101: "one hundred and one", 121: "one hundred and twenty one", 151: "one hundred and fifty one",
}  # fmt: skip


@pytest.mark.parametrize(("language", "known"), [("en", ENGLISH), ("fr", FRENCH)])
def test_numbers_in_words(language, known):
    assert {number: " ".join(number_words(number, language)) for number in known} == known


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_told_apart_and_need_few_recordings(language):
    said = [tuple(number_words(number, language)) for number in range(HIGHEST + 1)]
    assert len(set(said)) == HIGHEST + 1
    assert len({word for words in said for word in words}) <= 40


def test_no_hole_is_beyond_the_numbers():
    assert max(fields_of(name)["target"] for name in PRESET_NAMES) <= HIGHEST


def spoken(language, number, **registers):
    """The words of a phrase as the board collects its clips."""
    buffer = SpokenBuffer(table_of(language), at_home=False)
    buffer.hints = True
    for name, value in registers.items():
        setattr(buffer, name, value)
    buffer.add_phrase(number)
    assert buffer.length < MOST_CLIPS
    return " ".join(" ".join(clip_table.clips(language)[clip]) for clip in buffer.clips[: buffer.length])


def letters(text):
    """Only what is heard of a text: its letters and digits."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_phrase_is_said_as_displays_write_it(language):
    """Every word of it, in its order; but for the signs of SPOKEN_OTHERWISE, and what is UNSPOKEN."""
    values = {"team": "B", "other": "C", "n": 3, "m": 7, "o": 10, "teams": "A D", "code": "0003"}
    number = {str(value): "".join(number_words(value, language)) for value in (3, 7, 10)}
    words = values | {name: number[str(values[name])] for name in "nmo"}
    words["code"] = "".join(number_words(int(digit), language)[0] for digit in values["code"])
    registers = {"team": 1, "other": 2, "n": 3, "m": 7, "o": 10, "teams": 0b1001}
    for place, name in enumerate(PHRASES):
        tournament_name = AT_HOME.get(name, name)
        if tournament_name not in clip_table.SPOKEN_OTHERWISE and name not in clip_table.UNSPOKEN:
            wanted = fill_placeholders(phrase(name, language), words)
            assert letters(spoken(language, place, **registers)) == letters(wanted), name


def test_what_is_said_otherwise_is_what_the_page_says():
    for name, key in clip_table.SPOKEN_OTHERWISE.items():
        assert key in catalogue("en")
        assert key in catalogue("fr")
        assert name in PHRASES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_clip_says_the_cards_number(language):
    number = clip_table.card_number(language)
    digits = [number_words(int(digit), language)[0] for digit in f"{number:03}"]
    assert clip_table.clips(language)[0][1:] == digits
    assert int.from_bytes(table_of(language)[2:4], "big") == number
    assert int.from_bytes(table_of(language)[:2], "big") == len(clip_table.clips(language))


def test_numbers_come_before_all_that_may_be_cut():
    clips = clip_table.clips("en")
    assert clips[LETTERS_AT - 1] == ["D", *number_words(HIGHEST, "en")]
    assert clips[LETTERS_AT] == ["A"]
