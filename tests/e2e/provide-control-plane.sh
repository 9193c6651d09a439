#!/usr/bin/env bash
# provide-control-plane.sh - puts etcd, kube-apiserver, kube-scheduler and kubectl 1.20.2 into a cache directory
#
# usage: provide-control-plane.sh [--check]
#
# Prints the directory of the programs.  They are built once from Debian 12's
# packages: etcd and kubectl from binary packages, the rest from the source
# package kubernetes with Debian's Go.  That takes about 7 minutes of one CPU, 2 GB
# of disk while it runs, and 200 MB afterwards.  A run that was interrupted goes on
# where it stopped.  Nothing is installed, and root is not needed.
# --check builds nothing: status 1 if the programs are not there.
#
# FITSCHED_CACHE           where they are kept ($XDG_CACHE_HOME/fitsched)
# FITSCHED_APISERVER       another kube-apiserver
# FITSCHED_BINARIES        a directory with all four, as a release of Kubernetes has them for download
# TEST_ASSET_ETCD, TEST_ASSET_KUBE_APISERVER, TEST_ASSET_KUBECTL
#                          the programs of an envtest download
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

version=1.20.2
cache=${FITSCHED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fitsched}/control-plane-$version
bin=$cache/bin
work=$cache/work

say () { echo "control plane: $*" >&2; }

die ()
{
  say "$*"
  exit 1
}

# quietly WHAT COMMAND...: its output goes to the log, and is shown when it fails
quietly ()
{
  local what=$1
  shift
  say "$what"
  "$@" >"$work/log" 2>&1 & # in a condition set -e would not hold
  if ! wait $!; then
    tail -n 40 "$work/log" >&2
    die "failed: $what"
  fi
}

# -- programs that are given -----------------------------------------------

# check_directory: that of FITSCHED_BINARIES
check_directory ()
{
  local program
  for program in etcd kubectl kube-apiserver kube-scheduler; do
    [ -x "$FITSCHED_BINARIES/$program" ] || die "$FITSCHED_BINARIES/$program: no program"
  done
  realpath "$FITSCHED_BINARIES"
}

# given PROGRAM: the path that the environment names for it, or nothing
given ()
{
  case $1 in
    etcd) echo "${TEST_ASSET_ETCD:-}" ;;
    kubectl) echo "${TEST_ASSET_KUBECTL:-}" ;;
    kube-apiserver) echo "${FITSCHED_APISERVER:-${TEST_ASSET_KUBE_APISERVER:-}}" ;;
  esac
}

# link_given: a directory with the given programs, and those of the cache beside them
link_given ()
{
  local program path
  work=$(mktemp -d)
  for program in etcd kubectl kube-apiserver kube-scheduler; do
    path=$(given "$program")
    if [ -n "$path" ]; then
      [ -x "$path" ] || die "$path: no program (for $program)"
    else
      path=$bin/$program
    fi
    [ ! -x "$path" ] || ln -s "$(realpath "$path")" "$work/$program"
  done
  for program in etcd kube-apiserver; do
    [ -x "$work/$program" ] || die "no $program: unset the variables that name other programs, or name this one, too"
  done
  echo "$work"
}

# -- building --------------------------------------------------------------

# complete: all programs are there, as they were built
complete ()
{
  [ -f "$bin/SHA256SUMS" ] && (cd "$bin" && sha256sum --quiet --check SHA256SUMS) >/dev/null 2>&1
}

# apt COMMAND...: with the sources of this machine, those of source packages added, and lists of its own
apt ()
{
  apt-get -q -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts="$work/apt/parts" \
    -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" -o APT::Sandbox::User=root "$@"
}

list_sources ()
{
  local parts=$work/apt/parts file
  mkdir -p "$parts" "$work/apt/lists/partial" "$work/apt/cache/archives/partial"
  : >"$work/apt/sources.list"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb deb-src/' "$file" >"$parts/$(basename "$file")"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$file" ] || sed -n 's/^deb //p' "$file" | sed 's/.*/deb &\ndeb-src &/' >>"$work/apt/sources.list"
  done
}

