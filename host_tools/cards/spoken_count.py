"""Spoken count of a hand, as players say it: "fifteen two, fifteen four, and a pair is six", in any language.

The texts are those of a catalogue (host_tools/i18n) under `said` and `story`; boards do not have them.
"""

from .deck import faces

GROUPS = ("said.", "story.")
"""The keys of the catalogue's texts that are needed here begin with one of these."""


class SpokenCount:
    """Makes sentences from `texts`, templates by their keys in the catalogue."""

    def __init__(self, texts) -> None:
        self._texts = texts
        self._numbers = texts["said.numbers"].split()

    def say(self, key: str, **values) -> str:
        """Return the text with this key, its placeholders filled in from `values`."""
        return self._texts[key].format(**values)

    def number(self, amount: int) -> str:
        """Return a number from 0 to 46 in words; 0 is nothing."""
        return self._numbers[amount]

    def phrases(self, combinations: list) -> list:
        """Return a phrase for each combination, such as "and a pair is six", with the total so far."""
        phrases = []
        total = 0
        for kind, cards, points in combinations:
            total += points
            phrases.append(self.say(f"said.{kind}", size=self.number(len(cards)), total=self.number(total)))
        return phrases

    def sentence(self, combinations: list) -> str:
        """Return the count of all combinations as one sentence; "nothing" in the texts' language if there are none."""
        phrases = self.phrases(combinations)
        if len(phrases) < 2:
            return phrases[0] if phrases else self.number(0)
        return self.say("said.together", first=", ".join(phrases[:-1]), last=phrases[-1])

    def hand(self, cards) -> str:
        """Return a text that names the cards of a hand and its starter, the last of `cards`."""
        return self.say("said.hand", cards=faces(cards[:-1]), starter=faces(cards[-1:]))
