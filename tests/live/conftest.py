"""Fixture: a running broker."""

from tests.live.brokers import hall

__all__ = ["hall"]
