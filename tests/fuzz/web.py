"""Requests to the site: its own forms and links changed, every address with hostile parts, JSON, files and headers."""

import json
from collections.abc import Sequence
from random import Random

from engine import preset_boards

from . import readers
from .crawl import LOG_OUT, Seed, filled, patterns
from .requests import Request
from .site import ADMIN, FAN, NOBODY, QUICK, Things
from .target import Target, requests
from .values import Cases, broken, long_part, one_of, texts, written_json

LENGTHS = (1_000, 20_000, 190_000, 480_000, 2_400_000)  # of what is sent, in characters
METHODS = ("GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE")
# Names that some page reads from its address.
NAMES = (
    *("board", "rules", "now", "spins", "opponents", "trail", "seen", "position", "row", "column", "text", "line", "q"),
    *(
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
        "Part-Page",
        "Part-Request",
    ),
    *("If-Match", "If-Modified-Since", "If-None-Match", "Last-Event-ID", "Origin", "Range"),
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
        'sessionid="a\\000b"; own_boards="\\000"; aside="\\000:a"',
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


def changed(seeds: list[Seed]) -> Cases[Request]:
    """A request that the site offers, with a few fields changed, left out, doubled or added."""

    def make(draw: Random) -> Request:
        seed = draw.choice(seeds)
        fields = list(seed.fields)
        for _ in range(draw.choice((1, 1, 2, 2, 3, 0))):
            at = draw.randint(0, len(fields))
            old = fields[at] if at < len(fields) else (_name(draw), "")
            match draw.randrange(6):
                case 0:
                    fields[at : at + 1] = []
                case 1:
                    fields.append((old[0], texts(draw)))
                case 2:
                    fields[at : at + 1] = [(old[0], broken([old[1], QUICK, "1"])(draw))]
                case 3 if draw.randrange(20) == 0:
                    fields += [(f"{old[0]}{number}", "1") for number in range(1200)]
                case _:
                    fields[at : at + 1] = [(old[0], texts(draw))]
        path = broken([seed.path])(draw) if draw.randrange(7) == 0 else seed.path
        headers = (("Part-Request", "true"),) if draw.getrandbits(1) else ()
        if seed.method == "GET":
            return Request("GET", _kept(path), tuple(fields), who=seed.who, headers=headers)
        return Request("POST", _kept(path), form=tuple(fields), who=seed.who, headers=headers)

    return make


def addresses(things: Things, routes: list[str]) -> Cases[Request]:
    """Any address of the site, with real or hostile parts and query strings."""
    values = one_of(texts, broken(things.named["text"]))

    def make(draw: Random) -> Request:
        def value(name: str) -> str:
            known = things.named.get(name, ["1"])
            return draw.choice(known) if draw.randrange(4) else one_of(texts, broken(known))(draw)

        path = filled(draw.choice(routes), value)
        query = [(_name(draw), values(draw)) for _ in range(draw.randint(0, 3))]
        return Request(
            draw.choice(METHODS),
            _kept(path),
            tuple(query),
            who=draw.choice((NOBODY, FAN, ADMIN)),
            headers=(("Part-Request", "true"),) if draw.randrange(4) == 0 else (),
            raw=bool(draw.getrandbits(1)),
        )

    return make


def with_headers(paths: list[str]) -> Cases[Request]:
    """A page with hostile headers or a body of a hostile type."""

    def make(draw: Random) -> Request:
        names = [draw.choice(HEADERS) for _ in range(draw.randint(0, 4))]
        headers = tuple((name, _header_value(draw)) for name in names)
        path = draw.choice(paths)
        if draw.randrange(3):
            return Request("GET", path, headers=headers)
        body = draw.choice(MULTIPART) if draw.getrandbits(1) else draw.randbytes(draw.randint(0, 60))
        content_type = draw.choice(CONTENT_TYPES) if draw.getrandbits(1) else "multipart/form-data; boundary=x"
        return Request("POST", path, body=body, content_type=content_type, headers=headers)

    return make


def json_requests(paths: list[str], seeds: tuple[object, ...], who: str, *headers: tuple[str, str]) -> Cases[Request]:
    written = written_json(seeds)

    def make(draw: Random) -> Request:
        body = written(draw).encode("utf-8", "surrogatepass")
        path = draw.choice(paths)
        return Request("POST", path, body=body, content_type="application/json", who=who, headers=headers)

    return make


def long_json(bodies: dict[str, Sequence[object]], who: str, *headers: tuple[str, str]) -> Cases[Request]:
    """JSON in which a list, an object or a text is as long as a body may be, or longer."""

    def make(draw: Random) -> Request:
        path = draw.choice(list(bodies))
        body = json.dumps(long_part(draw, draw.choice(bodies[path]), draw.choice(LENGTHS))).encode()
        return Request("POST", path, body=body, content_type="application/json", who=who, headers=headers)

    return make


def long_forms(seeds: list[Seed]) -> Cases[Request]:
    """A form or link of the site with a field that is very long, or sent very often."""

    def make(draw: Random) -> Request:
        seed = draw.choice(seeds)
        fields = list(seed.fields) or [(_name(draw), "1")]
        name, value = draw.choice(fields)
        if draw.getrandbits(1):
            fields += [(name, f"{value}{number}") for number in range(990 - len(fields))]
        else:
            fields.append((name, (value or "1") * (draw.choice(LENGTHS) // len(value or "1"))))
        if seed.method == "GET":
            return Request("GET", _kept(seed.path), tuple(fields), who=seed.who)
        return Request("POST", _kept(seed.path), form=tuple(fields), who=seed.who)

    return make


def files(address: str, texts_of_files: Cases[str]) -> Cases[Request]:
    """A file chosen in a form, or its text pasted into it."""

    def make(draw: Random) -> Request:
        text, seen = texts_of_files(draw), ("visibility", "unlisted")
        if draw.getrandbits(1):
            return Request("POST", address, form=(("text", text), seen), who=FAN)
        file = ("file", _encoded(text, draw.choice(("", "", "utf-8-sig", "utf-16", "latin-1"))))
        return Request("POST", address, form=(seen,), file=file, who=FAN)

    return make


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
            "long lists",
            long_json(
                {
                    f"/games/{code}/events/": game_events,
                    f"/api/v1/games/{code}/events": game_events,
                    "/api/v1/games": tuple({"game": game} for game in readers.games_in_json()),
                    "/api/v1/solve": ASKED,
                    "/api/v1/choose": CHOICE,
                },
                FAN,
                key,
            ),
            3,
        ),
        requests("long forms", long_forms(seeds), 4),
        requests(
            "imports of games",
            files("/games/import/", one_of(broken([readers.GAME]), written_json(readers.games_in_json()))),
            3,
        ),
        requests("imports of boards", files("/boards/own/import/", written_json(boards_in_json)), 3),
    )


def _name(draw: Random) -> str:
    """Of a field."""
    return draw.choice(NAMES) if draw.getrandbits(1) else texts(draw)


def _header_value(draw: Random) -> str:
    return draw.choice(HEADER_VALUES) if draw.getrandbits(1) else _in_a_header(texts(draw))


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "replace") if encoding else text.encode("utf-8", "surrogatepass")


def _in_a_header(text: str) -> str:
    """Without what gunicorn refuses in a header."""
    return text.replace("\0", "").replace("\r", "").replace("\n", "")


def _kept(path: str) -> str:
    """A path that a server takes for one."""
    return "/" + path.lstrip("/")
