"""Programs for people who work on Press or Pass; the site itself imports nothing from here."""
