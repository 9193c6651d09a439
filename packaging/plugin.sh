#!/usr/bin/env bash
# plugin.sh - the plugin of kubectl as archives with its licence, and its manifest for an index of one's own
#
#   packaging/plugin.sh DIRECTORY [URI]
#
# DIRECTORY has the portable programs, each of which becomes an archive; URI is where these will be. Two runs give the same
# bytes.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
export LC_ALL=C
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/packaging/common.sh"
out=$(cd "$1" && pwd)
uri=${2:-https://fitsched.example/releases}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed "/^#/d; s|@VERSION@|$version|" "$top/packaging/kubectl-plugin.yaml.in" >"$work/manifest"

# add_platform MACHINE ARCHITECTURE: if its program is there
add_platform ()
{
  local program=$out/fitsched-$version-linux-$1 archive=kubectl-fitsched-$version-linux-$2.tar.gz
  [ -f "$program" ] || return 0
  install -m 755 "$program" "$work/kubectl-fitsched"
  install -m 644 "$top/LICENSE" "$work/LICENSE"
  tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(source_date)" -c LICENSE kubectl-fitsched \
    | gzip -n >"$out/$archive"
  cat >>"$work/manifest" <<END
  - selector:
      matchLabels:
        os: linux
        arch: $2
    uri: $uri/$archive
    sha256: $(sha256sum <"$out/$archive" | cut -d ' ' -f 1)
    bin: kubectl-fitsched
    files:
    - from: kubectl-fitsched
      to: .
    - from: LICENSE
      to: .
END
  echo "$archive"
}

archives=$(add_platform x86_64 amd64; add_platform aarch64 arm64)
[ -n "$archives" ] || die "no portable program in $out; ./dev package --portable makes it"
mv "$work/manifest" "$out/kubectl-fitsched.yaml"
echo "$archives"
echo "kubectl-fitsched.yaml"
