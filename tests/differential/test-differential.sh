#!/usr/bin/env bash
# Random cases: fitsched agrees with its own second way; what an oracle says counts; answers are
# those on record.
#
#   FIT_TEST_UPDATE=1   writes answers.txt and todays-answers.txt anew: only for a change that is meant
# SPDX-License-Identifier: Apache-2.0

. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

program=$FIT_TEST_BUILDDIR/tests/differential/run-differential
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# survey OPTION...: what it prints, and its exit status
survey ()
{
  "$program" "$@" 2>&1
  echo "status $?"
}

is "$(survey --count 20)" "\
200 compared, 0 differ, 0 without an answer
status 0" "the second way says the same"

mkdir one two
"$program" --seed 3 --count 2 --write one >/dev/null
"$program" --seed 3 --count 2 --write two >/dev/null
is "$(ls one | sort | tr '\n' ' ')" "\
config-3.json config-4.json evaluate-3.json evaluate-4.json events-3.json events-4.json policy-3.json policy-4.json preempt-3.json preempt-4.json \
profile-3.json profile-4.json profile-events-3.json profile-events-4.json profile-sequence-3.json profile-sequence-4.json queue-event-3.json queue-event-4.json sequence-3.json sequence-4.json " "cases are kept"
is "$(diff -r one two)" "" "the same seed makes the same cases"

mkdir files
"$program" --seed 3 --count 1 --files files >/dev/null
is "$(ls files | sort | tr '\n' ' ')" "\
config-3-rules.json evaluate-3-cluster.json events-3-cluster.json policy-3-cluster.json policy-3-rules.json preempt-3-cluster.json \
preempt-3-rules.json profile-3-cluster.json profile-3-rules.json profile-events-3-cluster.json profile-events-3-rules.json \
profile-sequence-3-cluster.json profile-sequence-3-rules.json sequence-3-cluster.json " "rules and clusters are kept"

is "$(survey --oracle "'$program' --answer" --count 3)" "\
30 compared, 0 differ, 0 without an answer
status 0" "an oracle that agrees"
is "$(survey --oracle "'$program' --answer | sed 's/\"moved\":false/\"moved\":true/'" --count 1 queue-event)" "\
DIFFERS queue-event-1: expected.moved: expected true, got false
1 compared, 1 differ, 0 without an answer
status 1" "an oracle that does not"
no='printf "{\"ok\": false, \"error\": \"no\"}"'
is "$(survey --oracle "$no" --seed 12 --count 3 config)" "\
DIFFERS config-12: taken, expected: no
DIFFERS config-14: taken, expected: no
3 compared, 2 differ, 0 without an answer
status 1" "an oracle that refuses every configuration"
is "$(survey --oracle "exit 77" --count 2 policy events)" "\
0 compared, 0 differ, 4 without an answer
status 1" "an oracle that says nothing"
is "$(survey --oracle "echo yes" --count 1 policy)" "\
DIFFERS policy-1: the oracle did not print JSON
1 compared, 1 differ, 0 without an answer
status 1" "an oracle that babbles"
is "$(survey --oracle "exit 3" --count 1 policy)" "\
DIFFERS policy-1: the oracle failed
1 compared, 1 differ, 0 without an answer
status 1" "an oracle that fails"

# Whoever changes a decision sees it here.  What changed: ./dev differential with the --answer of
# the former program as the oracle.
answers=$FIT_TEST_SRCDIR/tests/differential/answers.txt
[ -z "${FIT_TEST_UPDATE-}" ] || "$program" --digests --count 500 >"$answers"
for kind in evaluate sequence preempt policy profile events queue-event config profile-sequence profile-events; do
  for ((seed = 1; seed <= 500; seed += 50)); do
    its_turn $((seed / 50)) 10 || continue
    is "$("$program" --digests --seed $seed --count 50 "$kind")" "$(grep "^$kind $seed-" "$answers")" \
      "answers on record: $kind from $seed on"
  done
done

today=$FIT_TEST_SRCDIR/tests/differential/todays-answers.txt
newest='profile preempt config queue-event profile-sequence profile-events'
[ -z "${FIT_TEST_UPDATE-}" ] || "$program" --release v1.36.3 --digests --count 200 $newest >"$today"
for kind in $newest; do
  is "$("$program" --release v1.36.3 --digests --count 200 "$kind")" "$(grep "^$kind [0-9]" "$today")" \
    "answers on record: $kind of 1.36.3"
done

is "$(survey --count many)" "\
dev: differential: unknown option, or one without a good value; see ./dev differential --help
status 2" "a count that is no number"
is "$(survey placement)" "\
dev: differential: unknown kind of cases; see ./dev differential --help
status 2" "an unknown kind"
is "$(echo '[]' | survey --answer)" "\
run-differential: standard input is no case
status 3" "an answer to something else"
is "$(survey --help | sed -n '1p;$p')" "\
usage: ./dev differential [--oracle COMMAND] [--write DIRECTORY] [--files DIRECTORY]
status 0" "help"
finish
