"""Which of two computers is the desk, by what a takeover leaves in the event."""

import pytest

from host_tools.desk.events.takeover import TakenOverError, new_desk, record_taken_over, record_takeover


@pytest.mark.parametrize(("announced", "named"), [(1, ""), (2, "second")], ids=["of one database", "of two copies"])
def test_a_takeover_shuts_out_the_desks_of_another_copy_alone(night, announced, named):
    """Desks of one database have the takeover in their own log."""
    night.do(record_takeover, "second")
    night.do(record_taken_over, TakenOverError("Night", "second", announced))
    assert night.ask(new_desk) == named
