"""A board is told its own key, derived from the event's."""

import pytest

from firmware.journal.seal import board_key
from host_tools.usb.protocol_client import with_key_of_board

UID, KEY = "00112233445566aa", "5eed" * 8


class Link:
    def request(self, do):
        assert do == "hello"
        return [{"board": UID}]


def test_the_key_that_a_board_is_told():
    own = board_key(bytes.fromhex(KEY), UID).hex()
    assert with_key_of_board(Link(), {"event": "e1", "key": KEY}) == {"event": "e1", "key": own}


@pytest.mark.parametrize("text", ["no hex", "5EED", "5e ed", "5ee", "5e" * 65])
def test_what_is_no_key_is_left_for_the_board_to_refuse(text):
    assert with_key_of_board(Link(), {"key": text}) == {"key": text}


def test_the_derivation_stays_what_it_was():
    """Boards and desks of different versions have to agree: computed with Python's hmac from the README's words."""
    expected = "781bbb993c4711ea529c74e7239af61fc830c2a80fbfe3a8b8e86a5ab6b5a7c4"
    assert board_key(bytes.fromhex(KEY), UID).hex() == expected
