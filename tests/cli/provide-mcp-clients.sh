#!/usr/bin/env bash
# provide-mcp-clients.sh - puts clients of the Model Context Protocol into a cache directory, and prints where they are
#
# usage: provide-mcp-clients.sh [--check]
#
# One speaks the current revision of the protocol, the other one those before.
# Only tests need them, and Debian does not have them, so they come from npm.
# --check downloads nothing: status 1 if they are not there.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

cache=${FITSCHED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fitsched}/mcp-clients
needs=(@modelcontextprotocol/client@2.4.0 @modelcontextprotocol/sdk@1.32.2)

if [ "$(cat "$cache/complete" 2>/dev/null)" != "${needs[*]}" ]; then
  [ "${1-}" != --check ] || exit 1
  command -v npm >/dev/null || { echo "provide-mcp-clients.sh: needs npm" >&2; exit 1; }
  mkdir -p "$cache"
  npm install --silent --no-audit --no-fund --prefix "$cache" "${needs[@]}" >&2
  echo "${needs[*]}" >"$cache/complete"
fi
echo "$cache/node_modules"
