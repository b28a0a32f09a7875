"""Whose deal it is, told from the pegs that move: a board sees no cards.

In a deal the players peg in the play; then they count their hands in turn, from the left of the dealer to the dealer,
who counts the crib last (RULES.md section 2). Which of these a move was, its side and its size tell with some
certainty. For each player who may be the dealer, and each number of hands that may have been counted, a cost is kept:
of the best explanation of all moves so far, in half bits. The cheapest one says whose deal it is. A wrong answer mends
itself with the next moves.

The costs of a size were counted in 150 games that `host_tools/cards` has played; the test plays others.
"""

from ..interpreter import const

_MOST_STATES = const(20)
"""Seats, times how many hands may have been counted: 4 * 5."""
_NO_WAY = const(60)
_PLAY_COSTS = (60, 2, 3, 7, 10, 13, 11, 17, 18)
_HAND_COSTS = (13, 20, 8, 13, 6, 10, 5, 8, 5, 8, 7, 12, 7, 14, 10, 15, 10, 14, 19, 20, 14, 18, 20, 20, 17)
_CRIB_COSTS = (7, 14, 4, 9, 5, 9, 5, 9, 7, 9, 10, 17, 11, 20, 15, 17, 14, 20, 20, 20, 20, 20, 20, 20, 19)
"""By size of a move: what it costs to be one of the play, a hand, a crib."""
_UNLIKELY = const(20)
_GOES_ON = const(1)
_ENDS = const(4)
"""What it costs that the play goes on after a move, and that it has ended."""
_NO_HAND = const(12)
_NO_CRIB = const(7)
"""What it costs that a hand, a crib has scored nothing."""


def _cost_of(table, size: int) -> int:
    return table[size] if size < len(table) else _UNLIKELY


class Turn:
    """The turn of the deal among `seats` players, of whom each belongs to the team of its seat modulo `teams`.

    `state` is all that changes: whether the first dealer is known, the costs, and the costs before the last move.
    """

    def __init__(self) -> None:
        self.teams = 2
        self.seats = 2
        self.state = bytearray(1 + 2 * _MOST_STATES)
        self._next = bytearray(_MOST_STATES)

    def forget(self, seats: int, teams: int) -> None:
        """Begin with a game whose first dealer is not known."""
        self.seats = seats
        self.teams = teams
        self.state[0] = 0

    def begin(self, seat: int) -> None:
        """Begin with the deal of the player in a seat: no hand is counted yet."""
        state = self.state
        state[0] = 1
        for i in range(2 * _MOST_STATES):
            state[1 + i] = _NO_WAY
        state[1 + seat * (self.seats + 1)] = state[1 + _MOST_STATES + seat * (self.seats + 1)] = 0

    def begin_after(self, team: int) -> None:
        """Begin with the deal of a team; of its players whose turn it is next."""
        seat = self.seat()
        seat = team if seat < 0 else (seat + 1) % self.seats
        while seat % self.teams != team:
            seat = (seat + 1) % self.seats
        self.begin(seat)

    def seat(self) -> int:
        """Return the seat of the player whose deal it is; -1 if that is not known."""
        if not self.state[0]:
            return -1
        best = 0
        for i in range(self.seats * (self.seats + 1)):
            if self.state[1 + i] < self.state[1 + best]:
                best = i
        return best // (self.seats + 1)

    def follow(self, team: int, size: int) -> None:
        """Take in a move of so many holes; 0: a hand or crib of nothing, which goes when the move before is undone."""
        if not self.state[0]:
            return
        state, new, seats = self.state, self._next, self.seats
        for i in range(_MOST_STATES):
            new[i] = _NO_WAY
            if size:
                state[1 + _MOST_STATES + i] = state[1 + i]
        for dealer in range(seats):
            for shown in range(seats + 1):
                cost = state[1 + dealer * (seats + 1) + shown]
                if cost < _NO_WAY:
                    self._explain(dealer, shown, cost, team, size)
        least = _NO_WAY
        for i in range(_MOST_STATES):
            if new[i] < least:
                least = new[i]
        for i in range(_MOST_STATES):
            state[1 + i] = min(new[i] - least, _NO_WAY)

    def _explain(self, dealer: int, shown: int, cost: int, team: int, size: int) -> None:
        """Note what a move may be, where so many hands of a deal have been counted at that cost."""
        seats, teams = self.seats, self.teams
        following = (dealer + 1) % seats
        if shown:
            passed = cost
        else:
            passed = cost + _ENDS
            self._note(dealer, 0, cost + _GOES_ON + _cost_of(_PLAY_COSTS, size))
        for hand in range(shown + 1, seats + 1):
            if (dealer + hand) % seats % teams == team:
                self._note(dealer, hand, passed + _cost_of(_HAND_COSTS, size))
            passed += _NO_HAND
        if dealer % teams == team:
            self._note(following, 0, passed + _cost_of(_CRIB_COSTS, size))
        self._note(following, 0, passed + _NO_CRIB + _GOES_ON + _cost_of(_PLAY_COSTS, size))

    def _note(self, dealer: int, shown: int, cost: int) -> None:
        i = dealer * (self.seats + 1) + shown
        if cost < self._next[i]:
            self._next[i] = cost

    def undo(self) -> None:
        """Return to before the last move; of further ones nothing is known."""
        for i in range(_MOST_STATES):
            self.state[1 + i] = self.state[1 + _MOST_STATES + i]

    def pack(self) -> bytes:
        """Encode the turn: seats, whether the first dealer is known, and the costs, now and before the last move."""
        if not self.state[0]:
            return bytes([self.seats << 1])
        used = self.seats * (self.seats + 1)
        costs = bytes(self.state[1 : 1 + used]) + bytes(self.state[1 + _MOST_STATES : 1 + _MOST_STATES + used])
        return bytes([self.seats << 1 | 1]) + costs

    def unpack(self, data, offset: int, teams: int) -> None:
        """Decode a turn, as encoded by `pack`, at `data[offset]`."""
        self.forget(min(max(data[offset] >> 1, teams), 4), teams)
        if not data[offset] & 1:
            return
        used = self.seats * (self.seats + 1)
        self.begin(0)
        self.state[1 : 1 + used] = data[offset + 1 : offset + 1 + used]
        self.state[1 + _MOST_STATES : 1 + _MOST_STATES + used] = data[offset + 1 + used : offset + 1 + 2 * used]
