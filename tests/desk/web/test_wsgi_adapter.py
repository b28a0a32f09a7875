"""Tests of the adapter between Flask's threads and the event loop."""

import asyncio
import threading

from host_tools.desk.web.wsgi_adapter import UnwaitingAdapter
from tests.own_thread import in_own_thread

SCOPE = {"type": "http", "http_version": "1.1", "method": "GET", "path": "/", "query_string": b"", "headers": []}


class Answer:
    """A WSGI application whose answer has so many pieces."""

    def __init__(self, pieces):
        self.pieces = pieces
        self.made = 0
        self.closed = threading.Event()

    def __call__(self, environ, start_response):
        start_response("200 OK", [])
        return self

    def __iter__(self):
        while self.made < self.pieces:
            self.made += 1
            yield b"%d " % self.made

    def close(self):
        self.closed.set()


async def receive():
    return {"type": "http.request", "body": b"", "more_body": False}


def test_a_page_s_thread_is_free_while_the_event_loop_is_busy():
    page = Answer(1)

    async def scene():
        async def send(message):
            pass

        answering = asyncio.create_task(UnwaitingAdapter(page, workers=1)(SCOPE, receive, send))
        await asyncio.sleep(0)
        assert page.closed.wait(20)
        await answering

    in_own_thread(asyncio.run, scene())


def test_a_large_answer_is_made_no_faster_than_it_is_sent_and_arrives_whole():
    large, ahead, got = Answer(2000), [], []

    async def scene():
        async def send(message):
            got.append(message.get("body", b""))
            ahead.append(large.made - len(got))
            await asyncio.sleep(0)

        adapter = UnwaitingAdapter(large, workers=1)
        await adapter(SCOPE, receive, send)
        assert max(ahead) <= adapter.send_queue_size

    in_own_thread(asyncio.run, scene())
    assert b"".join(got) == b"".join(b"%d " % piece for piece in range(1, 2001))
