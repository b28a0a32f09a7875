"""Enter results: import boards' result lines, store typed results and cards, carry out the director's decisions."""
