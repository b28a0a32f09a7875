"""WebSocket room of a shared board: forwards guests' key presses to its page, and its LEDs and state to the guests.

One page is the board; a phone is one side's keys; any number watch. The board's place stays its first owner's while its
page is away, until that page gives it up. The firmware runs in the board's page: nothing here knows the game.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.config import KEY_MENU, KEY_OK, TEAMS

BOARD, WATCH = "board", "watch"
KEYS = {side: {*range(4 * place, 4 * place + 4), KEY_OK, KEY_MENU} for place, side in enumerate(TEAMS)}
"""Key numbers that a side's phone may press: its own four, and OK and MENU."""

GIVEN_UP = '{"owner":false}'
"""Message of the board's page: another device may be the board from now on."""
TAKEN, REPLACED, WRONG = 4001, 4002, 4003
"""Close codes: that place is another device's; the same device has opened it in another page; invalid messages."""
SILENT_S = 15.0
"""Seconds without a message after which a page is disconnected; pages send one every two seconds."""
HELD_S = 0.7
"""Seconds without a message after which a phone's held keys are released, before any hold has a meaning. A phone sends
five messages a second while a key is held."""
LONGEST_HOLD_MS = 5000
_LONGEST_NAME = 64
_RESULTS = 50
_NEWS = {"on", "off", "frame", "state", "results", "sounds", "game"}

News = dict[str, Any]


def merge(pending: News, news: News) -> None:
    """Merge `news` into `pending`, news not yet sent: keys and results are appended, sounds (bits) are combined, of all
    other fields the last value counts. A board that starts ("on") drops earlier results."""
    if "on" in news:
        pending.pop("results", None)
    for name, value in news.items():
        if name in ("keys", "results"):
            pending[name] = [*pending.get(name, []), *value]
        else:
            pending[name] = pending.get(name, 0) | value if name == "sounds" else value


class Guest:
    """A connected page. `role`: BOARD, WATCH or a side's letter; `device` identifies a phone that reconnects; `down`:
    the keys that it holds."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.role = socket.query_params.get("as", "")
        self.device = socket.query_params.get("device", "")
        self.down: set[int] = set()
        self._news: News = {}
        self._changed = asyncio.Event()

    @property
    def is_valid(self) -> bool:
        """Whether its URL names a role and a device."""
        return (self.role in KEYS or self.role in (BOARD, WATCH)) and 0 < len(self.device) <= _LONGEST_NAME

    def queue(self, news: News) -> None:
        """Queue news to be sent soon; a slow page misses frames, but never the last one."""
        merge(self._news, news)
        self._changed.set()

    async def send_queue(self) -> None:
        """Send queued news for as long as the connection lasts."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            news, self._news = self._news, {}
            await self.socket.send_text(json.dumps(news))


