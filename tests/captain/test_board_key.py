"""The captain's page derives a board's key as every other program does."""

from playwright.sync_api import Page

from firmware.journal.seal import board_key

DERIVE = """async ([key, uid]) => (await import("./js/board_key.js")).boardKey(key, uid)"""


def test_a_board_s_key_is_derived_alike(page: Page) -> None:
    for key in ("5eed" * 8, "ff" * 64):
        derived = page.evaluate(DERIVE, [key, "00112233445566aa"])
        assert derived == board_key(bytes.fromhex(key), "00112233445566aa").hex()
