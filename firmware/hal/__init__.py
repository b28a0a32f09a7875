"""What a machine has to offer: the one interface between the board and the hardware.

A kind of board is one module here (the virtual one stands with the host's tools) with an object of these members.
Nothing in it may block; `keys`, `edges`, `read`, `busy`, `show`, `ticks_us`, `feed` allocate nothing.

    uid         str    the machine's own number, hex
    tracks      int    strips connected, 2..4
    leds        int    LEDs of a chain: 141 or 121
    reverse     bool   data enters the chains at the game hole
    port_ma     int    what the supply gives, milliamperes
    disk        Disk   files that survive a loss of power
    keys()      int    mask of the keys that are down now; bit = key number of `config`
    edges()     int    mask of the keys that have gone down since the last call, also those up again
    busy()      bool   a frame is still on the wire
    show(bufs)         send a frame: a list of one bytearray of GRB bytes per track; only when not busy
    rail(on)           switch the LEDs' supply
    sound(which)       0 click, 1 refusal, 2 game
    read()      int    next byte from the host, or -1
    write(data) int    send bytes to the host; how many were taken now
    ticks_us()  int    microseconds, wrapping at 2**30
    feed()             the watchdog
"""
