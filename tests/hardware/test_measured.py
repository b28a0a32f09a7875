"""What a builder has measured stands in place of what data sheets say, and is named in the guide."""

import pytest
from typer.testing import CliRunner

from host_tools.hardware import measured, params, stack_up
from host_tools.hardware.command import hardware
from host_tools.hardware.errors import ParamsError

GOOD = '[[measured]]\nwhat = "{what}"\nvalue = {value}\nby = "A. Builder"\non = 2027-01-31\n'


def write(copy, *entries):
    text = "".join(GOOD.format(what=what, value=value) for what, value in entries)
    (copy / measured.FILE).write_text(text, encoding="utf-8")
    return copy


def test_nothing_has_been_measured_yet(folder, parameters):
    assert measured.read(folder) == parameters.measurements == []
    left = measured.unchecked([])
    assert all(fact.text in left for fact in measured.FACTS.values())
    assert left in (folder / "README.md").read_text(encoding="utf-8")


def test_gaps_pitch_and_currents_follow_the_measurement(copy, parameters):
    there = params.load(write(copy, ("strip-height", 2.5), ("pitch", 6.95), ("dark-strip", 0.3)))
    name = "baffle to LEDs on strip"
    before, after = (next(gap for gap in stack_up.gaps(p) if gap.name == name) for p in (parameters, there))
    assert after.nominal == pytest.approx(before.nominal - 0.3)
    assert there.board.leds_per_metre == pytest.approx(1000 / 6.95, abs=1e-3)
    assert there.power.kinds["strip"].dark == 0.3


def test_every_name_has_a_place_among_the_parameters(copy, parameters):
    entries = []
    for what, fact in measured.FACTS.items():
        value = parameters
        for part in fact.place.split("."):
            value = value[part] if isinstance(value, dict) else getattr(value, part)
        entries.append((what, 1000 / value if what == "pitch" else value))
    there = params.load(write(copy, *entries))
    assert [entry.what for entry in there.measurements] == list(measured.FACTS)


def test_a_measured_value_leaves_the_list_with_name_and_day(copy):
    there = params.load(write(copy, ("strip-width", 11.8)))
    first, second = measured.unchecked(there.measurements).splitlines()
    assert first == "- measured: width of the strip: 11.8 mm (A. Builder, 2027-01-31)"
    assert "width of the strip;" not in second


@pytest.mark.parametrize(("text", "why"), [
    (GOOD.format(what="luck", value=1), "luck is unknown; names are pitch"),
    (GOOD.format(what="pitch", value=0), "pitch: a value above 0, not 0"),
    (GOOD.format(what="pitch", value='"7"'), "value = '7'"),
    (GOOD.format(what="pitch", value=6.9) * 2, "pitch is there twice"),
    ('[[measured]]\nwhat = "pitch"\n', "has what value by on"),
    ("pitch = 7\n", "only tables"),
    ("[[", "measured.toml"),
    (GOOD.format(what="pitch", value="nan"), "a value above 0"),
    (GOOD.format(what="faceplate", value=3), "[plate] thickness: 1.3 to 1.7"),
    (GOOD.format(what="strip-height", value=4.5), "baffle"),
])  # fmt: skip
def test_what_cannot_be_is_named(copy, text, why):
    (copy / measured.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(ParamsError) as error:
        params.load(copy)
    assert why in str(error.value)


def test_the_command_ends_with_the_reason(copy):
    pytest.importorskip("reportlab")
    done = CliRunner().invoke(hardware, ["build", "--from", str(write(copy, ("luck", 1)))])
    assert (done.exit_code, "Traceback" in done.output) == (1, False)
    assert "luck is unknown" in done.output
