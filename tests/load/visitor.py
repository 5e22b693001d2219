"""A visitor with a browser's cookies, who fills in forms."""

import http.cookiejar
import urllib.parse
import urllib.request
from html.parser import HTMLParser
from typing import Any

Form = dict[str, str]


class FormReader(HTMLParser):
    """The fields of a page's form, as a browser would send them untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: Form = {}
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        name = attributes.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in attributes or self._select not in self.fields:
                self.fields[self._select] = attributes.get("value", "")
        elif (
            tag == "input" and name and (attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes)
        ):
            self.fields[name] = attributes.get("value", "")


class Visitor:
    """One browser on a site."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))

    @property
    def cookies(self) -> str:
        """What the browser sends."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)

    def fill_in(self, path: str, to: str = "", **fields: str) -> Any:
        """Send the form of a page, as it is except for these fields, and follow to where it leads."""
        reader = FormReader()
        reader.feed(self.open(path).read().decode())
        return self.open(to or path, urllib.parse.urlencode(reader.fields | fields).encode())

    def open(self, path: str, body: bytes | None = None, kind: str = "application/x-www-form-urlencoded") -> Any:
        """The response to a request, as an open file."""
        headers = {"Content-Type": kind, "Origin": self.url}
        return self._opener.open(urllib.request.Request(self.url + path, body, headers), timeout=60)
