"""Requests to the site: its own forms and links changed, every address with hostile parts, JSON, files and headers."""

from hypothesis import strategies as st

from engine import preset_boards

from . import readers
from .crawl import LOG_OUT, Seed, filled, patterns
from .requests import Request
from .site import ADMIN, FAN, NOBODY, QUICK, Things
from .target import Target, requests
from .values import broken, nasty, texts, written_json

METHODS = ("GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE")
# Names that some page reads from its address.
NAMES = (
    *("board", "rules", "now", "spins", "opponents", "trail", "seen", "position", "row", "column", "text", "line", "q"),
    *(
        "tag",
        "sort",
        "page",
        "p",
        "o",
        "all",
        "e",
        "visibility",
        "from",
        "to",
        "next",
        "key",
        "square",
        "shows",
        "part",
    ),
    *("game", "episode", "season", "delay", "n", "number", "after", "version", "theme", "size", "width", "maxwidth"),
    *(
        "maxheight",
        "url",
        "format",
        "option_cap",
        "cap",
        "ties",
        "unit",
        "goal",
        "do",
        "what",
        "step",
        "answers",
        "wait",
    ),
)
HEADERS = (
    *(
        "Accept",
        "Accept-Encoding",
        "Accept-Language",
        "Authorization",
        "Cookie",
        "Host",
        "HX-Current-URL",
        "HX-Request",
    ),
    *("HX-Target", "HX-Trigger", "If-Match", "If-Modified-Since", "If-None-Match", "Last-Event-ID", "Origin", "Range"),
    *("Referer", "Traceparent", "User-Agent", "X-Csrftoken", "X-Forwarded-For", "X-Forwarded-Host", "X-Requested-With"),
    *("X-Forwarded-Proto", "X-Request-ID"),
)
HEADER_VALUES = (
    *(
        "*/*;q=1e999",
        "text/html;" * 200,
        "gzip;q=-1, br;q=nan",
        "Bearer",
        "Bearer pop_1_2",
        "Basic Og==",
        "sessionid=x",
    ),
    *(
        "own_boards=a:b:c",
        "messages=\\054[",
        "csrftoken=%00",
        "evil.example",
        "127.0.0.1:99999",
        "[::1",
        "true",
        'W/"x"',
    ),
    *(
        "Mon, 99 Foo 9999 99:99:99 GMT",
        "bytes=9-1,-0,5-" + "9" * 30,
        "http://[",
        "null",
        "1.2.3.4, ::1, x",
        "99999999999",
    ),
    *("a=" + "b" * 4_000, "; ".join(f"c{number}=1" for number in range(200)), "0" * 32, "charset=utf-7"),
)
CONTENT_TYPES = (
    *("", "application/json", "application/json; charset=utf-16", "text/plain", "multipart/form-data", "x" * 300, "/"),
    *("multipart/form-data; boundary=" + "b" * 300, "multipart/form-data; boundary=é", "multipart/mixed; boundary=x"),
    *(f"application/x-www-form-urlencoded; charset={name}" for name in ("utf-7", "rot13", "zlib", "idna", "none", "é")),
)
MULTIPART = (
    b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename*=zzz''%ff\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--x--",
    b"--x\r\n" * 500,
    b"--x\r\nContent-Disposition: form-data; name=" + b"a" * 5_000,
)
SOLVE = {"position": QUICK, "board": "pyl-1985-02-r2", "rules": "seed", "options": {"cap": 20000}, "wait": 0}
ASKED = (
    SOLVE,
    {**SOLVE, "now": "pyl-1985-02-r2", "spins": 3},
    {"position": QUICK},
    {**SOLVE, "options": {"goal": "money"}},
)
CHOICE = ({"position": readers.CHOOSING, "board": "pyl-1985-02-r2", "square": 9, "shows": "8:500+,10:w", "wait": 0},)


@st.composite
def changed(draw: st.DrawFn, seeds: list[Seed]) -> Request:
    """A request that the site offers, with a few fields changed, left out, doubled or added."""
    seed = draw(st.sampled_from(seeds))
    fields = list(seed.fields)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(fields)))
        old = fields[at] if at < len(fields) else (draw(st.sampled_from(NAMES) | texts), "")
        match draw(st.integers(0, 5)):
            case 0:
                fields[at : at + 1] = []
            case 1:
                fields.append((old[0], draw(texts)))
            case 2:
                fields[at : at + 1] = [(old[0], draw(broken([old[1], QUICK, "1"])))]
            case 3 if draw(st.integers(0, 20)) == 0:
                fields += [(f"{old[0]}{number}", "1") for number in range(1200)]
            case _:
                fields[at : at + 1] = [(old[0], draw(texts))]
    path = draw(broken([seed.path])) if draw(st.integers(0, 6)) == 0 else seed.path
    headers = (("HX-Request", "true"),) if draw(st.booleans()) else ()
    if seed.method == "GET":
        return Request("GET", _kept(path), tuple(fields), who=seed.who, headers=headers)
    return Request("POST", _kept(path), form=tuple(fields), who=seed.who, headers=headers)


