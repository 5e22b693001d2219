"""What-ifs: maps over two scores, and where the verdict changes."""
