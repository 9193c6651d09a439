#!/usr/bin/env bash
# mutate.sh - do the tests notice when the sources change?
#
# ./dev mutate runs this; its --help says what it does.  All that it writes is
# in build-mutate/: tree/ is a copy of the sources, build/ is where that is
# built.  The tests there link a shared library.  So a change costs the
# compilation of one file, one link, and the tests that come to the function with
# the change: each function says when it is called (reach.c).  sanitized/ is the
# same with sanitizers.  The functions below work in the one that is the current
# directory.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
export LC_ALL=C
# A make around this one has a job server of its own.
unset MAKEFLAGS MAKELEVEL

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=${FIT_MUTATE_SRCDIR:-${here%/tests/mutate}}
scratch=$top/build-mutate
tree=$scratch/tree
build=$scratch/build
sanitized=$scratch/sanitized
sanitizers=address,undefined
explanations=tests/mutants.md

# These take long, so they run only for changes to their own module.
slow_tests="
  tests/cli/test-hostile-server
  tests/client/test-api-client
  tests/cli/test-hostile-run
  tests/cli/test-pipes.sh
  tests/config/migrate/test-properties
  tests/daemon/test-hostile
  tests/simulate/test-diff-errors
  tests/snapshot/test-live
"

help ()
{
  cat <<TEXT
usage: ./dev mutate [--seed N] [--count N] [MODULE...]

Makes random one-token changes to the C sources, one at a time, and runs the
fast tests on each.  A change that no test notices has "survived": a test is
missing, or the change makes no difference.  Your tree is left alone; the
changes are made to a copy in build-mutate/.

  MODULE       a directory or file below src, or algorithmprovider; without
               any, all of them: core, config/migrate, queue/cluster-event.c
  --seed N     which changes to make (1); the same seed makes the same ones
  --count N    how many changes to test (20)
  --help       this text

Changes: comparisons (< to <=), arithmetic (+ to -), && and ||, TRUE and FALSE,
numbers (one more or less), conditions (if to if_not, ! dropped), calls dropped
("while (0) CALL"), and the first two arguments of a call swapped.  Statements
that allocate, functions that free or hash, locks, the ends of for loops,
assertions and "{ 0 }" are left alone.  -1 only becomes 0, and so does the 1 of
"? -1 : 1".

Not counted: changes that do not compile, and those that leave the object code
as it was.

Only tests that call the changed function run: first those of its module, then
the others, the fastest first.  Changes outside of functions are tested by all.
The first test that fails ends it.  A test that takes ten times as long as it
should has failed, too.  If no test fails, the test programs among them run once
more, under the address and undefined behaviour sanitizers.

Each change is a line: FILE:LINE, the token before and after, and which test
killed it.  A survivor that is explained in $explanations is marked so.

Exit status: 0 every change was noticed or is explained, 1 some were not,
2 wrong usage, 5 the copy does not build.

Examples:
  ./dev mutate                          20 changes anywhere
  ./dev mutate --count 5 core queue     5 changes in two modules
  ./dev mutate --seed 7 --count 300     a survey; it takes an hour or two
TEXT
}

usage ()
{
  echo "dev: mutate: $*; see ./dev mutate --help" >&2
  exit 2
}

# number OPTION TEXT LEAST: TEXT, if it is a number that OPTION takes
number ()
{
  [[ $2 =~ ^[0-9]{1,9}$ && $((10#${2//[!0-9]/})) -ge $3 ]] \
    || usage "$1 takes a whole number from $3 to 999999999, not \"$2\""
  echo "$((10#$2))"
}

seed=1
count=20
modules=()
arguments=("$@")
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) help; exit 0 ;;
    --seed | --count)
      [ $# -gt 1 ] || usage "$1 needs a number"
      set -- "$1=$2" "${@:3}"
      continue
      ;;
    --seed=*) seed=$(number --seed "${1#*=}" 0) ;;
    --count=*) count=$(number --count "${1#*=}" 1) ;;
    -*) usage "unknown option $1" ;;
    *)
      if [ -e "$top/src/${1%/}" ]; then
        modules+=("src/${1%/}")
      elif [ -e "$top/${1%/}" ] && [[ $1 =~ ^(src|algorithmprovider)(/|$) ]]; then
        modules+=("${1%/}")
      else
        usage "no module \"$1\" in src"
      fi
      ;;
  esac
  shift
