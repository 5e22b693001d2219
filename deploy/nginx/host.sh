#!/bin/sh
# Prints host.conf for a host name and the installed nginx: sh host.sh press.example.org

version=$(nginx -v 2>&1 | sed -n 's|.*nginx/\([0-9.]*\).*|\1|p')
oldest=$(printf '%s\n' 1.25.1 "$version" | sort -V | head -n 1)
if [ "$oldest" = 1.25.1 ]; then
    fit=''
else # older versions take HTTP/2 as a parameter of `listen`
    fit='/^ *http2 on;$/d; s/443 ssl/443 ssl http2/'
fi
sed -e "s/press.example.org/${1:?the name of the host is missing}/" -e "$fit" "$(dirname "$0")/host.conf"
