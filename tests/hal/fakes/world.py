"""State of the fake microcontroller: clock, pins, LED strips, timers and serial port.

Time passes only in `time.sleep_ms` and `machine.idle`, with each step of the board, and while `pass_us` is called. What
is to happen is put in with `at`.
"""

from fake_micropython import heap_lock, heap_unlock, interrupt_char


class Over(BaseException):
    """The time the test has set is over."""


class World:
    """`levels` are the pins' (1: nothing pulls them low). `said` collects what the test looks at, in order.

    The LED rail has its voltage RAIL_RISES_MS after the pin that switches it.

    Ticks wrap at 2**30: those of milliseconds `ms_to_wrap` after power on, those of microseconds `us_to_wrap`. 0: they
    begin at 0.
    """

    RAIL_PIN = 2
    RAIL_RISES_MS = 150
    BATTERY_PIN = 28
    STEP_US = 200
    """What a step of the board takes, all of it at its end."""
    NAP_US = 10000
    """How long a board without work sleeps at most: of a Pico's 1000 us (`REAL_NAP_US`), ten in one."""
    REAL_NAP_US = 1000
    NEVER_US = 1 << 60
    VREG = 0x40064000

    def __init__(self):
        self.events = []
        self.ms_to_wrap = 0
        self.us_to_wrap = 0
        self.scratch = [0] * 4
        self.bus = {}
        """I²C devices by their address; they stay when the power goes."""
        self.clock_held = False
        """Whether somebody holds the bus's clock low."""
        self.begin()

    def begin(self):
        """Power comes; what is to happen stays."""
        self.us = 0
        interrupt_char[0] = 3
        self.levels = {}
        self.outputs = {}
        self.handlers = {}
        self.sampler = None
        """The DMA channel that takes samples of the pins."""
        self.timers = []
        self.frames = []
        self.commands = []
        """(time in us, track's pin, bytes), as they were when they began to go out."""
        self.torn = 0
        self.signs = []
        """(pin, timing, bytes) of bit streams."""
        self.fed_at = -1
        self.dog_ms = 0
        self.bites = 0
        self.tones = []
        self.incoming = b""
        self.outgoing = b""
        self.host_reads = True
        self.channels = 0
        self.hz = 125_000_000
        self.clocked = 0
        """How often the processor's clock has been changed."""
        self.vreg = 0x10B1
        """The register of the core's voltage, 1.10 V, and since when it is so."""
        self.vreg_from = 0
        self.rail_mv = 5001
        self.cell_mv = 3901
        self.rail_from = 0
        self.masked = False
        self.held_back = []
        self.alarm_us = -1
        """When the alarm is set for that ends a sleep."""
        self.event = False
        """Whether something has happened since the last sleep, so that the next one ends at once."""
        self.slept_us = 0
        self.buses = 0
        """How often the bus has been opened."""

    def at(self, ms, action, *arguments):
        """Do something when the clock says `ms`."""
        self.events.append((int(1000 * ms), action, arguments))
        self.events.sort(key=lambda event: event[0])

    def pass_us(self, us):
        """Let time pass; what is due happens in its order, at its time."""
        end = self.us + us
        while True:
            self.us = max(self.us, min(end, self._next_us()))
            self._watch()
            if self.events and self.events[0][0] <= self.us:
                _, action, arguments = self.events.pop(0)
                action(*arguments)
            elif not self._timer() and self.us >= end:
                return

    def playing(self):
        """Whether the board plays: Ctrl-C is then a byte like others."""
        return interrupt_char[0] < 0

    def sleep(self):
        """The processor sleeps until an interrupt, at the latest the alarm's."""
        began = self.us
        while not self.event and self.us < self.alarm_us:
            self.pass_us(max(0, min(self.alarm_us, self._next_us()) - self.us))
        self.event = True
        self.slept_us += self.us - began

    def _next_us(self):
        """When something happens next by itself."""
        due = self.events[0][0] if self.events else self.NEVER_US
        for timer in self.timers:
            due = min(due, timer.due)
        return due

    def _timer(self):
        for timer in self.timers:
            if timer.due <= self.us:
                timer.due += timer.period_us
                timer.callback(timer)
                return True
        return False

    def _watch(self):
        if self.fed_at >= 0 and self.us - self.fed_at > 1000 * self.dog_ms:
            self.bites += 1
            self.bitten = list(self.scratch)
            self.fed_at = self.us

    def level(self, pin, level):
        """The world pulls a pin, or lets it go."""
        if self.levels.get(pin, 1) != level:
            if self.sampler:
                self.sampler.catch_up()
            self.levels[pin] = level
            if self.masked:
                if pin not in self.held_back:
                    self.held_back.append(pin)
            else:
                self._interrupt(pin)

    def pins(self):
        """The levels of all pins, as the input register has them."""
        pins = (1 << 30) - 1
        for pin, level in self.levels.items():
            if not level:
                pins &= ~(1 << pin)
        return pins

    def _interrupt(self, pin):
        handler = self.handlers.get(pin)
        if handler:
            self.event = True
            # A hard interrupt has no heap.
            heap_lock()
            try:
                handler[0](handler[1])
            finally:
                heap_unlock()

    def mask(self, on):
        """Interrupts off, or on again: then each pin that has moved is told of once."""
        self.masked = on
        if not on:
            held, self.held_back = self.held_back, []
            for pin in held:
                self._interrupt(pin)

    def press(self, pin, ms, down_ms):
        """A key on `pin` goes down at `ms` for `down_ms`."""
        self.at(ms, self.level, pin, 0)
        self.at(ms + down_ms, self.level, pin, 1)

    def receive(self, data):
        """Bytes come over the serial line; the interpreter takes the one that interrupts it."""
        interrupt = bytes(interrupt_char) if interrupt_char[0] >= 0 else b""
        self.incoming += data.replace(interrupt, b"") if interrupt else data
        if interrupt and interrupt in data:
            raise KeyboardInterrupt

    def over(self):
        self.events = []
        raise Over

    def soft_reset(self):
        """The interpreter begins again: handlers and timers are gone, the watchdog is not."""
        self.handlers = {}
        self.sampler = None
        self.timers = []


world = World()
