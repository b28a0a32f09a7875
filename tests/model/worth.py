"""Model of a finished game's value, and of a round's totals."""

from dataclasses import dataclass

FORFEIT_HOLES = 115


@dataclass(frozen=True)
class Worth:
    """`winner` None: drawn. `points` and `spread` by team; `level` of the worst loser."""

    winner: str | None
    level: int
    points: dict
    spread: dict


def worth(preset, now):
    """The Worth of the finished game `now` (a Standing)."""
    fronts, winner = now.fronts(), now.winner
    if winner is None:
        nothing = dict.fromkeys(fronts, 0)
        return Worth(None, 0, nothing, nothing)
    losers = {team: front for team, front in fronts.items() if team != winner}
    level = max(preset.level(front) for front in losers.values()) if now.end == "played" else 0
    points = {team: loser_points(preset, front) for team, front in losers.items()}
    points[winner] = fronts[winner] if preset.win == "holes" else preset.win[level]
    if now.end != "forfeit":
        return Worth(winner, level, points, _spread(preset, fronts, winner))
    if preset.win == "holes":
        points[winner] = FORFEIT_HOLES
    if preset.loss == "holes":
        points[now.ended_by] = 0
    return Worth(winner, level, points, dict.fromkeys(fronts, 0))


def loser_points(preset, front):
    return {"behind": preset.target - front, "holes": front}.get(preset.loss, preset.loss)


def _spread(preset, fronts, winner):
    if not preset.spread:
        return dict.fromkeys(fronts, 0)
    margins = {team: max(fronts[winner] - front, 0) for team, front in fronts.items()}
    return {team: sum(margins.values()) if team == winner else -margins[team] for team in fronts}


def totals(teams, worths):
    """Games won, points and spread of each team over `worths`, a list of the Worth of each game."""
    won = {team: sum(w.winner == team for w in worths) for team in teams}
    points = {team: sum(w.points[team] for w in worths) for team in teams}
    spread = {team: sum(w.spread[team] for w in worths) for team in teams}
    return won, points, spread


def leader(preset, worths):
    """The team that leads the match of `worths`, one or more; None when two are level."""
    winners = outright_winners(preset, worths)
    if winners:
        return winners[0]
    points = totals(worths[0].points, worths)[1]
    best = min(points.values()) if preset.low_wins == "points" else max(points.values())
    leading = [team for team in points if points[team] == best]
    return leading[0] if len(leading) == 1 else None


def outright_winners(preset, worths):
    """Who has won a game in a way that wins the match at once."""
    return [w.winner for w in worths if preset.outright and w.winner and w.level >= preset.outright]


def decided(preset, worths):
    """Whether the match is over after `worths`, one or more."""
    best = max(totals(worths[0].points, worths)[1].values())
    played_out = len(worths) >= preset.games
    if outright_winners(preset, worths):
        return True
    if preset.series == "best_of":
        return 2 * best > preset.games or (played_out and leader(preset, worths) is not None)
    if preset.series == "first_to":
        return best >= preset.games
    return played_out
