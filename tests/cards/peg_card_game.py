"""Play card games on a board and compare its pegs; its text also runs on MicroPython."""


def first_difference(hal, board, moments):
    """Steps the board along `moments`: [t ms, mask of the keys down, front, back and pending of all teams].

    The first moment at which the board has other pegs, with those it has; or None.
    """
    game, console = board.match.game, board.console
    teams = board.match.teams
    for t, mask, *pegs in moments:
        hal.keys_down(mask)
        board.step(t)
        pending = [console.count.total if team == console.team else 0 for team in range(teams)]
        if list(game.front[:teams]) + list(game.back[:teams]) + pending != pegs:
            return [t, mask, pegs, list(game.front), list(game.back), pending]
    return None
