"""Style and scripts, at addresses that change with them: a browser that has a file need not ask for it again."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask

_YEAR_S = 365 * 24 * 3600
_DIGITS = 8


def keep_static_files(app: Flask) -> None:
    """Let browsers keep the application's static files: their addresses name what is in them."""
    folder = Path(app.static_folder or "")
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = _YEAR_S

    @lru_cache
    def digest(name: str) -> str:
        return sha256((folder / name).read_bytes()).hexdigest()[:_DIGITS]

    @app.url_defaults
    def name_content(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("v", digest(values["filename"]))
