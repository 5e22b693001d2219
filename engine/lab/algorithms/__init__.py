"""Ways to solve and to simulate any game that states its rules."""
