"""The lab: pages for the other games."""
