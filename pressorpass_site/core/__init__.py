"""What every page shares: home, method, errors, health and template tags."""
