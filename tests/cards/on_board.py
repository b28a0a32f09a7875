"""Plays card games on a board and watches its pegs. Runs on CPython and on MicroPython, which gets this file's text."""


def first_difference(hal, board, state, moments):
    """Steps the board along `moments`: [[t ms, mask of the keys down, {team: [front, back, pending]}], …].

    The first moment at which the board shows other pegs, with what it shows; or None, and the state at the end.
    """
    shown = state(board)
    for t, mask, pegs in moments:
        hal.keys_down(mask)
        board.step(t)
        shown = state(board)
        for team in pegs:
            track = shown["tracks"][team]
            if [track["front"], track["back"], track["pending"]] != pegs[team]:
                return [t, mask, pegs, shown], shown
    return None, shown
