"""In play a step takes no memory: proved by the locked heap of real MicroPython, over a match that visits every phase.

`Board.step` locks the heap itself, so any allocation there is a MemoryError and ends the scenario.
"""

import json

import pytest

from host_tools.sim.micropython_process import MicroPythonError
from host_tools.sim.python_bundle import bundle

EVERY_PHASE = """
displays 2
teams 3
preset fivecard {"heels_limit":40,"stink_hole":true}
MENU:2100 B+5 A< MENU:2100 MENU                             # setup, left twice
OK A< B+1                                                   # deal: two refusals, then B deals
A+5 A+2 A< B+5 wait 2100 C+1 OK                             # pending: by key, by time, by OK
A+5 A+5 A+5 A+2 A+2 B+1 wait 3000 A+1 OK                    # warned
A< A< A< B+1 A< wait 5100 A< B+1:1100                       # undo: cancelled, refused, out of time, agreed
MENU wait 3100 MENU A+1                                     # status: closed by time and by a key
MENU:2100 A+1 OK B+5 B< B+2 OK B+1:1100                     # judge: an award,
MENU:2100 A+2 OK B+1 OK B+1:500 OK A+1 B+1:1100             # a hole taken back,
MENU:2100 A+2 A+1 OK A+1 A+5 A+5 A+5 A+5 A+5 A+5 A+5 A+5 A+5 OK B+1:1100   # a false claim
MENU:2100 OK A+1 OK OK A+1 B+1 A< A< A<                     # refused: nothing chosen, nobody named, another team,
MENU:2100 A+5 A+1 OK OK MENU MENU:2100 A+2 A+2 OK OK MENU   # nobody forfeits, nothing to reopen,
MENU:2100 A+2 A+1 OK OK MENU                                # nobody claims
send {"id":1,"do":"status"}
send {"id":2,"do":"judge","op":"award","team":"A","holes":20,"reason":"renege, seen late"}
A+1:1100 C+1:1100                                           # to which two teams agree
A+1 wait 200 A+2 A< A< wait 700000 A+1 A+2 OK               # standby and waking
A+5 A+5 A+5 A+1 OK                                          # claim, sign: disputed, signed
A+1 B+1:1100 B< OK B+1:1100 C+1:500 C+1:1100
A+1 MENU:2100 A+2 A+2 OK OK B+1:1100                        # game over, reopened
MENU:2100 A+5 A+1 OK C+1 OK B+1:1100                        # forfeited,
MENU:2100 A+1 OK C+1 OK MENU OK                             # an award refused, the next game
B+2 C+5 OK MENU:2100 B+5 OK OK A+1:1100 OK                  # timed out
A+1 A+5 OK MENU:2100 A+5 OK OK B+1:1100 OK OK A+5 MENU      # match over, the next round
"""
IN_AN_EVENT = """
displays 1
teams 3
set language fr
set table 7
set name Door
preset best3 {"target":31,"skunk":null,"double":null}
set event open
set muggins on
MENU:2100 MENU B+5 B< C+2 OK MENU MENU MENU:2100 MENU MENU  # setup: a round's number; a friendly, and none; setup
B+5 B<                                                      # a count taken back: the round
MENU A< A+5 OK MENU OK                                      # a friendly: A deals first, the status
A+5 A+5 A+5 A+5 A+5 A+1 OK B+1:1100 C+1:1100 A+1            # won,
A< OK B+1 A< wait 5100 A< C+1:1100                 # the win going back: cancelled twice, agreed,
A+5 A+5 A+5 A+5 A+5 A+1 OK B+1:1100 C+1:1100 OK             # won again
OK B+2 OK                                                   # the round begun by a count
MENU:2100 A+5 A+2 OK B+2 C+1 OK C+1:1100                    # an overpeg,
MENU:2100 A+5 A+2 A+1 OK B+1 OK C+1 OK C+1:1100             # two tracks exchanged
A+5 A+5 A+5 A+5 A+5 A+2 A+2 OK A+2 OK B+1:1100 C+1:1100     # the next game, and who deals it
OK wait 400 MENU C+1 wait 400
A< B+1:1100 A+2 OK B+1:1100 C+1:1100                        # a win going back that late
"""
PHASES = "deal idle pending claim sign undo game-over match-over status setup judge"

