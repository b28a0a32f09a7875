"""`cribboard prove` at an emulated Pico: command, prompt, script and resets are the real ones."""

from pathlib import Path

import pytest

from host_tools.timeouts import VARIABLE
from host_tools.usb import prove_command
from host_tools.usb.proof_session import ProofSession
from host_tools.usb.sans_io import bare_rung
from host_tools.usb.sans_io.figures import excess
from tests.silicon.conftest import powered
from tests.usb.cli_process import leaving
from tests.usb.test_prove import BARE

ERASE_MS, SLOW_MS = 45, 450
PROGRAM_MS = 0.6
SEED = 0
"""By which the board is reset within its first writes."""
HURRIED = {"step_us_median", "step_us_p99", "answer_ms_median"}
"""Five requests in place of two hundred all fall into the second in which a board loads: these are not judged."""


@pytest.mark.deep
@pytest.mark.slow
def test_a_bare_pico_is_proved_and_its_slow_flash_chip_alone_is_named(
    image: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.silicon.emulated_port import PORT, plug

    # A hundredth of what a real board is asked: this takes minutes of processor.
    for name, count in {"GAMES": 1, "CUTS": 1, "_KEY_MOVES": 1, "_ERASES": 2, "_ANSWERS": 5}.items():
        monkeypatch.setattr(bare_rung, name, count)
    monkeypatch.setattr(prove_command, "randbelow", lambda seeds: SEED)
    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.chdir(tmp_path)
    pico = powered(image, tracks=2)
    pico.hear_strips()
    run = ProofSession._run

    def run_on_slow_chip(session: ProofSession, code: str) -> str:
        # Only while it is measured: else starts and answers would be slow too.
        pico.time_flash(SLOW_MS if code.startswith("flash_times") else ERASE_MS, PROGRAM_MS)
        return run(session, code)

    monkeypatch.setattr(ProofSession, "_run", run_on_slow_chip)
    plug(pico, monkeypatch)
    while pico.link() is None:
        pico.run(10)
    printed = leaving(1, "prove", "--port", PORT, "--yes")
    [path] = tmp_path.glob("proof-*.json")
    found = prove_command.read_proof(path)["rungs"]["bare"]
    assert set(found) == BARE
    wrong = {name for name in found if excess(found[name])} - HURRIED
    assert wrong == {"erase_ms_median", "erase_ms_longest"}, printed
    assert "erase of a sector, longest: 450." in printed
    assert found["cuts"]["value"] == 1
