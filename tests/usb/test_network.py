"""A board's network, set from the command line; what `boards` and `doctor` say of it."""

from dataclasses import replace

import pytest

from host_tools.commands import configure
from host_tools.i18n import message
from host_tools.i18n.board_messages import message_text
from host_tools.usb import diagnosis, network_options
from host_tools.usb.sans_io.status import network_message

from .cli_process import cribboard


@pytest.fixture
def asked(two_boards, monkeypatch):
    """What two boards are asked for, in place of their `network`: these have none."""
    prompts = []
    ask = configure.BoardLink.request

    def listen(line, do, **fields):
        if do != "network":
            return ask(line, do, **fields)
        prompts.append(fields)
        return []

    monkeypatch.setattr(configure.BoardLink, "request", listen)
    monkeypatch.setattr(network_options.typer, "prompt", lambda asked, **_: prompts.append(asked) or "")
    return prompts


@pytest.fixture
def files(tmp_path):
    """Makes files of passwords; their paths."""

    def make(text):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.txt"
        path.write_text(text)
        return path

    return make


FIRST, SECOND = "7669727475616c01", "7669727475616c02"


def test_password_of_the_wifi_is_asked_for_once_and_that_of_each_board_for_each(asked):
    cribboard("configure", "--all", "--wifi", "Hall", "--broker", "10.0.0.7:1884")
    prompts = [words for words in asked if isinstance(words, str)]
    assert len(prompts) == 3
    assert prompts[0] == "The Wi-Fi's password"
    assert all("at the broker" in words for words in prompts[1:])
    wanted = {"ssid": "Hall", "broker": "10.0.0.7", "port": 1884, "password": "", "login": ""}
    assert [fields for fields in asked if isinstance(fields, dict)] == [wanted, wanted]


def test_passwords_come_from_files_a_line_a_board(asked, files):
    own = files(f"{SECOND}:of two\n{FIRST}:of:one\n")
    wifi = files("wpa2 of the hall\n")
    command = ("configure", "--all", "--wifi", "Hall", "--wifi-password-file", wifi, "--broker", "10.0.0.7")
    output = cribboard(*command, "--broker-password-file", own)
    assert sorted(fields["login"] for fields in asked) == ["of two", "of:one"]
    assert {fields["password"] for fields in asked} == {"wpa2 of the hall"}
    assert not any(secret in output for secret in ("of two", "of:one", "wpa2"))


def test_passwords_come_from_the_environment(asked, monkeypatch):
    monkeypatch.setenv(network_options.WIFI_PASSWORD, "wpa2 of the hall")
    monkeypatch.setenv(network_options.BROKER_PASSWORD, "of them all")
    cribboard("configure", "--all", "--wifi", "Hall", "--broker", "10.0.0.7")
    assert [(fields["password"], fields["login"]) for fields in asked] == [("wpa2 of the hall", "of them all")] * 2


def test_a_new_pin_counts_for_the_network_too(asked):
    cribboard("configure", "--board", FIRST, "--new-pin", "4711", "--broker", "")
    cribboard("configure", "--board", FIRST, "--pin", "4711", "--new-pin", "", "--broker", "")
    assert asked == [{"broker": "", "pin": "4711"}, {"broker": ""}]


def test_network_is_forgotten_without_a_question(asked):
    cribboard("configure", "--board", FIRST, "--broker", "")
    assert asked == [{"broker": ""}]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--broker", "broker.example"), message("says.bad-broker")),
        (("--broker", "10.0.0.7:x"), message("says.not-within", field="port", low=1, high=65535)),
        (("--wifi", "x" * 33), "ssid: the Wi-Fi's name, up to 32 bytes"),
        (("--wifi", "Hall", "--wifi-password-file", "{short}"), "password: the Wi-Fi's, 8 to 63 characters"),
        (("--wifi", "Hall", "--wifi-password-file", "none.txt"), "none.txt: no password can be read there"),
        (("--wifi", "Hall", "--wifi-password-file", "{two}"), "one line, the password"),
        (("--broker", "10.0.0.7", "--broker-password-file", "{other}"), f"no line begins with {FIRST}:"),
    ],
)
def test_bad_options_are_told_before_any_board_is_asked(asked, files, words, why):
    texts = {"short": "short\n", "two": "a line\nand another\n", "other": "ffffffffffffffff:of another\n"}
    paths = {name: str(files(text)) for name, text in texts.items()}
    output = cribboard("configure", "--board", FIRST, *[word.format(**paths) for word in words], ok=False)
    assert why in output
    assert "short\n" not in output
    assert asked == []


def test_board_without_a_network_refuses(two_boards, monkeypatch):
    monkeypatch.setenv(network_options.BROKER_PASSWORD, "of board 1")
    output = cribboard("configure", "--board", SECOND, "--broker", "10.0.0.7", ok=False)
    assert message("says.no-radio") in output
    assert "of board 1" not in output


def with_network(sight, **told):
    return replace(sight, status={**sight.status, "network": told})


@pytest.mark.parametrize(
    ("state", "wrong"),
    [
        ("joining", message("captain.wrong.network_joining")),
        ("wrong-password", message("captain.wrong.network_wrong-password")),
        ("not-found", message("captain.wrong.network_not-found")),
        ("joined", message("captain.wrong.network_joined")),
        ("refused", message("captain.wrong.network_refused")),
    ],
)
def test_doctor_says_what_is_wrong_with_a_network(sight, state, wrong):
    findings = list(diagnosis.boards_findings([with_network(sight, state=state, waiting=0)]))
    assert [finding.wrong for finding in findings] == [wrong]
    assert findings[0].do


def test_doctor_counts_the_messages_a_board_has_refused(sight):
    report = with_network(sight, state="connected", waiting=0, refused={"foreign": 2, "malformed": 1, "replayed": 0})
    findings = list(diagnosis.boards_findings([report]))
    assert [finding.wrong for finding in findings] == [message("captain.wrong.network_messages", count=3)]


def test_board_that_is_connected_or_has_no_network_is_sound(sight):
    for report in (sight, with_network(sight, state="off"), with_network(sight, state="connected", waiting=2)):
        assert list(diagnosis.boards_findings([report])) == []


def test_state_of_a_network_in_words(sight):
    assert network_message(sight.status) is None
    assert text_of(sight, state="connected", waiting=0) == "connected"
    assert text_of(sight, state="joined", waiting=1) == "no broker answers, 1 result waits"
    assert text_of(sight, state="connected", waiting=2) == "connected, 2 results wait"


def text_of(sight, **network):
    return message_text(network_message(with_network(sight, **network).status))
