"""What displays show in every phase: as texts that are compared, and as dots that are read again."""

from itertools import product

import pytest

from firmware.view.display import text_buffer
from firmware.view.display.glyphs import GLYPHS
from firmware.view.display.text_buffer import COLUMNS, DIGIT_ROWS, DIGITS, KINDS_AT, TALL, buffer_text
from host_tools.i18n import LANGUAGES, message
from host_tools.i18n.display_phrase_generator import PHRASES, REGISTERS, WIDEST, phrase_lines
from tests.display_reader import read, rows_read
from tests.view.phase_setups import FEW, PHASES, STATES, board_in, can_be_seen

SAID = {
    "idle": ("A 35 B 38 B leads by 3 86 to go 83 to go", "A 35 B 38 B mène par 3 reste 86 reste 83"),
    "pending": ("A 35 B 38 A +7: 35 > 42 OK pegs. BACK: less.", "A +7: 35 > 42 OK marque. BACK ôte."),
    "warned": ("A 35 B 38 A: 19? No hand scores that. OK if meant, or BACK.", "A : 19? Aucune main ne fait cela."),
    "undo": (
        "A 35 B 38 A back 11: 35 > 24 B, agree? Hold +1 for 1 s.",
        "A ôte 11: 35 > 24 B, d'accord? +1 pendant 1 s",
    ),
    "game over": ("A wins, forfeit. OK: next game.", "A gagne, forfait. OK : partie suivante."),
    "match over": ("The match goes to A. OK: next round.", "Le match va à A. OK : ronde suivante."),
    "status": ("Games won, points A won 0, points 0 B won 0, points 0", "A gagne 0, pts 0"),
    "judge": ("Judge 1-8: +1 +2 +5 1 award holes 2 take back holes", "1 donner des trous 2 reprendre des trous"),
    "judge's detail": ("A +2: 35 > 37 OK decides. BACK: back.", "A +2: 35 > 37 OK décide. BACK revient."),
}
"""With A on 35 and B on 38: English, French."""


def displayed(board):
    """What both displays say, their dots read."""
    board.wait(400)
    return [read(dots) for dots in board.hal.displays]


def texts(board):
    return [buffer_text(display.sheet) for display in board.board.display_loader.displays.all if display.there]


FILLED = ("team", "other", "n", "m", "o", "teams")


@pytest.fixture
def spoken(monkeypatch):
    """Phrases as they are written to a sheet, whole: (name, what the board filled in)."""
    phrases = []
    write = text_buffer.TextBuffer._write

    def kept(self, phrase, kind):
        phrases.append((list(PHRASES)[phrase], {name: getattr(self, name) for name in FILLED}))
        write(self, phrase, kind)

    monkeypatch.setattr(text_buffer.TextBuffer, "_write", kept)
    return phrases


def filled(name, values, language):
    """A phrase as a reader should find it."""
    marks = {name: str(values[name]) for name in "nmo"} | {name: "ABCD"[values[name]] for name in ("team", "other")}
    marks["teams"] = " ".join(team for i, team in enumerate("ABCD") if values["teams"] >> i & 1)
    marks["code"] = f"{values['n']:04}"
    text = " ".join(phrase_lines(name, language))
    for register, code in REGISTERS.items():
        text = text.replace(chr(code) * len(WIDEST[register]), marks[register])
    return text


