"""The page's worker with the board, by its messages: what it says while time and keys come in any order."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.patience import PATIENCE_MS

ASK = """async (requests) => {
  const { takeWorker } = await import("./js/main.js");
  const worker = takeWorker();
  const heard = [];
  let news = () => {};
  worker.onmessage = ({ data }) => { heard.push(data); news(); };
  const until = async (met) => { while (!heard.some(met)) await new Promise((resolve) => { news = resolve; }); };
  const advance = async (ms, rested) => {
    heard.length = 0;
    worker.postMessage({ do: "advance", ms, rested });
    await until((message) => message.advanced);
    return heard.find((message) => message.advanced).rest;
  };
  worker.postMessage({ do: "start", tracks: 2, flash: {}, displays: 0, clips: 0, language: "en" });
  await until((message) => message.state);
  while (!(await advance(100, false)));
  let state = null;
  for (const request of requests) worker.postMessage(request);
  for (let rested = true, rest = 0; !rest; rested = false) {
    rest = await advance(60, rested);
    state = heard.findLast((message) => message.state)?.state ?? state;
  }
  worker.terminate();
  return state;
}"""
"""Sends these requests to a board at rest, and time until it rests again; returns the state that was posted last."""


@pytest.fixture
def page(browser: Browser, address: str) -> Any:
    with browser.new_context() as context:
        opened = context.new_page()
        opened.set_default_timeout(PATIENCE_MS)
        opened.goto(address)
        yield opened


@pytest.mark.deep
def test_a_key_pressed_as_the_board_comes_to_rest_counts_and_its_last_state_is_posted_before(page: Page) -> None:
    a_key_pressed_as_the_board_comes_to_rest_counts(page)
    a_board_rests_only_when_its_last_state_has_been_posted(page)


def a_key_pressed_as_the_board_comes_to_rest_counts(page: Page) -> None:
    tap = [{"do": "key", "key": 0, "down": True}, {"do": "key", "key": 0, "down": False}]
    assert page.evaluate(ASK, tap)["tracks"]["A"]["front"] == 1


def a_board_rests_only_when_its_last_state_has_been_posted(page: Page) -> None:
    """The second line comes sooner after the state of the first than states are posted."""
    texts = (f'{{"id": 1, "do": "configure", "preset": "{preset}"}}\n' for preset in ("casual", "match4"))
    assert page.evaluate(ASK, [{"do": "line", "text": text} for text in texts])["preset"] == "match4"
