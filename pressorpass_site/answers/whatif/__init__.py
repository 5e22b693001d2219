"""What-ifs: maps over two numbers, where the verdict changes, sliders."""
