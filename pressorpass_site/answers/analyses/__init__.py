"""Questions about positions and their stored answers."""
