"""Requests to the site in this process: the WSGI application itself, without a network, and what no answer may be."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any
from urllib.parse import quote, urlencode

from django.core.signals import got_request_exception

MAX_CPU_SECONDS = 1.0
MAX_READ = 2_000_000  # bytes of an answer that are looked at
# Health says that something is missing; oEmbed's specification has a status for formats that a site does not know.
MEANT = {("/health", 503), ("/healthz", 503), ("/readyz", 503), ("/oembed", 501)}
SHOWN = 4_000  # characters of a request in a report
TRACES = (
    b"Traceback (most recent call last)",
    b"You\xe2\x80\x99re seeing this error because you have",
    b"DEBUG = True",
)
BOUNDARY = "fuzz-boundary"
# Visible ASCII stays as typed, so that broken escapes such as %zz get through.
KEPT = "".join(map(chr, range(0x21, 0x7F))).replace("#", "").replace("?", "")

Fields = Sequence[tuple[str, str]]


class Failure(AssertionError):
    """An answer that the site must not give, or an exception of the wrong type."""


@dataclass(frozen=True)
class Request:
    """A request as a client might send it."""

    method: str
    path: str
    query: Fields = ()
    form: Fields = ()
    body: bytes = b""
    content_type: str = ""
    file: tuple[str, bytes] | None = None
    who: str = "nobody"
    headers: tuple[tuple[str, str], ...] = ()
    raw: bool = False  # whether the query goes as it is, without escapes

    def __str__(self) -> str:
        content_type, body = self.payload()
        shown = f"{self.method} {self.address} as {self.who}"
        shown += "".join(f"\n  {name}: {value[:200]!r}" for name, value in self.headers)
        if body:
            shown += f"\n  {content_type}, {len(body):,} bytes: {body[:SHOWN]!r}"
        return shown[: 2 * SHOWN]

    @property
    def address(self) -> str:
        return f"{_quoted(self.path)}?{self.query_string}" if self.query else _quoted(self.path)

    @property
    def query_string(self) -> str:
        if self.raw:
            return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in self.query)
        return urlencode(self.query, errors="surrogatepass")

    def payload(self) -> tuple[str, bytes]:
        """Content-Type and body."""
        if self.file is not None:
            return f"multipart/form-data; boundary={BOUNDARY}", self._multipart(*self.file)
        if self.form:
            return "application/x-www-form-urlencoded", urlencode(self.form, errors="surrogatepass").encode()
        return self.content_type, self.body

    def _multipart(self, name: str, content: bytes) -> bytes:
        part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n'
        parts = [
            (part % (key, "")).encode("utf-8", "surrogatepass") + value.encode("utf-8", "surrogatepass")
            for key, value in self.form
        ]
        parts.append((part % (name, '; filename="a"')).encode("utf-8", "surrogatepass") + content)
        return b"\r\n".join([*parts, f"--{BOUNDARY}--\r\n".encode()])


@dataclass
class Answer:
    """The answer to a request; `seconds` are of CPU time of the thread that gave it."""

    status: int
    headers: dict[str, str]
    content: bytes
    seconds: float
    errors: list[BaseException] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.content.decode(errors="replace")


class Visitors:
    """Cookies by who asks; an answer's cookies are kept when asked to."""

    def __init__(self) -> None:
        self.cookies: dict[str, dict[str, str]] = {}

    def header(self, who: str) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.get(who, {}).items())

    def keep(self, who: str, set_cookie: Iterable[str]) -> None:
        for cookie in set_cookie:
            for name, morsel in SimpleCookie(cookie).items():
                self.cookies.setdefault(who, {})[name] = morsel.value


visitors = Visitors()


def send(request: Request, *, keep_cookies: bool = False) -> Answer:
    """Send it as gunicorn would hand it on; nothing of the site is replaced."""
    content_type, body = request.payload()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": _unquoted(_quoted(request.path)),
        "QUERY_STRING": request.query_string,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1:8000",
        "HTTP_COOKIE": visitors.header(request.who),
        "HTTP_ORIGIN": "http://127.0.0.1:8000",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": _Nowhere(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in request.headers:
        environ[f"HTTP_{name.upper().replace('-', '_')}"] = value.encode("utf-8", "replace").decode("latin-1")
    started: list[Any] = []
    errors: list[BaseException] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        started[:] = [status, headers]

    def note(sender: Any, **more: Any) -> None:
        import sys

        errors.append(sys.exc_info()[1] or Failure("an error without an exception"))

    got_request_exception.connect(note)
    began = time.thread_time()
    try:
        response_parts = _application()(environ, start_response)
        content = b""
        if not getattr(response_parts, "streaming", False):
            content = b"".join(response_parts)[:MAX_READ]
        response_parts.close()
    finally:
        got_request_exception.disconnect(note)
    seconds = time.thread_time() - began
    status, headers = started
    if keep_cookies:
        visitors.keep(request.who, [value for name, value in headers if name.lower() == "set-cookie"])
    return Answer(int(status[:3]), {name.lower(): value for name, value in headers}, content, seconds, errors)


def check(request: Request) -> Answer:
    """Send it. Raises Failure if the answer is one that the site must never give; slowness is told by its seconds."""
    try:
        answer = send(request)
    except Exception as error:  # not even answered
        raise Failure(f"{type(error).__name__}: {error}\n{request}") from error
    if answer.errors:
        raise Failure(f"{type(answer.errors[0]).__name__}: {answer.errors[0]}\n{request}") from answer.errors[0]
    if answer.status >= 500 and (request.path, answer.status) not in MEANT:
        raise Failure(f"status {answer.status}\n{request}")
    if any(trace in answer.content for trace in TRACES):
        raise Failure(f"the page shows a traceback\n{request}")
    return answer


class _Nowhere:
    def write(self, text: str) -> None: ...

    def flush(self) -> None: ...


@cache
def _application() -> Any:
    from pressorpass_site.wsgi import site

    return site


def _quoted(text: str) -> str:
    return quote(text, safe=KEPT, errors="surrogatepass")


def _unquoted(path: str) -> str:
    from urllib.parse import unquote_to_bytes

    return unquote_to_bytes(path).decode("latin-1")
