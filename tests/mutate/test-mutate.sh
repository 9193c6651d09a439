#!/usr/bin/env bash
# ./dev mutate on a project of two functions: what survives, and what is left behind.
# SPDX-License-Identifier: Apache-2.0

. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

mutate=$FIT_TEST_SRCDIR/tests/mutate/mutate.sh
changes=$FIT_TEST_SRCDIR/tests/mutate/changes.awk
sample=$(mktemp -d)
trap 'rm -rf "$sample"' EXIT
export FIT_MUTATE_SRCDIR=$sample TMPDIR=$sample/tmp

mkdir -p "$sample"/{tmp,build-aux,docs,algorithmprovider,src/sum,tests/{sum,cli,conformance}}
cd "$sample" || exit 1

cat >src/sum/sum.c <<'TEXT'
/* if (0 < 1) in a comment, "and 'quoted' -> text" */
int sum (int a, int b);
#define UNUSED 1 + 1
int
sum (int a, int b)
{
  const char *text = "if (1 + 1)";

  if (a == 77)
    return a - 3;
  return text[0] == 'i' ? a + b : 0;
}
TEXT
cat >src/sum/length.c <<'TEXT'
#include <stdlib.h>
#include <string.h>
size_t length (const char *text);
size_t
length (const char *text)
{
  char *copy = strdup (text);
  size_t n = strlen (copy);

  if (copy)
    free (copy);
  return n;
}
TEXT
cat >tests/sum/test-sum.c <<'TEXT'
int sum (int a, int b);
int
main (void)
{
  return sum (2, 3) != 5;
}
TEXT
cat >tests/sum/test-length.c <<'TEXT'
#include <stddef.h>
size_t length (const char *text);
int
main (void)
{
  return length ("four") != 4;
}
TEXT
# With sanitizers it fails, with any change and without.
cat >tests/sum/test-leak.c <<'TEXT'
#include <stdlib.h>
int sum (int a, int b);
int
main (void)
{
  /* So many that whatever is left in registers and on the stack hides none. */
  for (int i = 0; i < 1000; i++)
    if (malloc (1) == NULL)
      return 1;
  return sum (3, 4) != 7;
}
TEXT
# What ./dev mutate needs of the build system.
cat >configure <<'TEXT'
#!/bin/sh
case $* in
  *--enable-sanitizers=address,undefined*) echo 'CFLAGS = -fsanitize=address,undefined -fno-sanitize-recover=all' ;;
  *) echo 'CFLAGS = -O1 -finstrument-functions' ;;
esac >Makefile
cat >>Makefile <<'END'
COMPILE = $(CC) $(CFLAGS)
CC = gcc
DEPS_LIBS =
check_PROGRAMS = tests/sum/test-leak tests/sum/test-length tests/sum/test-sum
dist_check_SCRIPTS = tests/cli/test-extenders.sh tests/conformance/test-cases.sh
libfit.la: src/sum/.libs/sum.o src/sum/.libs/length.o
src/sum/.libs/%.o: ../tree/src/sum/%.c
	mkdir -p $(@D) && $(COMPILE) -fPIC -DPIC -c -o $@ $<
tests/sum/%: ../tree/tests/sum/%.c
	mkdir -p $(@D) && $(CC) $(filter -fsanitize%,$(CFLAGS)) -o $@ $< $(whole_library)
END
TEXT
chmod +x configure
echo 'echo ok 1' | tee tests/cli/test-extenders.sh >tests/conformance/test-cases.sh
echo '[ "$1" = --list ] || echo ok 1' >tests/cli/test-transcripts.sh
touch tests/mutants.md

# survey OPTION...: what it prints, but for what it builds, and its exit status
survey ()
{
  bash "$mutate" "$@" 2>&1 | grep -v '^dev: mutate: \(building\|running\)'
  echo "status ${PIPESTATUS[0]}"
}

# files: all there are, but for what is built
files ()
{
  find . -name build-mutate -prune -o -type f -print0 | sort -z | xargs -0 sha256sum
}

# -- which changes ---------------------------------------------------------

cat >calls.c <<'TEXT'
static void
all (Thing *thing, guint n)
{
  gboolean done = FALSE; /* TRUE */

  while (n-- > 0 && !done)
    {
      take (thing, other);
      free_thing (thing);
      done |= n << 1;
      n = n * 2 / 3 % 40u;
    }
  if (n >= 1.5 || n != 0x10 || n < FIT_RELEASE (18, 0))
    give (thing, 'x', "1");
  list = g_array_new (FALSE, FALSE,
                      sizeof (guint) * 2);
  for (guint i = n; i < 7; i++)
    more ();
}

static void
thing_free (Thing *thing)
{
  if (thing != NULL)
    g_free (thing);
}

static int
compare_things (const Thing *one, const Thing *other)
{
  g_return_if_fail (one);
  pthread_cond_init (&one->cond, NULL);
  g_string_free (one->text, TRUE);
  va_end (things);
  give (one, strcmp (key, value) == 0, labels_equal (one, other));
  return one->n < other->n ? -1 : 1;
}

static const Thing nothing = { 0 };
G_STATIC_ASSERT (sizeof (Thing)
                 <= 64);
