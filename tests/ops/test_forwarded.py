"""The headers of proxies, as gunicorn reads them with the site's configuration."""

import os
import runpy

import pytest
from gunicorn.config import Config
from gunicorn.http.parser import RequestParser

from tools.run.options import ROOT

PROXY = ("127.0.0.1", 40000)  # from where gunicorn believes them


@pytest.fixture
def configuration() -> Config:
    mask = os.umask(0)
    try:
        values = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    finally:
        os.umask(mask)
    config = Config()
    for name in config.settings.keys() & values.keys():
        config.set(name, values[name])
    return config


@pytest.mark.parametrize("scheme", ["https", "http"])
@pytest.mark.parametrize(
    "made_up",
    [
        "",
        "X-Forwarded-Ssl: off\r\n",
        "X-Forwarded-Ssl: on\r\n",
        "X-Forwarded-Protocol: ssl\r\n",
        "X-Forwarded-Protocol: x\r\n",
    ],
)
def test_what_a_client_says_of_the_protocol_refuses_nothing(configuration: Config, scheme: str, made_up: str) -> None:
    sent = f"GET / HTTP/1.1\r\nHost: a\r\n{made_up}X-Forwarded-Proto: {scheme}\r\n\r\n"
    request = next(RequestParser(configuration, iter([sent.encode()]), PROXY))
    assert request.scheme == scheme
