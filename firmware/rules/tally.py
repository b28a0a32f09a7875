"""Running totals of a round: games won, game points, spread."""


class Tally:
    """Where a round stands, and the game that is played.

    Of the game: `moves`: peg moves that stand; `began`, `pegged`: board time, ms, of its first event and of the first
    peg that moved, -1 before it; `dealer`: the team that deals first, -1 where that is not known; `judged`: decisions
    of a judge, at most 255; `friendly`: it counts for no round.
    """

    def __init__(self) -> None:
        self.round = 1
        self.game = 1
        self.moves = 0
        self.began = -1
        self.touched = False
        self.dealt = False
        self.pegged = -1
        self.dealer = -1
        self.judged = 0
        self.friendly = False
        self.won = [0, 0, 0, 0]
        self.points = [0, 0, 0, 0]
        self.spread = [0, 0, 0, 0]

    def copy(self, other: "Tally") -> None:
        """Copy another tally into this one."""
        self.round = other.round
        self.game = other.game
        self.moves = other.moves
        self.began = other.began
        self.touched = other.touched
        self.dealt = other.dealt
        self.pegged = other.pegged
        self.dealer = other.dealer
        self.judged = other.judged
        self.friendly = other.friendly
        for t in range(4):
            self.won[t] = other.won[t]
            self.points[t] = other.points[t]
            self.spread[t] = other.spread[t]

    def new_game(self, game: int) -> None:
        """Begin game number `game`, without a move yet."""
        self.game = game
        self.moves = 0
        self.began = self.pegged = self.dealer = -1
        self.judged = 0
        self.touched = self.dealt = False

    def new_round(self, number: int) -> None:
        """Begin round `number`, with nothing won yet."""
        self.round = number
        self.friendly = False
        self.new_game(1)
        for t in range(4):
            self.won[t] = self.points[t] = self.spread[t] = 0
