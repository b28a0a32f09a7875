"""A board on a Raspberry Pi gets its broker's password by one command."""

from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.commands import run
from host_tools.live.broker_files import BrokerFiles, Listener
from host_tools.sim.virtual.board import network_board
from tests.live.brokers import UIDS


def test_a_password_is_printed_and_the_board_keeps_it(tmp_path, monkeypatch):
    files = BrokerFiles(tmp_path / "hall")
    files.write(Listener())
    done = CliRunner().invoke(app, ["live", "password", str(files.path), UIDS[0]])
    assert (done.exit_code, files.users()) == (0, [UIDS[0]])
    (tmp_path / "password").write_text(done.stdout)
    board = network_board(tmp_path / "board", UIDS[0])
    monkeypatch.setattr(run, "detect_board_hardware", lambda root: board.hal)
    monkeypatch.setattr(run, "run_board", lambda hal: None)
    words = ["run", "--folder", str(tmp_path / "board"), "--broker", "10.0.0.7", "--standby", "10.0.0.8"]
    done = CliRunner().invoke(app, [*words, "--broker-password-file", str(tmp_path / "password")])
    assert done.exit_code == 0, done.output
    board.power_on()
    fields = board.board.network_loader.read_fields()
    expected = {"broker": "10.0.0.7", "standby": "10.0.0.8", "login": (tmp_path / "password").read_text().strip()}
    assert expected.items() <= fields.items()


def test_what_is_no_board_gets_no_password(tmp_path):
    files = BrokerFiles(tmp_path / "hall")
    files.write(Listener())
    done = CliRunner(env={"LANG": "C"}).invoke(app, ["live", "password", str(files.path), "board 7"])
    assert (done.exit_code, files.users()) == (1, [])
    assert "it has 16 digits" in done.output


def test_a_password_s_file_is_read_by_nobody_else(tmp_path):
    files, file = BrokerFiles(tmp_path / "hall"), tmp_path / "pi.password"
    files.write(Listener())
    done = CliRunner().invoke(app, ["live", "password", str(files.path), UIDS[0], "--file", str(file)])
    assert (done.exit_code, done.stdout, files.users()) == (0, "", [UIDS[0]])
    assert (file.stat().st_mode & 0o777, len(file.read_text().split())) == (0o600, 1)
