#!/usr/bin/env bash
# Installed, the library is all that the examples of docs/contributing.md and
# docs/library.md need: the commands of the pages compile them, and they run.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

if [ "${FIT_TEST_SANITIZERS:-no}" != no ]; then
  skip "a sanitizer's library is not for programs without it" "the example builds against an installed fitsched"
  finish
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/usr
cp "$FIT_TEST_SRCDIR"/tests/embed/{label-budget.c,budget-policy.yaml,budget-cluster.yaml} "$work"
cp "$FIT_TEST_SRCDIR"/tests/embed/{ask-why.c,shop-policy.yaml,shop-cluster.yaml} "$work"
MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s install prefix="$top" >"$work/install.log" 2>&1
is "$?" 0 "make install works"
sed -i "s|^prefix=.*|prefix=$top|" "$top/lib/pkgconfig/fitsched.pc"

# The page's commands call pkg-config and cc; here the first finds the new
# prefix, and the second is the compiler of this build.
pkg-config ()
{
  PKG_CONFIG_PATH=$top/lib/pkgconfig command pkg-config "$@"
}
cc ()
{
  command ${FIT_TEST_CC:-cc} "$@"
}

# build COMMAND: runs it in a directory that holds just the program
build ()
{
  (cd "$work" && rm -f label-budget && eval "$1") >"$work/cc.log" 2>&1
  is "$(cat "$work/cc.log")" "" "compiles: $1"
}

# placed: where the first pod of the example goes
placed ()
{
  (cd "$work" && "$@" ./label-budget simulate --policy budget-policy.yaml -f budget-cluster.yaml -o name 2>&1) | head -n 1
}

page=$(tr '\n' ' ' <"$FIT_TEST_SRCDIR/docs/contributing.md")
build "$(sed -n 's/^ \*   \(cc .*\)/\1/p' "$FIT_TEST_SRCDIR/tests/embed/label-budget.c")"
is "$(placed env LD_LIBRARY_PATH="$top/lib")" "default/web-1 node-b" "it runs with the shared library"

static=$(grep -o '`cc label-budget.c [^`]*static[^`]*`' <<<"$page" | tr -d '`')
if [ -e "$top/lib/libfitsched.a" ]; then
  build "$static"
  is "$(placed env)" "default/web-1 node-b" "it runs with the archive alone"
else
  skip "built without the archive" "it runs with the archive alone"
fi

build "$(sed -n 's/^ \*   \(cc .*\)/\1/p' "$FIT_TEST_SRCDIR/tests/embed/ask-why.c")"
is "$(sed -n 's/^\(cc .*\)/\1/p' "$FIT_TEST_SRCDIR/docs/library.md")" \
  "$(sed -n 's/^ \*   \(cc .*\)/\1/p' "$FIT_TEST_SRCDIR/tests/embed/ask-why.c")" "docs/library.md has this command"
is "$(cd "$work" && LD_LIBRARY_PATH=$top/lib ./ask-why shop-policy.yaml shop-cluster.yaml default/db-0 2>&1 >ask.json)" \
  "it goes to large" "the program that asks why runs with the shared library"

# The same text is C and C++.
cp "$FIT_TEST_SRCDIR/tests/embed/compare-nodes.c" "$work"
compare=$(sed -n 's/^ \*   \(cc .*\)/\1/p' "$work/compare-nodes.c")
for command in "$compare" "${compare/cc compare-nodes.c/g++ -Wall -Werror -x c++ compare-nodes.c -x none}"; do
  build "$command"
  is "$(cd "$work" && LD_LIBRARY_PATH=$top/lib ./compare-nodes shop-policy.yaml shop-cluster.yaml default/db-0 2>&1 | sed -n 1p)" \
    "default/db-0: large" "the program that compares nodes runs"
done

cp "$FIT_TEST_SRCDIR"/tests/embed/{group-scheduler.c,coscheduling.[ch]} "$work"
build "$(sed -n 's/^    \(cc group-scheduler.c .*\)/\1/p' "$FIT_TEST_SRCDIR/docs/plugins.md")"

(cd "$top/include/fitsched" && find . -name '*.h' | sed 's/.*/#include "&"/') >"$work/all.cc"
none "$(g++ -Wall -Werror -fsyntax-only $(pkg-config --cflags fitsched) "$work/all.cc" 2>&1)" "the installed headers are C++, too"

libraries=$(pkg-config --static --libs fitsched)
is "$(tr ' ' '\n' <<<"$libraries" | grep '^-l' | sort -u | tr '\n' ' ')" \
  "-lfitsched -lglib-2.0 -ljson-c -lm -lpcre2-8 -lyaml -lz -lzstd " "pkg-config --static names what is needed"

MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s uninstall prefix="$top" >"$work/uninstall.log" 2>&1
is "$? $(find "$top" -mindepth 1)" "0 " "make uninstall leaves nothing"
finish
