#!/usr/bin/env bash
# What ./dev does before it builds, with a configure that only says how it was
# called.
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CC CPPFLAGS CFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL

# checkout DIRECTORY: a small one
checkout ()
{
  mkdir -p "$1"
  cp "$FIT_TEST_SRCDIR/dev" "$1"
  cat >"$1/configure" <<'END'
#!/usr/bin/env bash
printf 'all clean:\n' >Makefile
for name in CC CPPFLAGS CFLAGS LDFLAGS; do
  [ -z "${!name-}" ] || set -- "$@" "$name=${!name}"
done
printf '#!/bin/sh\ncat <<"END"\n%s\nEND\n' "${*@Q}" >config.status
chmod +x config.status
END
  chmod +x "$1/configure"
}

# build WHAT EXPECTED [VARIABLE=VALUE...]: what ./dev build says, and how it is
# configured then
build ()
{
  local what=$1 expected=$2
  shift 2
  is "$(env "$@" "$work/plain/dev" build 2>&1; "$work/plain/build/config.status")" "$expected" "$what"
}

checkout "$work/plain"
build "the first time" "dev: configure "
build "as before" ""
build "another compiler" "dev: configured with another value of CC: again with the new one
dev: configure 
'CC=cc -m64'" CC="cc -m64"
build "the same compiler" "'CC=cc -m64'" CC="cc -m64"
build "nothing is said of it" "'CC=cc -m64'"
echo "--enable-werror" >"$work/plain/build/.options"
build "other flags" "dev: configured with another value of CFLAGS LDFLAGS: again with the new one
dev: configure --enable-werror
'--enable-werror' 'CFLAGS=-O0 -g' 'LDFLAGS=-s'" CFLAGS="-O0 -g" LDFLAGS=-s

for name in "a b" 'a$b' "a'b"; do
  checkout "$work/$name"
  is "$("$work/$name/dev" build 2>&1; echo $?)" \
    "dev: autotools cannot build where the path has blanks, quotes or one of #\$&\\, as here: $work/$name
1" "a checkout in $name"
done
finish
