"""Play card games on the virtual board and compare its pegs; its text also runs on MicroPython."""


def played(board, settings, moments):
    """Steps the board along `moments`: [t ms, mask of the keys down, front, back and pending of all teams].

    Returns the first moment at which the board has other pegs, with those it has, or None; its state; its results.
    """
    board.configure(**settings)
    return [first_difference(board, moments), board.state, board.results]


def first_difference(board, moments):
    for t, mask, *expected in moments:
        board.be_at(t, mask)
        tracks = board.state["tracks"]
        pegs = [tracks[team][row] for row in ("front", "back", "pending") for team in sorted(tracks)]
        if pegs != expected:
            return [t, mask, expected, pegs]
    return None
