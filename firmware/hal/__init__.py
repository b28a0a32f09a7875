"""Hardware abstraction layer (HAL): the interface between the board's code and the machine; selects it at start.

A machine is one module here (the virtual one stands with the host's tools) with an object of these members. What is
in this folder runs on that machine alone.
Only `rest` may block; what a step calls (`keys` to `feed`) does not allocate.

    kind        dict     the file of this kind of board (`boards`)
    uid         str      the machine's own number, hex
    about       str      machine and interpreter, for people
    notes       list     messages (`messages`) on what was found wrong with it at start
    interruptions  list  messages on what held the board up before it began
    reset_trace tuple    after a reset by the watchdog: the last `trace`, the tick of the step before and the longest
                         step's milliseconds; else None
    began_ms    int      tick at which power came or the firmware last began
    tracks      int      strips connected, 2..4
    leds        int      LEDs of a chain: 141 or 121
    led_dark_ua int      microamperes of a dark LED
    led_us      int      microseconds of a dark LED's bits on the wire
    reverse     bool     data enters the chains at the game hole
    port_ma     int      current that the supply gives, milliamperes
    offered_ma  int      current that the port offered at start, milliamperes; 0: not known
    disk        Disk     files that survive a loss of power
    edges       EdgeLog  the keys' edges with their ticks, noted by interrupt, or by `keys` from samples
    keys()      int      mask of the keys that are down now; bit = key number of `config`
    busy()      bool     a frame is still on the wire, or the strips have no supply yet
    show(bufs, leds)     send a frame: GRB bytes of each track, and how many LEDs of it (0: leave it out); only when not
                         busy. Chains keep what they were sent. The bytes must not change while busy
    rail(on)             switch the LEDs' supply
    overloaded()  bool   the LEDs take too much now, and their supply is limited or cut; within 5 ms, also if the bus
                         hangs
    sound(which)         0 click, 1 refusal, 2 game
    slow        bool     a piece of the board's work takes milliseconds
    display_pieces  int  pieces of a display's work (fill the text buffer, draw a row, send a slice) that fit a step
    find_display(number)      whether display 0 or 1 answers now; within 5 ms, also if the bus hangs. May allocate
    set_display(number, contrast)   1 to 255, 0: dark. Raises OSError if it does not answer, within 5 ms
    draw_display(number, page, column, dots)   16 bytes of a page's 128 from `column` on, a byte a column of eight
                         dots. Raises OSError
    voice       bool     a sound module is connected
    battery     bool     the voltage of a charger module's cell is measured
    battery_mv()  int    millivolts of that cell; -1: not measured
    debounce_ms  int     how long a key's contact may bounce
    keep_alive_s  int    seconds between the pulses that keep a power bank on in standby; 0: none
    open_voice(now)      the driver of the sound module (`sound_module.SoundModule`); loads code
    open_network(ssid, password)    the machine's network, None if it has none: an object with `state` (joining,
                         wrong-password, not-found, joined), `tick(now)`, which keeps it up and does not allocate while
                         nothing changes, `connect(address, port)`, which begins a stream (`net.sockets.TcpStream`) or
                         raises OSError, and `close()`. Loads code; a radio takes 250 ms to switch on
    prompt_asked()  bool    receive what the host has sent; whether it asks for MicroPython's prompt: for `runner`, on
                         microcontrollers
    heard()     bool     `prompt_asked` has just received something, which takes a Pico up to 1.5 ms
    read()      int      next byte received from the host, or -1
    write(data) int      send bytes to the host; how many were accepted now
    ticks_us()  int      microseconds, wrapping at 2**30
    trace(activity)      keep a number of 16 bits for after a reset by the watchdog
    keep_reset(error)    keep that reset, a CodedError, as a fault, its message in `interruptions`. Only after one
    feed()               feed the watchdog, and do what else is due in each step
    rest()               wait until a key moves, a millisecond or two: `runner` calls it, on microcontrollers, after a
                         step that left nothing to do
    heap(anew)  tuple    bytes of heap in use and free, counted `anew`, which takes a Pico 6 ms, or when they last were;
                         (0, 0): not known
    memory_left()  int   bytes of which no more are free before garbage is collected; 0: not known at once. Allocates
    flash()     tuple    bytes of the file system free and in all, when they were last counted; (0, 0): not known
    count_flash()        count them anew; yields after each piece of work, of a few milliseconds. Allocates
    faults()    int      how often the firmware failed since the board was made
    rail_mv()   int      millivolts on the LED rail; -1: not known
    close()              release all hardware; lights stay as they are

No machine can detect whether a strip is connected to its pin: data goes one way. It can detect that the strips have no
supply (`rail_mv`); the rest is seen in the self-test, which lights one LED after another.

`detect_hal` makes the object for the machine this runs on.
"""

import sys


def detect_hal(root: str = ""):
    """Return the HAL object of the machine this runs on; `root` is the folder of its files, "" the top one.

    Raises ImportError if no module of the HAL fits the machine.
    """
    if sys.platform == "rp2":
        from .rp2 import Rp2

        return Rp2(root)
    if sys.implementation.name == "micropython":
        from .generic import Generic

        return Generic(root)
    from .pi import Pi

    return Pi(root)
