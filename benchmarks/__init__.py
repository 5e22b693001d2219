"""Side-by-side measurements, printed as ratios; timings are never tests."""
