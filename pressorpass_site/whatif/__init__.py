"""What-ifs: maps, break-evens."""
