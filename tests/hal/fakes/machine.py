"""Fake `machine`: pins, PWM, ADC, I2C, watchdog and timers; their state is in `world`."""

from fake_micropython import again, free
from fake_os import uname
from world import world


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return world.outputs.get(self.number, world.levels.get(self.number, 1))
        if self.number == world.RAIL_PIN and level and not world.outputs.get(self.number):
            world.rail_from = world.us
        world.outputs[self.number] = int(level)
        return None

    def irq(self, handler=None, trigger=12, hard=False):
        if handler is None:
            world.handlers.pop(self.number, None)
        else:
            assert hard, "a key's handler must not wait for the scheduler"
            assert trigger == self.IRQ_FALLING | self.IRQ_RISING
            world.handlers[self.number] = (handler, self)


class PWM:
    def __init__(self, pin):
        self._tone = [0, 0]

    def freq(self, hertz):
        self._tone[0] = hertz

    def duty_u16(self, duty):
        self._tone[1] = duty
        depth = free()
        world.tones.append((world.us // 1000, self._tone[0], duty))
        again(depth)


class ADC:
    def __init__(self, pin):
        self._pin = pin

    def read_u16(self):
        if self._pin == world.BATTERY_PIN:
            return world.cell_mv * 65535 // 6600
        risen = world.us - world.rail_from >= 1000 * world.RAIL_RISES_MS
        return world.rail_mv * 65535 // 6600 if risen else 0


class I2C:
    """The devices of `world.bus`: each has `write(data)` and `read(length)`, and does not acknowledge what raises."""

    EIO, ETIMEDOUT = 5, 110

    def __init__(self, number, sda, scl, freq, timeout):
        assert (number, scl.number, freq) == (sda.number // 2 % 2, sda.number + 1, 400000)
        self._timeout_us = timeout
        world.buses += 1

    def writeto(self, address, data):
        depth = free()
        try:
            self._device(address, len(data)).write(bytes(data))
        finally:
            again(depth)
        return len(data)

    def readfrom_into(self, address, buf):
        depth = free()
        try:
            buf[:] = self._device(address, len(buf)).read(len(buf))
        finally:
            again(depth)

    def _device(self, address, length):
        """Nine bits a byte, the address being one."""
        if world.clock_held:
            world.us += self._timeout_us
            raise OSError(self.ETIMEDOUT)
        device = world.bus.get(address)
        world.us += 9 * 1000000 // 400000 * (1 + (length if device else 0))
        if device is None:
            raise OSError(self.EIO)
        return device


class UART:
    """The port of a sound module that takes commands and says nothing: `world.commands` has (ms, packet) of each."""

    def __init__(self, number, baudrate, tx, rx, txbuf, rxbuf, timeout):
        assert (number, baudrate, tx.number, rx.number) == (0, 9600, 0, 1)

    def any(self):
        return 0

    def readinto(self, buf):
        return None

    def write(self, data):
        depth = free()
        try:
            world.commands.append((world.us // 1000, bytes(data)))
        finally:
            again(depth)
        return len(data)


class WDT:
    def __init__(self, timeout):
        assert timeout <= 8388
        world.dog_ms = timeout
        world.fed_at = world.us

    def feed(self):
        world.fed_at = world.us
        if world.playing():
            world.pass_us(world.STEP_US)


class Timer:
    PERIODIC = 1

    def __init__(self, number):
        self.due = 0
        self.period_us = 0
        self.callback = None

    def init(self, period, mode, callback):
        assert mode == self.PERIODIC
        self.period_us = 1000 * period
        self.due = world.us + self.period_us
        self.callback = callback
        world.timers.append(self)

    def deinit(self):
        if self in world.timers:
            world.timers.remove(self)


class _Memory:
    """The pins' input register, the watchdog's scratch registers, which survive a reset, and an RP2040's VREG."""

    def __getitem__(self, address):
        depth = free()
        if address == 0xD0000004:
            value = world.pins()
        elif address == world.VREG:
            value = world.vreg
        else:
            value = world.scratch[self._number(address)]
        again(depth)
        return value

    def __setitem__(self, address, value):
        depth = free()
        assert 0 <= value < 1 << 30, "only a small integer is written without allocating"
        if address == world.VREG:
            assert value & 15 == 1, "the regulator is to stay on"
            world.vreg = value
            world.vreg_from = world.us
        else:
            world.scratch[self._number(address)] = value
        again(depth)

    def _number(self, address):
        return (address - (0x400D800C if "RP2350" in uname().machine else 0x4005800C)) // 4


mem32 = _Memory()


def bitstream(pin, encoding, timing, buf):
    assert encoding == 0
    depth = free()
    assert timing == (350, 900, 750, 600)
    world.signs.append((pin.number, timing, bytes(buf)))
    world.frames.append((world.us, pin.number, bytes(buf)))
    again(depth)
    world.us += len(buf) * 10


def idle():
    """As pico-sdk 2 does it: setting an alarm is an event, and so is to cancel it, which leaves it set."""
    if not world.us < world.alarm_us <= world.us + world.NAP_US:
        world.alarm_us = world.us + world.NAP_US
        world.event = True
    elif not world.event:
        world.sleep()
        return
    else:
        world.event = False
    world.pass_us(20)


def freq(hz=0):
    """The processor's clock. Faster than 133 MHz only with 1.15 V, for a millisecond already."""
    if hz:
        assert world.vreg >> 4 & 15 >= 0b1100, "the core has too little voltage"
        assert world.us - world.vreg_from >= 1000, "the core's voltage still rises"
        assert not world.channels, "what divides the processor's clock is set up already"
        world.hz = hz
        world.clocked += 1
    return world.hz


def unique_id():
    return b"\xe6\x61\x4c\x31\x1b\x7e\x6f\x35"
