#!/usr/bin/env bash
# build-debian.sh - builds the Debian packages of a commit, and the portable program, in a clean copy of it
#
#   packaging/build-debian.sh DIRECTORY [COMMIT]
#
# The packages and the portable program go to DIRECTORY, with the log of the build.  Nothing of a dirty work
# tree takes part.  Where there is no git, as in a released tarball, the tree itself is
# copied.  The tests do not run here: ./dev check runs them.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/packaging/common.sh"
mkdir -p "$1"
out=$(cd "$1" && pwd)
commit=${2:-HEAD}

# Always the same directory, so that ccache finds what it has compiled.
source=$out/source/fitsched
rm -rf "$out/source"
say_source "$commit"
copy_source "$commit" "$source"
rm -f "$out"/*.deb "$out"/*.changes "$out"/*.buildinfo
(cd "$source" && DEB_BUILD_OPTIONS="nocheck parallel=$(nproc) ${DEB_BUILD_OPTIONS-}" DEB_BUILD_PROFILES=nocheck \
  dpkg-buildpackage -us -uc -b) >"$out/build.log" 2>&1 || {
  tail -n 30 "$out/build.log" >&2
  die "dpkg-buildpackage failed; $out/build.log has all of it"
}
# The portable program is linked from the same objects.
make -C "$source/debian/build" -s fitsched-portable >>"$out/build.log" 2>&1 || die "no portable program; $out/build.log says why"
mv "$source/debian/build/fitsched-portable" "$out/fitsched-$version-linux-$(uname -m)"
mv "$out"/source/*.deb "$out"/source/*.changes "$out"/source/*.buildinfo "$out"
rm -rf "$out/source"
(cd "$out" && ls -- *.deb)
