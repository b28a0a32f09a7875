"""Formats a board's reply to `status` as text: the state of its game and of its network."""

_NETWORK = {
    "joining": "joining its Wi-Fi",
    "wrong-password": "its Wi-Fi refuses the password",
    "not-found": "its Wi-Fi is not found",
    "joined": "no broker answers",
    "refused": "the broker refuses it",
    "connected": "connected",
}
_ENDINGS = {"game-over": "game over", "match-over": "match over"}


def in_play(status: dict) -> bool:
    """Return whether a game has begun and is not over; `status` is the board's reply."""
    begun = any(track["front"] or track["pending"] for track in status["tracks"].values())
    return begun and status["winner"] is None


def front_pegs(status: dict) -> str:
    """Return the front pegs by team: `A 87  B 64`."""
    return "  ".join(f"{team} {track['front']}" for team, track in status["tracks"].items())


def play_text(status: dict) -> str:
    """Return the state of play: `game 2: A 87  B 64, game over`."""
    if not in_play(status) and status["winner"] is None:
        return _idle_text(status)
    ending = _ENDINGS.get(status["phase"], "")
    game = "friendly game" if status.get("friendly") else f"game {status['game']}"
    return f"{game}: {front_pegs(status)}" + (f", {ending}" if ending else "")


def network_text(status: dict) -> str:
    """Return the state of the board's network: `connected, 2 results wait`; "" if it has none, or it is off."""
    network_status = status.get("network", {})
    state = _NETWORK.get(network_status.get("state", "off"), "")
    waiting = network_status.get("waiting", 0)
    waiting_text = f", {waiting} result{'s wait' if waiting > 1 else ' waits'}" if waiting else ""
    return state + waiting_text if state else ""


def _idle_text(status: dict) -> str:
    """Return why nothing is being played: `round 3 not begun`."""
    if status["phase"] == "round":
        return f"round {status['round']} not begun"
    return "no game begun" if status["phase"] in ("idle", "deal") else status["phase"]
