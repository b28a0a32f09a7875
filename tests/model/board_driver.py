"""Play a timetable on a real board; its text also runs on MicroPython."""

import json

ENOUGH_STEPS = 20


def drive(hal, board, state, timetable):
    """Steps the board along `timetable`: [[t ms, mask of the keys down, [request lines]], …].

    Returns [[state(board), [whether each request was granted]], …], and the board's result lines as objects.
    """
    seen = []
    for t, mask, requests in timetable:
        hal.keys_down(mask)
        board.step(t)
        granted = [_ask(hal, board, request, t) for request in requests]
        seen.append([state(board), granted])
    return seen, [json.loads(line) for line in board.results.lines_after(0)]


def _ask(hal, board, request, t):
    hal.receive(request + "\n")
    for _ in range(ENOUGH_STEPS):
        board.step(t)
        for line in hal.take_sent_lines():
            reply = json.loads(line)
            if "ok" in reply:
                return reply["ok"]
    raise RuntimeError("no answer to " + request)
