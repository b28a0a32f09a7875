"""The circuit boards: layout, routing, and what a board house takes."""
