"""Spoken count of a hand, as players say it: "fifteen two, fifteen four, and a pair is six", in any language.

The words are those of a catalogue (host_tools/i18n) under `said` and `story`, which a board's memory knows nothing of.
"""

from .deck import faces

GROUPS = ("said.", "story.")
"""The catalogue's keys that are needed here begin with one of these."""


class SpokenCount:
    """Speaks with `words`: texts by their keys, `{name}` in them to be filled in."""

    def __init__(self, words) -> None:
        self._words = words
        self._numbers = words["said.numbers"].split()

    def say(self, key: str, **values) -> str:
        """Return the text under `key` with the values filled in."""
        return self._words[key].format(**values)

    def number(self, amount: int) -> str:
        """Return a number from 0 to 46 in words; 0 is nothing."""
        return self._numbers[amount]

    def phrases(self, combinations: list) -> list:
        """Return one phrase for each combination, with the total so far."""
        phrases = []
        total = 0
        for kind, cards, points in combinations:
            total += points
            phrases.append(self.say(f"said.{kind}", size=self.number(len(cards)), total=self.number(total)))
        return phrases

    def sentence(self, combinations: list) -> str:
        """Return all phrases as one sentence."""
        phrases = self.phrases(combinations)
        if len(phrases) < 2:
            return phrases[0] if phrases else self.number(0)
        return self.say("said.together", first=", ".join(phrases[:-1]), last=phrases[-1])

    def hand(self, cards) -> str:
        """Return the words for a hand and its starter, which is the last card."""
        return self.say("said.hand", cards=faces(cards[:-1]), starter=faces(cards[-1:]))
