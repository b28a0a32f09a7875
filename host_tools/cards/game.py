"""Simulates a whole cribbage game for 2 to 4 players: deals, chooses cards, pegs and scores.

Players sit round the table by seat, 0 first; two or three play for themselves, of four the second and fourth against
the first and third. Seat s belongs to team s modulo the number of teams.
"""

from firmware.rules.presets import load_preset

from .card_choice import choose_card, choose_hand
from .counting import count, total
from .deck import DEALS, JACK, CardError, Chance, rank_of
from .pegging import GO, LAST, MOST, count_of, score

CUT, DEAL, STARTER, PLAYED, CANNOT, POINT, SHOWN, CRIB, MUGGINS = range(9)

_GAMES = {"fivecard": "five", "sevencard": "seven"}
_OVERLOOKS = 6
"""With muggins, a player overlooks a combination in one of this many hands and cribs, on average."""


class TableEvent:
    """One thing that happens at the table: `kind`, the `seat` it concerns (-1 none), the `cards`.

    `points` are pegged by the seat's team for `combinations` (0: no peg moves); `count_reached` is the count of the
    play after the card, 0 outside the play; `overlooked` are points of a hand that its player has missed. `front` and
    `back` are the pegs of all teams after it.
    """

    def __init__(self, kind: int, seat: int, cards=(), combinations=(), count_reached: int = 0) -> None:
        self.kind = kind
        self.seat = seat
        self.cards = cards
        self.combinations = list(combinations)
        self.points = total(self.combinations)
        self.count_reached = count_reached
        # Set by the game: `overlooked` with muggins, the pegs when the event is recorded.
        self.overlooked = 0
        self.front: list = []
        self.back: list = []


class _OutError(Exception):
    """A team is in the game hole: nothing more is played, counted or pegged."""


class CardGame:
    """A whole game, played when it is made: `story` is the list of its TableEvents in `deals` deals, `front` and
    `back` are the final pegs, `out` is the team that reached the target.

    `players` is 2 to 4, `preset` a built-in preset's name, `seed` that of its random numbers. With `muggins` players
    now and then overlook points, and the next player pegs them. Raises CardError if the preset is not for that many.
    """

    def __init__(self, seed: int, players: int = 2, preset: str = "acc", muggins: bool = False) -> None:
        self.preset = load_preset(preset)
        game = _GAMES.get(preset, "six")
        if (game, players) not in DEALS:
            raise CardError("players", preset=preset, players=players)
        self.seed = seed
        self.players = players
        self.teams = 3 if players == 3 else 2
        self.muggins = muggins
        self.story: list = []
        self.front = [0] * self.teams
        self.back = [0] * self.teams
        self.deals = 0
        self.dealer = 0
        self._dealt, self._laid, self._added = DEALS[(game, players)]
        self._score_sign = -1 if self.preset.low_game else 1
        self._chance = Chance(seed)
        self._play()

    @property
    def winner(self):
        """The winning team; None if the lowest score wins and two teams are tied for it."""
        if not self.preset.low_game:
            return self.out
        lowest = min(self.front)
        return self.front.index(lowest) if self.front.count(lowest) == 1 else None

    def _play(self) -> None:
        """Cut, then play deal after deal until a team reaches the target, which becomes `out`."""
        self._cut()
        try:
            while True:
                self._deal()
                self.dealer = (self.dealer + 1) % self.players
        except _OutError:
            self.out = self.front.index(self.preset.target)

    def _record(self, event: TableEvent) -> None:
        """Record an event, and peg its points. Raises _OutError when its team reaches the target."""
        team = event.seat % self.teams
        if event.points:
            self.back[team] = self.front[team]
            self.front[team] = min(self.front[team] + event.points, self.preset.target)
        event.front = self.front[:]
        event.back = self.back[:]
        self.story.append(event)
        if event.points and self.front[team] == self.preset.target:
            raise _OutError

    def _cut(self) -> None:
        """Cut for the deal: the lowest card deals first; the other teams get the preset's start bonus."""
        cards = self._chance.shuffled()[: self.players]
        while [rank_of(card) for card in cards].count(min(cards) >> 2) > 1:
            cards = self._chance.shuffled()[: self.players]
        self.first_dealer = self.dealer = cards.index(min(cards))
        for team in range(self.teams):
            if team != self.dealer % self.teams:
                self.front[team] = self.preset.start
        self._record(TableEvent(CUT, self.dealer, cards))

    def _seats_after(self, seat: int) -> list:
        """Return all seats in turn, beginning with the one to the left of `seat`."""
        return [(seat + step) % self.players for step in range(1, self.players + 1)]

    def _deal(self) -> None:
        """Deal a hand to every player, choose the discards, and play the deal to its end."""
        self.deals += 1
        pack = self._chance.shuffled()
        crib = [pack.pop() for _ in range(self._added)]
        hands: list = [()] * self.players
        for seat in self._seats_after(self.dealer):
            cards = sorted([pack.pop() for _ in range(self._dealt)])
            own_crib = seat % self.teams == self.dealer % self.teams
            hands[seat], discards = choose_hand(cards, self._dealt - self._laid, own_crib, self._score_sign)
            crib += discards
            self._record(TableEvent(DEAL, seat, (hands[seat], discards)))
        self._show(hands, crib, pack.pop())

    def _show(self, hands: list, crib: list, starter: int) -> None:
        """Turn the starter, play the cards, and count hands and crib, which are without the starter."""
        heels = [("heels", (starter,), 2)] if rank_of(starter) == JACK else []
        self._record(TableEvent(STARTER, self.dealer, (starter,), heels))
        _Play(self._record, hands, self._seats_after(self.dealer), self._score_sign).run()
        for seat in self._seats_after(self.dealer):
            self._count(TableEvent(SHOWN, seat, hands[seat] + (starter,), count(hands[seat], starter)))
        crib.sort()
        self._count(TableEvent(CRIB, self.dealer, tuple(crib) + (starter,), count(crib, starter, True)))

    def _count(self, event: TableEvent) -> None:
        """Record the count of a hand or crib; with muggins the next player pegs the points overlooked."""
        overlooked = []
        if self.muggins and event.combinations and not self._chance.below(_OVERLOOKS):
            overlooked = [event.combinations.pop(self._chance.below(len(event.combinations)))]
            event.overlooked = total(overlooked)
            event.points -= event.overlooked
        self._record(event)
        if overlooked:
            _, cards, _ = overlooked[0]
            self._record(TableEvent(MUGGINS, (event.seat + 1) % self.players, cards, overlooked))


