#!/usr/bin/env bash
# test-rpm.sh - packaging/fitsched.spec builds RPM packages of a release, and what is in them runs
#
# It compiles everything: only with FIT_TEST_LONG=1 (./dev check --long). What the spec needs to build is not asked of the
# database of RPM, which on Debian is empty.
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

# missing: why it cannot run here
missing ()
{
  [ -n "${FIT_TEST_LONG-}" ] || { echo "it takes minutes; FIT_TEST_LONG=1 ./dev test tests/packages/test-rpm.sh"; return; }
  command -v rpmbuild >/dev/null && command -v rpm2archive >/dev/null || echo "no rpmbuild; apt-get install rpm"
}
why=$(missing)
if [ -n "$why" ]; then
  skip "$why" "packaging/fitsched.spec builds packages"
  finish
fi

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
version=$(sed -n 's/^Version: *//p' "$FIT_TEST_SRCDIR/packaging/fitsched.spec")
MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s distdir distdir="$work/fitsched-$version" >"$work/dist.log" 2>&1
tar -C "$work" -czf "$work/fitsched-$version.tar.gz" "fitsched-$version"
rpmbuild -tb --nodeps --define "_topdir $work/rpm" "$work/fitsched-$version.tar.gz" >"$work/build.log" 2>&1
is "$?" 0 "rpmbuild"
[ "$tap_failed" -eq 0 ] || { note "$(tail -n 25 "$work/build.log")"; finish; }
is "$(cd "$work/rpm/RPMS" && printf '%s\n' */*.rpm | grep -v debug | sed "s/-$version-.*//" | paste -sd ' ')" \
  "noarch/python3-fitsched $(uname -m)/fitsched $(uname -m)/fitsched-devel $(uname -m)/fitsched-libs" "its packages"

mkdir "$work/root"
for package in "$work/rpm/RPMS"/*/*.rpm; do
  rpm2archive - <"$package" | tar -C "$work/root" -xz
done
is "$("$work/root/usr/bin/fitsched" --version | head -n 1)" "fitsched $version" "the program runs"
is "$(readlink "$work/root/usr/bin/kubectl-fitsched")" fitsched "and is a plugin of kubectl"
module=$(dirname "$(find "$work/root" -path '*/fitsched/__init__.py')")
library=$(dirname "$(find "$work/root" -name 'libfitsched.so.0')")
is "$(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=${module%/*} LD_LIBRARY_PATH=$library python3 -c \
  'import fitsched; print(fitsched.run(["--version"]).output.decode().splitlines()[0])')" "fitsched $version" "the Python module finds the library"
none "$(for page in "$FIT_TEST_SRCDIR"/docs/man/*.1; do
  compgen -G "$work/root/usr/share/man/man1/${page##*/}*" >/dev/null || echo "${page##*/}"
done)" "all manual pages are there"
is "$(rpm -qRp "$work/rpm/RPMS/$(uname -m)/fitsched-$version"-*.rpm 2>/dev/null | grep -oE "^lib(json-c|glib-2.0)\\.so" | sort -u | paste -sd " ")" "libglib-2.0.so libjson-c.so" "the libraries that it is linked with are found"
is "$(rpm -qp --recommends "$work/rpm/RPMS/$(uname -m)/fitsched-$version"-*.rpm 2>/dev/null | sort | paste -sd ' ')" \
  "ca-certificates gnutls libcurl libmicrohttpd" "and those that it loads are recommended"
finish
