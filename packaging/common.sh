# shellcheck shell=bash
# common.sh - sourced by the scripts of packaging: the sources to build from
#
# $top is the top of the source tree.
# SPDX-License-Identifier: Apache-2.0

die ()
{
  echo "${0##*/}: $*" >&2
  exit 1
}

version=$(sed -n 's/^AC_INIT(\[fitsched\], \[\(.*\)\])/\1/p' "$top/configure.ac")

has_git () { git -C "$top" rev-parse --verify -q "$1^{commit}" >/dev/null 2>&1; }

# say_source COMMIT: what is built
say_source ()
{
  local changed
  if ! has_git "$1"; then
    echo "version $version from $top, which is no git repository"
    return
  fi
  echo "version $version, commit $(git -C "$top" log -1 --format='%h (%s)' "$1")"
  changed=$(git -C "$top" status --porcelain | wc -l)
  [ "$changed" -eq 0 ] || echo "$changed changed files are not in that commit and do not take part"
}

# copy_source COMMIT DIRECTORY: the files of the commit
copy_source ()
{
  mkdir -p "$2"
  if has_git "$1"; then
    git -C "$top" archive "$1" | tar -x -C "$2"
  else
    tar -C "$top" --exclude=./build --exclude='./build-*' -c . | tar -x -C "$2"
  fi
}

# source_date: seconds since 1970, the same for every build of the version
source_date ()
{
  date -d "$(sed -n 's/^ -- .*>  //p' "$top/debian/changelog" | head -n 1)" +%s
}
