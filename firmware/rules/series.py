"""Rules for a series of games: first dealer, when a round is decided, who leads (RULES.md section 4)."""

from .outcome import END_FORFEIT, END_PLAYED, NOBODY


def next_dealer(match) -> int:
    """Return who deals first in the next game (RULES.md section 4)."""
    first_deal = match.preset.first_deal
    if first_deal == "loser":
        return _loser(match)
    if first_deal == "alternate" and match.tally.dealer != NOBODY:
        return (match.tally.dealer + 1) % match.teams
    return NOBODY


def _loser(match) -> int:
    """Return the losing team of the finished game, of several the one furthest behind, if tied the first by letter.

    NOBODY if the game was drawn.
    """
    winner = match.outcome.winner
    low = match.preset.low_game
    if winner != NOBODY and (match.end == END_FORFEIT or low and match.end == END_PLAYED):
        return match.ended_by
    front = match.game.front
    loser = NOBODY
    for team in range(match.teams):
        behind = loser == NOBODY or (front[team] > front[loser] if low else front[team] < front[loser])
        if winner != NOBODY and team != winner and behind:
            loser = team
    return loser


def round_decided(match) -> bool:
    """Return whether the game that has just ended decides the round."""
    preset = match.preset
    games = match.tally.game
    if preset.outright and match.outcome.level >= preset.outright:
        return True
    if preset.series == "first_to":
        return max(match.tally.points) >= preset.games
    if preset.series == "best_of":
        majority = max(match.tally.points) * 2 > preset.games
        return majority or games >= preset.games and leader(match) != NOBODY
    return games >= preset.games


def leader(match) -> int:
    """Return the team that leads the round by game points, or NOBODY if the best are tied."""
    points = match.tally.points
    sign = -1 if match.preset.low_points else 1
    first = 0
    tied = False
    for team in range(1, match.teams):
        ahead = (points[team] - points[first]) * sign
        if ahead > 0:
            first = team
        if ahead >= 0:
            tied = ahead == 0
    return NOBODY if tied else first
