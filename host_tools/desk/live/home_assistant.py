"""Home Assistant MQTT discovery: a sensor for each table, and an event for each game won.

https://www.home-assistant.io/integrations/mqtt/: a retained `config` message makes a sensor, an empty one removes it.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from firmware.rules.outcome import level_of
from firmware.rules.presets import PRESET_NAMES, load_preset
from host_tools.desk.live.board_messages import OVER, State
from host_tools.desk.live.board_registry import LiveBoard
from host_tools.table_numbers import number_in_hall, table_text

WON, SKUNK = "game-won", "skunk"
_SCORE = "{{ value_json.scores | join('–') }}"
_PHASE = "{{ value_json.phase }}"
_HERE = "{{ 'online' if value_json.here else 'offline' }}"


class Message(NamedTuple):
    """A message to publish."""

    topic: str
    payload: bytes
    retain: bool


class HomeAssistant:
    """Discovery messages for one event's tables. `messages` yields those that changed since its last call."""

    def __init__(self, event: str, name: str) -> None:
        self._event = event
        self._node = "".join(c if c.isascii() and c.isalnum() else "_" for c in event)
        self._device = {"identifiers": [f"cribboard-{self._node}"], "name": name, "model": "Cribbage"}
        self._won_topic = f"cribbage/hall/{self._node}/won"
        self._published: dict[str, bytes] = {}
        self._was_won: dict[str, bool] = {}

    def messages(self, boards: Iterable[LiveBoard], with_scores: bool) -> Iterator[Message]:
        """Yield the messages to publish. Without scores (they are delayed or hidden) only phases, and no won games."""
        states_by_board = [
            (board.uid, board.state) for board in boards if board.state and board.state.event_uid == self._event
        ]
        yield from self._configs({state.table: uid for uid, state in states_by_board if state.table}, with_scores)
        for uid, state in states_by_board:
            won = state.phase in OVER and not state.friendly
            # A game that was won before its board was first seen is not published.
            was_won, self._was_won[uid] = self._was_won.get(uid, True), won
            if won and not was_won and with_scores:
                yield Message(self._won_topic, _payload(_won_event_fields(state)), False)

    def forget_published(self) -> None:
        """Make `messages` yield everything again, for another or restarted broker."""
        self._published.clear()

    def _configs(self, board_by_table: dict[int, str], with_scores: bool) -> Iterator[Message]:
        """Yield the discovery messages that differ from those published before; empty ones for tables that are gone."""
        configs = {f"homeassistant/event/{self._node}/won/config": self._event_config()}
        for table, uid in sorted(board_by_table.items()):
            topic = f"homeassistant/sensor/{self._node}/table_{table}/config"
            configs[topic] = _payload(self._sensor(table, uid, with_scores))
        removed = dict.fromkeys(self._published.keys() - configs.keys(), b"")
        for topic, payload in (configs | removed).items():
            if self._published.get(topic) != payload:
                yield Message(topic, payload, True)
        self._published = configs

    def _sensor(self, table: int, uid: str, with_scores: bool) -> dict[str, Any]:
        """Build the discovery payload of a table's sensor."""
        state = f"cribbage/{uid}/state"
        config = {"name": f"Table {table_text(table)}", "unique_id": f"{self._node}_table_{table}", "icon": "mdi:cards"}
        config |= {"state_topic": state, "value_template": _SCORE if with_scores else _PHASE}
        if with_scores:
            config["json_attributes_topic"] = state
        availability = [{"topic": f"cribbage/{uid}/here", "value_template": _HERE}]
        return config | {"availability": availability, **self._device_fields()}

    def _event_config(self) -> bytes:
        config = {"name": "Game won", "unique_id": f"{self._node}_won", "event_types": [WON, SKUNK]}
        return _payload({**config, "state_topic": self._won_topic, **self._device_fields()})

    def _device_fields(self) -> dict[str, Any]:
        """Return the field `device`, common to all discovery messages."""
        return {"device": self._device}


def _won_event_fields(state: State) -> dict[str, Any]:
    """Return the fields of Home Assistant's event for a won game."""
    preset = load_preset(state.preset) if state.preset in PRESET_NAMES else None
    front = max(state.scores)
    levels = [level_of(preset, score) for score in state.scores if score != front] if preset else []
    attributes = {"table": number_in_hall(state.table), "names": list(state.names), "scores": list(state.scores)}
    return {"event_type": SKUNK if any(levels) else WON, **attributes}


def _payload(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
