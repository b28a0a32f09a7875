"""Fixtures: brokers, real and scripted, and boards connected to them."""

import pytest

from host_tools.sim.virtual.board import network_board

from .mosquitto import Mosquitto
from .scripted_broker import KEY, SHORT, UID, ScriptedBoard, ScriptedBroker
from .scripted_desk import Desk


@pytest.fixture
def mosquitto(tmp_path):
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.close()


@pytest.fixture
def desk(mosquitto):
    """It acknowledges what comes."""
    scripted = Desk(mosquitto.port)
    yield scripted
    scripted.close()


@pytest.fixture
def broker():
    return ScriptedBroker()


@pytest.fixture
def board(tmp_path, broker):
    """On a scripted broker."""
    return ScriptedBoard(tmp_path / "board", broker)


@pytest.fixture
def real(tmp_path):
    """Makes boards on a real broker: `real(port)`."""
    boards = []

    def make(port, uid=UID, password="x"):
        board = network_board(tmp_path / uid, uid)
        board.configure(event="e1", key=KEY, preset=SHORT, sign_off=False)
        board.tell_network(broker="127.0.0.1", port=port, login=password)
        boards.append(board)
        return board

    yield make
    for board in boards:
        board.power_off()
