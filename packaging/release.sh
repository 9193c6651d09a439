#!/usr/bin/env bash
# release.sh - the checklist of a release: what is done, and what is missing
#
#   packaging/release.sh [DIRECTORY]
#
# It changes nothing. The exit status is 1 if something is missing. DIRECTORY has the packages.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/packaging/common.sh"
out=${1:-$top/build/packages}
missing=0

# item WHAT COMMAND...: done if the command succeeds
item ()
{
  local what=$1 mark=done
  shift
  "$@" >/dev/null 2>&1 || { mark=MISSING; missing=$((missing + 1)); }
  printf '  %-8s %s\n' "$mark" "$what"
}

echo "release $version"
cd "$top"
item "debian/changelog begins with $version" grep -q "^fitsched ($version) " <(head -n 1 debian/changelog)
item "fitsched.spec has $version" grep -qx "Version: *$version" packaging/fitsched.spec
item "CHANGELOG.md has $version" grep -q "^## $version" CHANGELOG.md
item "everything is committed" test -z "$(git status --porcelain 2>/dev/null)"
item "no tag v$version yet" bash -c "! git rev-parse -q --verify refs/tags/v$version"
item "./dev check passed (build/test-suite.log has no failure)" bash -c '[ -s build/test-suite.log ] && ! grep -qE "^# (FAIL|ERROR): +[1-9]" build/test-suite.log'
item "the Debian packages are built (./dev package)" compgen -G "$out/fitsched_${version}_*.deb"
item "the portable program is built (./dev package --portable)" compgen -G "$out/fitsched-$version-linux-*"
item "the plugin of kubectl is packed (packaging/plugin.sh)" compgen -G "$out/kubectl-fitsched-$version-*.tar.gz"
item "the SBOM is there" test -s "$out/fitsched.spdx.json"
item "SHA256SUMS are right" bash -c "cd '$out' && sha256sum -c --quiet SHA256SUMS"
item "two builds gave the same bytes (packaging/reproduce.sh $out/twice)" test -s "$out/twice/same"
item "make distcheck passed (./dev release --distcheck)" test -s "build/fitsched-$version.tar.gz"
echo
if [ "$missing" -gt 0 ]; then
  echo "$missing missing"
  exit 1
fi
echo "ready: git tag v$version"
