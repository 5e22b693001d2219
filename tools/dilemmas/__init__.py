"""The deck of dilemmas that comes with the site: positions are found, solved exactly and dealt to days."""
