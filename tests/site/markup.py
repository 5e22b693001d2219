"""Pages as tests read them: line breaks and indentation of the templates do not count."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.test import Client

BLOCKS = (
    "body|button|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h1|h2|h3|h4|header|label|legend|li"
    "|main|nav|ol|option|p|section|select|summary|svg|table|tbody|td|th|thead|tr|ul"
)


def markup(response: Any) -> str:
    """A response's text; of HTML, with the whitespace that a browser would show."""
    content: str = response.content.decode()
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return content
    return compact(content)


def compact(html: str) -> str:
    """HTML without the whitespace that a browser ignores; what is preformatted or typed keeps its own."""
    parts = re.split(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", html, flags=re.DOTALL)
    for place in range(0, len(parts), 2):
        words = re.sub(r"[ \n]+", " ", parts[place])
        parts[place] = re.sub(rf" ?(</?(?:{BLOCKS})\b[^>]*>) ?", r"\1", words)
    return "".join(parts)


def said(response: Any) -> str:
    """A response's text as `markup` has it, with its signs as a browser shows them."""
    return unescape(markup(response))


def page(client: Client, address: str, status: int = 200, **headers: str) -> str:
    """What a browser is told at an address."""
    response = client.get(address, headers=headers)
    assert response.status_code == status, address
    return said(response)


def words(page: Any) -> str:
    """What a reader sees of a response or of HTML: its text on one line."""
    html = page if isinstance(page, str) else page.content.decode()
    return " ".join(unescape(re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)).split())


def error_at(response: Any, field: str) -> str:
    """The words beside a field that say what is wrong with it."""
    match = re.search(rf'id="id_{field}_error">(.*?)</ul>', response.content.decode(), re.DOTALL)
    return words(match[1]) if match else ""


def value_of(response: Any, name: str) -> str:
    """What is typed or chosen in a field."""
    return Fields(response.content.decode()).values(name)[0]


class Fields(HTMLParser):
    """What a browser without scripts sends from HTML with the fields of a form."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.select = self.textarea = ""
        self.options: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: text or "" for name, text in attrs}
        name = given.get("name", "")
        if tag == "select":
            self.select, self.options = name, []
        elif tag == "option":
            self.options.append((given.get("value", ""), "selected" in given))
        elif tag == "textarea":
            self.textarea = name
        elif tag == "input" and name and given.get("type") in ("checkbox", "radio"):
            self.sent += [(name, given.get("value", "on"))] * ("checked" in given)
        elif tag == "input" and name:
            self.sent.append((name, given.get("value", "")))

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.sent.append((self.textarea, data))
            self.textarea = ""
        elif self.options and self.options[-1][0] == "" and data.strip().isdigit():
            self.options[-1] = (data.strip(), self.options[-1][1])  # an option without a value is its text

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self.select:
            chosen = [value for value, selected in self.options if selected]
            self.sent.append((self.select, (chosen or [value for value, _ in self.options] or [""])[0]))
            self.select, self.options = "", []

    def values(self, name: str) -> list[str]:
        """What it sends under a name."""
        return [value for field, value in self.sent if field == name]