@pytest.mark.parametrize("phase", PHASES)
def test_no_phrase_is_cut_and_nothing_overlaps(tmp_path, spoken, phase):
    for name, teams in product(FEW, (2, 3, 4)):
        state = STATES[name]
        if not can_be_seen(phase, state):
            continue
        folder = tmp_path / f"{name} {teams}"
        folder.mkdir()
        board = board_in(folder, phase, state, tracks=teams, teams=teams, name="Board by the door", table=999)
        for language in LANGUAGES:
            board.plug(0)
            board.configure(language=language)
            board.plug(2)
            spoken.clear()
            dots = displayed(board)
            if phase == "standby":
                assert board.hal.contrasts == [0, 0]
                continue
            assert board.hal.contrasts[0] > 0
            for number, text in enumerate(texts(board)):
                rest = text.split(" ", 2 * teams)[-1] if text[:1].isdigit() else text
                assert dots[number] in text or dots[number] in rest
                own_half = spoken[-len(spoken) // 2 :] if number else spoken[: len(spoken) // 2]
                for phrase, values in own_half:
                    assert filled(phrase, values, language) in text, (name, teams, phrase)


LARGE = ("pending", "undo", "game over", "match over", "judge's detail")
"""Phases in which three rows hold what stands beside a large score."""


@pytest.mark.parametrize("phase", SAID)
def test_each_phase_in_words_and_with_a_large_score_where_that_fits(tmp_path, phase):
    board = board_in(tmp_path, phase, STATES["mid-game"])
    board.plug(1)
    for language, wanted in zip(LANGUAGES, SAID[phase], strict=True):
        board.configure(language=language)
        board.wait(500)
        assert wanted in texts(board)[0]
        assert is_large(board) or phase not in LARGE


def is_large(board):
    return set(board.board.display_loader.displays.all[0].sheet[KINDS_AT : KINDS_AT + DIGIT_ROWS]) == {DIGITS}


def test_the_score_is_large_at_a_plain_win_and_small_beside_skunk_and_code(bench):
    """Then four rows are needed: who has won, the skunk or the code, and which key goes on or takes the win back."""
    board = begin(bench, "A+5 OK B+5 OK", key="00ff" * 8)
    board.judge("award", team="B", holes=110)
    board.judge("award", team="A", holes=115)
    board.play("A+1 OK")
    assert is_large(board)
    board.play("B+1:1100")
    board.wait(600)
    assert "Wrong?" in texts(board)[0]
    assert not is_large(board)


def test_a_refusal_leaves_the_score_large(bench):
    board = begin(bench, "A+5 OK")
    board.play("C+1")
    board.wait(300)
    assert texts(board)[0].endswith("No: that key has no use here.") or "No: C does not play." in texts(board)[0]
    assert is_large(board)


def begin(bench, text="", number=2, **settings):
    board = bench(**settings)
    board.plug(number)
    board.play(text)
    board.wait(600)
    return board


def test_own_side_comes_first_on_each(bench):
    board = begin(bench, "A+5 A+2 OK B+2 OK", tracks=3, teams=3)
    assert [text.split(" A leads")[0] for text in texts(board)] == ["A 7 B 2 C 0", "B 2 A 7 C 0"]


def test_digits_are_the_scores(bench):
    """Seven segments each, read by their dots: the middle of each stroke."""
    board = begin(bench)
    for score in (0, 1, 23, 45, 67, 89, 120):
        board.board.match.game.front[0] = score
        board.board.match.changes += 1
        board.wait(600)
        assert digits(board.hal.displays[0], right=62, width=17, height=38, stroke=5) == str(score)


def test_letters_and_scores_of_four_sides(bench):
    """Two above two, none cut where a row of the display ends."""
    board = begin(bench, "A+5 OK B+5 B+5 OK C+2 OK", tracks=4, teams=4)
    for number, order in enumerate(["ABCD", "BACD"]):
        dots = board.hal.displays[number]
        for place, team in enumerate(order):
            left, top = place % 2 * 64, place // 2 * 21
            shape = GLYPHS[5 * (ord(team) - ord("!")) : 5 * (ord(team) - ord("!")) + 5]
            assert bytes(column(dots, left + x, top, 8) for x in range(5)) == shape
            score = 10 * (team == "B") + 5 * (team == "A") + 2 * (team == "C")
            assert digits_at(dots, left + 62, top) == str(score)


def column(dots, x, top, rows):
    """Some dots of a column from `top` down, the lowest bit first."""
    return sum((dots[128 * (y // 8) + x] >> y % 8 & 1) << y - top for y in range(top, top + rows))


def digits_at(dots, right, top):
    """A score in digits ten columns wide and nineteen rows tall."""
    text = ""
    while right >= 10 and any(column(dots, x, top, 19) for x in range(right - 10, right)):
        west, east, middle = right - 9, right - 2, right - 5
        spots = [(middle, 1), (east, 5), (east, 13), (middle, 17), (west, 13), (west, 5), (middle, 9)]
        text = SEGMENTS[sum((column(dots, x, top + y, 1)) << i for i, (x, y) in enumerate(spots))] + text
        right -= 13
    return text


SEGMENTS = dict(zip((0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F), "0123456789", strict=True))


def digits(dots, right, width, height, stroke):
    def lit(x, y):
        return dots[128 * (y // 8) + x] >> y % 8 & 1

    text = ""
    while right >= width:
        left, right = right - width, right - width - 3
        west, east, middle, low = left + 1, left + width - 2, left + width // 2, height - 1 - stroke // 2
        spots = [(middle, 2), (east, 10), (east, 28), (middle, low), (west, 28), (west, 10), (middle, height // 2)]
        text = SEGMENTS.get(sum(lit(x, y) << i for i, (x, y) in enumerate(spots)), "") + text
    return text


def test_what_takes_turns_below_the_scores(bench):
    board = begin(bench, name="Café 3", table=7, preset="wins")
    board.judge("award", team="A", holes=121)
    board.play("OK A+5 OK")
    seen = set()
    for _ in range(12):
        board.wait(4000)
        seen.add(rows_read(board.hal.displays[0])[-2])
    keys = {message("display.ready_wrong"), "+1 +2 +5, then OK.", "Hold MENU 2 s: judge"}
    assert seen == {"A leads by 5", "Games A1 B0", "Table 7", "Café 3"} | keys


def test_at_home_whose_deal_it_is_stands_below_the_scores(bench):
    board = begin(bench, preset="casual")
    board.ask({"do": "configure", "preset": "casual", "teams": 2, "partners": True, "anew": True})
    board.ask({"do": "deal", "seat": 3})
    board.play("A+2 OK wait 8000")
    # The fourth player is a partner of the second.
    assert rows_read(board.hal.displays[0])[-2] == "B's deal and crib"


def test_table_and_round_in_an_event(bench):
    board = begin(bench, table=7, event="open")
    assert texts(board)[0] == "Table 7, round 1 OK or a count begins it. MENU: a friendly. MENU 2 s: setup."
    board.play("OK A+5 OK")
    assert any("Table 7, round 1" in text for text in watched(board))


def test_a_board_of_no_table_says_the_round_alone(bench):
    board = begin(bench, table=0, event="open")
    assert texts(board)[0].startswith("Round 1. OK or a count begins it.")


def test_a_round_is_asked_about_and_changed_in_setup(bench):
    board = begin(bench, "MENU:2000", event="open")
    assert "OK takes. MENU: round" in texts(board)[0]
    board.play("MENU A+5")
    assert texts(board)[0] == "Round 6 +1 +2 +5, BACK: another. OK: done. MENU: no-show."
    board = begin(bench, "OK", event="open")
    board.judge("award", team="A", holes=118)
    board.play("A+5 OK")
    assert "Round 1? OK: yes. +1 +2 +5, BACK: no, that one." in texts(board)[0]


def watched(board, ms=48_000):
    """All that the first display says for a while."""
    seen = []
    for _ in range(ms // 4000):
        board.wait(4000)
        seen.append(texts(board)[0])
    return seen


def test_a_refusal_is_told_until_something_happens_or_for_three_seconds(bench):
    board = begin(bench, "A<")
    assert "No: A has no move to take back." in texts(board)[0]
    board.wait(3000)
    assert "then OK" in texts(board)[0]
    board.play("A<")
    board.play("A+1")
    board.wait(300)
    assert "A +1: 0 > 1" in texts(board)[0]


def test_wrong_pin(bench):
    board = begin(bench, "MENU:2100 A+1 OK A+1 OK A+1 OK A+1 OK", pin="1234")
    assert "No: wrong PIN, or locked for 30 s." in texts(board)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_setup_names_every_preset(bench, language):
    from firmware.rules.presets import PRESET_NAMES
    from host_tools.i18n import catalogue

    board = begin(bench, "MENU:2100", language=language)
    for name in PRESET_NAMES:
        title = catalogue(language)[f"preset.{name}.name"].replace("’", "'")
        assert title in texts(board)[0]
        assert title in displayed(board)[0]
        board.play("A+1")


@pytest.mark.parametrize(
    ("language", "claim", "over"),
    [
        ("en", "A: 5, and the game. OK: the game is won. BACK: less.", "OK: play again."),
        ("fr", "A : 5, victoire. OK : partie gagnée. BACK ôte.", "OK : rejouer."),
    ],
)
def test_where_nobody_signs_words_are_those_of_a_game_at_home(bench, language, claim, over):
    board = begin(bench, preset="casual", language=language)
    for holes in (29, 29, 29, 29):
        board.peg("A", holes)
    board.play("A+5")
    board.wait(600)
    assert claim in texts(board)[0]
    board.play("OK")
    board.wait(600)
    assert over in texts(board)[0]


def corrections(board):
    """What the judge's menu is called."""
    board.play("MENU:2100")
    board.wait(600)
    text = texts(board)[0]
    board.play("MENU")
    return text.split(" 1-8")[0]


def test_words_change_with_the_setting_that_has_games_signed(bench):
    board = begin(bench, "A+1 OK", preset="casual")
    assert corrections(board) == "Correct"
    board.configure(sign_off=True)
    assert corrections(board) == "Judge"


def test_an_event_has_the_tournaments_words_whatever_its_preset(bench):
    board = begin(bench, preset="casual")
    board.configure(event="Spring")
    board.play("OK A+1 OK")
    assert corrections(board) == "Judge"


def test_setup_tells_teams_brightness_and_muggins(bench):
    board = begin(bench, "MENU:2100 A+2 A+5", tracks=4, muggins=True)
    assert texts(board)[0] == (
        "Setup, with muggins ACC tournament, two players +1 rules +2 teams 3 +5 light: 4 OK takes, BACK leaves"
    )


def test_a_game_won_with_skunk_spread_and_code(bench):
    board = begin(bench, key="00ff" * 8)
    board.judge("award", team="A", holes=120)
    board.play("A+1 OK B+1:1100")
    code = board.board.results.code
    assert {text.split("OK: next")[0] for text in watched(board, 9000)} == {
        "A121 B0 A wins by 121. Double skunk! ",
        f"A121 B0 A wins by 121. Code {code} ",
    }


def test_who_has_to_sign_and_who_has_signed(bench):
    board = begin(bench, tracks=4, teams=4)
    board.judge("award", team="A", holes=120)
    board.play("A+1 OK")
    board.wait(300)
    assert "A 120 B 0 C 0 D 0 A claims the game. B C D, agree? Hold +1 for 1 s. BACK: no." in texts(board)[0]
    board.play("C+1:1100")
    board.wait(300)
    assert "B D, agree?" in texts(board)[0]


def test_every_decision_of_a_judge_asks_for_what_it_needs(bench):
    board = begin(bench, "A+5 OK", tracks=3, teams=3)
    asked = {
        "A+1": "Award: the team's keys count the holes.",
        "A+2": "Take back: the team's keys count the holes.",
        "A+1 A+2": "False claim: +1 of the side that claimed.",
        "A+2 A+2": "Take back the last ruling, or the game's end?",
        "A+5": "Time is out: who is in front has won?",
        "A+5 A+1": "Forfeit: +1 of the side that loses it.",
        "A+5 A+2": "Overpeg: that side's keys count what goes back.",
        "A+5 A+2 A+1": "Tracks exchanged: +1 of a side that pegged on the wrong one.",
    }
    for keys, question in asked.items():
        board.play(f"MENU:2100 {keys} OK")
        board.wait(300)
        assert question in texts(board)[0]
        board.play("MENU")


@pytest.mark.parametrize(
    ("keys", "stated"),
    [("A+5 A+2 OK A+2", "A back 2, C on 2."), ("A+5 A+2 A+1 OK A+1", "A on 0, C on 5.")],
    ids=["overpeg", "exchange"],
)
def test_a_decision_that_concerns_two_of_three_sides_asks_for_the_second(bench, keys, stated):
    board = begin(bench, f"A+5 OK MENU:2100 {keys}", tracks=3, teams=3)
    board.wait(300)
    assert "Which other side? Its +1." in texts(board)[0]
    board.play("C+1")
    board.wait(300)
    assert stated in texts(board)[0]


def test_damage_is_told_in_turn_with_the_game_until_menu(bench):
    board = begin(bench)
    board.board.settings.notes.append({"code": "settings-damaged", "why": "damaged"})
    board.board.findings.alert = True
    seen = watched(board)
    assert any("The settings were damaged. Tell the captain. MENU: go on." in text for text in seen)
    assert any("then OK" in text for text in seen)
    board.play("MENU A+1")
    assert not any("damaged" in text for text in watched(board))


def test_all_moves_a_little_every_minute(bench):
    board = begin(bench, preset="casual", idle_ms=0)
    board.play("A+5 OK")
    lit = set()
    for _ in range(5):
        board.wait(66_000, every=500)
        lit.add((edge(board.hal.displays[0], range(128)), edge(board.hal.displays[0], range(127, 0, -1))))
    assert len(lit) == 3
    assert "".join(rows_read(board.hal.displays[0])[-1:]) == "116 to go   121 to go"


def edge(dots, columns):
    """The first of those columns with a lit dot among the large digits."""
    return next(x for x in columns if any(dots[128 * row + x] for row in range(5)))


def test_tall_letters_have_two_rows(bench):
    board = begin(bench)
    kinds = board.board.display_loader.displays.all[0].sheet[KINDS_AT : KINDS_AT + 8]
    assert kinds.count(TALL) == 1
    assert COLUMNS * 6 <= 128
