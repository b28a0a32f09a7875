"""The slow line is as slow as it says. Times are only bounded below: no load makes a line faster."""

import http.server
import threading
import time
from urllib.request import urlopen

import pytest

from tests.measure.slow_line import slow_line

BYTES = 20_000


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(BYTES))
        self.end_headers()
        self.wfile.write(b"x" * BYTES)

    def log_message(self, *words):
        pass


@pytest.fixture
def port():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("bits_s", "delay_ms", "seconds"), [(400_000, 0, 0.4), (100_000_000, 200, 0.4), (400_000, 200, 0.8)]
)
def test_bytes_take_their_time_and_connections_two_ways_there_and_back(port, bits_s, delay_ms, seconds):
    with slow_line(port, bits_s, delay_ms) as slow:
        began = time.monotonic()
        with urlopen(f"http://127.0.0.1:{slow}/") as answer:
            assert answer.read() == b"x" * BYTES
        assert time.monotonic() - began >= seconds
