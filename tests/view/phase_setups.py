"""Bring a board with pegs anywhere into each of its phases, by keys alone."""

from host_tools.sim.virtual.board import EDGES_MS, STEP_MS, new_board, presses

# Pegs as [holes of A's moves], [holes of B's moves]; preset. Typical ones, then hostile ones: start holes, pegs beside
# the skunk lines, level pegs, stink hole, targets other than 121.
STATES = {
    "mid-game": ("acc", [24, 11], [18, 20]),
    "start holes": ("acc", [], []),
    "nobody has dealt": ("fivecard", [], []),
    "one in its start hole": ("acc", [10], []),
    "below the skunk line": ("acc", [29, 29, 29, 3], [29, 29, 2]),
    "above the skunk lines": ("acc", [29, 29, 29, 4], [29, 29, 3]),
    "at the double line": ("acc", [29, 29, 2], [29, 29, 3]),
    "level, back pegs too": ("acc", [29, 11], [29, 11]),
    "level at the stink hole": ("acc", [29, 29, 29, 20, 13], [29, 29, 29, 20, 13]),
    "B at the stink hole": ("acc", [29, 29, 29, 13], [29, 29, 29, 20, 13]),
    "61 holes, home stretch": ("lurch61", [29, 14], [29, 1]),
    "61 holes, on the line": ("lurch61", [29, 1], [29, 2]),
    "151 holes, first lap": ("sevencard", [46, 46], [46, 29]),
    "151 holes, second lap": ("sevencard", [46, 46, 38], [46, 46, 29, 6]),
    "151 holes, level on hole 120": ("sevencard", [46, 46, 28], [46, 46, 28]),
}

FEW = ("mid-game", "start holes", "nobody has dealt", "level at the stink hole", "151 holes, second lap")
"""Of these, one of each kind: for what does not depend on where exactly the pegs are."""

WARNED = {"acc": 19, "lurch61": 19, "sevencard": 35, "fivecard": 19}
"""A count that no hand scores."""

REACH = {"acc": (121, 29), "lurch61": (61, 29), "sevencard": (151, 46), "fivecard": (61, 29)}
"""Target and highest single count of the presets used here."""

PHASES = (
    "idle",
    "pending",
    "warned",
    "claim",
    "sign",
    "undo",
    "game over",
    "match over",
    "status",
    "setup",
    "judge",
    "judge's detail",
    "deal",
    "standby",
    "round",
    "table",
    "friendly",
    "who deals",
    "a win going back",
)


def can_be_seen(phase, state):
    """Whether a board with these pegs can be in the phase at all."""
    preset, a, b = state
    front = sum(a)
    target, highest = REACH[preset]
    if preset == "fivecard" and not a and not b:
        return phase in ("deal", "status", "setup", "game over", "standby", "judge")
    if phase in ("round", "table", "friendly", "who deals"):
        return preset == "acc" and not a and not b
    if phase in ("claim", "sign", "a win going back"):
        return front + highest >= target
    if phase in ("setup", "deal"):
        return phase == "setup" and not a and not b
    if phase == "pending":
        return front + 1 < target
    if phase == "warned":
        return front + WARNED[preset] < target
    return phase != "undo" or front > 0


def board_in(root, phase, state, leds=141, port_ma=0, **settings):
    """A board in a phase that can be seen with the state's pegs, nothing refused of late."""
    preset, a, b = state
    machine = {"leds": leds, "port_ma": port_ma}
    board = new_board(root, step_ms=EDGES_MS, machine=machine, preset=preset, idle_ms=0, **settings)
    for team, moves in (("A", a), ("B", b)):
        for holes in moves:
            board.peg(team, holes)
    board.step_ms = STEP_MS
    board.wait(400)
    _WAYS[phase](board)
    board.wait(400)
    return board


def _claim(board):
    missing = board.board.match.game.target - board.pegs("A")[0]
    board.play(" ".join(f"A+{amount}" for amount in presses(missing)))


def _sign(board):
    _claim(board)
    board.play("OK")


def _game_over(board):
    if board.phase == "deal":
        board.play("A+1")
    board.judge("forfeit", team="B")


def _match_over(board):
    for _ in range(9):
        if board.phase == "match-over":
            return
        if board.phase != "game-over":
            _game_over(board)
        board.play("OK")


def _round(board):
    board.configure(12, event="open")


def _table(board):
    """The turn of the round's lights in which they show the table."""
    board.configure(12, event="open", table=107)
    board.wait(4200)


def _friendly(board):
    _round(board)
    board.play("MENU")


def _dealer(board):
    board.configure(preset="best3")
    board.play("A<")


def _returning(board):
    _sign(board)
    board.play("B+1:1050 A<")


def _judge(board):
    """On the page where the decision is chosen; a round not begun is begun first."""
    if board.phase == "deal":
        board.play("A+1")
    if not board.board.match.begun():
        board.play("B+1 OK")
    board.play("MENU:2050")


def _judge_detail(board):
    _judge(board)
    board.play("A+1 OK A+2")


def _standby(board):
    board.wait(600_000, every=60_000)


_WAYS = {
    "idle": lambda board: None,
    "deal": lambda board: None,
    "pending": lambda board: board.play("A+5 A+2" if board.pegs("A")[0] < 40 else "A+1"),
    "warned": lambda board: board.play(" ".join(f"A+{n}" for n in presses(WARNED[board.state["preset"]]))),
    "round": _round,
    "table": _table,
    "friendly": _friendly,
    "who deals": _dealer,
    "a win going back": _returning,
    "claim": _claim,
    "sign": _sign,
    "undo": lambda board: board.play("A<"),
    "game over": _game_over,
    "match over": _match_over,
    "status": lambda board: board.play("MENU"),
    "setup": lambda board: board.play("MENU:2050"),
    "judge": _judge,
    "judge's detail": _judge_detail,
    "standby": _standby,
}


def a_turn_of_lights(board, every=80, ms=960):
    """The frames of one whole turn of the moving lights, each a list of GRB bytes per track."""
    frames = []
    for _ in range(ms // every):
        frames.append([bytes(track) for track in board.hal.shown])
        board.wait(every, every)
    return frames
