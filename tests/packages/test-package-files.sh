#!/usr/bin/env bash
# What debian/ and packaging/ say agrees with the tree: versions, symbols, files.  None of it is built here.
# With FIT_TEST_UPDATE=1 the list of symbols is rewritten.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"
cd "$FIT_TEST_SRCDIR" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(sed -n 's/^AC_INIT(\[fitsched\], \[\(.*\)\])/\1/p' configure.ac)
is "$(sed -n '1s/^fitsched (\(.*\)) .*/\1/p' debian/changelog)" "$version" "debian/changelog begins with the version"

# -- symbols

library=$FIT_TEST_BUILDDIR/.libs/libfitsched.so
if [ "${FIT_TEST_SANITIZERS:-no}" != no ] || [ ! -e "$library" ]; then
  skip "built without a shared library as it is packaged" "debian/libfitsched0.symbols lists what the library exports"
else
  {
    sed -n '1,2p' debian/libfitsched0.symbols
    nm -D --defined-only "$library" | awk '{ sub(/@@/, "@", $3); print $3 ~ /@/ ? $3 : $3 "@" $3 }' | sort -u | sed "s/.*/ & $version/"
  } >"$work/symbols"
  # What was there before keeps the version that brought it.
  awk 'NR == FNR { if (NF == 2 && /^ /) since[$1] = $2; next }
    /^ / && $1 in since { $0 = " " $1 " " since[$1] } { print }' debian/libfitsched0.symbols "$work/symbols" >"$work/kept"
  [ -z "${FIT_TEST_UPDATE-}" ] || cp "$work/kept" debian/libfitsched0.symbols
  none "$(diff debian/libfitsched0.symbols "$work/kept")" \
    "debian/libfitsched0.symbols lists what the library exports (FIT_TEST_UPDATE=1 rewrites it)"
fi

# -- files

none "$(cat debian/*.docs debian/*.examples debian/tests/control | sed -n 's/^\([a-z].*\/.*\|README.*\)$/\1/p' \
  | while read -r pattern; do compgen -G "$pattern" >/dev/null || echo "no $pattern"; done)" "what fitsched-doc has is there"

# Everything that make install installs is in one of the packages.
MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s install DESTDIR="$work/tree" prefix=/usr libdir=/usr/lib/x >"$work/install.log" 2>&1
is "$?" 0 "make install"
patterns=$(cat debian/*.install debian/not-installed | awk '{ print $1 }')
none "$(cd "$work/tree" && find . ! -type d | sed 's|^\./||' | while read -r file; do
  for pattern in $patterns; do
    # shellcheck disable=SC2254 # they are patterns
    case $file in $pattern | $pattern/*) continue 2 ;; esac
  done
  echo "$file is in no package"
done)" "every installed file is in a package"
for name in kubectl-fitsched kubectl_complete-fitsched; do
  is "$(readlink "$work/tree/usr/bin/$name")" fitsched "make install lets kubectl find $name"
done

# -- make uninstall

MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s uninstall DESTDIR="$work/tree" prefix=/usr libdir=/usr/lib/x >"$work/uninstall.log" 2>&1
none "$(cd "$work/tree" && find . ! -type d)" "make uninstall leaves no file"
is "$(cd "$work/tree/usr" && find . -depth -type d -empty | sort | paste -sd ' ')" "./bin ./include ./lib/x ./share/man/man1" \
  "and of its directories only those that every system has"

finish
