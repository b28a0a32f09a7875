"""The captain's page has the firmware's and the desk's words: the same ones in English, and all of them in French."""

import ast
import re
from pathlib import Path

from playwright.sync_api import Browser

from firmware.config import PIN_LOCK_MS, PIN_TRIES
from host_tools.captain import page_constants
from host_tools.i18n import catalogue, raw_catalogue

ROOT = Path(__file__).parents[2]


def said_by_the_firmware() -> str:
    """Every text in the firmware's code, a line each, what is filled in as {}."""
    texts = []
    for path in (ROOT / "firmware").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(re.sub(r"%[ds]|\b\d+\b", "{}", node.value))
    return "\n".join(texts)


def test_what_boards_say_is_known_word_for_word() -> None:
    """A text that the firmware puts together, `field: why` or `teams` at its end, is looked for in its parts."""
    texts = said_by_the_firmware()
    for key, words in raw_catalogue("en").items():
        if not key.startswith("captain.says."):
            continue
        pattern = re.sub(r"\{\w+\}|\b\d+\b", "{}", words)
        _, _, why = pattern.partition(": ")
        parts = (pattern, why, pattern.removesuffix("{}").strip())
        assert any(part and part in texts for part in parts), (key, pattern)


def test_every_decision_preset_and_chain_has_words() -> None:
    known = catalogue("fr")
    constants = page_constants.page_constants()
    for operation in constants["operations"]:
        assert f"captain.judge.about_{operation}" in known
        assert f"decision.{operation}" in known
    assert all(f"preset.{name}.about" in known for name in constants["presets"])
    assert all(f"captain.setup.leds_{leds}" in known for leds in constants["hardware"]["chains"])
    assert (PIN_TRIES, PIN_LOCK_MS) == (3, 30_000)


WORDS = """async (said) => {
  const { translateMessage } = await import("./js/board_message_translation.js");
  return said.map(translateMessage);
}"""


def test_what_a_board_says_is_told_in_french_and_what_is_unknown_as_it_was(browser: Browser, address: str) -> None:
    translations = {
        "n: a whole number from 1 to 121": "trous : un nombre entier de 1 à 121",
        "team: one of A B": "équipe : une de A B",
        "LED rail: 3200 mV; strips want 4400 or more": "Rail des DEL : 3200 mV; les rubans en veulent 4400 ou plus",
        "table: a whole number from 0 to 999": "table : un nombre entier de 0 à 999",
        "something new (with brackets)": "something new (with brackets)",
    }
    with browser.new_context(locale="fr") as context:
        page = context.new_page()
        page.goto(f"{address}captain/")
        assert page.evaluate(WORDS, list(translations)) == list(translations.values())