# download: all packages, unpacked into $work/root
download ()
{
  local package sources
  list_sources
  quietly "reading package lists" apt update
  mkdir -p "$work/packages"
  cd "$work/packages"
  quietly "downloading etcd, kubectl and Go" apt download etcd-server kubernetes-client golang-1.19-go golang-1.19-src \
    golang-github-modern-go-reflect2-dev
  sources=$(source_version)
  [ -n "$sources" ] || die "the package sources of this machine have no kubernetes $version (Debian 12 has)"
  quietly "downloading the source of Kubernetes" apt source --download-only "kubernetes=$sources"
  for package in *.deb; do
    dpkg -x "$package" "$work/root"
  done
}

# source_version: of the source package, which may call itself LATER+really$version
source_version ()
{
  apt-cache -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts="$work/apt/parts" \
    -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" showsrc kubernetes 2>/dev/null \
    | sed -nE "s/^Version: ((.*really)?${version}[-+].*)/\1/p" | head -n 1
}

# unpack: the source, mended: the vendored reflect2 panics with Go 1.18 and later, and the
# definitions for OpenAPI are not in the tarball
unpack ()
{
  local reflect=vendor/github.com/modern-go/reflect2
  rm -rf "$source"
  mkdir -p "$source"
  tar -xf "$work"/packages/kubernetes_*.orig.tar.* -C "$source" --strip-components=1
  cd "$source"
  rm "$reflect"/*.go
  cp "$work/root/usr/share/gocode/src/github.com/modern-go/reflect2"/*.{go,s} "$reflect"
}

describe_api ()
{
  local packages
  cd "$source"
  packages=$(cd staging/src && grep -rlE '^// \+k8s:openapi-gen=' --include='*.go' \
    k8s.io/{api,apimachinery,apiextensions-apiserver,kube-aggregator} \
    | xargs -n 1 dirname | sort -u | sed 's,^,k8s.io/kubernetes/vendor/,' | paste -sd,)
  go build -o "$work/openapi-gen" ./vendor/k8s.io/kube-openapi/cmd/openapi-gen
  sed 's/YEAR/2021/' hack/boilerplate/boilerplate.generatego.txt >"$work/boilerplate"
  mkdir -p _violations
  "$work/openapi-gen" -O zz_generated.openapi -h "$work/boilerplate" -r _violations/report \
    -p k8s.io/kubernetes/pkg/generated/openapi -i "$packages"
}

compile ()
{
  local where flags='-s -w'
  for where in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    where=k8s.io/kubernetes/vendor/$where
    flags+=" -X $where.gitVersion=v$version -X $where.gitMajor=1 -X $where.gitMinor=20"
  done
  cd "$source"
  go build -o "$work/bin/$1" -ldflags "$flags" "./cmd/$1"
}

# once STEP COMMAND...: unless an earlier run did
once ()
{
  local done=$work/done-$1
  shift
  if [ ! -e "$done" ]; then
    "$@"
    touch "$done"
  fi
}

build ()
{
  local program
  for program in apt-get dpkg tar sha256sum; do
    command -v "$program" >/dev/null || die "$program is missing: name other programs with the variables above"
  done
  mkdir -p "$work/bin"
  export GOROOT=$work/root/usr/lib/go-1.19 GOPATH=$work/go GOCACHE=$work/go-cache GO111MODULE=off CGO_ENABLED=0 \
    GOFLAGS=-trimpath
  export PATH=$GOROOT/bin:$PATH
  source=$GOPATH/src/k8s.io/kubernetes

  once download download
  once unpack quietly "unpacking" unpack
  once describe quietly "generating the description of the API" describe_api
  for program in kube-apiserver kube-scheduler; do
    once "$program" quietly "building $program (some minutes)" compile "$program"
  done
  cp "$work/root/usr/bin/etcd" "$work/root/usr/bin/kubectl" "$work/bin"
  rm -rf "$bin"
  mv "$work/bin" "$bin"
  (cd "$bin" && sha256sum -- * >SHA256SUMS)
  chmod -R u+w "$work"
  rm -rf "$work"
}

# -- what was asked for ----------------------------------------------------

case ${1-} in
  "" | --check) ;;
  *) die "unknown argument: $1" ;;
esac

if [ -n "${FITSCHED_BINARIES:-}" ]; then
  check_directory
  exit
fi
if [ -n "$(given etcd)$(given kube-apiserver)$(given kubectl)" ]; then
  link_given
  exit
fi
if ! complete; then
  [ "${1-}" != --check ] || exit 1
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock -n 9 || { say "another process builds it; waiting"; flock 9; }
  complete || build
fi
echo "$bin"
