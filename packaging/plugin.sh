#!/usr/bin/env bash
# plugin.sh - the plugin of kubectl as an archive with its licence, and its manifest for an index of one's own
#
#   packaging/plugin.sh DIRECTORY [URI]
#
# DIRECTORY has the portable program; URI is where the archive will be. Two runs give the same bytes.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
export LC_ALL=C
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/packaging/common.sh"
out=$(cd "$1" && pwd)
uri=${2:-https://fitsched.example/releases}

program=$out/fitsched-$version-linux-x86_64
[ -f "$program" ] || die "no ${program##*/}; ./dev package --portable makes it"
archive=kubectl-fitsched-$version-linux-amd64.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
install -m 755 "$program" "$work/kubectl-fitsched"
install -m 644 "$top/LICENSE" "$work/LICENSE"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(source_date)" -c LICENSE kubectl-fitsched \
  | gzip -n >"$out/$archive"
sed -e "/^#/d; s|@VERSION@|$version|; s|@URI@|$uri|; s|@ARCHIVE@|$archive|; s|@SHA256@|$(sha256sum <"$out/$archive" | cut -d ' ' -f 1)|" \
  "$top/packaging/kubectl-plugin.yaml.in" >"$out/kubectl-fitsched.yaml"
echo "$archive and kubectl-fitsched.yaml"
