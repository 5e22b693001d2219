"""Lists of owned rows: the filters and the order in a list's address, and one page of the list."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.db.models.expressions import Combinable, OrderBy
from django.http import HttpRequest, QueryDict

from .owned import Row, Visibility
from .text_fields import clean_line

PER_PAGE = 20
MAX_QUERY_LENGTH = 200
MAX_WORDS = 8  # in a search
NEWEST, CHANGED = "newest", "changed"
ORDERS: dict[str, tuple[str, ...]] = {
    NEWEST: ("-created_at", "-pk"),
    "oldest": ("created_at", "pk"),
    CHANGED: ("-updated_at", "-pk"),
    "title": ("title", "pk"),
}


@dataclass(frozen=True)
class Filters:
    text: str = ""
    visibility: str = ""
    order: str = NEWEST

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """Return the filters in an address; invalid values are ignored."""
        visibility, order = _read_text(query, "visibility"), _read_text(query, "sort")
        return cls(
            text=_read_text(query, "q"),
            visibility=visibility if visibility in Visibility.values else "",
            order=order if order in ORDERS else NEWEST,
        )

    def __bool__(self) -> bool:
        return bool(self.text or self.visibility)

    def pick(self, rows: QuerySet[Row], matching: Callable[[str], Q], **instead: Combinable | OrderBy) -> QuerySet[Row]:
        """Return the matching rows in order; `matching` builds the condition for a word, `instead` replaces a column in
        the order, such as the title.
        """
        for word in self.text.split()[:MAX_WORDS]:
            rows = rows.filter(matching(word))
        if self.visibility:
            rows = rows.filter(visibility=self.visibility)
        return rows.order_by(*(instead.get(name.removeprefix("-"), name) for name in ORDERS[self.order]))


def _read_text(query: QueryDict, name: str) -> str:
    return clean_line(query.get(name, ""))[:MAX_QUERY_LENGTH]


def build_list_context(
    request: HttpRequest, rows: QuerySet[Any], filters: Filters, *, changed_label: str
) -> dict[str, Any]:
    """Return one page of a list for its template; `changed_label` names the order by the last change."""
    query = request.GET.copy()
    query.pop("page", None)
    words = {NEWEST: "Newest first", "oldest": "Oldest first", CHANGED: changed_label, "title": "By title"}
    return {
        "page_obj": Paginator(rows, PER_PAGE).get_page(request.GET.get("page")),
        "filters": filters,
        "orders": list(words.items()),
        "query": query.urlencode(),
    }
