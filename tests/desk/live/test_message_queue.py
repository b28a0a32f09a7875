"""Tests of the queue from which a desk takes the broker's messages."""

import asyncio

import pytest

from host_tools.desk.live.broker_connection import AT_ONCE, BatchQueue
from tests.own_thread import in_own_thread


def test_waiting_messages_come_in_their_order_and_few_at_once():
    """Pages and acknowledgements wait for each batch."""

    async def take():
        queue = BatchQueue(maxsize=3 * AT_ONCE)
        taken = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        for number in range(2 * AT_ONCE + 7):
            queue.put_nowait(number)
        batches = [await taken, await queue.get(), await queue.get()]
        assert [len(batch) for batch in batches] == [AT_ONCE, AT_ONCE, 7]
        assert [message for batch in batches for message in batch] == list(range(2 * AT_ONCE + 7))
        assert queue.empty()

    in_own_thread(asyncio.run, take())


def test_a_queue_that_is_full_says_so():
    async def fill():
        queue = BatchQueue(maxsize=2)
        queue.put_nowait("a")
        queue.put_nowait("b")
        with pytest.raises(asyncio.QueueFull):
            queue.put_nowait("c")
        assert await queue.get() == ["a", "b"]

    in_own_thread(asyncio.run, fill())
