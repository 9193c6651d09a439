#!/usr/bin/env bash
# cross-portable.sh - the portable program for arm64, with Debian's cross compiler
#
#   packaging/cross-portable.sh DIRECTORY
#
# The libraries of arm64 are unpacked into DIRECTORY/root and nothing of them runs. The build is in DIRECTORY/build, from the
# work tree; the program is DIRECTORY/build/fitsched-portable.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/packaging/common.sh"
mkdir -p "$1/build"
out=$(cd "$1" && pwd)
root=$out/root
host=aarch64-linux-gnu

if [ ! -e "$root/usr/include/glib-2.0" ]; then
  rm -rf "$root"
  packages=libc6-dev,libglib2.0-dev,libjson-c-dev,libyaml-dev,zlib1g-dev,libzstd-dev,libcurl4-openssl-dev,libmicrohttpd-dev,libgnutls28-dev
  mmdebstrap --quiet --variant=extract --architectures=arm64 --include="$packages" bookworm "$root"
fi
export PKG_CONFIG_SYSROOT_DIR=$root
export PKG_CONFIG_LIBDIR=$root/usr/lib/$host/pkgconfig:$root/usr/share/pkgconfig
cd "$out/build"
# Linkers of another root look for the libraries of libraries there only when told.
[ -f Makefile ] || "$top/configure" --host="$host" --disable-shared \
  CC="$host-gcc --sysroot=$root" LDFLAGS="-Wl,-rpath-link,$root/lib/$host:$root/usr/lib/$host" >configure.log \
  || { tail -n 20 configure.log >&2; die "configure failed; $out/build/config.log has all of it"; }
make -s -j"$(nproc)" fitsched-portable
