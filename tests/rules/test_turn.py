"""Whose deal it is, told from the pegs alone: as often right as games with real cards say."""

import pytest

from firmware.rules.events import EVENT_DEAL, EVENT_MOVE, EVENT_UNDO, NO_POINTS
from firmware.rules.match import Match
from firmware.rules.presets import load_preset
from host_tools.cards.game import CRIB, DEAL, STARTER, CardGame

GAMES = 8
FIRST_SEED = 9000
"""Other games than those in which the costs were counted."""


def told_deals(players: int, seed: int) -> tuple[list[bool], list[bool]]:
    """Play a game with cards on a match; return whether its turn was right after each move, and after each crib."""
    game = CardGame(seed, players)
    match = Match(load_preset("acc"), game.teams)
    match.partners = players > game.teams
    match.restart(match.preset, game.teams, 1)
    match.apply(EVENT_DEAL, game.first_dealer % game.teams, game.first_dealer + 1, 0)
    right, right_after_crib = [], []
    dealer, dealing = game.first_dealer - 1, False
    for event in game.story:
        if event.kind == DEAL and not dealing:
            dealer, dealing = (dealer + 1) % players, True
        dealing = dealing and event.kind != STARTER
        if not event.points:
            continue
        match.apply(EVENT_MOVE, event.seat % game.teams, event.points, 0)
        if match.over():
            break
        expected = (dealer + 1) % players if event.kind == CRIB else dealer
        (right_after_crib if event.kind == CRIB else right).append(match.turn.seat() == expected)
    return right, right_after_crib


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turn_is_right_as_a_rule(players: int) -> None:
    games = [told_deals(players, FIRST_SEED + number) for number in range(GAMES)]
    right = [told for moves, _ in games for told in moves]
    after_crib = [told for _, cribs in games for told in cribs]
    assert sum(right) / len(right) > 0.85
    assert sum(after_crib) / len(after_crib) > 0.75


def begun(teams: int = 2, partners: bool = False, seat: int = 0) -> Match:
    match = Match(load_preset("casual"), teams)
    match.partners = partners
    match.restart(match.preset, teams, 1)
    match.apply(EVENT_DEAL, seat % teams, seat + 1, 0)
    return match


@pytest.mark.parametrize("seat", range(4))
def test_before_a_move_the_one_before_had_the_same_deal(seat: int) -> None:
    match = begun(partners=True, seat=seat)
    match.turn.undo()
    assert match.turn.seat() == seat


def test_nothing_is_told_before_somebody_has_said_who_deals() -> None:
    match = Match(load_preset("casual"), 2)
    match.apply(EVENT_MOVE, 0, 8, 0)
    assert match.turn.seat() == -1


def test_a_hand_a_hand_and_a_crib_end_a_deal() -> None:
    match = begun()
    for team, holes in ((1, 2), (0, 1), (1, 8), (0, 6)):
        match.apply(EVENT_MOVE, team, holes, 0)
        assert match.turn.seat() == 0
    match.apply(EVENT_MOVE, 0, 4, 0)
    assert match.turn.seat() == 1


def test_a_move_that_is_taken_back_tells_nothing() -> None:
    match = begun()
    for team, holes in ((1, 2), (0, 1), (1, 8), (0, 6)):
        match.apply(EVENT_MOVE, team, holes, 0)
    match.apply(EVENT_UNDO, 0, 0, 0)
    match.apply(EVENT_MOVE, 0, 8, 0)
    assert match.turn.seat() == 0


def test_two_counts_of_nothing_that_are_told_turn_the_deal() -> None:
    match = begun()
    for team, holes in ((1, 2), (0, 1), (1, 8)):
        match.apply(EVENT_MOVE, team, holes, 0)
    match.apply(EVENT_DEAL, 0, NO_POINTS, 0)
    assert (match.turn.seat(), match.pointless) == (0, 0)
    match.apply(EVENT_DEAL, 0, NO_POINTS, 0)
    assert match.turn.seat() == 1
    match.apply(EVENT_MOVE, 1, 1, 0)
    assert (match.turn.seat(), match.pointless) == (1, -1)


def test_a_count_of_nothing_goes_with_the_move_before_it() -> None:
    match = begun()
    for team, holes in ((1, 2), (0, 1), (1, 8)):
        match.apply(EVENT_MOVE, team, holes, 0)
    match.apply(EVENT_DEAL, 0, NO_POINTS, 0)
    match.apply(EVENT_UNDO, 1, 0, 0)
    for team, holes in ((1, 6), (0, 8)):
        match.apply(EVENT_MOVE, team, holes, 0)
    assert match.turn.seat() == 0
    match.apply(EVENT_MOVE, 0, 4, 0)
    assert match.turn.seat() == 1


def test_partners_deal_in_turn() -> None:
    match = begun(partners=True, seat=2)
    for team, holes in ((1, 1), (1, 8), (0, 6), (1, 10), (0, 12), (0, 5)):
        match.apply(EVENT_MOVE, team, holes, 0)
    assert match.turn.seat() == 3


def test_the_loser_deals_the_next_game_and_of_partners_whose_turn_is_next() -> None:
    match = begun(partners=True, seat=0)
    match.turn.begin(3)
    for _ in range(16):
        match.apply(EVENT_MOVE, 0, 8, 0)
    match.turn.begin(3)
    match.turn.begin_after(1)
    assert match.turn.seat() == 1
