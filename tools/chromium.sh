#!/bin/sh
# Makes sure that there is a Chromium for the browser tests: Debian's, installed when missing.

for name in "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done

stop() {
    echo "Press or Pass: the browser tests need Chromium, $1; install it, or name one: CHROMIUM=/path/to/chromium make test" >&2
    exit 1
}

command -v apt-get >/dev/null 2>&1 || stop "and this system has no apt-get to install it with"
if [ "$(id -u)" = 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    stop "and only root can install it (sudo apt-get install chromium)"
fi

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
echo "Installing Chromium for the browser tests (a minute, once)..."
{ $as_root apt-get update &&
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends chromium fonts-dejavu-core; } >"$log" 2>&1 </dev/null || {
    tail -n 5 "$log" >&2
    stop "and apt-get could not install it (its last words are above)"
}
