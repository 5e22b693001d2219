"""Questions: a position on a board under rules, as a form, an address, a text and a stored row."""
