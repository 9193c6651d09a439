#!/usr/bin/env bash
# What commands print, compared with transcripts: tests/cli/transcripts/*.console
# and the console blocks of README.md and of pages in docs, which need nothing
# but the files of docs/demo.
#
# A transcript holds commands ("$ COMMAND", to be continued with a backslash)
# and below each what it prints on standard output and standard error, up to
# the next command or a line of prose ("# ...").  With FIT_TEST_UPDATE=1 the
# transcripts are rewritten with what is printed now; look at the difference before
# believing it.
#
# The newest known release is called NEWEST where a transcript says how far a
# range of releases goes, or which is the newest: only newest-release.console, and
# pages for users, change when another becomes known.
#
# Under a sanitizer an eighth of the files have their turn.  With arguments, only
# these files are compared; --list lists all of them.
# SPDX-License-Identifier: Apache-2.0

pages=(README.md docs/{choose,ci,cli,extenders,gallery,life-of-a-pod,migration,traces}.md
  docs/tasks/{drain,pod-pending,scheduler-policy-removed,upgrade,which-node}.md)
if [ "${1-}" = --list ]; then
  cd "$FIT_TEST_SRCDIR" && printf '%s\n' tests/cli/transcripts/*.console "${pages[@]}"
  exit
fi

. "$(dirname "$0")/common.sh"

# A kubeconfig that others can read is mentioned, and a checkout may be so.
umask 077
chmod -R go= .

last=0

# Bounds need a solver.
solver=$(fitsched version | grep -o 'glpk [0-9]' || echo)

# run FILE COMMAND EXPECTED: compares, and appends the transcript to $new
run ()
{
  local got
  case $2 in
    *bound*)
      if [ -z "$solver" ]; then
        new+="\$ $2"$'\n'$3${3:+$'\n'}
        skip "GLPK is missing; apt-get install libglpk40" "${1##*/}: ${2%%$'\n'*}"
        return
      fi
      ;;
  esac
  got=$( (exit "$last"); eval "$2" 2>&1)
  last=$?
  case $1 in
    *.md | */newest-release.console) ;;
    *) [[ $got != *"${newest%.*}"* ]] || got=$(name_newest <<<"$got") ;;
  esac
  new+="\$ $2"$'\n'
  [ -z "$got" ] || new+=$got$'\n'
  [ -n "${FIT_TEST_UPDATE-}" ] || is "$got" "$3" "${1##*/}: ${2%%$'\n'*}"
}

# finish_command: runs what has been read of a transcript
finish_command ()
{
  [ -n "$command" ] || return 0
  while [ "${expected%$'\n'}" != "$expected" ]; do
    expected=${expected%$'\n'}
  done
  run "$file" "$command" "$expected"
  command='' expected=''
}

# transcript FILE: runs the commands in it; a .md file has them in blocks
transcript ()
{
  local file=$1 line command='' expected='' inside=console
  new='' last=0
  case $file in *.md) inside=prose ;; esac
  while IFS= read -r line || [ -n "$line" ]; do
    case $inside:$line in
      prose:'```console') inside=block ;;
      block:'```')
        finish_command
        inside=prose
        ;;
      console:'# '*)
        finish_command
        [ -z "$new" ] || [ "${new%$'\n\n'}" != "$new" ] || new+=$'\n'
        ;;
      block:'$ '* | console:'$ '*)
        finish_command
        command=${line#'$ '}
        while [ "${command%\\}" != "$command" ] && IFS= read -r line; do
          command+=$'\n'$line
        done
        continue
        ;;
      *)
        if [ -n "$command" ]; then
          expected+=$line$'\n'
          continue
        fi
        ;;
    esac
    new+=$line$'\n'
  done <"$file"
  finish_command
  [ -z "${FIT_TEST_UPDATE-}" ] || printf '%s' "$new" >"$file"
}

if [ $# -gt 0 ]; then
  files=("$@")
else
  files=("$FIT_TEST_SRCDIR"/tests/cli/transcripts/*.console "${pages[@]/#/$FIT_TEST_SRCDIR/}")
fi
for i in "${!files[@]}"; do
  file=${files[i]}
  [ $# -gt 0 ] || its_turn "$i" 8 || continue
  if [ "${file%.md}" != "$file" ]; then
    page=$work/pages/${file##*/}
    mkdir -p "$page"
    cp "$FIT_TEST_SRCDIR"/docs/demo/* "$page"
    cd "$page" || exit 1
  fi
  transcript "$file"
done
[ -n "${FIT_TEST_UPDATE-}" ] || finish
