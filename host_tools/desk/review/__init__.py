"""Review of an event: find missing, held and disputed results, list open items, show one table's history."""
