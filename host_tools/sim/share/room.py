"""WebSocket room of a shared board: forwards guests' key presses to its page, and its LEDs and state to the guests.

One page is the board; a phone is one side's keys; any number watch. The firmware runs in the board's page: nothing
here knows the game.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.config import KEY_MENU, KEY_OK, TEAMS

BOARD, WATCH = "board", "watch"
KEYS = {side: {*range(4 * place, 4 * place + 4), KEY_OK, KEY_MENU} for place, side in enumerate(TEAMS)}
"""The keys of a side's phone: its own four, and those all share."""

TAKEN, REPLACED, WRONG = 4001, 4002, 4003
"""Why a page is sent away: another device has that place; the same device has it in another page; nonsense."""
SILENT_S = 15.0
"""A page that was not heard of for so long is gone; each sends something every two seconds."""
HELD_S = 0.7
"""While a key is held its phone says so five times a second. Without a word for so long the key is let
go: sooner than any hold means something."""
LONGEST_HOLD_MS = 5000
_LONGEST_NAME = 64
_RESULTS = 50
_NEWS = {"on", "off", "frame", "state", "results", "sounds", "game"}

News = dict[str, Any]


def merge(pending: News, news: News) -> None:
    """Merge news into news not yet sent: of light and state the last one counts, keys and results are all kept."""
    if "on" in news:
        pending.pop("results", None)
    for name, value in news.items():
        if name in ("keys", "results"):
            pending[name] = [*pending.get(name, []), *value]
        else:
            pending[name] = pending.get(name, 0) | value if name == "sounds" else value


class Guest:
    """A page at the table. `device` tells the phone that comes back from another one."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.role = socket.query_params.get("as", "")
        self.device = socket.query_params.get("device", "")
        self.down: set[int] = set()
        self._news: News = {}
        self._changed = asyncio.Event()

    @property
    def known(self) -> bool:
        """Whether it says who it is."""
        return (self.role in KEYS or self.role in (BOARD, WATCH)) and 0 < len(self.device) <= _LONGEST_NAME

    def queue(self, news: News) -> None:
        """Queue news to be sent soon; a page that is slow misses frames, never the last one."""
        merge(self._news, news)
        self._changed.set()

    async def send(self) -> None:
        """Send the queue for as long as the connection lasts."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            news, self._news = self._news, {}
            await self.socket.send_text(json.dumps(news))


class Room:
    """A table: its board, if that is there, and its guests. `invite()` is what the board shows to those who join."""

    def __init__(self, invite: Callable[[], News]) -> None:
        self._invite = invite
        self._guests: list[Guest] = []
        self._latest: News = {}

    async def join(self, socket: WebSocket) -> None:
        """Handle a page's connection, from beginning to end."""
        await socket.accept()
        guest = Guest(socket)
        if not guest.known:
            await socket.close(WRONG)
        elif await self._make_room(guest):
            await self._stay(guest)
        else:
            await socket.close(TAKEN)

    async def _make_room(self, guest: Guest) -> bool:
        """Return whether the place is free. A phone that comes back replaces its own old connection."""
        if guest.role == WATCH:
            return True
        occupants = [occupant for occupant in self._guests if occupant.role == guest.role]
        if any(occupant.device != guest.device for occupant in occupants):
            return False
        for occupant in occupants:
            self._leave(occupant)
            await _close(occupant.socket, REPLACED)
        return True

    async def _stay(self, guest: Guest) -> None:
        """Serve an admitted page until its connection ends."""
        self._guests.append(guest)
        if guest.role == BOARD:
            guest.queue(self._invite())
        else:
            guest.queue({"board": bool(self._of(BOARD)), **self._latest})
        self._queue_members()
        sending = asyncio.create_task(guest.send())
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
                self._let_go(guest)
                continue
            if not self._handle_message(guest, text):
                return await _close(guest.socket, WRONG)

    def _handle_message(self, guest: Guest, text: str) -> bool:
        """Handle a message of a page; False for an invalid one. Only a heartbeat is answered in kind."""
        try:
            message = json.loads(text)
        except ValueError:
            return False
        if message == {}:
            guest.queue({})
            return True
        if guest.role == BOARD:
            return self._news_of_board(message)
        return self._press(guest, message)

    def _news_of_board(self, news: object) -> bool:
        """Relay the board's news to all other pages; False for invalid news."""
        if not isinstance(news, dict) or not news.keys() <= _NEWS or not isinstance(news.get("results", []), list):
            return False
        for guest in self._guests:
            if guest.role != BOARD:
                guest.queue({**news, "board": True})
        merge(self._latest, {name: value for name, value in news.items() if name != "sounds"})
        self._latest["results"] = self._latest.get("results", [])[-_RESULTS:]
        return True

    def _press(self, guest: Guest, message: object) -> bool:
        """Relay a key of the guest's: down or up (`[key, true]`), or held for ms of board time (`[key, 1100]`)."""
        match message:
            case [int(key), bool(down)] if key in KEYS.get(guest.role, ()):
                (guest.down.add if down else guest.down.discard)(key)
            case [int(key), int(ms)] if key in KEYS.get(guest.role, ()) and 0 < ms <= LONGEST_HOLD_MS:
                pass
            case _:
                return False
        self._queue_for_board({"keys": [[guest.role, *message]]})
        return True

    def _let_go(self, guest: Guest) -> None:
        """Release all keys that a guest holds."""
        self._queue_for_board({"keys": [[guest.role, key, False] for key in sorted(guest.down)]})
        guest.down.clear()

    def _leave(self, guest: Guest) -> None:
        """Remove a page. Its keys are released; without the board nobody sees any light."""
        if guest not in self._guests:
            return
        self._guests.remove(guest)
        self._let_go(guest)
        if guest.role == BOARD:
            self._latest = {}
            for other in self._guests:
                other.queue({"board": False})
        self._queue_members()

    def _queue_members(self) -> None:
        members = {side: len(self._of(side)) for side in (*TEAMS, WATCH)}
        for guest in self._guests:
            guest.queue({"who": members})

    def _queue_for_board(self, news: News) -> None:
        for board in self._of(BOARD):
            board.queue(news)

    def _of(self, role: str) -> list[Guest]:
        return [guest for guest in self._guests if guest.role == role]


async def _close(socket: WebSocket, code: int) -> None:
    """Close a connection that may be gone already."""
    try:
        await socket.close(code)
    except (RuntimeError, WebSocketDisconnect):
        pass
