#!/bin/sh
# Starts nginx in its container (compose.yaml); only proxies in TRUSTED_PROXY_CIDR may set X-Forwarded-For.

for network in $(echo "${TRUSTED_PROXY_CIDR:-}" | tr ',' ' '); do
    echo "set_real_ip_from $network;"
done >/tmp/trusted.conf
exec nginx -e /dev/stderr -c /etc/pressorpass/compose.conf -g "daemon off;"
