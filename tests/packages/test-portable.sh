#!/usr/bin/env bash
# test-portable.sh - the portable program runs where nothing else is: in a directory with this one file and the demo
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

name="the portable program runs in an empty root"
if [ "${FIT_TEST_SANITIZERS:-no}" != no ]; then
  skip "sanitizers need shared libraries" "$name"
  finish
fi
if [ "$(id -u)" -ne 0 ] || ! unshare --mount true 2>/dev/null; then
  skip "it uses chroot in a mount namespace of its own; run it as root" "$name"
  finish
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s fitsched-portable >"$work/make.log" 2>&1
is "$?" 0 "make fitsched-portable"
mkdir -p "$work/root/demo"
cp "$FIT_TEST_BUILDDIR/fitsched-portable" "$work/root/fitsched"
ln "$work/root/fitsched" "$work/root/kubectl-fitsched"
cp "$FIT_TEST_SRCDIR"/docs/demo/* "$work/root/demo"

# alone ARGUMENT...: the program with nothing else
alone () { env -i "$(command -v chroot)" "$work/root" /fitsched "$@"; }

demo=(--policy policy.json -f cluster.json -f services.yaml --pods pods.yaml)
is "$(readelf -lW "$work/root/fitsched" | grep -c INTERP)" 0 "it needs no dynamic linker"
for verb in "simulate" "explain shop/web-3" "simulate --drain worker-a1 -o json"; do
  # shellcheck disable=SC2086
  is "$(alone $verb --policy /demo/policy.json -f /demo/cluster.json -f /demo/services.yaml --pods /demo/pods.yaml 2>&1)" \
    "$(cd "$FIT_TEST_SRCDIR/docs/demo" && "$FIT_TEST_BUILDDIR/fitsched" $verb "${demo[@]}" 2>&1)" "$verb, as the other program"
done
is "$(alone migrate /demo/policy.json --from-release 1.16 --to-release 1.30 2>/dev/null)" \
  "$("$FIT_TEST_BUILDDIR/fitsched" migrate "$FIT_TEST_SRCDIR/docs/demo/policy.json" --from-release 1.16 --to-release 1.30 2>/dev/null)" \
  "migrate"
left="this portable program reads files only: live clusters, extenders, serving and bounds need an installed fitsched"
is "$(alone version | grep '^this')" "$left" "fitsched version says what is left out"
is "$(alone version | grep -o 'left out' | wc -l)" 4 "and which libraries"
printf '%s\n' "apiVersion: v1" "kind: Config" "current-context: c" "contexts: [{name: c, context: {cluster: c}}]" \
  "clusters: [{name: c, cluster: {server: \"http://127.0.0.1:9\"}}]" >"$work/root/kube"
chmod 600 "$work/root/kube"
is "$(alone why web-1 --release 1.34 --kubeconfig /kube 2>"$work/said"; echo $?; grep "^fitsched" "$work/said")" "3
fitsched: $left" "and so does a question about a live cluster"
is "$(env -i "$(command -v chroot)" "$work/root" /kubectl-fitsched --help | head -n 1)" "usage: kubectl fitsched VERB [ARGUMENT...]" "it is a plugin, too"

# -- an image of it: packaging/Containerfile

name="packaging/Containerfile makes an image of this one file"
if ! command -v buildah >/dev/null; then
  skip "no buildah; apt-get install buildah" "$name"
  finish
fi
# Storage of the test's own, without a container engine.
images () { buildah --storage-driver vfs --root "$work/images" --runroot "$work/run" "$@"; }
echo '{"default": [{"type": "insecureAcceptAnything"}]}' >"$work/policy.json"
mkdir "$work/packages"
cp "$work/root/fitsched" "$work/packages/fitsched-0-linux-x86_64"
images build --isolation chroot --pull=never --signature-policy "$work/policy.json" -t fitsched-ask \
  -f "$FIT_TEST_SRCDIR/packaging/Containerfile" "$work/packages" >"$work/image.log" 2>&1
is "$?" 0 "$name"
[ "$tap_failed" -eq 0 ] || { note "$(cat "$work/image.log")"; finish; }
image=$(images mount "$(images from --pull=never --signature-policy "$work/policy.json" fitsched-ask)")
is "$(cd "$image" && find . -type f | sort)" "./fitsched" "with nothing else in it"
is "$(images inspect --type image --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}}' fitsched-ask)" \
  "65532:65532 [/fitsched]" "which runs as a number"
finish
