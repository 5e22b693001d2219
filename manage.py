#!/usr/bin/env python
"""Django's command-line tool for the Press or Pass site."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        sys.exit(f"Press or Pass: {wrong}")


if __name__ == "__main__":
    main()
