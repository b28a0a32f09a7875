"""Numbers in words, as the words that a speaker says without a joint: `thirty` `five`, `soixante` `et onze`.

From so few recordings every number is joined: 32 words in English, 47 in French.
"""

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_ENGLISH_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
    "dix-neuf"
).split()
_FRENCH_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 80: "quatre-vingt"}


def number_words(number: int, language: str) -> list[str]:
    """Return the words of a number from 0 to 199 in a language of _SPELLED. Raises ValueError for others."""
    if not 0 <= number <= 199:
        raise ValueError(f"number: 0 to 199, not {number}")
    return _SPELLED[language](number)


def _english(number: int) -> list[str]:
    if number > 100:
        return ["one hundred and", *_english(number - 100)]
    if number == 100:
        return ["one hundred"]
    if number < 20:
        return [_ENGLISH[number]]
    tens, units = divmod(number, 10)
    return [_ENGLISH_TENS[tens], *([_ENGLISH[units]] if units else [])]


def _french(number: int) -> list[str]:
    """Return French words. From 21 to 29 the t of vingt is heard and the words are one; so is quatre-vingts alone."""
    if number >= 100:
        return ["cent", *(_french(number - 100) if number > 100 else [])]
    if number < 20:
        return [_FRENCH[number]]
    if 20 < number < 30:
        return [f"vingt-{_FRENCH[number - 20]}" if number > 21 else "vingt et un"]
    if number == 80:
        return ["quatre-vingts"]
    tens = number // 20 * 20 if number >= 60 else number // 10 * 10
    rest = number - tens
    if rest in (1, 11) and tens < 80:
        return [_FRENCH_TENS[tens], f"et {_FRENCH[rest]}"]
    return [_FRENCH_TENS[tens], *([_FRENCH[rest]] if rest else [])]


_SPELLED = {"en": _english, "fr": _french}
