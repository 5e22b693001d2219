#!/bin/sh
# Makes sure that there are nginx and bubblewrap for the tests of what stands around the site: Debian's, unpacked into
# .venv/debian when missing, as an installed nginx would be started at once. Without them these tests are skipped.

folder=.venv/debian
PATH="$PATH:/usr/sbin:$folder/usr/sbin:$folder/usr/bin"
command -v nginx >/dev/null 2>&1 && command -v bwrap >/dev/null 2>&1 && exit 0

leave() {
    echo "Press or Pass: nginx and bubblewrap are missing, $1; their tests are skipped" >&2
    exit 0
}

command -v apt-get >/dev/null 2>&1 || leave "and this system has no apt-get to fetch them with"
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
echo "Fetching nginx and bubblewrap for the tests..."
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
{ apt-get download nginx nginx-common bubblewrap || { apt-get update && apt-get download nginx nginx-common bubblewrap; }; } \
    >"$log" 2>&1 </dev/null || {
    tail -n 5 "$log" >&2
    leave "and apt-get could not fetch them (its last words are above)"
}
for package in *.deb; do
    dpkg -x "$package" . || leave "and could not be unpacked"
done
