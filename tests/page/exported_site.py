"""The page, exported into a folder of somebody's site and served by a plain web server."""

import sys
import threading
from collections.abc import Iterable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch
from urllib.parse import quote

from host_tools.sim.export import export
from host_tools.sim.micropython_package import package_dir
from host_tools.sim.page_files import NO_VOICES, Voices

FOLDER = "a club's site/board & captain"


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print no traceback of a browser that has left in the middle of a file."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class ExportedSite:
    """`headers` go with every response; what `missing` names, below `folder`, is not found.

    `public_url`, `voices` and `images` are as `export` takes them.
    """

    def __init__(
        self,
        root: Path,
        public_url: str | None = None,
        voices: Voices = NO_VOICES,
        images: Iterable[Path] = (),
    ) -> None:
        self.folder = root / FOLDER
        self.headers: dict[str, str] = {}
        self.missing: set[str] = set()
        # To compress it takes four seconds.
        with patch("host_tools.sim.export.compressed", return_value=None):
            export(self.folder, package_dir(), images, public_url, voices)
        site = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *arguments: Any) -> None:
                super().__init__(*arguments, directory=str(root))

            def translate_path(self, path: str) -> str:
                found = Path(super().translate_path(path))
                if found in map(site.folder.joinpath, site.missing):
                    return str(root / "missing")
                return str(found)

            def end_headers(self) -> None:
                for name, value in site.headers.items():
                    self.send_header(name, value)
                super().end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/{quote(FOLDER)}/"

    def close(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
