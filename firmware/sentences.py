"""The sentence of each message's code, for people at a prompt, in English; host_tools/i18n has the other languages.

Loaded with the handlers of requests: nothing else on the board needs sentences.
"""

from array import array

SENTENCES = b"""
assignment-refused: assignment: {why}
bad-board: board: an object, whose `pins` are one too
bad-broker: broker: an address of four numbers, such as 192.168.1.10
bad-chain: leds: {strip} (strip) or {circuit} (circuit board)
bad-checkpoint: checkpoint with a wrong checksum
bad-checksum: damaged: its checksum is wrong
bad-display: display: the name of a driver in firmware/hal/displays, such as sh1106, or nothing, to tell it apart
bad-id: id: a whole number or text
bad-idle: idle_ms: 0 for never, or {low} to {high}
bad-keep-alive: {field}: 0 for never, or {low} to {high} s
bad-key: key: up to 64 bytes as lower-case hex, or empty for none
bad-list: {field}: a list of {count}
bad-login: login: the board's password at the broker, up to 64 bytes
bad-loss: loss: "behind", "holes", or a whole number from {low} to {high}
bad-name: {field}: 1 to {longest} small letters and digits
bad-names: names: one for each team, of up to {limit} characters, or none at all
bad-pin: pin: 4 to 8 digits, or empty for none
bad-sign-off: sign_off: true, false, or null for what the preset says
bad-standby: standby: an address of four numbers, such as 192.168.1.11
bad-time: at: seconds since 1970, from 2020 to 2099
bad-timing: led_ns: ns that a 0 is high, is low, a 1 is high, is low, in steps of {step}; a 1 is {step} to {most} \
longer high, a 0 longer low
bad-uid: uid: 16 hex digits, or nothing, for the chip's own
bad-wifi-name: ssid: the Wi-Fi's name, up to 32 bytes; empty where the machine is on a network by itself
bad-wifi-password: password: the Wi-Fi's, 8 to 63 characters, or empty for an open one
bad-win: win: "holes", or four whole numbers for level 0 to 3
battery-low: battery: {mv} mV; below {least} it is to be charged
display-missing: display {number} does not answer
display-unknown: display: there is no driver for {chip}
endless-series: series: {series} never ends where a win is not worth a game point
event-not-kept: not kept: {why}
event-order: event {event} (kind {kind}) cannot follow event {after}
faults-unreadable: faults.log cannot be read: {why}
faults-unwritable: faults.log cannot be written: {why}
field-missing: {field}: missing
flash-failed: {why}; ask again
flash-low: flash: less than a tenth is free; export the results, then clear them
game-over: the game is over; reopen it first
game-shown: its last game still shows: press OK until no score does; event, preset, teams, round and muggins change then
hardware-damaged: hardware.json: {why}; defaults taken
hardware-pending: hardware.json: changed; takes effect at the next start
journal-failed: journal: {why}
journal-moved: the journal has moved on; ask again ({why})
key-down: key {key} is down at power-up
line-above-none: {field}: null, as the line before it
line-too-high: {field}: null, or a hole below {above}
low-game-skunk: skunk: null where the first to the target loses
low-game: no false claim where the first to the target loses
menu-open: a menu is open on the board; leave it first (MENU), or decide there
network-absent: network.json: this machine has no network
network-damaged: network.json: {why}; no network
network-failed: network: {why}
newer-format: format {format}; this firmware reads up to {reads}
no-boolean: {field}: true or false
no-checkpoint: no checkpoint at its beginning
no-hash: link: the hash of the last line, as its export gives it
no-memory: too little memory now; ask again
no-object: one JSON object a line
no-other-team: to: the other team, of {teams}
no-pins: {field}: with {tracks} tracks this board has no pins for it
no-radio: broker: this machine has no network; a Pico W has
no-such-amount: holes: a whole number from 1 to {high}
no-such-hole: true: the team's true front peg, from 0 to {high}
no-such-line: outright: that level has no line
no-such-team: team: one of {teams}
no-text: {field}: text
no-whole-number: {field}: a whole number
not-cleared: not cleared: {why}
not-exported: link: not the hash of the last line; export the results first
not-kept: {file}: not kept: {why}
not-one-of: {field}: one of {known}
not-single: games: 1 where the series is single
not-within: {field}: a whole number from {low} to {high}
nothing-to-reopen: no decision or finished game to take back, or a peg has moved since
other-platform: revision {revision} is for {wanted}, this is {platform}
other-segment: it is segment {number}
pin-cannot: pins.{pin}: one of {can}, not {gpio}
pin-locked: three wrong PINs; wait {s} s
pin-needed: it has a PIN, which is needed
pin-taken: pins.{pin}: pins.{other} has GPIO {gpio} already
pin-wrong: that is not its PIN
playing-lights: a game has begun; the lights can be tested between matches
playing-network: a game has begun; the network can be set between matches
playing: a game has begun; event, preset, teams, round and muggins can be changed between matches
rail-low: LED rail: {mv} mV; strips want {least} or more
results-ahead: results.log: it ends with result {count}, the journal with {finished}
results-damaged: results.log: a line near its end is damaged
results-missing: results.log: results {first} to {last} are missing
results-unreadable: results.log: {why}
segment-damaged: segment {number}: {why}
segment-missing: segment {number} is missing
series-of-games: series: {series} counts games won: loss 0 and low_wins not points
settings-damaged: settings.json: {why}; defaults taken
short-checkpoint: checkpoint cut short
start-interrupted: Ctrl-C: it came while the board started, which was put off by {s} s
supply-cut: LED supply: it was cut, too much current
supply-over-offer: port_ma: set to {ma} mA, the port offers {offered}
supply-too-low: port_ma: {ma} mA do not carry {tracks} tracks; they need {needed} or more
teams-over-tracks: teams: {teams} are set, this board has {tracks} tracks
text-too-long: {field}: text of up to {limit} characters
too-deep: too deep
too-few-tracks: tracks: {tracks} are too few for {teams} teams; set teams first
too-long: a line has at most {limit} bytes
too-many-teams: teams: from 2 to {tracks}, the tracks of this board
unknown-field: {field}: unknown; fields are {known}
unknown-preset: preset: {preset} is not one of {known}
unreadable-from: unreadable from byte {at} of {size}
voice-card: voice: its card has {files} files, not {wanted}; the one that begins by saying {number} is wanted
voice-silent: voice: its sound module does not answer
watchdog: watchdog: the board stood still for 8 s and was reset (task {task}, phase {phase}, after {s} s; longest \
step before: {ms} ms)
"""
"""A line for each code, sorted. As many strings would take twice the heap, and 50 ms more to load."""


def _line_starts() -> array:
    starts = array("H")
    start = 1
    while start < len(SENTENCES):
        starts.append(start)
        start = SENTENCES.find(b"\n", start) + 1
    return starts


_STARTS = _line_starts()


def sentence(message: dict) -> str:
    """Return the sentence of a message, its values filled in; `why` must be a text already. 3 ms on a Pico."""
    return _template(message["code"]).format(**message)


def _template(code: str) -> str:
    """Return the sentence of a code, its values not filled in. A search through the whole text would take 4 ms."""
    head = (code + ": ").encode()
    low, high = 0, len(_STARTS)
    while low < high - 1:
        middle = (low + high) >> 1
        start = _STARTS[middle]
        if SENTENCES[start : start + len(head)] <= head:
            low = middle
        else:
            high = middle
    start = _STARTS[low]
    return str(SENTENCES[start + len(head) : SENTENCES.find(b"\n", start)], "utf-8")
