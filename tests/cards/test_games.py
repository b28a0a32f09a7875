"""Games with real cards are legal to the last card, and come out as they do at a table."""

import json
from collections import Counter

import pytest

from host_tools.cards import game as table
from host_tools.cards.deck import CardError
from host_tools.cards.game import CardGame
from host_tools.cards.worker_api import count, deal

from .english_speech import WORDS
from .referee import Referee
from .sample_games import KINDS, game_of

GAMES = len(KINDS)
STATISTICS = 40
SAID = json.dumps(WORDS)
IN_THE_PLAY = {*range(1, 10), 12, 13, 14, 15}


def test_every_game_is_legal_to_the_last_card():
    for seed in range(GAMES):
        Referee(game_of(seed)).watch()


@pytest.fixture(scope="module")
def played():
    """What happened in two-handed games of six cards."""
    games = [CardGame(seed) for seed in range(STATISTICS)]
    return [happening for game in games for happening in game.story], games


def test_hands_cribs_and_play_score_what_they_do_at_a_table(played):
    story, games = played
    means = {kind: mean(story, kind) for kind in (table.SHOWN, table.CRIB)}
    assert 7.5 < means[table.SHOWN] < 8.6
    assert 4.2 < means[table.CRIB] < 5.4
    deals = sum(game.deals for game in games)
    pegged = sum(happening.points for happening in story if happening.kind in (table.PLAYED, table.POINT))
    assert 4 < pegged / deals < 7.5
    assert 8 < deals / len(games) < 10


def mean(story, kind):
    points = [happening.points for happening in story if happening.kind == kind]
    return sum(points) / len(points)


def test_dealer_and_the_other_win_about_as_often(played):
    _, games = played
    first = sum(game.winner == game.first_dealer for game in games)
    assert 0.4 < first / len(games) < 0.72


def test_starter_jacks_come_once_in_thirteen(played):
    story, _ = played
    starters = [happening.points for happening in story if happening.kind == table.STARTER]
    assert 1 / 20 < starters.count(2) / len(starters) < 1 / 9


def test_the_play_scores_only_what_it_can(played):
    story, _ = played
    seen = Counter(happening.points for happening in story if happening.kind == table.PLAYED and happening.points)
    assert set(seen) <= IN_THE_PLAY
    assert seen[2] > seen[3] > seen[8] > 0


def test_a_game_ends_in_the_middle_of_a_count(played):
    """Somebody goes out with cards still to be counted, in the play as in the show."""
    _, games = played
    last = Counter(game.story[-1].kind for game in games)
    assert {table.PLAYED, table.SHOWN, table.CRIB} <= set(last)


def test_muggins_is_called_only_where_it_is_agreed():
    calls = Counter()
    for muggins in (False, True):
        for seed in range(8):
            calls[muggins] += sum(
                happening.kind == table.MUGGINS for happening in CardGame(seed, 2, "acc", muggins).story
            )
    assert calls[False] == 0
    assert calls[True] > 8


def test_who_wants_to_lose_points_scores_fewer():
    def points_a_deal(preset):
        games = [CardGame(seed, 2, preset) for seed in range(10)]
        return sum(sum(game.front) for game in games) / sum(game.deals for game in games)

    assert points_a_deal("lowball") < 0.8 * points_a_deal("acc")


def test_a_seed_is_one_game_and_another_seed_another():
    assert deal(SAID, asked(5)) == deal(SAID, asked(5)) != deal(SAID, asked(6))


def test_the_same_game_comes_of_a_seed_on_micropython(micropython):
    micropython.run("from cards.worker_api import deal")
    for request in (asked(1), asked(2, players=4, muggins=True), asked(3, preset="fivecard"), asked(4, players=3)):
        assert micropython.call("deal", SAID, request) == deal(SAID, request)


def test_micropython_counts_the_same(micropython):
    micropython.run("from cards.worker_api import count")
    hand = {"cards": "5H 5S 5D JC".split(), "starter": "5C", "crib": False, "game": "six"}
    for asked_for in (hand, {"cards": "5 5H 5S 5D A K 10C".split()}):
        request = json.dumps(asked_for)
        assert json.loads(micropython.call("count", SAID, request)) == json.loads(count(SAID, request))


def asked(seed, players=2, preset="acc", muggins=False):
    return json.dumps({"seed": seed, "players": players, "preset": preset, "muggins": muggins})


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("preset", ["fivecard", "sevencard"])
def test_games_for_two_are_for_two(players, preset):
    with pytest.raises(CardError) as refused:
        CardGame(1, players, preset)
    assert (refused.value.key, refused.value.values) == ("players", {"preset": preset, "players": players})
