"""Peg positions of one game. A bit set of the holes each front peg has visited allows undo (RULES.md section 1)."""

from ..interpreter import const

_TRACKS = const(4)
_MARKS = 4 * _TRACKS
_MARK_BYTES = const(26)


class Game:
    """Front and back peg of each team, and the moves that the team can still undo.

    Everything is in `state`, one bytearray, so that a game is copied in one operation. By team: `front`, `back`: holes
    0 (start) to the target; `floor`: the lowest hole to which keys can undo the front peg: it is set by the start
    bonus and by every correction by a judge.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.state = bytearray(_MARKS + _MARK_BYTES * _TRACKS)
        view = memoryview(self.state)
        self.front = view[0:4]
        self.back = view[4:8]
        self.floor = view[8:12]
        self._floor_back = view[12:16]

    def reset(self, target: int) -> None:
        """Set all pegs to their start holes."""
        self.target = target
        for i in range(len(self.state)):
            self.state[i] = 0

    def copy(self, other: "Game") -> None:
        """Copy another game into this one."""
        self.target = other.target
        self.state[:] = other.state

    def move(self, team: int, holes: int) -> None:
        """Peg `holes` (1 or more): the back peg goes that far beyond the front peg, at most to the game hole."""
        front = self.front[team]
        self.back[team] = front
        front += holes
        if front > self.target:
            front = self.target
        self.front[team] = front
        self.state[_MARKS + _MARK_BYTES * team + (front >> 3)] |= 1 << (front & 7)

    def can_undo(self, team: int) -> bool:
        """Return whether the team has a move left that keys may undo."""
        return self.front[team] > self.floor[team]

    def undo(self, team: int) -> None:
        """Put both pegs back to where they were before the team's last move; only if `can_undo`."""
        front = self.front[team]
        self.state[_MARKS + _MARK_BYTES * team + (front >> 3)] &= ~(1 << (front & 7))
        back = self.back[team]
        self.front[team] = back
        floor = self.floor[team]
        self.back[team] = self._visited_below(team, back) if back > floor else self._floor_back[team]

    def _visited_below(self, team: int, hole: int) -> int:
        """Return the highest hole below `hole` that the team's front peg has visited, or else its undo limit."""
        floor = self.floor[team]
        hole -= 1
        while hole > floor and not self._has_visited(team, hole):
            hole -= 1
        return hole

    def _has_visited(self, team: int, hole: int) -> int:
        """Return non-zero if the team's front peg has been in `hole` since its undo limit was set."""
        return self.state[_MARKS + _MARK_BYTES * team + (hole >> 3)] & (1 << (hole & 7))

    def award(self, team: int, holes: int) -> None:
        """Peg `holes` awarded by a judge; keys undo nothing from before it."""
        self.move(team, holes)
        self.set_undo_limit(team)

    def retract(self, team: int, holes: int) -> None:
        """Move the front peg back for a judge, at most to the start, and the back peg with it if that is beyond."""
        self.front[team] = max(self.front[team] - holes, 0)
        self.back[team] = min(self.back[team], self.front[team])
        self.set_undo_limit(team)

    def exchange(self, team: int, other: int) -> None:
        """Exchange the pegs of two teams for a judge; keys undo nothing from before it."""
        self.front[team], self.front[other] = self.front[other], self.front[team]
        self.back[team], self.back[other] = self.back[other], self.back[team]
        self.set_undo_limit(team)
        self.set_undo_limit(other)

    def set_undo_limit(self, team: int) -> None:
        """Set the undo limit to the team's present pegs: keys undo nothing from before."""
        self.floor[team] = self.front[team]
        self._floor_back[team] = self.back[team]
        first = _MARKS + _MARK_BYTES * team
        for i in range(first, first + _MARK_BYTES):
            self.state[i] = 0

    def start_bonus(self, team: int, holes: int) -> None:
        """Move the front peg on by the start bonus (five-card game), at most to the hole before the target."""
        self.front[team] = min(self.front[team] + holes, self.target - 1)
        self.set_undo_limit(team)

    def pack(self, teams: int) -> bytes:
        """Encode the pegs of the first `teams` teams as bytes: each four holes, then a bit for each hole visited."""
        size = self._mark_size()
        parts = []
        for team in range(teams):
            first = _MARKS + _MARK_BYTES * team
            parts.append(bytes([self.front[team], self.back[team], self.floor[team], self._floor_back[team]]))
            parts.append(bytes(self.state[first : first + size]))
        return b"".join(parts)

    def unpack(self, data, offset: int, teams: int) -> int:
        """Decode the pegs of `teams` teams, as encoded by `pack`, at `data[offset]`; return the offset of their end."""
        size = self._mark_size()
        for team in range(teams):
            first = _MARKS + _MARK_BYTES * team
            self.front[team], self.back[team], self.floor[team], self._floor_back[team] = data[offset : offset + 4]
            self.state[first : first + size] = data[offset + 4 : offset + 4 + size]
            offset += 4 + size
        return offset

    def _mark_size(self) -> int:
        """Return how many bytes a team's visited holes take, at one bit a hole."""
        return (self.target >> 3) + 1