class Room:
    """The pages of one shared board: its own, if connected, and the guests'.

    `invite()` returns the news that tells the board's page how others can join.
    """

    def __init__(self, invite: Callable[[], News]) -> None:
        self._invite = invite
        self._guests: list[Guest] = []
        self._latest: News = {}
        self._owner = ""
        """Device whose page is the board; "" while nobody has been it."""

    async def join(self, socket: WebSocket) -> None:
        """Handle a page's connection, from beginning to end."""
        await socket.accept()
        guest = Guest(socket)
        if not guest.is_valid:
            await socket.close(WRONG)
        elif await self._claim_place(guest):
            await self._serve_page(guest)
        else:
            await socket.close(TAKEN)

    async def _claim_place(self, guest: Guest) -> bool:
        """Return whether the page may have its role; close an older connection of the same device in that role."""
        if guest.role == WATCH:
            return True
        if guest.role == BOARD:
            self._owner = self._owner or guest.device
            if guest.device != self._owner:
                return False
        occupants = [occupant for occupant in self._guests if occupant.role == guest.role]
        if any(occupant.device != guest.device for occupant in occupants):
            return False
        for occupant in occupants:
            self._leave(occupant)
            await _close(occupant.socket, REPLACED)
        return True

    async def _serve_page(self, guest: Guest) -> None:
        """Serve an admitted page until its connection ends."""
        self._guests.append(guest)
        if guest.role == BOARD:
            guest.queue(self._invite())
        else:
            guest.queue({"board": bool(self._pages_as(BOARD)), **self._latest})
        self._queue_members()
        sending = asyncio.create_task(guest.send_queue())
        try:
            await self._receive_messages(guest)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            sending.cancel()
            self._leave(guest)

    async def _receive_messages(self, guest: Guest) -> None:
        """Handle a page's messages; close a silent or invalid connection, and release keys held too long."""
        while True:
            try:
                text = await asyncio.wait_for(guest.socket.receive_text(), HELD_S if guest.down else SILENT_S)
            except TimeoutError:
                if not guest.down:
                    return await _close(guest.socket, WRONG)
                self._release_keys(guest)
                continue
            if guest.role == BOARD and text == GIVEN_UP:
                self._owner = ""
                return await _close(guest.socket, TAKEN)
            if not self._handle_message(guest, text):
                return await _close(guest.socket, WRONG)

    def _handle_message(self, guest: Guest, text: str) -> bool:
        """Handle a message of a page; return False for an invalid one. A heartbeat ({}) is answered with another."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return False
        if message == {}:
            guest.queue({})
            return True
        if guest.role == BOARD:
            return self._relay_board_news(message)
        return self._relay_key(guest, message)

    def _relay_board_news(self, news: object) -> bool:
        """Relay the board's news to all other pages; return False for invalid news."""
        if not isinstance(news, dict) or not news.keys() <= _NEWS or not isinstance(news.get("results", []), list):
            return False
        for guest in self._guests:
            if guest.role != BOARD:
                guest.queue({**news, "board": True})
        merge(self._latest, {name: value for name, value in news.items() if name != "sounds"})
        self._latest["results"] = self._latest.get("results", [])[-_RESULTS:]
        return True

    def _relay_key(self, guest: Guest, message: object) -> bool:
        """Relay a guest's key to the board: down or up (`[key, true]`), or held for ms of board time (`[key, 1100]`).

        Returns False for an invalid message, or a key that its role may not press.
        """
        match message:
            case [int(key), bool(down)] if key in KEYS.get(guest.role, ()):
                (guest.down.add if down else guest.down.discard)(key)
            case [int(key), int(ms)] if key in KEYS.get(guest.role, ()) and 0 < ms <= LONGEST_HOLD_MS:
                pass
            case _:
                return False
        self._queue_for_board({"keys": [[guest.role, *message]]})
        return True

    def _release_keys(self, guest: Guest) -> None:
        """Release all keys that a guest holds."""
        self._queue_for_board({"keys": [[guest.role, key, False] for key in sorted(guest.down)]})
        guest.down.clear()

    def _leave(self, guest: Guest) -> None:
        """Remove a page and release its keys. If it was the board, the others are told that it is gone."""
        if guest not in self._guests:
            return
        self._guests.remove(guest)
        self._release_keys(guest)
        if guest.role == BOARD:
            self._latest = {}
            for other in self._guests:
                other.queue({"board": False})
        self._queue_members()

    def _queue_members(self) -> None:
        members = {side: len(self._pages_as(side)) for side in (*TEAMS, WATCH)}
        for guest in self._guests:
            guest.queue({"who": members})

    def _queue_for_board(self, news: News) -> None:
        for board in self._pages_as(BOARD):
            board.queue(news)

    def _pages_as(self, role: str) -> list[Guest]:
        return [guest for guest in self._guests if guest.role == role]


async def _close(socket: WebSocket, code: int) -> None:
    """Close a connection that may be gone already."""
    try:
        await socket.close(code)
    except (RuntimeError, WebSocketDisconnect):
        pass