PLAY = """
import json, os
from firmware.entry.phases import phase_name
from virtual.scenario_player import Player
from virtual.scenario_parser import parse

LONG_MS = 600000

def play(text):
    os.mkdir("/flash")
    player = Player(parse(text), "/flash")
    seen = set()
    step = player.step
    def watched():
        step()
        console = player.board.console
        seen.add(phase_name(console))
        if console.asleep:
            seen.add("standby")
        if console.phase == 3:
            seen.add("warned")
        if console.refused:
            seen.add("refused")
    player.step = watched
    while player.played < len(player.steps):
        kind, ms = player.steps[player.played][1:3]
        if kind == "wait" and ms >= LONG_MS:
            player.now += ms
            player.played += 1
            watched()
        else:
            player.next()
    return json.dumps(sorted(seen))
"""


def phases_seen(python, text):
    python.run(PLAY)
    return set(json.loads(python.call("play", text)))


def test_rounds_of_an_event_take_no_memory_in_any_step(micropython):
    seen = phases_seen(micropython, IN_AN_EVENT)
    assert {"round", "undo", "judge", "setup", "status", "game-over"} <= seen


def test_a_match_that_visits_every_phase_takes_no_memory_in_any_step(micropython):
    seen = phases_seen(micropython, EVERY_PHASE)
    assert seen == {*PHASES.split(), "standby", "warned", "refused"}


# Where memory is taken on purpose, and the scenario that goes there.
PLANTED = [
    ("firmware/entry/state_machine.py", "        self.refused += 1\n", "A<"),
    ("firmware/entry/debounce.py", "        self._moving |= bit\n", "A+1"),
    ("firmware/view/lights/strip.py", "        self.painted = True\n", "A+1"),
    ("firmware/journal/store.py", "        self.sequence += 1\n", "A+1 OK"),
    ("firmware/rules/match.py", "                self._move(kind, team, amount, clock)\n", "A+1 OK"),
    ("firmware/view/display/text_buffer.py", "        self.data[:] = _EMPTY\n", "displays 1\nA+1"),
    ("firmware/view/display/displays.py", "        display.stale = False\n", "displays 1\nA+1"),
    ("firmware/link/link.py", "        return self._ended\n", "wait 20"),
]


@pytest.mark.parametrize(("path", "line", "scenario"), PLANTED, ids=[path for path, _, _ in PLANTED])
def test_memory_taken_anywhere_in_a_step_would_be_noticed(micropython, path, line, scenario):
    files = bundle()
    assert files[path].count(line) == 1, "the line to plant at has changed"
    indent = line[: len(line) - len(line.lstrip())]
    files[path] = files[path].replace(line, f"{indent}self.planted = [1]\n{line}")
    micropython.restart(files)
    with pytest.raises(MicroPythonError, match="MemoryError"):
        phases_seen(micropython, scenario)


IN_PLAY = """
import gc, os
from firmware.board import Board
from virtual.hal import VirtualHal

os.mkdir("/flash")
hal = VirtualHal(2, "/flash")
board = Board(hal)
while not board.loaded or board.work_due():
    board.step(0)

def taken(ms):
    total = 0
    now = 0
    opens = False
    gc.disable()
    while now < ms:
        now += 20
        hal.keys_down(4 if now % 400 == 200 else 64 if now % 400 == 0 else 0)
        before = gc.mem_alloc()
        board.step(now)
        spent = gc.mem_alloc() - before
        if not (opens or board.journal.full):
            total += spent
        opens = board.journal.full
    gc.enable()
    return total
"""


def test_steps_of_a_game_take_no_byte_even_outside_the_locked_part(micropython):
    """Segments of the journal that are opened now and then are the exception the design allows."""
    micropython.run(IN_PLAY)
    assert micropython.call("taken", 3000) == 0
    assert int(micropython.run("print(board.match.tally.moves)")) >= 10