class _Play:
    """The play of one deal: cards in turn, go, thirty-one, the last card.

    `record_event` is called with each TableEvent; `hands` are by seat; `seats_in_turn` begins with the seat that leads;
    `score_sign` is 1, or -1 if the lowest score wins.
    """

    def __init__(self, record_event, hands: list, seats_in_turn: list, score_sign: int) -> None:
        self._record_event = record_event
        self._hands = [list(hand) for hand in hands]
        self._seats_in_turn = seats_in_turn
        self._score_sign = score_sign
        self._pile: list = []

    def run(self) -> None:
        """Play until all hands are empty; after a go or thirty-one the player after the last card leads."""
        seats_in_turn = self._seats_in_turn
        while any(self._hands):
            last = self._play_to_limit(seats_in_turn)
            following = seats_in_turn.index(last) + 1
            seats_in_turn = seats_in_turn[following:] + seats_in_turn[:following]

    def _play_to_limit(self, seats_in_turn: list) -> int:
        """Play until nobody can add a card to the pile; return the seat that played the last card."""
        self._pile = []
        last = seats_in_turn[0]
        passed: list = []
        turn = 0
        while len(passed) < len(seats_in_turn):
            seat = seats_in_turn[turn % len(seats_in_turn)]
            turn += 1
            if seat in passed:
                continue
            card = choose_card(self._hands[seat], self._pile, self._score_sign)
            if card is None:
                passed.append(seat)
                self._record_go(seat, last)
            else:
                last = seat
                self._add(seat, card)
        if count_of(self._pile) < MOST and any(self._hands):
            self._record_event(TableEvent(POINT, last, (), [(GO, (), 1)], count_of(self._pile)))
        return last

    def _record_go(self, seat: int, last: int) -> None:
        """Record that `seat` says go, if it has cards left, another seat played last, and the count is below 31."""
        if self._hands[seat] and seat != last and count_of(self._pile) < MOST:
            self._record_event(TableEvent(CANNOT, seat, (), (), count_of(self._pile)))

    def _add(self, seat: int, card: int) -> None:
        """Play a card of `seat` on the pile, and record it with the combinations that it scores."""
        self._hands[seat].remove(card)
        self._pile.append(rank_of(card))
        combinations = score(self._pile)
        count = count_of(self._pile)
        if count < MOST and not any(self._hands):
            combinations.append((LAST, (), 1))
        self._record_event(TableEvent(PLAYED, seat, (card,), combinations, count))
