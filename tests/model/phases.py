"""Model of the keys in each phase of a game: the entry table, row by row."""

from .history import Event
from .keys import OK, is_back, score_of, team_of

STINK_HOLE_HIGHEST = 15
WON_MS = 1500


class Phases:
    """The part of the model that counts, claims, signs and undoes."""

    @property
    def preset(self):
        return self.evening.preset

    @property
    def target(self):
        return self.preset.target

    @property
    def count(self):
        return sum(self.presses)

    @property
    def claiming(self):
        return self.evening.now.tracks[self.counter].front + self.count >= self.target

    @property
    def warned(self):
        if self.claiming:
            return False
        limit = self.preset.heels_limit
        late_heels = limit is not None and self.count == 2 and self.evening.now.tracks[self.counter].front >= limit
        return self.count in self.preset.warned or late_heels

    def _highest(self, team):
        on_stink_hole = self.evening.now.tracks[team].front == self.target - 1
        return STINK_HOLE_HIGHEST if self.preset.stink_hole and on_stink_hole else self.preset.highest

    def _open_table(self):
        """The phase in which a game begins, or goes on when nothing is pending."""
        self.counter, self.presses, self.holds, self.signed = None, [], {}, set()
        self.undo_since = None
        self.phase = "round" if self.evening.waiting else "deal" if self.evening.waits_for_deal else "idle"

    def _commit(self, signed=False):
        if self.evening.waiting:
            self.evening.begin_round()
        self.evening.happen(Event("move", self.counter, self.count), self.time, signed)
        self._after_event()

    def _after_event(self):
        self._open_table()
        if self.evening.over:
            self.phase, self.over_since = "game-over", self.time

    def _after_decision(self):
        self.cover = None
        self._after_event()

    def _refuse(self):
        self.refused += 1

    def _in_deal(self, key):
        if not score_of(key):
            self._refuse()
        else:
            self.evening.happen(Event("deal", team_of(key)), self.time)
            self._open_table()

    def _in_idle(self, key):
        team = team_of(key)
        if is_back(key):
            self._ask_undo(team)
        elif key != OK:
            self.counter = team
            self._count(key)

    def _ask_undo(self, team):
        if self.evening.now.tracks[team].before:
            self._begin_undo(team, returning=False)
        elif self.evening.can_return_win(team):
            self._begin_undo(team, returning=True)
        elif self.evening.asks_dealer:
            self.evening.happen(Event("deal", team), self.time)
        else:
            self._refuse()

    def _begin_undo(self, team, returning):
        self.returning, self.phase_before = returning, self.phase
        self.phase, self.counter, self.undo_since, self.holds = "undo", team, self.time, {}

    def _leave_undo(self):
        phase = self.phase_before
        self._open_table()
        self.phase, self.over_since = phase, self.time

    def _count(self, key):
        if self.count + score_of(key) > self._highest(self.counter):
            self._refuse()
        else:
            self.presses.append(score_of(key))
            self.phase = "claim" if self.claiming else "pending"

    def _uncount(self):
        self.presses.pop()
        if not self.presses:
            self._open_table()
        else:
            self.phase = "claim" if self.claiming else "pending"

    def _in_pending(self, key):
        if key == OK:
            self._commit()
        elif team_of(key) == self.counter:
            self._own_key(key)
        elif self.warned:
            self._refuse()
        else:
            self._commit()
            self._in_idle(key)

    def _in_claim(self, key):
        if key == OK:
            self._claim_stands()
        elif team_of(key) == self.counter:
            self._own_key(key)
        else:
            self._refuse()

    def _own_key(self, key):
        if is_back(key):
            self._uncount()
        else:
            self._count(key)

    def _claim_stands(self):
        if self.evening.doubts_round:
            self.phase = "check"
        else:
            self._ask_signatures()

    def _in_check(self, key):
        if key == OK:
            self.evening.renumber(0)
            self._ask_signatures()
        elif not self.evening.renumber(-1 if is_back(key) else score_of(key)):
            self._refuse()

    def _ask_signatures(self):
        if self.preset.sign_off:
            self.phase = "sign"
        else:
            self._commit(signed=False)

    def _in_sign(self, key):
        team = team_of(key)
        if is_back(key):
            self.phase, self.holds, self.signed = "claim", {}, set()
        elif key == OK or team == self.counter:
            self._refuse()
        elif team not in {team_of(held) for held in self.holds}:
            self.holds[key] = self.time

    def _in_undo(self, key):
        if key == OK and not self.preset.sign_off:
            self._undo()
        elif key == OK or (team_of(key) == self.counter and not is_back(key)):
            self._refuse()
        elif team_of(key) == self.counter:
            self._leave_undo()
        elif not self.preset.sign_off:
            self._leave_undo()
            getattr(self, "_in_" + self.phase.replace("-", "_"))(key)
        elif team_of(key) not in {team_of(held) for held in self.holds}:
            self.holds[key] = self.time

    def _undo(self):
        if self.returning:
            self.evening.return_win(self.preset.sign_off)
        else:
            self.evening.happen(Event("undo", self.counter), self.time)
        self._open_table()

    def _in_game_over(self, key):
        if is_back(key) and self.evening.can_return_win(team_of(key)):
            self._begin_undo(team_of(key), returning=True)
        elif key != OK:
            self._refuse()
        elif not self.preset.sign_off and self.time - self.over_since < WON_MS:
            return
        elif self.evening.game.friendly:
            self.evening.next_round()
            self._open_table()
        elif self.evening.decided():
            self.phase = "match-over"
        else:
            self.evening.next_game()
            self._open_table()

    def _in_round(self, key):
        if key == OK or (self.preset.start and not is_back(key)):
            self.evening.begin_round()
            self._open_table()
        elif not is_back(key):
            self._in_idle(key)
        elif self.evening.can_return_win(team_of(key)):
            self._begin_undo(team_of(key), returning=True)
        else:
            self._refuse()

    def _in_match_over(self, key):
        if is_back(key) and self.evening.can_return_win(team_of(key)):
            self._begin_undo(team_of(key), returning=True)
        elif key != OK:
            self._refuse()
        else:
            self.evening.next_round()
            self._open_table()
