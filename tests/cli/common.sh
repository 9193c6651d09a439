# shellcheck shell=bash disable=SC2034
# common.sh - sourced by the tests of the command line: a directory to work in
#
# It holds copies of docs/demo and tests/cli/data; fitsched is the one that was
# built.
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

PATH=$FIT_TEST_BUILDDIR:$PATH
unset NO_COLOR COLUMNS
tools=$FIT_TEST_BUILDDIR/tests/cli
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$FIT_TEST_SRCDIR"/docs/demo/* "$FIT_TEST_SRCDIR"/tests/cli/data/* "$work"
chmod -R u+w "$work"
cd "$work" || exit 1

demo="--policy policy.json -f cluster.json -f services.yaml --pods pods.yaml"

# kubectl as far as the examples need it
kubectl ()
{
  cat cluster.json
}

# memory KIB: limits what the rest of a subshell may take; sanitizers need more
# than there is
memory ()
{
  ! fitsched --version | grep -q sanitizers=no || ulimit -v "$1"
}

newest=$(fitsched list releases -o name | tail -n 1)

# name_newest [-i FILE...]: prints standard input with NEWEST for how far the known releases go, or
# changes the files
name_newest ()
{
  sed -E -e "s/\<$newest, the newest known/NEWEST, the newest known/g" \
    -e "s/(read by[^(]* to |reads it \([0-9.]* to |of 1\.18 to |newest known release is |\<to\"?: \"?)${newest%.*}(\.${newest##*.})?\>/\1NEWEST/g" "$@"
}

# status COMMAND...: its exit status; what it prints is thrown away
status ()
{
  "$@" >/dev/null 2>&1
  echo $?
}
