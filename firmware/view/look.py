"""How one track looks at one moment: what the scenes draw from."""


class Look:
    """`scene` is one of `scenes`; `front`, `back` and `amount` are numbers for it; `beat` 0 to BEATS - 1.

    `refused` lays the refusal's bar over the scene; `alert` lets the ends of the streets flash.
    """

    def __init__(self) -> None:
        self.scene = 0
        self.team = 0
        self.front = 0
        self.back = 0
        self.amount = 0
        self.beat = 0
        self.refused = False
        self.alert = False
