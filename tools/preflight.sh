#!/bin/sh
# Says in one plain sentence what this machine lacks for the set-up, before anything is tried.
# Prints the Python to use on stdout. PYTHON and CC choose others than the usual ones.

stop() {
    echo "Press or Pass: $1" >&2
    exit 1
}

new_enough() {
    command -v "$1" >/dev/null 2>&1 &&
        "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

python=
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if new_enough "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    found=$("${PYTHON:-python3}" --version 2>&1) && found="this is $found" || found="none was found"
    stop "Python 3.11 or newer is needed, and $found; install it, or name it: make PYTHON=/path/to/python3.11 ..."
fi

"$python" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
    stop "this Python cannot make virtual environments; install its venv module (on Debian and Ubuntu: apt-get install python3-venv)."

compiler=${CC:-$("$python" -c 'import sysconfig; print((sysconfig.get_config_var("CC") or "cc").split()[0])')}
set -- $compiler
command -v "$1" >/dev/null 2>&1 ||
    stop "a C compiler is needed to build the engine, and '$1' was not found; install one (on Debian and Ubuntu: apt-get install gcc libc6-dev), or name it: make CC=clang ..."

headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
[ -f "$headers/Python.h" ] ||
    stop "the C headers of this Python are missing (no Python.h in $headers); install them (on Debian and Ubuntu: apt-get install python3-dev)."

probe=$(mktemp -d) || stop "no temporary folder could be made."
trap 'rm -rf "$probe"' EXIT
printf "#include <Python.h>\nint main(void) { return 0; }\n" >"$probe/probe.c"
$compiler -I "$headers" -c "$probe/probe.c" -o "$probe/probe.o" >/dev/null 2>&1 ||
    stop "the C compiler '$compiler' does not compile a small program; its own headers may be missing (on Debian and Ubuntu: apt-get install libc6-dev)."

echo "$python"
