"""nginx with the configuration in deploy/, as compose.yaml starts it."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from pressorpass_site.process import end_with_parent
from tests.processes import wait_for
from tools.run.broker import find_free_port
from tools.run.options import ROOT

UNPACKED = ROOT / ".venv" / "debian"  # by tools/proxy.sh
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:{UNPACKED}/usr/sbin")
CONFIGURATION = ROOT / "deploy" / "nginx"
# An nginx that was only unpacked has none.
FOLDERS = "".join(f"{kind}_temp_path {{0}}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))


def adapted(file: str, folder: Path, **changes: str) -> Path:
    """A configuration with the paths and ports of this test."""
    text = (CONFIGURATION / file).read_text()
    text = text.replace("/tmp/", f"{folder}/").replace("/dev/stderr", f"{folder}/error.log")
    text = text.replace("/etc/pressorpass/compose.conf", f"{folder}/compose.conf")
    text = text.replace("/etc/pressorpass", str(CONFIGURATION)).replace("exec nginx", f"exec {NGINX} -p {folder}")
    if not Path("/etc/nginx").exists():
        text = text.replace("/etc/nginx", f"{UNPACKED}/etc/nginx")
    for old, new in changes.items():
        assert old.replace("_", " ") in text
        text = text.replace(old.replace("_", " "), new)
    (folder / file).write_text(text)
    return folder / file


@contextmanager
def as_in_its_container(
    folder: Path, web: str, *, streams: str = "", trusted: str = "", resolver: str = "127.0.0.1"
) -> Iterator[str]:
    """nginx as compose.yaml starts it; its address."""
    folder.mkdir(exist_ok=True)
    port = find_free_port()
    changes = {
        "listen_8080": f"listen 127.0.0.1:{port}",
        "web:8000": web,
        "streams:8000": streams or web,
        "/dev/stdout": f"{folder}/access.log",
    }
    if os.getuid() == 0:  # whose folders nginx's own user cannot read
        changes["events {"] = "user root;\nevents {"
    adapted("compose.conf", folder, **changes, **{"127.0.0.11": resolver})
    script = adapted("compose.sh", folder)
    with subprocess.Popen(
        ["sh", str(script)],
        env={**os.environ, "TRUSTED_PROXY_CIDR": trusted},
        preexec_fn=partial(end_with_parent, signal.SIGTERM),
    ) as process:
        try:
            wait_for("nginx answered", lambda: is_up(port))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)


def is_up(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
