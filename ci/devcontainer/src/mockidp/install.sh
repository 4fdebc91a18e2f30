#!/bin/sh
# Runs as root while the container is built. A feature is its folder alone, so the script that fetches the release lies in it too.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=$(MOCKIDP_VERSION=${VERSION:-} MOCKIDP_RELEASES=${RELEASES:-} MOCKIDP_INSTALL=${MOCKIDP_INSTALL:-/usr/local/lib/mockidp} "$here/install")
ln -sf "$bin/mockidp" "${MOCKIDP_BIN:-/usr/local/bin}/mockidp"
