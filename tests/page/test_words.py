"""What the lights mean is said in words, in every phase and menu."""

from tests.page.table import Table, moves


def test_the_start_bonus_begins_with_the_question_who_deals(table: Table) -> None:
    table.set_up("fivecard")
    table.says("Who deals first?")
    table.type("B+1")
    table.says("Ready to peg.")
    table.shows("Front peg", "A", 3)


def test_counting_a_warned_amount_and_taking_it_back(table: Table) -> None:
    for name in ("A+5", "A+5", "A+5", "A+2", "A+2"):
        table.type(name)
    table.says("Team A counts 19, which nothing scores. OK if it is meant, BACK if not.")
    table.type("A<")
    table.says("Team A counts 17.")


def test_undoing_a_move(table: Table) -> None:
    for name in ("A+5", "OK", "A<"):
        table.type(name)
    table.says("Team A takes its last move back. Another team holds a key to agree; BACK leaves it.")


def test_the_menus(table: Table) -> None:
    table.type("MENU")
    table.says("nothing is won yet.")
    table.type("MENU")
    table.says("Ready to peg.")
    with table.typed("MENU"):
        table.says("Setup: ACC tournament, 2 teams, brightness 3.")
    table.type("A+1")
    table.says("Setup: City tournament, 2 teams, brightness 3.")


def test_the_judges_menu(table: Table) -> None:
    for name in ("A+5", "OK"):
        table.type(name)
    with table.typed("MENU"):
        table.says("The judge decides")
    table.type("A+1")
    table.says("Now 1: award holes. OK chooses")
    for name in ("OK", "B+5"):
        table.type(name)
    table.says("The judge: award holes for team B 5. OK decides, BACK goes back.")
    table.type("OK")
    table.shows("Front peg", "B", 5)


def test_what_was_won_is_told_in_numbers(table: Table) -> None:
    table.set_up("casual")
    for _, names, front in moves("A", 25, 25, 25, 25, 25):
        for name in [*names, "OK"]:
            table.type(name)
        table.shows("Front peg", "A", front)
    table.says("Team A wins by a double skunk: 4 points. OK goes on.")
    table.type("MENU")
    table.says("Games won (points), a light each: A 1 (4); B 0 (0).")
