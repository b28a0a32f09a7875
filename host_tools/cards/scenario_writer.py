"""Writes a card game as a scenario (tests/scenarios/README.md): the key presses that peg it, with a commentary.

In the play nobody presses OK: the next team's key commits a count, or a wait. After a hand or crib OK commits it.
"""

from firmware.config import SCORE_KEYS, TEAMS

from . import game as table
from .deck import faces

_COLUMN = 26
_ON_THE_TABLE = (table.PLAYED, table.POINT)


def scenario(game, speech) -> str:
    """Return a card game as the text of a scenario: title, key presses, comments by `speech`, expected final state."""
    return "\n".join(_Writer(game, speech).lines) + "\n"


def key_presses(team: int, points: int) -> list:
    """Return the names of the fewest keys by which a team counts `points`."""
    names = []
    for amount in sorted(SCORE_KEYS, reverse=True):
        names += ["%s+%d" % (TEAMS[team], amount)] * (points // amount)
        points %= amount
    return names


class _Writer:
    """Writes the scenario of one CardGame into `lines`; `speech` is a SpokenCount."""

    def __init__(self, game, speech) -> None:
        self._game = game
        self._speech = speech
        self._deals = 0
        self._dealing = False
        self._write_opening()
        for index, event in enumerate(game.story):
            self._write_event(event, self._commit(index))
        self._write_ending()

    def _write_opening(self) -> None:
        """Begin `lines` with the game's title and settings."""
        game = self._game
        key = "story.title_muggins" if game.muggins else "story.title"
        title = self._text(key, preset=game.preset.name, players=game.players, seed=game.seed)
        self.lines = ["# " + title, "preset %s" % game.preset.name]
        if game.teams > 2:
            self.lines.append("teams %d" % game.teams)

    def _text(self, key: str, **values) -> str:
        return self._speech.say(key, **values)

    def _player(self, seat: int) -> str:
        """Return a player's name: the team's letter, for partners followed by 1 or 2."""
        letter = TEAMS[seat % self._game.teams]
        return letter + str(1 + seat // self._game.teams) if self._game.players > self._game.teams else letter

    def _commit(self, index: int) -> str:
        """Return what commits the points of event `index` after its score keys: "OK", a wait, or "" (the next key)."""
        event = self._game.story[index]
        if not event.points:
            return ""
        if event.front[event.seat % self._game.teams] == self._game.preset.target:
            return "OK"
        if event.kind not in _ON_THE_TABLE or event.points in self._game.preset.warned:
            return "OK"
        following = self._next_to_peg(index)
        if following is None or following == event.seat % self._game.teams:
            idle = self._game.preset.idle_ms
            return "wait %d" % idle if idle else "OK"
        return ""

    def _next_to_peg(self, index: int):
        """Return the team that pegs next in the same deal, or None."""
        for event in self._game.story[index + 1 :]:
            if event.kind == table.DEAL:
                return None
            if event.points:
                return event.seat % self._game.teams
        return None

    def _write_event(self, event, commit: str) -> None:
        """Write an event: its score keys with `commit` and a comment, or a comment alone if it scores nothing."""
        if event.kind == table.DEAL and not self._dealing:
            self._new_deal(event)
        self._dealing = event.kind == table.DEAL
        comment = _COMMENTS[event.kind](self, event)
        team = event.seat % self._game.teams
        if event.points:
            keys = " ".join(key_presses(team, event.points) + commit.split())
            self._line(keys, comment + " " + self._text("story.on", team=TEAMS[team], hole=event.front[team]))
        else:
            self.lines.append("# " + comment)
        if event.kind == table.CUT and self._game.preset.start:
            self._line("%s+1" % TEAMS[team], self._text("story.told"))

    def _line(self, keys: str, comment: str) -> None:
        space = " " * (_COLUMN - len(keys)) if len(keys) < _COLUMN else " "
        self.lines.append("%s%s# %s" % (keys, space, comment))

    def _new_deal(self, event) -> None:
        """Write the pegs expected after the last deal, if any, and the heading of the one that `event` begins."""
        if self._deals:
            self._expect_pegs(event)
        dealer = (self._game.first_dealer + self._deals) % self._game.players
        self._deals += 1
        self.lines += ["", "# " + self._text("story.deal", number=self._deals, seat=self._player(dealer))]

    def _expect_pegs(self, event) -> None:
        """Write an `expect` line for each team with its pegs after an event."""
        for team in range(self._game.teams):
            pegs = (TEAMS[team], event.front[team], TEAMS[team], event.back[team])
            self.lines.append("expect %s.front %d %s.back %d" % pegs)

    def _write_ending(self) -> None:
        """Write the other teams' signatures, if the preset wants them, and the state expected at the end."""
        game = self._game
        for team in range(game.teams):
            if game.preset.sign_off and team != game.out:
                self._line("%s+1:1000" % TEAMS[team], self._text("story.signs", team=TEAMS[team]))
        winner = "null" if game.winner is None else TEAMS[game.winner]
        self.lines.append("expect phase game-over winner %s refused 0" % winner)
        self._expect_pegs(game.story[-1])

    # -- comments -----------------------------------------------------------------------------------------------

    def _comment_cut(self, event) -> str:
        cards = ["%s %s" % (self._player(seat), faces([card])) for seat, card in enumerate(event.cards)]
        return self._text("story.cut", cards=", ".join(cards), seat=self._player(event.seat))

    def _comment_deal(self, event) -> str:
        hand, discards = event.cards
        return self._text("story.keeps", seat=self._player(event.seat), kept=faces(hand), laid=faces(discards))

    def _comment_starter(self, event) -> str:
        key = "story.heels" if event.points else "story.starter"
        return self._text(key, card=faces(event.cards))

    def _comment_card(self, event) -> str:
        seat, card = self._player(event.seat), faces(event.cards)
        sentence = self._text("story.plays", seat=seat, card=card, count=event.count_reached)
        return sentence + " " + self._sentence(event) if event.points else sentence

    def _sentence(self, event) -> str:
        sentence = self._speech.sentence(event.combinations)
        return sentence[:1].upper() + sentence[1:] + "."

    def _comment_cannot(self, event) -> str:
        return self._text("story.cannot", seat=self._player(event.seat))

    def _comment_point(self, event) -> str:
        return self._text("story.point", seat=self._player(event.seat))

    def _comment_hand(self, event) -> str:
        key = "story.crib" if event.kind == table.CRIB else "story.counts"
        sentence = self._speech.sentence(event.combinations)
        return self._text(key, seat=self._player(event.seat), hand=self._speech.hand(event.cards), said=sentence)

    def _comment_muggins(self, event) -> str:
        sentence = self._speech.sentence(event.combinations)
        return self._text("story.muggins", seat=self._player(event.seat), cards=faces(event.cards), said=sentence)


_COMMENTS = {
    table.CUT: _Writer._comment_cut,
    table.DEAL: _Writer._comment_deal,
    table.STARTER: _Writer._comment_starter,
    table.PLAYED: _Writer._comment_card,
    table.CANNOT: _Writer._comment_cannot,
    table.POINT: _Writer._comment_point,
    table.SHOWN: _Writer._comment_hand,
    table.CRIB: _Writer._comment_hand,
    table.MUGGINS: _Writer._comment_muggins,
}
