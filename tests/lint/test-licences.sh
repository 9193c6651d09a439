#!/usr/bin/env bash
# Every file says whose it is and under which licence it may be used: itself, or
# .reuse/dep5 for all.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

name="R35 every file has a licence and a copyright, as 'reuse lint' sees it"
if ! command -v reuse >/dev/null; then
  skip "no reuse; apt-get install reuse" "$name"
elif [ ! -e .git ]; then
  skip "no clone: nothing says which files are part of fitsched" "$name"
else
  if findings=$(reuse lint 2>&1); then
    findings=
  fi
  none "$findings" "$name"
fi
finish
