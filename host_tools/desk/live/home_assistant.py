"""Home Assistant MQTT discovery: a sensor for each table, and an event for each game won.

https://www.home-assistant.io/integrations/mqtt/: a retained `config` message makes a sensor, an empty one removes it.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from firmware.rules.outcome import level_of
from firmware.rules.presets import PRESET_NAMES, load_preset
from host_tools.desk.live.board_messages import State
from host_tools.desk.live.board_registry import LiveBoard

WON, SKUNK = "game-won", "skunk"
_OVER = ("game-over", "match-over")
_SCORE = "{{ value_json.scores | join('–') }}"
_PHASE = "{{ value_json.phase }}"
_HERE = "{{ 'online' if value_json.here else 'offline' }}"


class Message(NamedTuple):
    """What is to be published."""

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
        self._said: dict[str, bytes] = {}
        self._over: dict[str, bool] = {}

    def messages(self, boards: Iterable[LiveBoard], shown: bool) -> Iterator[Message]:
        """The messages to publish. With `shown` False (scores are delayed or hidden) only phases, and no won games."""
        here = [(one.uid, one.state) for one in boards if one.state is not None and one.state.event == self._event]
        yield from self._configs({state.table: uid for uid, state in here if state.table}, shown)
        for uid, state in here:
            won = state.phase in _OVER and not state.friendly
            was, self._over[uid] = self._over.get(uid, True), won
            if won and not was and shown:
                yield Message(self._won_topic, _payload(_won(state)), False)

    def forget(self) -> None:
        """Make `messages` yield everything again, for another or restarted broker."""
        self._said.clear()

    def _configs(self, at: dict[int, str], shown: bool) -> Iterator[Message]:
        wanted = {f"homeassistant/event/{self._node}/won/config": self._event_config()}
        for table, uid in sorted(at.items()):
            topic = f"homeassistant/sensor/{self._node}/table_{table}/config"
            wanted[topic] = _payload(self._sensor(table, uid, shown))
        gone = dict.fromkeys(self._said.keys() - wanted.keys(), b"")
        for topic, payload in (wanted | gone).items():
            if self._said.get(topic) != payload:
                yield Message(topic, payload, True)
        self._said = wanted

    def _sensor(self, table: int, uid: str, shown: bool) -> dict[str, Any]:
        """The discovery payload of a table's sensor."""
        state = f"cribbage/{uid}/state"
        config = {"name": f"Table {table}", "unique_id": f"{self._node}_table_{table}", "icon": "mdi:cards"}
        config |= {"state_topic": state, "value_template": _SCORE if shown else _PHASE}
        if shown:
            config["json_attributes_topic"] = state
        availability = [{"topic": f"cribbage/{uid}/here", "value_template": _HERE}]
        return config | {"availability": availability, **self._device_fields()}

    def _event_config(self) -> bytes:
        config = {"name": "Game won", "unique_id": f"{self._node}_won", "event_types": [WON, SKUNK]}
        return _payload({**config, "state_topic": self._won_topic, **self._device_fields()})

    def _device_fields(self) -> dict[str, Any]:
        """The field `device`, common to all discovery messages."""
        return {"device": self._device}


def _won(state: State) -> dict[str, Any]:
    """The game that a board shows as won, as the fields of its event."""
    preset = load_preset(state.preset) if state.preset in PRESET_NAMES else None
    front = max(state.scores)
    levels = [level_of(preset, score) for score in state.scores if score != front] if preset else []
    attributes = {"table": state.table, "names": list(state.names), "scores": list(state.scores)}
    return {"event_type": SKUNK if any(levels) else WON, **attributes}


def _payload(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
