"""The tally of a round: its totals (games won, game points, spread), and the present game's dealer, times, moves."""


class Tally:
    """Totals of a round by team (`won`, `points`, `spread`), and facts on the game being played.

    Of the game: `moves`: peg moves not undone; `began_ms`, `first_peg_ms`: board time of its first event and of the
    first peg that moved, -1 before it; `touched`: it has had a move or a judge's decision; `dealt`: the first deal is
    recorded; `dealer`: the team that deals first, -1 if not known; `decisions`: how many a judge made, at most 255;
    `friendly`: it counts for no round. `told`: somebody has told the board the round's number, or confirmed it; else it
    has only counted on.
    """

    def __init__(self) -> None:
        self.won = [0, 0, 0, 0]
        self.points = [0, 0, 0, 0]
        self.spread = [0, 0, 0, 0]
        self.new_round(1, False)

    def new_game(self, game: int) -> None:
        """Begin game number `game`, without a move yet."""
        self.game = game
        self.moves = 0
        self.began_ms = self.first_peg_ms = self.dealer = -1
        self.decisions = 0
        self.touched = self.dealt = False

    def new_round(self, round: int, told: bool) -> None:
        """Begin round number `round`, with nothing won yet."""
        self.round = round
        self.told = told
        self.friendly = False
        self.new_game(1)
        for team in range(4):
            self.won[team] = self.points[team] = self.spread[team] = 0

    def copy(self, other: "Tally") -> None:
        """Copy another tally into this one."""
        self.round = other.round
        self.game = other.game
        self.moves = other.moves
        self.began_ms = other.began_ms
        self.touched = other.touched
        self.dealt = other.dealt
        self.first_peg_ms = other.first_peg_ms
        self.dealer = other.dealer
        self.decisions = other.decisions
        self.friendly = other.friendly
        self.told = other.told
        for team in range(4):
            self.won[team] = other.won[team]
            self.points[team] = other.points[team]
            self.spread[team] = other.spread[team]
