"""Famous moments: positions worth a look, with their stories and what is known of them."""
