"""Tables as CSV that a spreadsheet cannot mistake for formulas."""

import csv
import io
from collections.abc import Iterable
from typing import Any

# Excel needs this mark to recognize UTF-8; otherwise it shows “José” as “JosÃ©”.
BYTE_ORDER_MARK = "\ufeff"
# A spreadsheet evaluates a text that begins with one of these characters.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def render_csv(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return the table; a text that a spreadsheet would evaluate gets an apostrophe in front."""
    out = io.StringIO(BYTE_ORDER_MARK)
    out.seek(0, io.SEEK_END)
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_escape_formula(cell) for cell in row] for row in rows)
    return out.getvalue()


def _escape_formula(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