done
[ ${#modules[@]} -gt 0 ] || modules=(src algorithmprovider)

# -- the machine -----------------------------------------------------------

# Root may replace a device by a file, and a changed program would: --write
# /dev/null.  Nothing is renamed over what is mounted.
if [ "$(id -u)" -eq 0 ] && [ -z "${FIT_MUTATE_APART-}" ]; then
  if unshare --mount true 2>/dev/null; then
    FIT_MUTATE_APART=1 exec unshare --mount bash "$here/mutate.sh" "${arguments[@]}"
  fi
  echo "dev: mutate: running as root, where a changed program may replace files of this machine" >&2
elif [ -n "${FIT_MUTATE_APART-}" ]; then
  unset FIT_MUTATE_APART
  for device in /dev/null /dev/full /dev/zero /dev/urandom /dev/tty; do
    if [ -c "$device" ]; then mount --bind "$device" "$device"; fi
  done
fi

# -- what runs, and what an interrupt leaves -------------------------------

running=''
memory=4000000
temporary=$(mktemp -d)

# end_group: ends what a test or a compiler has left running
end_group ()
{
  if [ -n "$running" ] && kill -KILL -- "-$running" 2>/dev/null; then
    # Without this, bash would report that it was killed.
    if wait "$running" 2>/dev/null; then :; fi
  fi
  running=''
}

leave ()
{
  end_group
  rm -rf "$temporary"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# limited SECONDS COMMAND...: runs it in a group of its own, which ends with it;
# what it prints is in $temporary/output
limited ()
{
  local status=0
  mkdir -p "$temporary/files"
  (
    ulimit -f 1000000 -v "$memory"
    TMPDIR=$temporary/files exec timeout -k 1 "$@"
  ) </dev/null >"$temporary/output" 2>&1 &
  running=$!
  wait "$running" || status=$?
  end_group
  rm -rf "$temporary/files"
  return "$status"
}

# quietly COMMAND...: its output is shown only when it fails
quietly ()
{
  limited 3600 "$@" && return
  cat "$temporary/output" >&2
  echo "dev: mutate: failed: $*" >&2
  exit 5
}

# -- the copy --------------------------------------------------------------

# ask VARIABLE...: their values in the Makefile
ask ()
{
  # shellcheck disable=SC2016
  make -s --no-print-directory -f - ask <<TEXT
include Makefile
ask: ; @echo $(printf '$(%s) ' "$@")
TEXT
}

# without_unused: words of standard input, a line each, but for programs that are
# not used here
without_unused ()
{
  tr -s ' ' '\n' | grep -vE '^tests/(bench|e2e|embed)/|^$'
}

# copy_sources: as they are now.  Files keep their times, so that only what has
# changed is built again.
copy_sources ()
{
  rm -rf "$tree"
  mkdir -p "$tree"
  (
    cd "$top"
    find . -mindepth 1 -maxdepth 1 ! -name 'build*' ! -name .git ! -name autom4te.cache -print0 \
      | tar -c --null -T - build-aux
  ) | tar -C "$tree" -x
}

# build_copy CONFIGURE-OPTION...
build_copy ()
{
  [ -f Makefile ] || quietly "$tree/configure" --disable-static "$@"
  quietly make -s -j"$(nproc)" libfit.la
  ask COMPILE >compiler
  ask CC >linker
  ask DEPS_LIBS >libraries
  if [ ! reach.o -nt "$here/reach.c" ]; then
    # shellcheck disable=SC2046
    quietly $(<linker) -O1 -fPIC -c -o reach.o "$here/reach.c"
  fi
  # A source that is gone or was moved has left its object.
  find . -path '*/.libs/*.o' | grep -E '^\./(src|algorithmprovider)/' | grep -v 'src/cli/main' | sort \
    | while read -r object; do
      source=$tree/${object/.libs\//}
      if [ -f "${source%.o}.c" ]; then echo "$object"; fi
    done >objects.new
  echo ./reach.o >>objects.new
  cmp -s objects.new objects || mv objects.new objects
  link_library
  # The tests are linked once: they need no new link when the library changes.
  # shellcheck disable=SC2046
  quietly make -s -j"$(nproc)" -o libfit.la whole_library="$PWD/libmutant.so" \
    $(ask bin_PROGRAMS noinst_PROGRAMS check_PROGRAMS | without_unused)
}

# link_library [CHANGED ORIGINAL]: links all objects, or CHANGED in the place of
# ORIGINAL
link_library ()
{
  local changed=${1:-} original=${2:-}
  awk -v original="$original" -v changed="$changed" '{ print $0 == original ? changed : $0 }' objects >linked
  # shellcheck disable=SC2046
  quietly $(<linker) -shared -o libmutant.new @linked $(<libraries)
  mv libmutant.new libmutant.so
}

# -- the tests -------------------------------------------------------------

# all_tests: the programs, and the scripts that run fitsched (secrets needs a program
# that is not built here).  A transcript is a test of its own.
all_tests ()
{
  ask check_PROGRAMS | without_unused
  ask dist_check_SCRIPTS | tr -s ' ' '\n' | grep -E '^tests/(cli|explain|conformance|differential)/' \
    | grep -vE '/test-(transcripts|pages|runner|secrets)\.sh$'
  (cd "$tree" && bash tests/cli/test-transcripts.sh --list)
}

# run_script SECONDS SCRIPT ARGUMENT...: it ends at the first failure
run_script ()
{
  # shellcheck disable=SC2016
  limited "$1" bash -o pipefail -c 'bash "$@" | awk "/^not ok/ { exit 1 }"' - "$tree/$2" "${@:3}"
}

# run_test TEST SECONDS: whether it passes
run_test ()
{
  case $1 in
    *.console | *.md)
      run_script "$2" tests/cli/test-transcripts.sh "$tree/$1" ;;
    *.sh) run_script "$2" "$1" ;;
    *) limited "$2" "$PWD/$1" ;;
  esac
}

export FIT_TEST_SRCDIR=$tree FIT_TEST_BUILDDIR=$build
export CMOCKA_MESSAGE_OUTPUT=TAP G_DEBUG=fatal-warnings G_SLICE=always-malloc

# functions: "OFFSET NAME" of those in the library, without the parts and other names
# that the compiler gives some
functions ()
{
  nm -t d --defined-only libmutant.so | awk '$2 ~ /[tT]/ && $3 !~ /\./ { print $1 + 0, $3 }'
}

# called FILE: the names of the functions that reach.c marked there
called ()
{
  awk '
    FILENAME == "names" { name[$1] = $2; next }
    $1 - 1 in name { print name[$1 - 1] }' names <(cmp -l "$1" /dev/zero 2>/dev/null)
}

# run_all: runs every test when nothing is changed.  Writes limits ("TEST SECONDS"
# of those that pass) and reached ("FUNCTION TEST"), kept until something is built
# again.
run_all ()
{
  local test started
  if [ -f limits ] && [ -z "$(find "$tree/tests" "$tree/docs" objects -newer limits -print -quit)" ] \
    && [ -z "$(find . -name '*.o' -newer limits -print -quit)" ]; then
    return
  fi
  echo "dev: mutate: running the tests without a change"
  functions >names
  : >reached
  for test in $(all_tests); do
    rm -f calls
    truncate -s "$(stat -c %s libmutant.so)" calls
    started=$(date +%s)
    if FIT_MUTATE_CALLS=$PWD/calls run_test "$test" 300; then
      echo "$test $((($(date +%s) - started + 1) * 10))"
      called calls | sed "s|\$| $test|" >>reached
    else
      echo "dev: mutate: left out, for it fails without a change: $test" >&2
    fi
  done >limits.new
  mv limits.new limits
}

# in_order FILE FUNCTION: the rows of limits whose tests call FUNCTION, all if it is
# empty; the tests nearest to FILE first
in_order ()
{
  local name=${1##*/} near=tests/${1#src/}
  name=${name%.c} near=${near%/*}
  [ "$near" != tests/algorithmprovider ] || near=tests/factory
  if [ -n "$2" ]; then awk -v function_name="$2" '$1 == function_name' reached; fi | awk -v name="test-$name" -v near="$near" \
    -v called="$2" -v slow="${slow_tests//$'\n'/}" '
    FILENAME == "-" { reached[$2]; next }
    called != "" && !($1 in reached) { next }
    {
      file = directory = $1
      sub (/.*\//, "", file)
      sub (/\/[^\/]*$/, "", directory)
      rank = directory == near ? 2 - (file == name) : index (near "/", directory "/") == 1 ? 3 : 4
      if (rank <= 3 || !index (slow " ", " " $1 " "))
        print rank, $2, NR, $0
    }' - limits | sort -n -k1,1 -k2,2 -k3,3 | cut -d' ' -f4-
}

# -- one change ------------------------------------------------------------

# changed LINE COLUMN TOKEN AFTER: standard input with that change
changed ()
{
  awk -v line="$1" -v column="$2" -v token="$3" -v after="$4" '
    NR == line { $0 = substr ($0, 1, column - 1) after substr ($0, column + length (token)) }
    { print }'
}

# change FILE LINE COLUMN TOKEN AFTER: links the library with that change, made in
# $temporary/changed.o.  Status 1: it does not compile, or is no other program.
change ()
{
  local object=./${1%/*}/.libs/${1##*/} status=0
  object=${object%.c}.o
  cp -p "$tree/$1" "$temporary/original.c"
  changed "$2" "$3" "$4" "$5" <"$temporary/original.c" >"$tree/$1"
  # shellcheck disable=SC2046
  limited 300 $(<compiler) -w -Wno-error "-Dif_not(...)=if (!(__VA_ARGS__))" \
    "-Dwhile_not(...)=while (!(__VA_ARGS__))" -fPIC -DPIC -c -o "$temporary/changed.o" "$tree/$1" || status=1
  cp -p "$temporary/original.c" "$tree/$1"
  if [ "$status" -ne 0 ] || cmp -s "$temporary/changed.o" "$object"; then
    return 1
  fi
  link_library "$temporary/changed.o" "$object"
}

# function_at FILE LINE: the name of the function that LINE is in
function_at ()
{
  awk -v line="$2" '
    /^[a-z_0-9]+ \(/ { name = $1 }
    NR == line { print name; exit }
    /^}/ { name = "" }' "$tree/$1"
}

# explained FILE LINE TOKEN AFTER: whether tests/mutants.md says why it survives
explained ()
{
  local name
  name=$(function_at "$1" "$2")
  grep -qF -- "- \`$1\`: ${name:+\`$name()\`: }\`$3\` → \`$4\`: " "$top/$explanations"
}

# try FILE LINE COLUMN TOKEN AFTER: sets row to what became of it.  Status 1: it
# does not count.
try ()
{
  local test seconds fate=survived
  change "$@" || return 1
  in_order "$1" "$(function_at "$1" "$2")" >"$temporary/tests"
  while read -r test seconds; do
    if ! run_test "$test" "$seconds"; then
      fate="killed by $test"
      break
    fi
  done <"$temporary/tests"
  [ "$fate" != survived ] || try_sanitized "$@"
  if [ "$fate" = survived ]; then
    explained "$1" "$2" "$4" "$5" && fate="survived, explained"
  fi
  row="$1:$2  $4 → ${5:-(nothing)}  $fate"
}

# try_sanitized FILE LINE COLUMN TOKEN AFTER: sets fate if a program of
# $temporary/tests fails under the sanitizers, and only with the change
try_sanitized ()
{
  local test seconds memory=unlimited
  local -x FIT_TEST_BUILDDIR=$sanitized FIT_TEST_SANITIZERS=$sanitizers
  local -x ASAN_OPTIONS=detect_stack_use_after_return=1:intercept_tls_get_addr=0:hard_rss_limit_mb=4000
  mkdir -p "$sanitized"
  cd "$sanitized"
  provide_sanitized
  change "$@" || set --
  while [ $# -gt 0 ] && read -r test seconds; do
    # Scripts start many programs, which takes long there.
    case $test in *.sh | *.console | *.md) continue ;; esac
    run_test "$test" $((seconds * 3)) && continue
    link_library
    if run_test "$test" $((seconds * 3)); then
      fate="killed by $test under sanitizers"
      break
    fi
    change "$@"
  done <"$temporary/tests"
  cd "$build"
}

# provide_sanitized: builds the copy with sanitizers, once
provide_sanitized ()
{
  [ -z "$is_sanitized" ] || return 0
  echo "dev: mutate: building a copy with sanitizers"
  build_copy --enable-sanitizers="$sanitizers" CFLAGS=-O1
  is_sanitized=1
}

# -- all of them -----------------------------------------------------------

echo "dev: mutate: building a copy in ${scratch##*/}"
mkdir -p "$build"
cd "$build"
is_sanitized=''
copy_sources
build_copy CFLAGS='-O1 -finstrument-functions'
run_all
(cd "$tree" && find "${modules[@]}" -name '*.c' | sort | xargs awk -v seed="$seed" -f "$here/changes.awk") \
  >"$temporary/changes"
killed=0 survived=0 of_these_explained=0 passed_over=0
while [ $((killed + survived)) -lt "$count" ] && IFS=$'\t' read -r file line column token after; do
  if ! try "$file" "$line" "$column" "$token" "$after"; then
    passed_over=$((passed_over + 1))
    continue
  fi
  echo "$row"
  case $row in
    *"survived, explained") survived=$((survived + 1)) of_these_explained=$((of_these_explained + 1)) ;;
    *survived) survived=$((survived + 1)) ;;
    *) killed=$((killed + 1)) ;;
  esac
done <"$temporary/changes"

tested=$((killed + survived))
[ "$tested" -gt 0 ] || usage "nothing to change there"
echo "killed $killed of $tested ($((killed * 100 / tested)) %); survived: $survived, explained: $of_these_explained; not counted: $passed_over"
[ "$survived" -eq "$of_these_explained" ]
