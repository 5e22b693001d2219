"""The one table of computed answers, whatever was asked."""
