"""Key presses by time for a card game's scenario, and the pegs expected after each."""

from firmware.config import KEY_OK, SCORE_KEYS
from host_tools.cards.scenario_writer import scenario
from host_tools.sim.virtual.scenario_parser import parse

from .english_speech import SPEECH

GAP_MS = 40


class Timetable:
    """The moments of a game for `peg_card_game.played`.

    What is pegged, when, and that the keys add up to it, comes from the card game's own score.
    """

    def __init__(self, game):
        self.game = game
        self.moves = [happening for happening in game.story if happening.points]
        self.front, self.back = [0] * game.teams, [0] * game.teams
        self.team, self.pending = 0, 0
        self.time, self.dealt = 0, not game.preset.start
        self.claimed = False
        self.signed = set()
        self.moments = []
        for step in parse(scenario(game, SPEECH)):
            getattr(self, "_do_" + step[1], self._nothing)(step)
        assert not self.moves, "not everything was pegged"

    def _nothing(self, step):
        """Settings were made before, and what is expected the card game knows better."""

    def _note(self, ms, mask):
        pending = [self.pending if team == self.team else 0 for team in range(self.game.teams)]
        self.moments.append([self.time, mask, *self.front, *self.back, *pending])
        self.time += ms

    def _do_wait(self, step):
        self.time += step[2] - GAP_MS
        self._commit()
        self._note(GAP_MS, 0)

    def _do_press(self, step):
        _, _, key, ms = step
        self._hear(key)
        self._note(ms, 1 << key)
        self._held(key, ms)
        self._note(GAP_MS, 0)

    def _hear(self, key):
        team = key >> 2
        if not self.dealt:
            self.dealt = True
            self.front = [self.game.preset.start * (other != team) for other in range(self.game.teams)]
        elif key == KEY_OK:
            self._agree()
        elif not self.claimed:
            if self.pending and team != self.team:
                self._commit()
            self.team = team
            self.pending += SCORE_KEYS[key & 3]

    def _agree(self):
        self.claimed = self.front[self.team] + self.pending >= self.game.preset.target
        if not self.claimed or not self.game.preset.sign_off:
            self._commit()

    def _held(self, key, ms):
        if not self.claimed or key == KEY_OK or ms < 1000:
            return
        self.signed.add(key >> 2)
        if len(self.signed) == self.game.teams - 1:
            self._commit()

    def _commit(self):
        move = self.moves.pop(0)
        assert (self.team, self.pending) == (move.seat % self.game.teams, move.points)
        self.front, self.back, self.pending = move.front, move.back, 0
