"""Play a timetable on the virtual board; its text also runs on MicroPython."""


def drive(board, timetable):
    """Steps the board along `timetable`: [[t ms, mask of the keys down, [request lines]], …].

    Returns [[the board's state, [whether each request was granted]], …], and its results.
    """
    seen = []
    for t, mask, requests in timetable:
        board.be_at(t, mask)
        granted = [board.ask(request)[-1]["ok"] for request in requests]
        seen.append([board.state, granted])
    return seen, board.results
