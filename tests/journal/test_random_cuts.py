"""Fifty whole games with the power cut at a random moment every few events, and the same games without a cut."""

import json
import random

import pytest

from firmware.board import Board
from tests.deep_cases import deep
from tests.journal.flash import ImageChip, PowerCut, on_flash

GAMES_EACH = 7
PRESETS = ("lurch61", "fivecard", "acc", "casual", "lowball", "match4", "holes")
LETTERS = "AB"
KEPT = ("n", "round", "game", "preset", "winner", "scores", "level", "points", "spread", "end", "signed", "moves")


class Evening:
    """Games as a list of turns: keys, one event each when nothing intervenes. Which, `dice` say."""

    def __init__(self, dice: random.Random, sign_off: bool) -> None:
        self._dice = dice
        self._sign_off = sign_off

    def next(self, match) -> str:
        """The keys of the next event of a match, as it stands."""
        if match.stage:
            return "OK" if self._sign_off else "wait 1500 OK"
        if match.dealing():
            return "A+1"
        dice = self._dice
        team = dice.randrange(2)
        letter, other = LETTERS[team], LETTERS[1 - team]
        if dice.random() < 0.08 and match.game.can_undo(team):
            return f"{letter}< {other}+1:1100" if self._sign_off else f"{letter}< OK"
        agreed = " B+1:1100" if self._sign_off else ""
        if match.begun() and dice.random() < 0.02:
            return f"MENU:2100 A+1 OK {letter}+1 {letter}+2 OK{agreed}"
        return self._count(match, team, letter, other)

    def _count(self, match, team: int, letter: str, other: str) -> str:
        presses = [self._dice.choice((1, 2, 5, 5)) for _ in range(self._dice.randrange(2, 6))]
        while sum(presses) in (19, 25, 26, 27):
            presses.pop()
        keys = " ".join(f"{letter}+{holes}" for holes in presses)
        claims = match.reaches(team, sum(presses))
        return f"{keys} OK {other}+2:1100" if claims and self._sign_off else f"{keys} OK"


class Power:
    """A board whose power is cut now and then in the middle of its writing."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self.cuts = 0
        self._shown = 0
        self.chip = ImageChip()
        self.board = on_flash(self.chip, self._show, boot=self._boot)

    def _boot(self, hal) -> Board:
        self._latest = Board(hal)
        return self._latest

    def _show(self) -> None:
        self._shown = self._latest.journal.sequence

    def play(self, keys: str) -> None:
        """Press keys until their event has happened, whatever the power does."""
        wanted = self.board.board.journal.sequence + 1
        if self._dice.random() < 0.3:
            self._plan_a_cut(6)
        for _ in range(5):
            if self.board.board.journal.sequence < wanted:
                self._press(keys)
        assert self.board.board.journal.sequence == wanted, keys

    def _plan_a_cut(self, within: int) -> None:
        self.chip.cut_at = self.chip.operations + self._dice.randrange(within)
        self.chip.part = self._dice.choice((0, 0.25, 0.5, 0.75, 255 / 256))

    def _press(self, keys: str) -> None:
        try:
            self.board.play(keys)
        except PowerCut:
            self._power_on()

    def _power_on(self) -> None:
        """Each start is cut as well, one time in four."""
        self.cuts += 1
        self.chip.power_on()
        if self._dice.random() < 0.25:
            self._plan_a_cut(4)
        try:
            self.board = on_flash(self.chip, self._show, self.board.now, self._boot)
        except PowerCut:
            self._power_on()
        assert self.board.board.journal.sequence >= self._shown
        assert self.board.board.notes() == []


def kept(lines: list[str]) -> list[dict]:
    """What of results does not depend on time."""
    return [{name: value for name, value in json.loads(line).items() if name in KEPT} for line in lines]


@pytest.mark.parametrize("seed", [0, 1, *deep(*range(2, len(PRESETS)))])
def test_games_with_cuts_end_as_the_same_games_without(seed, record_property):
    dice = random.Random(seed)
    preset = PRESETS[seed]
    cut, whole = Power(dice), on_flash(ImageChip())
    for board in (cut.board, whole):
        assert board.ask({"do": "configure", "preset": preset})[-1]["ok"]
    evening = Evening(dice, whole.board.settings.sign_off)
    while whole.board.match.finished < GAMES_EACH:
        keys = evening.next(whole.board.match)
        cut.play(keys)
        whole.play(keys)
        assert list(cut.board.board.match.game.state) == list(whole.board.match.game.state)
    assert kept(cut.board.lines()) == kept(whole.lines())
    assert len(whole.lines()) == GAMES_EACH < cut.cuts
    record_property("power cuts", cut.cuts)
