"""Tests of dividing money to the cent."""

from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.formats.purse_model import DOLLAR, Purse
from host_tools.desk.money.amounts import award_prizes, dollars, share_out
from host_tools.desk.money.prizes import divide_fees
from host_tools.desk.money.purse_kinds import PURSE_KINDS, Candidate, Candidates
from host_tools.desk.scoring.standings import Standing
from host_tools.i18n import use_language

RULES = {
    "shares": [50, 30, 20],
    "field": 25,
    "sums": [10000, 5050],
    "qualifiers": True,
    "hands": [[29, 60], [28, 30], [24, 10]],
}


def candidates(count, qualified=0):
    """So many players who have paid, of whom the first have qualified."""
    standings = (Standing(number=n, rank=n, id=str(n), name=f"P{n}") for n in range(1, count + 1))
    return Candidates([Candidate(one, one.rank, one.rank * (one.rank <= qualified)) for one in standings])


def test_every_kind_of_purse_is_tried():
    assert set(PURSE_KINDS) == set(RULES)


def test_amounts_are_written_as_the_reader_s_language_does():
    written = {}
    for language in ("en", "fr"):
        with use_language(language):
            written[language] = [dollars(cents) for cents in (0, 500, 705)]
    assert written == {"en": ["$0", "$5", "$7.05"], "fr": ["0\u00a0$", "5\u00a0$", "7,05\u00a0$"]}


def test_a_night_of_twenty_players():
    money = divide_fees(FORMATS["auclair"].purse, candidates(20))
    assert money.prizes == (6400, 3800, 2600)
    assert (money.draw, money.supplies, money.club) == (2000, 2000, 3200)
    assert money.taken == 20000


@settings(deadline=None)
@given(
    st.integers(0, 10**6), st.lists(st.integers(0, 100), min_size=1, max_size=6).filter(any), st.sampled_from([1, 100])
)
def test_a_split_adds_up_and_is_nowhere_a_unit_off(total, weights, unit):
    parts = share_out(total, weights, unit)
    assert sum(parts) == total
    for part, weight in zip(parts[:-1], weights[:-1], strict=True):
        assert abs(part - total * weight / sum(weights)) < 2 * unit
        assert part % unit == 0


@settings(deadline=None)
@given(
    st.integers(0, 5000),
    st.integers(0, 100),
    st.integers(1, 1100),
    st.integers(0, 9999),
    st.sampled_from(sorted(RULES)),
    st.booleans(),
    st.integers(0, 9999),
)
def test_a_purse_loses_and_makes_nothing(whole, pot, players, added, kind, rolls_over, carried):
    choices = {"added": added, "rolls_over": rolls_over, "carried": carried}
    rules = Purse(fee=whole, draw=whole // 5, pot=pot, kind=kind, rule=RULES[kind], **choices)
    money = divide_fees(rules, candidates(players, 7))
    assert money.taken == whole * players
    spent = money.draw + money.supplies + money.club + money.over + sum(money.prizes)
    assert spent == money.taken + money.added + money.carried
    assert rolls_over or not money.over
    assert rolls_over or PURSE_KINDS[kind].fixed or all(prize % DOLLAR == 0 for prize in money.prizes)
    assert min(money.draw, money.supplies, money.club, *money.prizes) >= 0


def test_tied_players_share_the_prizes_of_their_places():
    prizes = (6400, 3800, 2600)
    assert award_prizes(prizes, [1, 2, 3]) == [6400, 3800, 2600]
    assert award_prizes(prizes, [1, 1, 3]) == [5100, 5100, 2600]
    assert award_prizes(prizes, [1, 2, 2, 2]) == [6400, 2133, 2133, 2133]
    assert award_prizes(prizes, [1, 1, 1, 1, 1]) == [2560] * 5
