"""English texts for card games' speech."""

from host_tools.cards.spoken_count import GROUPS, SpokenCount
from host_tools.i18n import catalogue

WORDS = {key: text for key, text in catalogue("en").items() if key.startswith(GROUPS)}
SPEECH = SpokenCount(WORDS)
