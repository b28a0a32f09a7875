"""What the board says aloud, and when: moves as `A seven, thirty-five`, and what displays say of everything else.

Three levels: all (also counts while they are pressed, and which press comes next), pegs (moves, claims, refusals and
all that somebody has to answer), asked (menus, and the score at a tap of MENU).
"""

from ...config import KEY_OK, LOUDEST, SPOKEN
from ...entry.asked import asked
from ...entry.menus import MENU_STATUS
from ...entry.phases import PHASE_IDLE, PHASE_PENDING
from ...interpreter import const
from ...ticks import since
from ..display.phrases import (
    SAY_SAYS_ALL,
    SAY_TROUBLE_9,
    SAY_VOLUME,
)
from ..display.texts import DisplayTexts
from .spoken_buffer import LETTERS_AT, SpokenBuffer
from .spoken_moves import SpokenMoves

PER_VOLUME = const(3)
"""The module's steps in one of the setting's."""
COUNTING_MS = const(400)
"""A count is said once no key has been pressed for so long."""

_TICK_MS = const(8)
"""The module is looked after this often: it sends a byte a millisecond, and the port keeps 64."""
_ALL = const(0)
_ASKED = const(2)
_LOUDER = const(2)
_SOFTER = const(1)
_LEVEL = const(0)
"""Places of a team's keys +5, +2 and +1."""


class Announcements:
    """Says what happens on a board by its sound module: `texts`, and moves. `step` does not allocate.

    `volume` and `level` are in force; the settings are theirs once they are saved. `changed`: a key has changed them.
    """

    def __init__(self, module, console, supply, texts) -> None:
        self._match = console.match
        self._console = console
        self._supply = supply
        self._module = module
        module.whole_below = LETTERS_AT
        self.changed = False
        self.buffer: SpokenBuffer = texts.buffer
        self._texts = texts
        self._moves = SpokenMoves(console, module, self.buffer)
        self._changes = self._phase_at = -1
        self._changed_at = 0
        self._due = True
        self._ticked_at = 0
        self._refusals: int = console.refused
        self._fault = 0
        self._menu = 0
        self.prepare()

    def prepare(self) -> None:
        """Apply changed settings."""
        values = self._console.settings.values
        self.volume: int = values["volume"]
        self.level: int = SPOKEN.index(values["spoken"])
        self._module.set_volume(PER_VOLUME * self.volume)

    def greet(self) -> None:
        """Say which card it is, as at power-up, and, while a game is on, the score."""
        buffer = self.buffer
        buffer.clear()
        buffer.add(0)
        self._moves.begin_game()
        if not self._match.untouched():
            self._say_score()
        self._send()

    def tell_score(self) -> None:
        """Say the whole score instead of what has not begun, and what has been moved before it."""
        self.buffer.clear()
        self._collect_moves()
        self._say_score()
        self._send()

    def mark_changed(self) -> None:
        """Look at the board in the next step: a key has moved."""
        self._due = True
        self._changed_at = -1

    def step(self, now: int) -> None:
        """Say what has changed since the last step; `now` is board time in ms."""
        if since(self._ticked_at, now) >= _TICK_MS:
            self._ticked_at = now
            self._module.tick(now)
        match, console = self._match, self._console
        if match.changes != self._changes or console.phase_at != self._phase_at:
            self._changes, self._phase_at = match.changes, console.phase_at
            self.mark_changed()
        if not self._due:
            return
        if self._changed_at < 0:
            self._changed_at = now
        self._compose(now)

    def _compose(self, now: int) -> None:
        """Collect the moves and the situation; if there is anything new, say it instead of what has not begun."""
        console = self._console
        buffer = self.buffer
        buffer.clear()
        fresh = self._collect_moves()
        moves = buffer.length
        counting = asked(console) == PHASE_PENDING
        if not counting or self._is_refused() or since(self._changed_at, now) >= COUNTING_MS:
            self._due = False
            self._say_situation(now, counting)
        if fresh or buffer.length > moves:
            self._send()

    def _is_refused(self) -> bool:
        return self._console.refused != self._refusals

    # -- all else ----------------------------------------------------------------------------------------------------

    def _say_situation(self, now: int, counting: bool) -> None:
        """Collect what displays say of phase, menu and refusal, as far as it is new and wanted."""
        console = self._console
        buffer = self.buffer
        texts = self._texts
        buffer.hints = self.level == _ALL
        if self._is_refused():
            self._refusals = console.refused
            buffer.forget()
        texts.poll(now)
        buffer.begin()
        menu = console.menus.showing
        opened = menu != self._menu
        self._menu = menu
        if texts.fault and texts.fault != self._fault and self.level != _ASKED:
            texts.menus.write_fault(texts.fault, 0)
        self._fault = texts.fault
        if console.asleep or self.level == _ASKED and not menu:
            return
        if menu == MENU_STATUS and opened:
            self._say_score()
        if self._is_worth_saying(menu, counting):
            # Where texts take turns, the first of them.
            texts.write_situation(0, console.phase_at)

    def _is_worth_saying(self, menu: int, counting: bool) -> bool:
        """Return whether the situation is said: a count only to those who want all, no rest between two moves."""
        if menu == MENU_STATUS:
            return self._match.tally.game > 1 or self._match.over()
        if menu or self._texts.refused():
            return True
        if counting:
            return self.level == _ALL
        return self._console.phase != PHASE_IDLE or self._match.untouched()

    def _say_score(self) -> None:
        """Collect each team's hole, who leads, and whose deal it is."""
        match = self._match
        for team in range(match.teams):
            self.buffer.add_team_number(team, match.game.front[team])
        self._texts.phases.idle.write_leader()
        self._texts.phases.idle.write_turn()
        if self._supply.cell_low:
            self.buffer.add_phrase(SAY_TROUBLE_9)

    # -- volume and level --------------------------------------------------------------------------------------------

    def adjust(self, key: int) -> bool:
        """Take a key pressed while the score shows: +5 louder, +2 softer, +1 another level; return False for others."""
        if key >= KEY_OK or key & 3 > _LOUDER:
            return False
        buffer = self.buffer
        buffer.clear()
        self._collect_moves()
        place = key & 3
        if place == _LEVEL:
            self.level = (self.level + 1) % len(SPOKEN)
            buffer.add_phrase(SAY_SAYS_ALL + self.level)
        else:
            step = 1 if place == _LOUDER else -1
            self.volume = min(max(self.volume + step, 0), LOUDEST)
            self._module.set_volume(PER_VOLUME * self.volume)
            buffer.n = self.volume
            buffer.add_phrase(SAY_VOLUME)
        self.changed = True
        self._send()
        return True

    def _collect_moves(self) -> bool:
        """Collect the moves, unless only questions are to be said; return whether one of them is new."""
        return self._moves.collect(self.level != _ASKED)

    def _send(self) -> None:
        """Have the collected clips played instead of those that have not begun."""
        self._moves.mark_queued()
        self._module.replace(self.buffer.clips, self.buffer.length)


