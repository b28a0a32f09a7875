"""The captain's page has words for what firmware and boards name by codes, in both languages."""

from playwright.sync_api import Browser

from firmware.config import PIN_LOCK_MS, PIN_TRIES
from host_tools.captain import page_constants
from host_tools.i18n import catalogue, use_language
from host_tools.i18n.board_messages import board_message


def test_every_decision_preset_and_chain_has_words() -> None:
    known = catalogue("fr")
    constants = page_constants.page_constants()
    for operation in constants["decisions"]:
        assert f"captain.judge.about_{operation}" in known
        assert f"decision.{operation}" in known
    assert all(f"preset.{name}.about" in known for name in constants["presets"])
    assert all(f"captain.setup.leds_{leds}" in known for leds in constants["hardware"]["chains"])
    assert (PIN_TRIES, PIN_LOCK_MS) == (3, 30_000)


WORDS = """async (said) => {
  const { boardMessage } = await import("../js/board-message.js");
  return said.map(([message, sentence]) => boardMessage(message, sentence));
}"""
SAID = [
    ({"code": "no-such-amount", "high": 121, "teams": "A B"}, "n: …", "trous (holes)\u00a0: un nombre entier de 1 à"),
    ({"code": "hardware-damaged", "why": {"code": "bad-checksum"}}, "…", "hardware.json\u00a0: endommagé\u00a0: "),
    ({"code": "flash-failed", "why": "[Errno 5] EIO"}, "…", "[Errno 5] EIO; redemandez"),
    (None, "said by an older board", "said by an older board"),
    ({"code": "of-a-newer-board"}, "something new", "something new"),
    ({"code": "segment-damaged", "number": 0, "why": {"code": "of-a-newer-board"}}, "segment 0: new", "segment 0: new"),
    ({"code": "segment-missing", "of": 7}, "with other values", "with other values"),
]


def test_a_board_s_message_is_told_in_french_by_its_code_and_what_is_unknown_as_it_was_said(
    browser: Browser, address: str
) -> None:
    with browser.new_context(locale="fr") as context, use_language("fr"):
        page = context.new_page()
        page.goto(f"{address}captain/")
        said = page.evaluate(WORDS, [[message, sentence] for message, sentence, _ in SAID])
        assert said == [board_message(message, sentence) for message, sentence, _ in SAID]
    for text, (_, _, start) in zip(said, SAID, strict=True):
        assert text.startswith(start)
