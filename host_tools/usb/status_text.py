"""Formats a board's `status` as text: the game at its table."""

OVER = ("game-over", "match-over")
_NETWORK = {
    "joining": "joining its Wi-Fi",
    "wrong-password": "its Wi-Fi refuses the password",
    "not-found": "its Wi-Fi is not found",
    "joined": "no broker answers",
    "refused": "the broker refuses it",
    "connected": "connected",
}
_WORDS = {"game-over": "game over", "match-over": "match over"}


def in_play(status: dict) -> bool:
    """Return whether a game has begun and is not over."""
    begun = any(track["front"] or track["pending"] for track in status["tracks"].values())
    return begun and status["winner"] is None


def stored_results(status: dict) -> int:
    """Return how many results the board stores; older firmware reports the number of the last instead."""
    return status.get("held", status["results"])


def scores(status: dict) -> str:
    """Return the front pegs by team: `A 87  B 64`."""
    return "  ".join(f"{team} {track['front']}" for team, track in status["tracks"].items())


def play(status: dict) -> str:
    """Return the state of play: `game 2: A 87  B 64`."""
    if not in_play(status) and status["winner"] is None:
        return _waiting(status)
    words = _WORDS.get(status["phase"], "")
    game = "friendly game" if status.get("friendly") else f"game {status['game']}"
    return f"{game}: {scores(status)}" + (f", {words}" if words else "")


def network(status: dict) -> str:
    """Return the state of the board's network: `connected, 2 results wait`; "" where it has none, or it is off."""
    network_status = status.get("network", {})
    state = _NETWORK.get(network_status.get("state", "off"), "")
    waiting = network_status.get("waiting", 0)
    wait = f", {waiting} result{'s wait' if waiting > 1 else ' waits'}" if waiting else ""
    return state + wait if state else ""


def _waiting(status: dict) -> str:
    """Return why nothing is being played: `round 3 not begun`."""
    if status["phase"] == "round":
        return f"round {status['round']} not begun"
    return "no game begun" if status["phase"] in ("idle", "deal") else status["phase"]
