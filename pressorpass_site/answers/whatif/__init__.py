"""What-ifs: maps over two numbers, and where the verdict changes."""
