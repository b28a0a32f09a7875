"""The page speaks the reader's language, keeps to the one chosen, and goes on with the game meanwhile."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.board_page import Table


@pytest.mark.deep
def test_a_french_browser_is_answered_in_french(visit: Callable[..., Table]) -> None:
    table = visit(locale="fr-CA")
    page = table.page
    table.says("À vous de marquer.")
    assert page.evaluate("document.documentElement.lang") == "fr"
    expect(page.locator("#language")).to_have_attribute("lang", "en")
    assert page.title() == "Planche de cribbage"
    expect(page.get_by_role("button", name="A +5", exact=True)).to_have_attribute("aria-keyshortcuts", "E")
    expect(page.locator("#scores")).to_contain_text("Cheville avant")
    table.type("A<")
    table.says("Non : A n’a aucun coup à reprendre.")


@pytest.mark.deep
def test_the_language_is_switched_in_a_game_and_remembered(table: Table) -> None:
    """Quick cards follow it."""
    for name in ("B+5", "OK", "A+2"):
        table.type(name)
    table.says("A: 2.")
    table.speed("Paused")
    table.page.locator("#language").evaluate("(button) => button.click()")
    table.says("A : 2.")
    expect(table.page.locator("#scores")).to_contain_text("Cheville arrière")
    assert table.page.evaluate("document.documentElement.lang") == "fr"
    table.page.reload()
    table.says("À vous de marquer.")
    table.page.locator("#language").evaluate("(button) => button.click()")
    table.says("Ready to peg.")
    assert table.page.evaluate("document.documentElement.lang") == "en"
    the_quick_card_is_there_in_both_languages_and_on_paper(table)


def the_quick_card_is_there_in_both_languages_and_on_paper(table: Table) -> None:
    page = table.page
    table.unfold("Quick card")
    page.get_by_role("combobox", name="Card for").select_option("Judge")
    expect(page.locator("#quickcard")).to_contain_text("1 – award holes")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("#quickcard")).to_contain_text("1 – donner des trous")
    link = page.get_by_role("link", name="L’imprimer").get_attribute("href")
    answer = page.request.get(f"{table.address}{link}")
    assert answer.ok
    assert answer.body().startswith(b"%PDF")
