"""What the board says when: moves, what somebody has to answer, what is asked; each level says its part."""

import pytest

from firmware.config import SPOKEN


def test_a_move_is_its_count_and_its_hole(spoken):
    board = spoken()
    board.play("A+5 A+2 OK wait 3000")
    assert board.said() == ["A seven", "seven"]
    board.play("A+5 OK wait 3000")
    assert board.said() == ["A five", "twelve"]


def test_in_french(spoken):
    board = spoken(language="fr")
    board.judge("award", team="A", holes=64)
    board.wait(4000)
    board.said()
    board.play("A+5 A+2 OK wait 4000")
    assert board.said() == ["A sept", "soixante et onze"]


def test_power_on_tells_the_card_and_a_game_that_is_on(spoken):
    board = spoken()
    board.play("A+5 OK wait 3000")
    board.cut()
    board.wait(12_000)
    assert board.said()[1:] == ["A five", "B zero", "A leads by", "five"]


def test_from_ten_to_go_what_is_needed(spoken):
    board = spoken()
    board.judge("award", team="A", holes=110)
    board.wait(6000)
    board.said()
    board.play("A+1 OK wait 5000")
    assert board.said() == ["A one", "one hundred and eleven", "needs", "ten"]


def test_a_skunk_line_passed(spoken):
    board = spoken()
    board.judge("award", team="B", holes=88)
    board.wait(6000)
    board.said()
    board.play("B+2 OK wait 5000")
    assert "past the skunk line" not in board.said()
    board.play("B+1 OK wait 5000")
    assert board.said()[-1] == "past the skunk line"


def test_a_win_is_claimed_agreed_to_and_told(spoken):
    board = spoken()
    board.judge("award", team="A", holes=120)
    board.wait(8000)
    board.said()
    board.play("A+1 wait 5000")
    assert board.said() == ["A", "one", "and out"]
    board.play("OK wait 8000")
    assert board.said()[-1] == "A claims the game. Do you all agree?"
    board.play("B+1:1100 wait 12000")
    said = board.said()
    assert said[:4] == ["A one", "one hundred and twenty one", "A wins by", "one hundred and twenty one"]
    assert said[4] == "Double skunk!"


def test_at_home_words_are_those_of_the_displays(spoken):
    board = spoken(preset="casual")
    for team in "AB" * 4:
        board.peg(team, 29)
    board.play("wait 9000 A+5 wait 3000")
    assert board.said()[-3:] == ["A", "five", "and the game"]
    board.play("OK wait 12000 OK wait 6000")
    assert board.said()[-3:] == ["Game", "two", "B deals first"]


def test_at_home_the_score_at_a_tap_tells_whose_deal_it_is(spoken):
    board = spoken(preset="casual")
    board.ask({"do": "deal", "seat": 1})
    board.play("A+2 OK wait 6000")
    board.said()
    board.play("MENU wait 9000")
    assert board.said() == ["A two", "B zero", "A leads by", "two", "B's deal and crib"]


def test_undo_asks_for_agreement_and_tells_the_way_back(spoken):
    board = spoken()
    board.play("A+5 A+2 OK wait 3000")
    board.said()
    board.play("A< wait 9000")
    assert board.said()[:4] == ["A takes back", "seven", "to", "zero"]
    board.play("A< wait 3000 B+1:1100 wait 9000")
    assert board.said()[-4:] == ["A goes back", "seven", "on", "zero"]


def test_a_refusal_has_its_reason_and_is_told_each_time(spoken):
    board = spoken()
    for _ in range(2):
        board.play("A< wait 4000")
        assert board.said() == ["No A has no move to take back"]


def test_menus_are_spoken_entry_by_entry(spoken):
    board = spoken()
    board.play("MENU:2100 wait 9000")
    assert board.said() == ["Setup", "ACC tournament, two players", "two", "teams", "brightness", "three"]
    board.play("A+1 wait 5000")
    assert board.said() == ["City tournament, skunks break ties"]
    board.play("A+5 wait 5000")
    assert board.said() == ["brightness", "four"]


def test_the_judges_decision_is_named_by_number(spoken):
    board = spoken()
    board.play("A+5 OK wait 3000 MENU:2100 wait 5000 A+2 wait 5000")
    assert board.said()[-1] == "2 take back holes"
    board.play("OK wait 6000 A+2 wait 6000")
    assert board.said()[-2:] == ["The judge: take back holes A", "two"]


def test_a_tap_of_menu_says_the_whole_score(spoken):
    board = spoken()
    board.play("A+5 OK wait 3000 B+2 OK wait 3000")
    board.said()
    board.play("MENU wait 4000")
    assert board.said() == ["A five", "B two", "A leads by", "three"]


def test_louder_softer_and_mute_by_keys_are_kept(spoken):
    board = spoken()
    board.play("MENU wait 1000 A+5 wait 1500")
    assert board.said()[-2:] == ["Volume", "seven"]
    assert board.model.volume == 21
    board.play(" ".join(["A+2 wait 300"] * 9))
    board.wait(6000)
    assert board.model.volume == 0
    board.cut()
    board.wait(4000)
    assert board.board.settings.values["volume"] == 0
    assert board.model.volume == 0


def test_how_much_is_said_by_key_is_kept(spoken):
    board = spoken()
    board.play("MENU wait 500 B+1 wait 4000")
    assert board.said()[-1] == "Says what is asked"
    board.wait(6000)
    board.cut()
    assert board.board.settings.values["spoken"] == "asked"


MOVE = ["A two", "two"]
SAID = {"all": ["A counts", "two", "OK pegs. BACK: less", *MOVE], "pegs": MOVE, "asked": []}


@pytest.mark.parametrize("level", SPOKEN)
def test_each_level_says_its_part(spoken, level):
    board = spoken(spoken=level)
    board.play("A+2 wait 4000 OK wait 4000")
    assert board.said() == SAID[level]


def test_a_dead_module_stops_nothing_and_is_noted(spoken):
    board = spoken(answers=False)
    board.play("A+5 OK")
    assert board.fronts() == [5, 0]
    assert {"code": "voice-silent"} in board.board.notes()


def test_a_board_without_a_voice_loads_none(bench):
    board = bench()
    board.play("A+5 OK MENU A+5")
    assert board.board.voice_loader is None
    assert "voice" not in board.ask({"do": "status"})[0]


def test_a_voice_is_refused_where_its_pins_are_keys(bench):
    board = bench(tracks=4)
    reply = board.ask({"do": "configure", "voice": True, "port_ma": 3000})[-1]
    assert reply["why"] == {"code": "no-pins", "field": "voice", "tracks": 4}


def test_a_low_battery_is_said_once_and_with_the_score(spoken):
    board = spoken()
    board.ask({"do": "configure", "battery": True})
    board.cut()
    board.wait(9000)
    board.play("A+5 OK wait 3000")
    board.said()
    board.hal.cell_mv = 3400
    board.wait(60_000)
    assert board.said()[0] == "Battery low"
    board.play("B+2 OK wait 4000")
    assert "Battery low" not in board.said()
    board.play("MENU wait 9000")
    assert board.said().count("Battery low") == 1
