"""How players move from table to table: one small pure function for each way there is."""
