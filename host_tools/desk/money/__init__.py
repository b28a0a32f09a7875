"""Fees, purses and prizes, computed to the cent."""
