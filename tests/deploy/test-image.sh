#!/usr/bin/env bash
# test-image.sh - deploy/Containerfile builds an image, and what is in it runs as the manifests run it
#
# The image below it is made of Debian's packages, so that no registry is needed. All that takes minutes: only with
# FIT_TEST_LONG=1 (./dev check --long).
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

# missing: why there can be no image here
missing ()
{
  local tool
  [ -n "${FIT_TEST_LONG-}" ] || { echo "it takes minutes; FIT_TEST_LONG=1 ./dev test tests/deploy/test-image.sh"; return; }
  for tool in buildah mmdebstrap unshare; do
    command -v "$tool" >/dev/null || { echo "no $tool; apt-get install buildah mmdebstrap util-linux"; return; }
  done
  unshare --mount true 2>/dev/null || echo "it mounts things; run it as root"
}
why=$(missing)
if [ -n "$why" ]; then
  skip "$why" "deploy/Containerfile builds an image"
  finish
fi

work=$(mktemp -d)
trap 'cd / && rm -rf "$work"' EXIT
cd "$work" || exit 1
echo '{"default": [{"type": "insecureAcceptAnything"}]}' >policy.json

# images COMMAND...: buildah on storage of the test's own, without a container engine
images () { buildah --storage-driver vfs --root "$work/root" --runroot "$work/run" "$@"; }

# -- building --------------------------------------------------------------

mmdebstrap --quiet --variant=minbase bookworm base.tar >base.log 2>&1
is "$?" 0 "Debian's packages make an image to begin with"
container=$(images from scratch)
images add --quiet "$container" base.tar / >/dev/null
images commit --quiet --signature-policy policy.json --rm "$container" docker.io/library/debian:12-slim >/dev/null

images build --isolation chroot --pull=never --signature-policy policy.json -t fitsched \
  -f "$FIT_TEST_SRCDIR/deploy/Containerfile" "$FIT_TEST_SRCDIR" >build.log 2>&1
is "$?" 0 "the image is built from the tree"
[ "$tap_failed" -eq 0 ] || { note "$(tail -n 20 base.log build.log)"; finish; }
is "$(images inspect --type image --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}' fitsched)" \
  "65532:65532 [/usr/bin/fitsched] [run]" "it runs fitsched as a number"

# -- running ---------------------------------------------------------------

root=$(images mount "$(images from --pull=never --signature-policy policy.json fitsched)")

# within PROGRAM ARGUMENT...: in the image, which is read-only, as its user; the demo is in /mnt
within ()
{
  # shellcheck disable=SC2016 # the inner shell has its own
  unshare --mount bash -c '
    root=$1 demo=$2
    shift 2
    mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" && mount --bind "$demo" "$root/mnt" \
      && exec chroot --userspec 65532:65532 "$root" "$@"' - "$root" "$FIT_TEST_SRCDIR/docs/demo" "$@"
}

fitsched=$FIT_TEST_BUILDDIR/fitsched
within touch /tmp/file 2>/dev/null
is "$?" 1 "nothing can be written"
is "$(within fitsched --version | head -n 1)" "$("$fitsched" --version | head -n 1)" "fitsched --version"
is "$(within kube-scheduler --version | cut -d ' ' -f 1)" Kubernetes "which is kube-scheduler, too"
is "$(within fitsched --help)" "$("$fitsched" --help)" "fitsched --help"
is "$(within fitsched simulate --policy /mnt/policy.json -f /mnt/cluster.json -f /mnt/services.yaml --pods /mnt/pods.yaml)" \
  "$(cd "$FIT_TEST_SRCDIR/docs/demo" && "$fitsched" simulate --policy policy.json -f cluster.json -f services.yaml --pods pods.yaml)" \
  "the demo is simulated as outside"
within fitsched run --policy /mnt/policy.json --kubeconfig /mnt/none 2>said
is "$? $(head -n 1 said)" "3 fitsched: no kubeconfig: /mnt/none" "fitsched run begins"
none "$(find "$root/usr/bin" -name '*gcc*' -o -name make)" "there is no compiler in it"

finish
