"""What a finished game is worth, and what finished games add up to in a round."""

from dataclasses import dataclass

from .history import standing


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
    level = max(preset.level(front) for front in losers.values())
    points = {team: loser_points(preset, front) for team, front in losers.items()}
    points[winner] = fronts[winner] if preset.win == "holes" else preset.win[level]
    return Worth(winner, level, points, _spread(preset, fronts, winner))


def loser_points(preset, front):
    return {"behind": preset.target - front, "holes": front}.get(preset.loss, preset.loss)


def _spread(preset, fronts, winner):
    if not preset.spread:
        return dict.fromkeys(fronts, 0)
    margins = {team: max(fronts[winner] - front, 0) for team, front in fronts.items()}
    return {team: sum(margins.values()) if team == winner else -margins[team] for team in fronts}


def totals(preset, teams, games):
    """Games won, points and spread of each team over `games`, a list of event tuples of finished games."""
    worths = [worth(preset, standing(preset, teams, events)) for events in games]
    won = {team: sum(w.winner == team for w in worths) for team in teams}
    points = {team: sum(w.points[team] for w in worths) for team in teams}
    spread = {team: sum(w.spread[team] for w in worths) for team in teams}
    return won, points, spread


def leader(preset, teams, games):
    """The team that leads the match of `games`, or None when two are level."""
    worths = [worth(preset, standing(preset, teams, events)) for events in games]
    for one in worths:
        if preset.outright and one.winner and one.level >= preset.outright:
            return one.winner
    points = totals(preset, teams, games)[1]
    best = min(points.values()) if preset.low_wins == "points" else max(points.values())
    leading = [team for team in teams if points[team] == best]
    return leading[0] if len(leading) == 1 else None


def decided(preset, teams, games):
    """Whether the match is over after `games`."""
    worths = [worth(preset, standing(preset, teams, events)) for events in games]
    if preset.outright and any(w.winner and w.level >= preset.outright for w in worths):
        return True
    best = max(totals(preset, teams, games)[1].values())
    played_out = len(games) >= preset.games
    if preset.series == "best_of":
        return 2 * best > preset.games or (played_out and leader(preset, teams, games) is not None)
    if preset.series == "first_to":
        return best >= preset.games
    return played_out