class VoiceLoader:
    """`voice` is the Announcements, `module` the sound module's driver.

    `card`: how many files the card of the board's language has, and its number.
    """

    def __init__(self, module, console, results, findings, supply, network_loader) -> None:
        self.module = module
        self._console = console
        self._results = results
        self._findings = findings
        self._supply = supply
        self._network_loader = network_loader
        self.card = (0, 0)
        self.prepare()

    def prepare(self) -> None:
        """Begin with the settings in force, such as another language. Allocates."""
        console = self._console
        table = table_of(console.settings.values["language"])
        self.card = ((table[0] << 8) | table[1], (table[2] << 8) | table[3])
        buffer = SpokenBuffer(table, console.at_home())
        texts = DisplayTexts(buffer, console, self._results, self._findings, self._network_loader.seating())
        self.voice = Announcements(self.module, console, self._supply, texts)
        self.voice.greet()

    def adjust(self, key: int) -> bool:
        """Take a key pressed while the score shows, as `Announcements.adjust`."""
        return self.voice.adjust(key)

    def notes(self) -> list:
        """Return messages on a module that does not answer, and on a card with another number of files than wanted."""
        module = self.module
        if module.is_silent():
            return [{"code": "voice-silent"}]
        if 0 <= module.files != self.card[0]:
            return [{"code": "voice-card", "files": module.files, "wanted": self.card[0], "number": self.card[1]}]
        return []

    def state(self) -> dict:
        """Return the card's number, the files that it should have, and has (-1: not told).

        `ends`: what tells of a clip's end, the busy line, messages, or only the longest clip's time.
        """
        module = self.module
        ends = "busy" if module.busy_works else "time" if module.ends_early else "message"
        return {"card": self.card[1], "wanted": self.card[0], "files": module.files, "ends": ends}

    def save(self):
        """Keep on flash what keys have changed; a failure leaves it in force until the next start. Yields after each
        piece of work but the last.
        """
        voice = self.voice
        voice.changed = False
        try:
            yield from self._console.settings.change({"volume": voice.volume, "spoken": SPOKEN[voice.level]})
        except ValueError:
            pass


def table_of(language: str) -> bytes:
    """Return a language's table of clips, of `view/clips_LANGUAGE`, imported when first needed."""
    module = __import__("firmware.view.voice.clips_" + language, None, None, ("CLIPS",))
    table: bytes = module.CLIPS
    return table
