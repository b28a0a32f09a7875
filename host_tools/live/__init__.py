"""Set up and check a broker for boards on a network; a demonstration and an endurance test."""
