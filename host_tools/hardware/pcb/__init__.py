"""The printed circuit boards: layout, routing, and fabrication files."""
