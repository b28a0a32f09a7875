"""Parse key presses written as in scenarios: `A+5 B< OK MENU:2000 wait:2500`."""

from .keys import MENU, key_name

NUMBERS = {key_name(key): key for key in range(MENU + 1)}
PRESS_MS = 40


def play(model, text):
    """Plays the words of `text` on the model one after another, each press 40 ms down and 40 ms up. Returns it."""
    for word in text.split():
        name, _, ms = word.partition(":")
        if name == "wait":
            model.advance(model.time + int(ms))
        else:
            _press(model, NUMBERS[name], int(ms or PRESS_MS))
    return model


def _press(model, key, ms):
    model.key_down(key, model.time)
    model.advance(model.time + ms)
    model.key_up(key, model.time)
    model.advance(model.time + PRESS_MS)
