"""Serve static files under URLs with their digest, so that browsers may cache them for good."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, send_file

from host_tools.style import PALETTE

_YEAR_S = 365 * 24 * 3600
_DIGITS = 8


class DeskFlask(Flask):
    """Flask, with the palette of all pages among its static files, and each file's digest in its address."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.config["SEND_FILE_MAX_AGE_DEFAULT"] = _YEAR_S
        self.url_defaults(self._add_digest)
        self._digest = lru_cache(self._compute_digest)

    def send_static_file(self, filename: str) -> Response:
        if filename == PALETTE.name:
            return send_file(PALETTE, max_age=self.get_send_file_max_age(filename))
        return super().send_static_file(filename)

    def _add_digest(self, endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("v", self._digest(values["filename"]))

    def _compute_digest(self, name: str) -> str:
        path = PALETTE if name == PALETTE.name else Path(self.static_folder or "", name)
        return sha256(path.read_bytes()).hexdigest()[:_DIGITS]
