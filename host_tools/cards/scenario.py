"""Writes a card game as a scenario (DESIGN.md section 5): the keys that peg it, and its story in the comments.

In the play nobody presses OK: the next team's key commits, or rest does. Who counts a hand commits it with OK.
"""

from firmware.config import SCORE_KEYS, TEAMS, WARNED_AMOUNTS

from . import game as table
from .deck import face, faces
from .spoken import sentence

_COLUMN = 26
_ON_THE_TABLE = (table.PLAYED, table.POINT)


def scenario(game) -> str:
    """The whole text, beginning with what it is and ending with what the board must show then."""
    return "\n".join(_Writer(game).lines) + "\n"


def presses(team: int, points: int) -> list:
    """The fewest key presses that count so much."""
    names = []
    for amount in sorted(SCORE_KEYS, reverse=True):
        names += ["%s+%d" % (TEAMS[team], amount)] * (points // amount)
        points %= amount
    return names


class _Writer:
    """The lines of one game."""

    def __init__(self, game) -> None:
        self._game = game
        self._deals = 0
        self._dealing = False
        self._begin()
        for at, happening in enumerate(game.story):
            self._tell(happening, self._commit(at))
        self._end()

    def _begin(self) -> None:
        game = self._game
        muggins = ", muggins agreed" if game.muggins else ""
        self.lines = [
            "# A game of %s between %d players%s, from seed %d." % (game.preset.name, game.players, muggins, game.seed),
            "preset %s" % game.preset.name,
        ]
        if game.teams > 2:
            self.lines.append("teams %d" % game.teams)

    def _name(self, seat: int) -> str:
        """The team's letter; of partners, the letter and which of the two."""
        letter = TEAMS[seat % self._game.teams]
        return letter + str(1 + seat // self._game.teams) if self._game.players > self._game.teams else letter

    def _commit(self, at: int) -> str:
        """What has to be done, the score keys pressed, so that the points of the story's happening `at` are pegged."""
        happening = self._game.story[at]
        if not happening.points:
            return ""
        if happening.front[happening.seat % self._game.teams] == self._game.preset.target:
            return "OK"
        if happening.kind not in _ON_THE_TABLE or happening.points in WARNED_AMOUNTS:
            return "OK"
        following = self._next_to_peg(at)
        if following is None or following == happening.seat % self._game.teams:
            return "wait %d" % self._game.preset.idle_ms
        return ""

    def _next_to_peg(self, at: int):
        """The team that pegs next in the same deal, or None."""
        for happening in self._game.story[at + 1 :]:
            if happening.kind == table.DEAL:
                return None
            if happening.points:
                return happening.seat % self._game.teams
        return None

    def _tell(self, happening, commit: str) -> None:
        if happening.kind == table.DEAL and not self._dealing:
            self._new_deal(happening)
        self._dealing = happening.kind == table.DEAL
        said = _WORDS[happening.kind](self, happening)
        team = happening.seat % self._game.teams
        if happening.points:
            keys = " ".join(presses(team, happening.points) + commit.split())
            self._line(keys, "%s %s on %d." % (said, TEAMS[team], happening.front[team]))
        else:
            self.lines.append("# " + said)
        if happening.kind == table.CUT and self._game.preset.start:
            self._line("%s+1" % TEAMS[team], "The board is told who deals first.")

    def _line(self, keys: str, comment: str) -> None:
        space = " " * (_COLUMN - len(keys)) if len(keys) < _COLUMN else " "
        self.lines.append("%s%s# %s" % (keys, space, comment))

    def _new_deal(self, happening) -> None:
        if self._deals:
            self._expect_pegs(happening)
        dealer = (self._game.first_dealer + self._deals) % self._game.players
        self._deals += 1
        self.lines += ["", "# Deal %d, by %s." % (self._deals, self._name(dealer))]

    def _expect_pegs(self, happening) -> None:
        for team in range(self._game.teams):
            pegs = (TEAMS[team], happening.front[team], TEAMS[team], happening.back[team])
            self.lines.append("expect %s.front %d %s.back %d" % pegs)

    def _end(self) -> None:
        game = self._game
        for team in range(game.teams):
            if game.preset.sign_off and team != game.out:
                self._line("%s+1:1000" % TEAMS[team], "%s signs." % TEAMS[team])
        winner = "null" if game.winner is None else TEAMS[game.winner]
        self.lines.append("expect phase game-over winner %s refused 0" % winner)
        self._expect_pegs(game.story[-1])

    # -- what is said -------------------------------------------------------------------------------------------

    def _of_cut(self, happening) -> str:
        cards = ["%s %s" % (self._name(seat), face(card)) for seat, card in enumerate(happening.cards)]
        return "They cut for the deal: %s. %s deals first." % (", ".join(cards), self._name(happening.seat))

    def _of_deal(self, happening) -> str:
        kept, laid = happening.cards
        return "%s keeps %s and lays away %s." % (self._name(happening.seat), faces(kept), faces(laid))

    def _of_starter(self, happening) -> str:
        heels = " Two for his heels." if happening.points else ""
        return "The starter is %s.%s" % (faces(happening.cards), heels)

    def _of_card(self, happening) -> str:
        scored = " %s." % _capital(sentence(happening.combinations)) if happening.points else ""
        return "%s plays %s: %d.%s" % (self._name(happening.seat), faces(happening.cards), happening.reached, scored)

    def _of_cannot(self, happening) -> str:
        return "%s says go." % self._name(happening.seat)

    def _of_point(self, happening) -> str:
        return "%s has one for the go." % self._name(happening.seat)

    def _of_hand(self, happening) -> str:
        what = "%s's crib is" if happening.kind == table.CRIB else "%s counts"
        cards = "%s and %s" % (faces(happening.cards[:-1]), face(happening.cards[-1]))
        return "%s %s: %s." % (what % self._name(happening.seat), cards, sentence(happening.combinations))

    def _of_muggins(self, happening) -> str:
        said = (self._name(happening.seat), faces(happening.cards), sentence(happening.combinations))
        return "Muggins! %s pegs what was overlooked: %s, %s." % said


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_WORDS = {
    table.CUT: _Writer._of_cut,
    table.DEAL: _Writer._of_deal,
    table.STARTER: _Writer._of_starter,
    table.PLAYED: _Writer._of_card,
    table.CANNOT: _Writer._of_cannot,
    table.POINT: _Writer._of_point,
    table.SHOWN: _Writer._of_hand,
    table.CRIB: _Writer._of_hand,
    table.MUGGINS: _Writer._of_muggins,
}
