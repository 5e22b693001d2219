#!/bin/sh
# Makes sure that there is a Chromium for the browser tests, and the font whose widths the pictures are laid out with:
# Debian's, installed when missing.

has_chromium() {
    for name in "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

has_font() {
    fc-list 2>/dev/null | grep -qE 'Liberation ?Sans|Arial'
}

has_chromium && has_font && exit 0

stop() {
    echo "Press or Pass: the browser tests need Chromium and Liberation Sans, $1; install them, or name a browser: CHROMIUM=/path/to/chromium make test" >&2
    exit 1
}

command -v apt-get >/dev/null 2>&1 || stop "and this system has no apt-get to install them with"
if [ "$(id -u)" = 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    stop "and only root can install them (sudo apt-get install chromium fonts-liberation)"
fi

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
echo "Installing Chromium and its fonts for the browser tests (a minute, once)..."
{ $as_root apt-get update &&
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends chromium fontconfig fonts-dejavu-core fonts-liberation; } >"$log" 2>&1 </dev/null || {
    tail -n 5 "$log" >&2
    stop "and apt-get could not install them (its last words are above)"
}