@st.composite
def addresses(draw: st.DrawFn, things: Things, routes: list[str]) -> Request:
    """Any address of the site, with real or hostile parts and query strings."""

    def value(name: str) -> str:
        known = things.named.get(name, ["1"])
        return draw(st.sampled_from(known) if draw(st.integers(0, 3)) else texts | broken(known))

    path = filled(draw(st.sampled_from(routes)), value)
    query = draw(st.lists(st.tuples(st.sampled_from(NAMES) | nasty, texts | broken(things.named["text"])), max_size=3))
    return Request(
        draw(st.sampled_from(METHODS)),
        _kept(path),
        tuple(query),
        who=draw(st.sampled_from((NOBODY, FAN, ADMIN))),
        headers=(("HX-Request", "true"),) if draw(st.integers(0, 3)) == 0 else (),
        raw=draw(st.booleans()),
    )


@st.composite
def with_headers(draw: st.DrawFn, paths: list[str]) -> Request:
    """A page with hostile headers or a body of a hostile type."""
    value = st.sampled_from(HEADER_VALUES) | texts.map(_in_a_header)
    headers = draw(st.lists(st.tuples(st.sampled_from(HEADERS), value), max_size=4))
    body = draw(st.sampled_from(MULTIPART) | st.binary(max_size=60))
    content_type = draw(st.sampled_from(CONTENT_TYPES) | st.just("multipart/form-data; boundary=x"))
    method = draw(st.sampled_from(("GET", "GET", "POST")))
    sent = (body, content_type) if method == "POST" else (b"", "")
    return Request(method, draw(st.sampled_from(paths)), body=sent[0], content_type=sent[1], headers=tuple(headers))


def json_requests(
    paths: list[str], seeds: tuple[object, ...], who: str, *headers: tuple[str, str]
) -> st.SearchStrategy[Request]:
    return st.builds(
        lambda path, text: Request(
            "POST",
            path,
            body=text.encode("utf-8", "surrogatepass"),
            content_type="application/json",
            who=who,
            headers=headers,
        ),
        st.sampled_from(paths),
        written_json(seeds),
    )


def files(address: str, texts_of_files: st.SearchStrategy[str]) -> st.SearchStrategy[Request]:
    """A file chosen in a form, or its text pasted into it."""
    return st.builds(
        lambda text, encoding, pasted: Request(
            "POST",
            address,
            form=(("text", text), ("visibility", "unlisted")) if pasted else (("visibility", "unlisted"),),
            file=None if pasted else ("file", _encoded(text, encoding)),
            who=FAN,
        ),
        texts_of_files,
        st.sampled_from(("", "", "utf-8-sig", "utf-16", "latin-1")),
        st.booleans(),
    )


def targets(things: Things, seeds: list[Seed]) -> tuple[Target, ...]:
    """The targets that need a site with something in it."""
    code = things.named["code"][1]
    routes = [route for route in patterns() if not LOG_OUT.search(route)]
    key = ("Authorization", f"Bearer {things.named['secret'][0]}")
    game_events = tuple({"version": 1, "events": [{"id": "x", **event}]} for event in readers.EVENTS)
    boards_in_json = [board.to_json() for board in list(preset_boards().values())[:2]]
    pages = [
        "/",
        "/ask/",
        "/rules/",
        f"/p/{QUICK}",
        "/account/log-in/",
        "/api/v1/boards",
        "/api/v1/solve",
        f"/games/{code}/",
    ]
    return (
        requests("forms and links", changed(seeds), 40),
        requests("addresses", addresses(things, routes), 30),
        requests("headers and bodies", with_headers(pages), 10),
        requests("API: questions", json_requests(["/api/v1/solve"], ASKED, NOBODY), 8),
        requests("API: choices", json_requests(["/api/v1/choose"], CHOICE, NOBODY), 4),
        requests(
            "API: games",
            json_requests(
                ["/api/v1/games", f"/api/v1/games/{code}/events"], ({"text": readers.GAME}, *game_events), FAN, key
            ),
            4,
        ),
        requests("game events", json_requests([f"/games/{code}/events/"], game_events, FAN), 6),
        requests(
            "imports of games",
            files("/games/import/", broken([readers.GAME]) | written_json(readers.games_in_json())),
            3,
        ),
        requests("imports of boards", files("/boards/own/import/", written_json(boards_in_json)), 3),
    )


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "replace") if encoding else text.encode("utf-8", "surrogatepass")


def _in_a_header(text: str) -> str:
    """Without what gunicorn refuses in a header."""
    return text.replace("\0", "").replace("\r", "").replace("\n", "")


def _kept(path: str) -> str:
    """A path that a server takes for one."""
    return "/" + path.lstrip("/")
