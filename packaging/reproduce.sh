#!/usr/bin/env bash
# reproduce.sh - builds a commit twice, as differently as can be, and compares every byte
#
#   packaging/reproduce.sh DIRECTORY [COMMIT]
#
# The second build is in another directory, at another time, in another locale and time zone, with another umask and
# another number of jobs, and as another user where that can be: the packages, the portable program and the SBOM must be the same.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/packaging/common.sh"
mkdir -p "$1"
out=$(cd "$1" && pwd)
commit=${2:-HEAD}
# HEAD may move while this runs.
! has_git "$commit" || commit=$(git -C "$top" rev-parse "$commit")

# build_in DIRECTORY: what is compared is in DIRECTORY/packages then
build_in ()
{
  "$top/packaging/build-debian.sh" "$1/packages" "$commit" >"$1.log"
  dpkg-deb -x "$1/packages/fitsched_$version"_*.deb "$1/tree"
  "$top/packaging/finish.sh" "$1/packages" "$1/tree/usr/bin/fitsched"
  rm -f "$1/packages"/*.buildinfo "$1/packages"/*.changes "$1/packages/build.log"
}

rm -rf "$out/same" "$out/first" "$out/another-directory"
mkdir -p "$out/first" "$out/another-directory/below"
(umask 022 && export LC_ALL=C TZ=UTC && build_in "$out/first")
(umask 077 && export LC_ALL=C.UTF-8 TZ=Pacific/Kiritimati USER=somebody HOME=/nonexistent DEB_BUILD_OPTIONS=parallel=1 && unset CCACHE_DIR \
  && export CCACHE_DISABLE=1 && build_in "$out/another-directory/below")
diff -r "$out/first/packages" "$out/another-directory/below/packages" || die "the two builds differ"
cp "$out/first/packages/SHA256SUMS" "$out/same"
cat "$out/same"
echo "the same bytes in two builds"
