#!/usr/bin/env bash
# test-arm64.sh - the portable program for arm64 answers like that of this machine, under an emulator
#
# It is built first, which takes minutes: only with FIT_TEST_LONG=1 (./dev check --long).
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

# missing: why it cannot run here
missing ()
{
  local entry
  [ -n "${FIT_TEST_LONG-}" ] || { echo "it takes minutes; FIT_TEST_LONG=1 ./dev test tests/packages/test-arm64.sh"; return; }
  for entry in aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu mmdebstrap:mmdebstrap qemu-aarch64-static:qemu-user-static; do
    command -v "${entry%:*}" >/dev/null || { echo "no ${entry%:*}; apt-get install ${entry#*:}"; return; }
  done
}
why=$(missing)
if [ -n "$why" ]; then
  skip "$why" "the portable program for arm64 answers like the other"
  finish
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
MAKEFLAGS='' bash "$FIT_TEST_SRCDIR/packaging/cross-portable.sh" "$FIT_TEST_BUILDDIR/arm64" >"$work/log" 2>&1
is "$?" 0 "packaging/cross-portable.sh"
[ "$tap_failed" -eq 0 ] || { note "$(tail -n 15 "$work/log")"; finish; }
program=$FIT_TEST_BUILDDIR/arm64/build/fitsched-portable
is "$(readelf -hW "$program" | sed -n 's/ *Machine: *//p') $(readelf -lW "$program" | grep -c INTERP)" "AArch64 0" "it is for arm64, and needs no dynamic linker"

cd "$FIT_TEST_SRCDIR/docs/demo" || exit 1
demo=(--policy policy.json -f cluster.json -f services.yaml --pods pods.yaml)
for verb in "simulate" "explain shop/web-3" "explain --all-pending -o json" "simulate --drain worker-a1 --release 1.20 -o json"; do
  # shellcheck disable=SC2086
  is "$(qemu-aarch64-static "$program" $verb "${demo[@]}" 2>&1)" "$("$FIT_TEST_BUILDDIR/fitsched" $verb "${demo[@]}" 2>&1)" "$verb"
done
is "$(qemu-aarch64-static "$program" diff --left-release 1.29.1 --right-release 1.33.0 --through -f cluster.json --pods pods.yaml 2>&1)" \
  "$("$FIT_TEST_BUILDDIR/fitsched" diff --left-release 1.29.1 --right-release 1.33.0 --through -f cluster.json --pods pods.yaml 2>&1)" "diff"
is "$(qemu-aarch64-static "$program" version | grep -o 'left out' | wc -l)" 4 "version says which libraries are left out"
finish
