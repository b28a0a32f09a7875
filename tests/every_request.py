"""Requests of every verb, with its parameters at their worst."""


def every_request(results: int) -> list[dict[str, object]]:
    """The requests for a board that has kept so many results."""
    return [
        {"do": "hello"},
        {"do": "status"},
        {"do": "selftest"},
        {"do": "results", "since": 0},
        {"do": "results", "since": 0, "limit": 3},
        {"do": "results", "since": results // 2},
        {"do": "results", "since": results - 1},
        {"do": "results", "since": 10**9},
        {"do": "results", "since": results // 2, "limit": 0},
        {"do": "events", "game": 0},
        {"do": "events", "game": results},
        {"do": "events", "game": 10**9},
        {"do": "judge", "op": "award", "team": "A", "holes": 5, "reason": "é" * 60},
        {"do": "configure", "name": "N" * 24, "preset": "fivecard"},
        {"do": "deal", "seat": 1},
        {"do": "time", "at": 1800000000},
        {"do": "clear", "link": "0" * 16},
        {"do": "network", "wifi": "x" * 40},
    ]
