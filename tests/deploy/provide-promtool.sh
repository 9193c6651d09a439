#!/usr/bin/env bash
# provide-promtool.sh - puts promtool into a cache directory, and prints where it is
#
# usage: provide-promtool.sh [--check]
#
# Debian has it in the package prometheus, which starts a server when it is
# installed; so only the program is taken out of the package.
# --check downloads nothing: status 1 if there is none.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

cache=${FITSCHED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fitsched}

if command -v promtool; then
  exit
fi
if [ ! -x "$cache/promtool" ]; then
  [ "${1-}" != --check ] || exit 1
  mkdir -p "$cache"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  apt-get download prometheus >&2
  dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool
  mv usr/bin/promtool "$cache/promtool"
fi
echo "$cache/promtool"
