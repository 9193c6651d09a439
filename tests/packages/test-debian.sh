#!/usr/bin/env bash
# test-debian.sh - the Debian packages in a fresh Debian 12: they install, do what README.md says, and go
# without leaving anything
#
# The packages are those of build/packages (./dev package), or are built. It takes minutes: only with FIT_TEST_LONG=1
# (./dev package --test, ./dev check --long).
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

# missing: why it cannot run here
missing ()
{
  local entry
  [ -n "${FIT_TEST_LONG-}" ] || { echo "it takes minutes; ./dev package --test"; return; }
  for entry in dpkg-buildpackage:dpkg-dev dh:debhelper mmdebstrap:mmdebstrap lintian:lintian unshare:util-linux; do
    command -v "${entry%:*}" >/dev/null || { echo "no ${entry%:*}; apt-get install ${entry#*:}"; return; }
  done
  [ "$(id -u)" -eq 0 ] && unshare --mount true 2>/dev/null || echo "it uses chroot in a mount namespace of its own; run it as root"
}
why=$(missing)
if [ -n "$why" ]; then
  skip "$why" "the packages install, work and go in a fresh Debian 12"
  finish
fi

packages=$FIT_TEST_BUILDDIR/packages
work=$(mktemp -d)
root=$work/root
trap 'umount "$root/proc" 2>/dev/null; rm -rf "$work"' EXIT
if ! compgen -G "$packages/fitsched_*.deb" >/dev/null; then
  bash "$FIT_TEST_SRCDIR/packaging/build-debian.sh" "$packages" >"$work/build.log" 2>&1
  is "$?" 0 "the packages are built"
  note "$(tail -n 5 "$work/build.log")"
fi

# -- what lintian says