g_assert (n < 8);
TEXT
is "$(awk -v seed=1 -f "$changes" calls.c | sort -t $'\t' -k2,2n -k3,3n | cut -f 2-4)" "\
4	19	FALSE
6	3	while
6	14	>
6	16	0
6	18	&&
6	21	!
8	7	take
8	13	thing, other
10	12	|=
10	17	<<
10	20	1
11	13	*
11	15	2
11	17	/
11	19	3
11	21	%
11	23	40u
13	3	if
13	9	>=
13	16	||
13	21	!=
13	29	||
13	34	<
13	49	18
14	5	give
17	23	<
17	25	7
18	5	more
35	3	give
35	34	==
35	37	0
36	17	<
36	31	1
36	35	1" "the tokens that can change"
is "$(awk -v seed=1 -f "$changes" calls.c | awk -F '\t' '$2 == 17 && $4 == "<"')" "calls.c	17	23	<	>=" \
  "no step behind the end of an array"
is "$(awk -v seed=1 -f "$changes" calls.c | awk -F '\t' '$2 == 36 && $4 == 1' | cut -f 5)" "0
0" "a sign stays one, or goes"
is "$(awk -v seed=1 -f "$changes" calls.c)" "$(awk -v seed=1 -f "$changes" calls.c)" "the same seed, the same changes"
[ "$(awk -v seed=1 -f "$changes" calls.c)" != "$(awk -v seed=2 -f "$changes" calls.c)" ]
ok $? "another seed, other changes"
rm calls.c

# -- what becomes of them --------------------------------------------------

before=$(files)
got=$(survey --count 100)
is "$(grep -v '^status\|^killed' <<<"$got" | sort)" "\
src/sum/length.c:10  if → if_not  killed by tests/sum/test-length under sanitizers
src/sum/sum.c:10  - → +  survived
src/sum/sum.c:10  3 → 4  survived
src/sum/sum.c:11  + → -  killed by tests/sum/test-sum
src/sum/sum.c:11  0 → 1  killed by tests/sum/test-sum
src/sum/sum.c:11  == → !=  killed by tests/sum/test-sum
src/sum/sum.c:9  77 → 78  survived
src/sum/sum.c:9  == → !=  killed by tests/sum/test-sum
src/sum/sum.c:9  if → if_not  killed by tests/sum/test-sum" "what is killed, and what survives"
is "$(tail -n 2 <<<"$got")" "\
killed 6 of 9 (66 %); survived: 3, explained: 0; not counted: 1
status 1" "the sum"
is "$(bash "$mutate" --count 1 2>&1 | grep -c 'running the tests')" 0 "what the tests call is known from the first run"
is "$(files)" "$before" "the sources are as they were"
is "$(ls tmp)" "" "no temporary file is left"

cat >>tests/mutants.md <<'TEXT'
- `src/sum/sum.c`: `sum()`: `77` → `76`: no one adds to it
TEXT
got=$(survey --count=100 sum/sum.c)
is "$(grep 77 <<<"$got")" "src/sum/sum.c:9  77 → 76  survived, explained" "a survivor may be explained"
is "$(survey --seed 1 --count 2 sum/sum.c | head -n 2)" "$(grep -m 2 '^src' <<<"$got")" "the same seed, the same results"

# -- root ------------------------------------------------------------------

# For root, nothing can take the place of a device: --write /dev/null would do so
# with some changes.
if [ "$(id -u)" -eq 0 ] && unshare --mount true 2>/dev/null; then
  echo 'grep -q " /dev/null " /proc/self/mountinfo || echo not ok 1' >tests/cli/test-extenders.sh
  is "$(survey --count 1 | grep 'left out')" "" "devices stay what they are"
  echo 'echo ok 1' >tests/cli/test-extenders.sh
fi

# -- an interrupt ----------------------------------------------------------

# A test that changes within a second of the last run is not seen to be newer.
sleep 1.1
echo 'echo $$ >"$FIT_TEST_SRCDIR/../asleep"; exec sleep 1000' >tests/conformance/test-cases.sh
sed -i 's/echo ok 1/&; # changed/' tests/cli/test-transcripts.sh
before=$(files)
bash "$mutate" --count 1 >/dev/null 2>&1 &
until [ -s build-mutate/asleep ] || ! kill -0 $! 2>/dev/null; do
  sleep 0.1
done
kill -TERM $!
wait $!
is "$?" 143 "an interrupted run says so"
is "$(files)" "$before" "it leaves the sources as they were"
is "$(ls tmp)" "" "it leaves no temporary file"
sleeper=$(cat build-mutate/asleep)
until ! kill -0 "$sleeper" 2>/dev/null; do
  sleep 0.1
done
ok 0 "it leaves no test running"

# -- wrong usage -----------------------------------------------------------

is "$(survey --count 0)" "\
dev: mutate: --count takes a whole number from 1 to 999999999, not \"0\"; see ./dev mutate --help
status 2" "a count of nothing"
is "$(survey --seed x)" "\
dev: mutate: --seed takes a whole number from 0 to 999999999, not \"x\"; see ./dev mutate --help
status 2" "a seed that is no number"
is "$(survey product)" "\
dev: mutate: no module \"product\" in src; see ./dev mutate --help
status 2" "an unknown module"
is "$(survey --fast)" "\
dev: mutate: unknown option --fast; see ./dev mutate --help
status 2" "an unknown option"
is "$(survey --help | sed -n '1p;$p')" "\
usage: ./dev mutate [--seed N] [--count N] [MODULE...]
status 0" "help"
finish
