#!/bin/sh
# Fetches the chart libraries from the npm registry into this folder: `sh static/vendor/update.sh`.
# The files are committed, so that neither running nor testing needs npm. All are BSD-3-Clause.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

take() { # package version file-in-package name-here
    npm pack --silent "$1@$2" >/dev/null
    mkdir "$1"
    tar -xzf "$1-$2.tgz" -C "$1" --strip-components=1
    # The maps are not served, and a name that leads nowhere stops collectstatic.
    sed '/^\/\/# sourceMappingURL=/d' "$1/$3" >"$here/$4"
    cp "$1/LICENSE" "$here/LICENSE.$1"
}

take vega 6.4.0 build/vega.min.js vega.min.js
take vega-lite 6.4.3 build/vega-lite.min.js vega-lite.min.js
take vega-embed 7.3.0 build/vega-embed.min.js vega-embed.min.js
take vega-interpreter 2.3.2 build/vega-interpreter.js vega-interpreter.js

# The interpreter asks for vega-util by a bare name, which browsers cannot resolve without an inline
# import map; the same functions are in vega.min.js, which is loaded before it.
sed -i "s/^import {\(.*\)} from 'vega-util';$/const {\1} = globalThis.vega;/" "$here/vega-interpreter.js"
grep -q '^const {.*} = globalThis.vega;$' "$here/vega-interpreter.js"
