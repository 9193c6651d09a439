#!/usr/bin/env bash
# What is different on a terminal: colour, width.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

if ! script -qec true /dev/null >/dev/null 2>&1; then
  skip "script (util-linux) is not installed" "terminal"
  finish
fi

# on_terminal COMMAND [COLUMNS]: its output on a terminal of 60 columns
on_terminal ()
{
  script -qec "stty cols ${2:-60}; $1" /dev/null </dev/null | tr -d '\r'
}

escape=$'\033'
is "$(on_terminal 'fitsched nothing' | grep -c "$escape")" 1 "errors are coloured"
is "$(on_terminal 'NO_COLOR=1 fitsched nothing' | grep -c "$escape")" 0 "but not with NO_COLOR"
is "$(on_terminal 'fitsched list --nothing --color never' | grep -c "$escape")" 1 "an unknown option comes first"
is "$(on_terminal 'fitsched list --color never nothing' | grep -c "$escape")" 0 "nor with --color never"
is "$(NO_COLOR=1 fitsched list --color always nothing 2>&1 | grep -c "$escape")" 1 "in a file with --color always, whatever NO_COLOR says"
is "$(fitsched list --color sometimes 2>&1 | head -n 1)" \
  'fitsched: option --color: "sometimes" is not one of auto, always, never' "and no other words"
is "$(on_terminal 'fitsched nothing 2>err'; grep -c "$escape" err)" 0 "nor in a file"
is "$(on_terminal 'fitsched migrate policy.json >new.yaml' | grep -c "$escape.*:\$")" 7 "titles of a report are coloured"
is "$(on_terminal 'fitsched migrate policy.json 2>report >new.yaml'; grep -c "$escape" report)" 0 "but not in a file"
is "$(on_terminal 'fitsched migrate policy.json --report report >new.yaml' >said; grep -c "$escape" report)" 0 \
  "nor in the one that was asked for"
is "$(fitsched migrate --provider DefaultProvider 2>&1 >new.yaml | awk 'length > 80')" "" "a report is 80 columns wide"
is "$(on_terminal "fitsched explain ml/simulation $demo" | awk 'length > 60 && !/^Pod|^[0-9]+ pods|^It would/')" "" \
  "long reasons are broken into lines that fit"
is "$(on_terminal "fitsched explain ml/simulation $demo" | tr -s '\n ' '  ' | grep -c 'requested 6, used 2600m of 3920m, free 1320m')" 1 \
  "nothing is left out"
is "$(fitsched explain ml/simulation $demo | awk 'length > 80' | wc -l | tr -d ' ' | sed 's/^[1-9].*/some/')" some \
  "in a file lines are as long as they are"
replay="fitsched simulate --provider DefaultProvider -f life.yaml --trace life.jsonl"
is "$(on_terminal "$replay" 200)" "$($replay)" "the rows of a trace come at once, and are the same"
# Progress is shown after a second, and then wiped away.
slowly="(head -n 3 life.jsonl; sleep 1.3; tail -n +4 life.jsonl) \
  | fitsched simulate --provider DefaultProvider -f life.yaml --trace - >/dev/null"
shown=$(on_terminal "$slowly")
is "${shown%%Z*}" "6 decisions, at 2020-01-01T00:01:00" "what takes long shows how far it is"
is "${shown##*Z}" "${escape}[K" "until it ends"
is "$(bash -c "$slowly" 2>&1)" "" "but not in a file"
is "$(on_terminal "$replay >/dev/null")" "" "what is done at once shows nothing"
# A cluster of 3 nodes, and $1 replicas of a Deployment with $2 cpu each.
deployment ()
{
  for node in a b c; do
    printf -- '---\napiVersion: v1\nkind: Node\nmetadata: {name: %s}\nstatus: {allocatable: {cpu: "50", pods: "110"}}\n' $node
  done
  printf -- '---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: %d, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, resources: {requests: {cpu: "%d"}}}]}}}\n' "$1" "$2"
}
deployment 30 1 >thirty.yaml
deployment 101 1 >many.yaml
deployment 10 1 >few.yaml
simulate="fitsched simulate --provider DefaultProvider -f"
is "$(on_terminal "$simulate few.yaml 2>&-" | tail -n 6 | head -n 1)" "10 pending pods: 10 placed, 0 unschedulable" \
  "a short result ends with its summary"
is "$(on_terminal "$simulate thirty.yaml 2>&-" | head -n 1)" "30 pending pods: 30 placed, 0 unschedulable" \
  "a long one begins with it"
is "$(on_terminal "$simulate thirty.yaml 2>&-" | sort)" "$($simulate thirty.yaml 2>&- | sort)" "and says all else as in a file"
is "$($simulate thirty.yaml 2>&- | grep -c '^30 pending')$($simulate thirty.yaml 2>&- | head -n 1 | cut -c 1-3)" 1POD \
  "where the summary comes last"
is "$(on_terminal "$simulate many.yaml 2>&-" | head -n 3 | sed 's,web-[0-9a-f]*,web-HASH,')" \
  "PODS  OF                              OUTCOME
 101  ReplicaSet shop/web-HASH  placed on 3 nodes
(-o wide lists the pods one by one)" "pods of one controller that ended alike are one row"
is "$(on_terminal "$simulate many.yaml -o wide 2>&-" | grep -c '^shop/web-')" 101 "but not if all is wanted"
is "$($simulate many.yaml 2>&- | grep -c '^shop/web-')" 101 "nor in a file"
is "$(on_terminal "$simulate thirty.yaml --cordon a 2>&-" | head -n 3 | tr -d '\n')" \
  "Assumed: a is cordoned30 pending pods: 30 placed, 0 unschedulable" "what is assumed comes before the summary"
is "$(on_terminal "fitsched simulate --help" 76 | awk 'length > 76 && !/^  (fitsched|kubectl) /')" "" \
  "help fits the terminal"
finish
