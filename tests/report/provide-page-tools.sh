#!/usr/bin/env bash
# provide-page-tools.sh - puts axe-core and eslint into a cache directory, and prints where they are
#
# usage: provide-page-tools.sh [--check]
#
# The first looks at the page as a screen reader does, the second at its script.
# Only tests need them, and Debian has them too old or not at all, so they come
# from npm.  --check downloads nothing: status 1 if they are not there.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

cache=${FITSCHED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fitsched}/page-tools
needs=(axe-core@4.10.3 eslint@8.57.1)

if [ "$(cat "$cache/complete" 2>/dev/null)" != "${needs[*]}" ]; then
  [ "${1-}" != --check ] || exit 1
  command -v npm >/dev/null || { echo "provide-page-tools.sh: needs npm" >&2; exit 1; }
  mkdir -p "$cache"
  npm install --silent --no-audit --no-fund --prefix "$cache" "${needs[@]}" >&2
  echo "${needs[*]}" >"$cache/complete"
fi
echo "$cache/node_modules"
