"""When the LEDs' frame is drawn, sent, and sent again as a whole; and when their supply is switched for standby."""

from ...config import FRAME_MS, WHOLE_MS
from ...ticks import MASK


class Frames:
    """The frames of a board. `unsent`: one is drawn and not sent yet. `selftest`: the SelfTest while that is on."""

    def __init__(self, hal, clock, view, console, keys, journal, supply, measures) -> None:
        self._hal = hal
        self._clock = clock
        self._view = view
        self._console = console
        self._keys = keys
        self._journal = journal
        self._supply = supply
        self._measures = measures
        self.selftest = None
        self.unsent = False
        self._send_all = True
        self._checked_at = 0
        self._checked_sequence = -1
        self._whole_sent_at: int = clock.now

    def update(self, acted: bool, clock: int) -> None:
        """Draw and send what is due at board time `clock`; `acted`: a key moved. Does not allocate."""
        journal = self._journal
        if acted or (clock - self._checked_at) & MASK >= FRAME_MS or journal.sequence != self._checked_sequence:
            self._draw(acted, clock)
        if self._supply.rail_off != self._console.asleep:
            self._switch_rail(clock)
        if self.unsent and not journal.behind and not self._hal.busy():
            self._send(clock)
        elif (clock - self._whole_sent_at) & MASK >= WHOLE_MS and not self.unsent:
            self._resend(clock)

    def _draw(self, acted: bool, clock: int) -> None:
        """Draw the lights for this moment, and note whether that is a new frame to send; `acted`: a key moved."""
        self._checked_at = clock
        self._checked_sequence = self._journal.sequence
        if self.selftest is not None:
            self.unsent = self.selftest.draw(self._hal.keys(), clock)
        elif self._view.update(clock):
            self.unsent = True
        elif acted:
            self._keys.moved_at = -1

    def _send(self, clock: int) -> None:
        """Send the LEDs that have changed; all of them after the strips were off."""
        whole = self._send_all
        leds = self._view.take_frame(whole)
        self._hal.show(self._view.sent, leds)
        self._measures.note_frame(self._clock, self._keys.moved_at, leds)
        self._keys.moved_at = -1
        self.unsent = self._send_all = False
        if whole:
            self._whole_sent_at = clock

    def _resend(self, clock: int) -> None:
        """Send the whole frame again if no key has moved for a second, so that an error on the wire does not last.

        In standby, when there is none: keep a power bank on.
        """
        if self._supply.rail_off:
            self._supply.keep_on(clock)
        elif (clock - self._keys.key_at) & MASK >= WHOLE_MS and not self._hal.busy():
            self._hal.show(self._view.sent, self._view.take_frame(True))
            self._whole_sent_at = clock

    def _switch_rail(self, clock: int) -> None:
        """Switch the LED rail off in standby once the dim frame is sent, and on again after it."""
        asleep = self._console.asleep
        if not asleep or not self.unsent and not self._hal.busy():
            self._supply.switch_rail(not asleep, clock)
            if not asleep:
                self._send_all = self.unsent = True
