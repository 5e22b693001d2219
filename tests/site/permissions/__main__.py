"""Print the tables of permissions for docs/reliability.md: `python -m tests.site.permissions`."""

from .summary import printed

print(printed())
