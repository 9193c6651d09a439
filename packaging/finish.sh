#!/usr/bin/env bash
# finish.sh - puts the SBOM and SHA256SUMS beside packages that were built
#
#   packaging/finish.sh DIRECTORY PROGRAM
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$2")
cd "$1"
shopt -s nullglob
"$here/write-sbom.sh" "$program" ./*.deb ./*-linux-* >fitsched.spdx.json
sha256sum ./*.deb ./*-linux-* fitsched.spdx.json | sed 's|  \./|  |' >SHA256SUMS
