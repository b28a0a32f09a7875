"""What keys and judges make the board do: events at once, and what is put off to the end of a step as it allocates."""

from .interpreter import const
from .journal.record import JUDGE_KEYS, JUDGE_LINK, PLAYERS
from .rules.events import EVENT_NEXT
from .rules.match import BETWEEN
from .ticks import MASK

_GAME_SOUND = const(2)


class Actions:
    """Applies events to a board's match and journal (`commit`), and notes what the board has to do after the frame.

    `deferred`: keys wait for such work. `setup_due`: the setup menu's choices are to be applied. `write_failed`: the
    last result could not be written, and is not tried again by itself. `game_sounded`: a game's end has just sounded.
    """

    def __init__(self, hal, clock, match, journal, results, measures) -> None:
        self._sound = hal.sound
        self._ticks_us = hal.ticks_us
        self._clock = clock
        self._match = match
        self._journal = journal
        self._results = results
        self._measures = measures
        self.deferred = True
        self.setup_due = self.write_failed = self.game_sounded = False

    def commit(self, kind: int, team: int, amount: int, actor: int = PLAYERS) -> None:
        """Apply an event (`kind`: an EVENT_ number) to the match, and write it to flash before any light shows it."""
        match = self._match
        journal = self._journal
        clock = self._clock.now
        stage = match.stage
        finished = match.finished
        match.apply(kind, team, amount, clock)
        started = self._ticks_us()
        journal.append(kind, team, amount, actor, clock)
        self._measures.note_append((self._ticks_us() - started) & MASK)
        if match.stage != stage and kind != EVENT_NEXT and (stage != BETWEEN or match.over()):
            self._sound(_GAME_SOUND)
            self.game_sounded = True
        if match.finished != finished:
            # OK in the same step would be refused.
            self.deferred = True

    def decide(self, kind: int, team: int, amount: int, reason=None) -> None:
        """Apply a judge's decision; parameters as for `commit`. `reason`: bytes of a host's text; None: by keys."""
        if reason is None:
            self.commit(kind, team, amount, JUDGE_KEYS)
            return
        self.commit(kind, team, amount, JUDGE_LINK)
        self._journal.append_text(reason)

    def defer(self) -> None:
        """Switch the self-test in the next steps, as that allocates; keys wait."""
        self.deferred = True

    def defer_setup(self) -> None:
        """Apply the setup menu's choices in the next steps; keys wait."""
        self.setup_due = self.deferred = True

    def ensure_written(self) -> bool:
        """Return whether the last result is on flash, so that the next game may start; else it is tried once more."""
        if self._results.count == self._match.finished:
            return True
        self.write_failed = False
        return False

    def result_due(self) -> bool:
        """Return whether a result is to be written."""
        return self._results.count < self._match.finished and not self.write_failed
