"""What a board is called; what its reply to `status` says of its game and hardware, as messages of the catalogues."""

from firmware.interpreter import TYPE_CHECKING
from firmware.rules.presets import PRESET_NAMES, fields_of

if TYPE_CHECKING:
    from .problem import Message

_ENDINGS = ("game-over", "match-over")
_CLAIMED = ("claim", "check", "sign")
"""Phases in which a count that wins waits, its pegs not moved yet."""
_MENUS = ("menu_setup", "menu_judge", "menu_status")
_PARTS = ("reversed", "voice", "battery", "keep_alive_s")
_NETWORK = ("net_joining", "net_wrong-password", "net_not-found", "net_joined", "net_refused", "net_connected")

SHORT_ID = 4
"""Digits at the end of a board's id by which it is called until it has a name."""


def board_name(board: str, name: str) -> str:
    """Return what people call a board: its name, else the last digits of `board`, its id."""
    return name or board[-SHORT_ID:]


def in_play(status: dict) -> bool:
    """Return whether a game has begun and is not over."""
    begun = [track for track in status["tracks"].values() if track["front"] or track["pending"]]
    return bool(begun) and status["winner"] is None


def unfinished_message(status: dict) -> "Message | None":
    """Return the state of a game that is on and will give a result, None if there is none."""
    return play_message(status) if in_play(status) and not status.get("friendly") else None


def play_message(status: dict) -> "Message":
    """Return the state of play: `game 2: A 87  B 64, game over`. A score that is claimed counts its holes."""
    if status["winner"] is None and not in_play(status):
        return _idle_message(status)
    tracks, phase = status["tracks"], status["phase"]
    game = (
        ["captain.state.friendly", {}] if status.get("friendly") else ["captain.state.game", {"game": status["game"]}]
    )
    scores = "  ".join([f"{team} {_score(status, team)}" for team in sorted(tracks)])
    ending: Message | str = [f"captain.state.{phase}", {}] if phase in _ENDINGS else ""
    if phase == "check":
        ending = ["captain.state.check", {"round": status["round"]}]
    elif phase == "claim":
        claims = [team for team in sorted(tracks) if tracks[team]["pending"]]
        ending = ["captain.state.claims", {"team": claims[0]}]
    elif phase == "sign":
        losers = [team for team in sorted(tracks) if not tracks[team]["pending"]]
        ending = ["captain.state.signs", {"team": losers[0]}] if len(losers) == 1 else ["captain.state.sign", {}]
    return ["captain.state.scores", {"game": game, "scores": scores, "ending": ending}]


def _score(status: dict, team: str) -> int:
    """Return the hole of a team's front peg, or which it claims: at most the target, where the preset is built in."""
    track = status["tracks"][team]
    front: int = track["front"]
    if status["phase"] not in _CLAIMED or not track["pending"]:
        return front
    claimed: int = front + track["pending"]
    preset = status["preset"]
    return min(claimed, fields_of(preset)["target"]) if preset in PRESET_NAMES else claimed


def _idle_message(status: dict) -> "Message":
    """Return why nothing is being played: `round 3 not begun`."""
    phase = status["phase"]
    if phase == "round":
        return ["captain.state.round", {"round": status["round"]}]
    return [f"captain.state.menu_{phase}", {}] if f"menu_{phase}" in _MENUS else ["captain.state.none", {}]


def hardware_message(full: dict, offered_ma: int = 0) -> "Message":
    """Return a complete hardware configuration: `4 tracks of 121 LEDs, supply 1500 mA (its port offers 3000)`."""
    values: dict = {name: full[name] for name in ("tracks", "leds", "port_ma", "revision")}
    for name in _PARTS:
        values[name] = [f"captain.state.{name}", full] if full.get(name) else ""
    values["offered"] = ["captain.state.offered", {"ma": offered_ma}] if offered_ma else ""
    return ["captain.state.hardware", values]


def network_message(status: dict) -> "Message | None":
    """Return the state of the board's network: `connected, 2 results wait`; None if it has none, or it is off."""
    network = status.get("network", {})
    if f"net_{network.get('state')}" not in _NETWORK:
        return None
    waiting = network.get("waiting", 0)
    waits = [f"captain.state.waits.{'one' if waiting == 1 else 'other'}", {"count": waiting}] if waiting else ""
    return ["captain.state.network", {"state": [f"captain.state.net_{network['state']}", {}], "waits": waits}]