lintian --fail-on error,warning "$packages"/*.deb >"$work/lintian" 2>&1
is "$? $(grep -E '^[EW]:' "$work/lintian")" "0 " "lintian has no errors and no warnings"

# -- a fresh Debian 12

# What the packages and this test need besides is in it from the start, so that it is not taken for theirs.
needed=ca-certificates,libcurl4,libmicrohttpd12,libgnutls30,libglib2.0-0,libjson-c5,libyaml-0-2,libzstd1,zlib1g
needed+=,man-db,bash-completion,zsh,fish,kubernetes-client,gcc,libc6-dev,pkg-config,python3
needed+=,libglib2.0-dev,libjson-c-dev,libyaml-dev,libzstd-dev,zlib1g-dev
mmdebstrap --quiet --variant=apt --include="$needed" --dpkgopt='path-include=/usr/share/doc/*' bookworm "$root" >"$work/root.log" 2>&1
is "$?" 0 "a fresh Debian 12"
[ "$tap_failed" -eq 0 ] || { note "$(tail -n 5 "$work/root.log")"; finish; }
mount -t proc proc "$root/proc"
# within COMMAND...: in it, as root without anything of this environment
within ()
{
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
files () { (cd "$root" && find . -xdev \( -path ./proc -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./tmp \) -prune -o -print | sort); }

# apt COMMAND...: quietly
apt () { within apt-get -q -y "$@" >>"$work/apt.log" 2>&1; }

mkdir "$root/tmp/packages"
cp "$packages"/{fitsched,fitsched-doc,libfitsched0,libfitsched-dev,python3-fitsched}_*.deb "$root/tmp/packages"
files >"$work/before"
within sh -c 'apt-get -q -y install /tmp/packages/fitsched_*.deb' >>"$work/apt.log" 2>&1
is "$?" 0 "apt install ./fitsched_*.deb"
[ "$tap_failed" -eq 0 ] || { note "$(tail -n 15 "$work/apt.log")"; finish; }

# -- the program

built=$(sed -n 's/^AC_INIT(\[fitsched\], \[\(.*\)\])/\1/p' "$FIT_TEST_SRCDIR/configure.ac")
is "$(within fitsched --version | head -n 1)" "fitsched $built" "fitsched --version"
is "$(within fitsched version | sed -n 's/^libraries: //p' | tr ',' '\n' | grep missing)" " glpk missing" \
  "the libraries that are loaded when needed are there, but the one that is only suggested"
is "$(within fitsched run --help | head -n 1 | cut -c 1-20)" "usage: fitsched run " "fitsched run --help"
is "$(within man fitsched 2>/dev/null | grep -c '^NAME')" 1 "man fitsched"
is "$(within man kubectl-fitsched fitsched-simulate 2>/dev/null | grep -c '^NAME')" 2 "man kubectl-fitsched, man fitsched-simulate"
is "$(within kubectl fitsched version | head -n 1)" "fitsched $built" "kubectl fitsched version, with Debian's kubectl"
note "$(within kubectl version --client --short 2>/dev/null)"
is "$(within kubectl fitsched explain --help | head -n 1 | cut -c 1-31)" "usage: kubectl fitsched explain" "kubectl fitsched explain --help"
within sh -c 'KUBECONFIG=/none kubectl fitsched why web-1' >"$work/why" 2>&1
is "$? $(sed -n 's/^kubectl fitsched: //p' "$work/why")" "3 no kubeconfig: /none" "kubectl fitsched why, without a cluster"
is "$(within kubectl_complete-fitsched explain-warning FP101 | tail -n 1)" ":4" "kubectl_complete-fitsched"

# -- completion, in shells as they come up

is "$(within bash -c '. /usr/share/bash-completion/bash_completion
  _completion_loader fitsched
  COMP_WORDS=(fitsched si) COMP_CWORD=1; _fitsched; echo "${COMPREPLY[*]}"')" "simulate" "completion in bash"
is "$(within zsh -c 'autoload -Uz compinit; compinit -D; echo $_comps[fitsched]')" _fitsched "completion in zsh"
is "$(within fish -c 'complete -C "fitsched si"' | cut -f 1)" simulate "completion in fish"

# -- README.md's examples, and a C program: what autopkgtest runs

within sh -c 'apt-get -q -y install /tmp/packages/*.deb' >>"$work/apt.log" 2>&1
is "$?" 0 "apt install of the other packages"
cp -r "$FIT_TEST_SRCDIR/debian/tests" "$root/tmp"
for script in readme program python; do
  within bash "/tmp/tests/$script" >"$work/$script" 2>&1
  is "$?" 0 "debian/tests/$script"
  note "$(cat "$work/$script")"
done

# The demo: what ./dev demo shows, here as the examples of fitsched-doc.
demo=/usr/share/doc/fitsched/examples/demo
is "$(within sh -c "cd $demo && fitsched simulate --policy policy.json -f cluster.json -f services.yaml --pods pods.yaml" 2>&1)" \
  "$(cd "$FIT_TEST_SRCDIR/docs/demo" && "$FIT_TEST_BUILDDIR/fitsched" simulate --policy policy.json -f cluster.json -f services.yaml --pods pods.yaml 2>&1)" \
  "the demo is simulated as by the program of the build"
is "$(within sh -c "cd $demo && fitsched migrate policy.json --from-release 1.16 --to-release 1.30 --accept-loss 2>/dev/null" | head -n 2 | tail -n 1)" \
  "kind: KubeSchedulerConfiguration" "and a Policy becomes a profile"

# -- a library that is missing

mv "$root"/usr/lib/*/libcurl.so.4 "$work/libcurl.so.4"
is "$(within sh -c "fitsched version | grep -o 'libcurl [a-z]*'; cd $demo && fitsched simulate --policy policy.json -f cluster.json -o name | wc -l")" \
  $'libcurl missing\n0' "without libcurl, files are read as before"
is "$(within sh -c 'printf "%s\n" "apiVersion: v1" "kind: Config" "current-context: c" "contexts: [{name: c, context: {cluster: c}}]" \
  "clusters: [{name: c, cluster: {server: \"https://127.0.0.1:9\"}}]" >/tmp/kube; fitsched snapshot --kubeconfig /tmp/kube' 2>&1 \
  | grep -o 'apt-get install libcurl4$')" "apt-get install libcurl4" "and a live cluster needs it: the message names the package"
mv "$work/libcurl.so.4" "$(dirname "$(ls "$root"/usr/lib/*/libcurl.so.4.*)")"

# -- and away

apt purge fitsched fitsched-doc libfitsched0 libfitsched-dev python3-fitsched
is "$?" 0 "apt purge"
rm -rf "$root/tmp/packages"
files >"$work/after"
none "$(diff "$work/before" "$work/after" | grep -v '/root\|/run\|__pycache__\|/var/lib/systemd' | grep '^[<>]')" "nothing is left, and nothing else is gone"
none "$(within dpkg -l | grep fitsched)" "dpkg knows none of them"

finish
