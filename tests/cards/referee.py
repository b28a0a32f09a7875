"""Independent referee: checks a card game's legality and score from what is visible at the table.

Raises AssertionError for a card played twice or out of turn, a go that is none, a point too many or too few.
"""

from host_tools.cards import game as table
from host_tools.cards.deck import DEALS

from .hand_enumeration import second_opinion

GAMES = {"fivecard": "five", "sevencard": "seven"}


class Referee:
    """Goes through the story of `game`, deal by deal; `front` and `back` are the pegs as it would have them."""

    def __init__(self, game):
        self.game = game
        self.target = game.preset.target
        dealer = game.story[0].seat
        self.front = [game.preset.start * (team != dealer % game.teams) for team in range(game.teams)]
        self.back = [0] * game.teams
        self.dealer = dealer - 1
        self.waiting = 0
        self.shown = []
        self.hands = {}

    def watch(self):
        story = self.game.story
        assert story[0].cards[story[0].seat] >> 2 == min(card >> 2 for card in story[0].cards)
        for happening in story[1:]:
            assert max(self.front) < self.target, "somebody pegs after the game is out"
            self._see(happening)
            self._peg(happening)
        assert max(self.front) == self.target

    def _see(self, happening):
        watch = {
            table.DEAL: self._deal,
            table.STARTER: self._starter,
            table.PLAYED: self._played,
            table.CANNOT: self._cannot,
            table.POINT: self._point,
            table.SHOWN: self._hand,
            table.CRIB: self._crib,
            table.MUGGINS: self._muggins,
        }
        watch[happening.kind](happening)

    def _peg(self, happening):
        team = happening.seat % self.game.teams
        if happening.points:
            self.back[team] = self.front[team]
            self.front[team] = min(self.front[team] + happening.points, self.target)
        assert (happening.front, happening.back) == (self.front, self.back)

    def _deal(self, happening):
        if len(self.hands) in (0, self.game.players):
            assert not self.waiting, "muggins was not called"
            self.hands, self.laid = {}, []
            self.dealer = (self.dealer + 1) % self.game.players
        hand, laid = happening.cards
        dealt, away, _ = DEALS[(GAMES.get(self.game.preset.name, "six"), self.game.players)]
        assert (len(hand) + len(laid), len(laid)) == (dealt, away)
        self.hands[happening.seat] = set(hand)
        self.laid += laid

    def _starter(self, happening):
        [self.starter] = happening.cards
        assert happening.seat == self.dealer
        assert happening.points == (2 if self.starter >> 2 == 10 else 0)
        self.left = {seat: set(hand) for seat, hand in self.hands.items()}
        held = [card for hand in self.hands.values() for card in hand] + self.laid + [self.starter]
        assert len(set(held)) == len(held)
        self.pile, self.passed, self.turn = [], set(), self._after(self.dealer)
        self.shown = []

    def _after(self, seat):
        return (seat + 1) % self.game.players

    def _fits(self, seat):
        return [card for card in self.left[seat] if self._count([*self.pile, card]) <= 31]

    def _count(self, cards):
        return sum(min((card >> 2) + 1, 10) for card in cards)

    def _skip(self):
        """On to the next who has something to play or to say."""
        for _ in range(self.game.players):
            if self.turn not in self.passed and self._fits(self.turn):
                return
            self.turn = self._after(self.turn)

    def _played(self, happening):
        [card] = happening.cards
        if self.pile and not any(self._fits(seat) for seat in self.left):
            assert self._count(self.pile) == 31, "nobody has pegged the go"
            self._again()
        self._skip()
        assert happening.seat == self.turn, "out of turn"
        assert card in self._fits(happening.seat)
        self.left[happening.seat].remove(card)
        self.pile.append(card)
        self.last, self.turn = happening.seat, self._after(happening.seat)
        assert happening.count_reached == self._count(self.pile)
        assert happening.points == self._worth()

    def _again(self):
        self.pile, self.passed, self.turn = [], set(), self._after(self.last)

    def _worth(self):
        ranks = [card >> 2 for card in self.pile]
        count = self._count(self.pile)
        same = next((length for length, rank in enumerate(ranks[::-1]) if rank != ranks[-1]), len(ranks))
        runs = [n for n in range(3, len(ranks) + 1) if self._is_run(ranks[-n:])]
        over = not any(self.left.values()) and count != 31
        return 2 * (count in (15, 31)) + same * (same - 1) + max(runs, default=0) + over

    def _is_run(self, ranks):
        return len(set(ranks)) == len(ranks) == max(ranks) - min(ranks) + 1

    def _cannot(self, happening):
        assert self.left[happening.seat]
        assert not self._fits(happening.seat)
        assert happening.seat != self.last, "nobody says go to oneself"
        self.passed.add(happening.seat)

    def _point(self, happening):
        assert happening.seat == self.last
        assert happening.points == 1
        assert self._count(self.pile) < 31
        assert any(self.left.values())
        assert not any(self._fits(seat) for seat in self.left)
        assert self.passed == {seat for seat, cards in self.left.items() if cards} - {self.last}
        self._again()

    def _hand(self, happening):
        assert not any(self.left.values())
        assert happening.seat == (self.dealer + 1 + len(self.shown)) % self.game.players
        self.shown.append(happening.seat)
        assert set(happening.cards) == {*self.hands[happening.seat], self.starter}
        self._counts(happening, second_opinion(happening.cards[:-1], self.starter))

    def _crib(self, happening):
        assert happening.seat == self.dealer
        assert len(self.shown) == self.game.players
        assert set(self.laid) <= set(happening.cards)
        self._counts(happening, second_opinion(happening.cards[:-1], self.starter, True))

    def _counts(self, happening, due):
        assert not self.waiting, "muggins was not called"
        self.waiting = due - happening.points
        assert self.waiting >= 0
        assert self.game.muggins or not self.waiting

    def _muggins(self, happening):
        assert happening.points == self.waiting > 0
        assert (
            happening.seat % self.game.teams
            != self.game.story[self.game.story.index(happening) - 1].seat % self.game.teams
        )
        self.waiting = 0
