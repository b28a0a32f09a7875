"""Writes a card game as a scenario (DESIGN.md section 5): the keys that peg it, with commentary in comments.

In the play nobody presses OK: the next team's key commits, or rest does. Who counts a hand commits it with OK.
"""

from firmware.config import SCORE_KEYS, TEAMS

from . import game as table
from .deck import faces

_COLUMN = 26
_ON_THE_TABLE = (table.PLAYED, table.POINT)


def scenario(game, speech) -> str:
    """The whole text, beginning with what it is and ending with what the board must show then; `speech` tells it."""
    return "\n".join(_Writer(game, speech).lines) + "\n"


def presses(team: int, points: int) -> list:
    """The fewest key presses that count so much."""
    names = []
    for amount in sorted(SCORE_KEYS, reverse=True):
        names += ["%s+%d" % (TEAMS[team], amount)] * (points // amount)
        points %= amount
    return names


class _Writer:
    """The lines of one game."""

    def __init__(self, game, speech) -> None:
        self._game = game
        self._speech = speech
        self._deals = 0
        self._dealing = False
        self._begin()
        for at, happening in enumerate(game.story):
            self._tell(happening, self._commit(at))
        self._end()

    def _begin(self) -> None:
        game = self._game
        key = "story.title_muggins" if game.muggins else "story.title"
        title = self._say(key, preset=game.preset.name, players=game.players, seed=game.seed)
        self.lines = ["# " + title, "preset %s" % game.preset.name]
        if game.teams > 2:
            self.lines.append("teams %d" % game.teams)

    def _say(self, key: str, **values) -> str:
        return self._speech.say(key, **values)

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
        if happening.kind not in _ON_THE_TABLE or happening.points in self._game.preset.warned:
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
            self._line(keys, said + " " + self._say("story.on", team=TEAMS[team], hole=happening.front[team]))
        else:
            self.lines.append("# " + said)
        if happening.kind == table.CUT and self._game.preset.start:
            self._line("%s+1" % TEAMS[team], self._say("story.told"))

    def _line(self, keys: str, comment: str) -> None:
        space = " " * (_COLUMN - len(keys)) if len(keys) < _COLUMN else " "
        self.lines.append("%s%s# %s" % (keys, space, comment))

    def _new_deal(self, happening) -> None:
        if self._deals:
            self._expect_pegs(happening)
        dealer = (self._game.first_dealer + self._deals) % self._game.players
        self._deals += 1
        self.lines += ["", "# " + self._say("story.deal", number=self._deals, seat=self._name(dealer))]

    def _expect_pegs(self, happening) -> None:
        for team in range(self._game.teams):
            pegs = (TEAMS[team], happening.front[team], TEAMS[team], happening.back[team])
            self.lines.append("expect %s.front %d %s.back %d" % pegs)

    def _end(self) -> None:
        game = self._game
        for team in range(game.teams):
            if game.preset.sign_off and team != game.out:
                self._line("%s+1:1000" % TEAMS[team], self._say("story.signs", team=TEAMS[team]))
        winner = "null" if game.winner is None else TEAMS[game.winner]
        self.lines.append("expect phase game-over winner %s refused 0" % winner)
        self._expect_pegs(game.story[-1])

    # -- what is said -------------------------------------------------------------------------------------------

    def _of_cut(self, happening) -> str:
        cards = ["%s %s" % (self._name(seat), faces([card])) for seat, card in enumerate(happening.cards)]
        return self._say("story.cut", cards=", ".join(cards), seat=self._name(happening.seat))

    def _of_deal(self, happening) -> str:
        kept, laid = happening.cards
        return self._say("story.keeps", seat=self._name(happening.seat), kept=faces(kept), laid=faces(laid))

    def _of_starter(self, happening) -> str:
        key = "story.heels" if happening.points else "story.starter"
        return self._say(key, card=faces(happening.cards))

    def _of_card(self, happening) -> str:
        seat, card = self._name(happening.seat), faces(happening.cards)
        said = self._say("story.plays", seat=seat, card=card, count=happening.reached)
        return said + " " + self._sentence(happening) if happening.points else said

    def _sentence(self, happening) -> str:
        said = self._speech.sentence(happening.combinations)
        return said[:1].upper() + said[1:] + "."

    def _of_cannot(self, happening) -> str:
        return self._say("story.cannot", seat=self._name(happening.seat))

    def _of_point(self, happening) -> str:
        return self._say("story.point", seat=self._name(happening.seat))

    def _of_hand(self, happening) -> str:
        key = "story.crib" if happening.kind == table.CRIB else "story.counts"
        said = self._speech.sentence(happening.combinations)
        return self._say(key, seat=self._name(happening.seat), hand=self._speech.hand(happening.cards), said=said)

    def _of_muggins(self, happening) -> str:
        said = self._speech.sentence(happening.combinations)
        return self._say("story.muggins", seat=self._name(happening.seat), cards=faces(happening.cards), said=said)


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
