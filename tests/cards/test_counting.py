"""The counter is right for every hand: known examples, all 12,994,800 hands, and hands at random."""

from random import Random

import pytest

from firmware.rules.preset import DEFAULT_PRESET, WARNED_AMOUNTS
from firmware.rules.presets import PRESET_NAMES, fields_of
from host_tools.cards import judge_answer
from host_tools.cards.counting import count, total
from host_tools.cards.deck import DEALS, hand_and_crib_size

from .english_speech import SPEECH
from .hand_enumeration import by_kind, second_opinion

RANDOM_HANDS = 1_000

KNOWN = (
    *(1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224, 388740, 51680, 317340, 19656),
    *(90100, 9168, 58248, 11196, 2708, 0, 8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4),
)
"""How many of all hands score 0, 1, 2 … 29, as published."""

HIGHEST_IN_THE_PLAY = 15
"""With one card, by the rules; games at random are held to it elsewhere."""


def of_hand(*asked, **more):
    return judge_answer.score_hand(SPEECH, *asked, **more)


def of_play(words):
    return judge_answer.score_pegging(SPEECH, words)


@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        ("8H 7S 7D 6C", "2S", 16),
        ("AH 6H 7H 8H", "6C", 18),
        ("7H 7S 7D 8C", "9C", 21),
        ("5H 5S 5D JC", "5C", 29),
        ("5H 5S 5D 5C", "QC", 28),
        ("5H 5S 5D 5C", "10C", 28),
        ("5H 5S 5D QC", "5C", 28),
        ("2H 4S 6D 8C", "KC", 0),
        ("AH 2H 3H 4S", "9C", 8),
        ("2H 4H 6H 8H", "KH", 5),
        ("10H JS QD KC", "9C", 5),
        ("3H 3S 4D 5C", "5S", 20),
    ],
)
def test_known_hands(hand, starter, points):
    assert of_hand(hand.split(), starter)["total"] == points


def test_the_best_hand_of_the_seven_card_game():
    assert of_hand("4H 4S 5D 5C 6H".split(), "6C", game="seven")["total"] == 46


def test_it_is_said_in_the_order_of_a_table():
    answer = of_hand("9H JH 6S 9S".split(), "5H")
    assert answer["said"] == "fifteen two, fifteen four, fifteen six, a pair is eight, and his nobs is nine"
    answer = of_hand("5H 5S KD 2C".split(), "8C")
    assert answer["said"] == "fifteen two, fifteen four, fifteen six, fifteen eight, and a pair is ten"
    assert of_hand("4H 5H 6H 8H".split(), "KS")["said"] == (
        "fifteen two, fifteen four, a run of three is seven, and a flush of four is eleven"
    )
    assert of_hand("2H 4S 6D 8C".split(), "KC")["said"] == "nothing"
    assert of_hand("QH QS 2D 4C".split(), "7C")["said"] == "a pair is two"


def test_every_combination_names_its_cards_and_adds_up():
    answer = of_hand("8H 7S 7D 6C".split(), "2S")
    kinds = [scored["kind"] for scored in answer["combinations"]]
    assert kinds == ["fifteen"] * 4 + ["pair"] + ["run"] * 2
    assert {tuple(sorted(scored["cards"])) for scored in answer["combinations"] if scored["kind"] == "fifteen"} == {
        ("7S", "8H"),
        ("7D", "8H"),
        ("2S", "6C", "7S"),
        ("2S", "6C", "7D"),
    }
    assert [scored["total"] for scored in answer["combinations"]] == [2, 4, 6, 8, 10, 13, 16]


@pytest.mark.parametrize(("starter", "in_hand", "in_crib"), [("KS", 4, 0), ("KH", 5, 5)])
def test_a_crib_s_flush_needs_the_starter(starter, in_hand, in_crib):
    cards = "2H 4H 6H 8H".split()
    assert of_hand(cards, starter)["total"] == in_hand
    assert of_hand(cards, starter, crib=True)["total"] == in_crib


def test_a_flush_scores_as_many_as_the_hand_has_cards():
    assert of_hand("2H 4H 8H".split(), "KS", game="five")["total"] == 3
    assert of_hand("2H 4H 6H 8H QH".split(), "KH", game="seven")["total"] == 6


@pytest.mark.deep
def test_all_hands_and_cribs_score_as_often_as_is_known_and_the_board_warns_at_what_none_scores():
    hands, cribs, cards = by_kind(4), by_kind(4, crib=True), by_kind(3)
    assert [hands[points] for points in range(30)] == list(KNOWN)
    assert sum(hands.values()) == 12_994_800
    assert round(sum(points * number for points, number in hands.items()) / 12_994_800, 4) == 4.7692
    assert (cribs[0], sum(cribs.values())) == (1_022_208, 12_994_800)
    assert set(hands) == set(cribs) == {*range(19), *range(20, 25), 28, 29}
    assert set(cards) == {*range(16), 20}
    possible = set(hands) | set(cards) | set(range(HIGHEST_IN_THE_PLAY + 1))
    assert set(range(max(possible))) - possible == set(WARNED_AMOUNTS)


@pytest.mark.parametrize(("game", "crib"), [(game, crib) for game, players in DEALS if players == 2 for crib in (0, 1)])
def test_a_second_opinion_on_random_hands_is_the_same(game, crib):
    rng = Random(f"{game} {crib}")
    for _ in range(RANDOM_HANDS):
        *cards, starter = rng.sample(range(52), hand_and_crib_size(game)[crib] + 1)
        assert total(count(cards, starter, bool(crib))) == second_opinion(cards, starter, bool(crib)), (cards, starter)


@pytest.mark.deep
def test_amounts_of_the_seven_card_game_are_those_of_the_rules():
    assert set(by_kind(5)) == {*range(35), *range(36, 41), 46}


def test_the_board_s_highest_count_is_the_highest_hand():
    """Of four cards and the starter, and of five: the deep tests count all hands."""
    assert fields_of(DEFAULT_PRESET)["highest"] == 29
    assert {fields_of(name)["highest"] for name in PRESET_NAMES} == {29, 46}


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("8 7 7 6", [0, 2, 2, 0]),
        ("9 6 8 7", [0, 2, 0, 4]),
        ("4 2 6 5 3", [0, 0, 0, 0, 5]),
        ("5 5 5 5", [0, 2, 8, 12]),
        ("K K J A", [0, 2, 0, 2]),
        ("K K J A 2 3", [0, 2, 0, 2, 0, 0]),
        ("K K J 2 2", [0, 2, 1, 0, 2]),
        ("6 4 5 5 6 4", [0, 0, 5, 2, 0, 3]),
        ("2 3 3 A", [0, 0, 2, 0]),
        ("A 2 3 4 5 6 7", [0, 0, 3, 4, 7, 6, 7]),
    ],
)
def test_the_play(cards, points):
    assert [card["points"] for card in of_play(cards.split())["cards"]] == points
