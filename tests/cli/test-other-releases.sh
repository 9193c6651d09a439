#!/usr/bin/env bash
# What simulate and explain say about releases that nobody named is what these releases do: each
# note is compared with a run of every release in it, and what no note names places the pods alike.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

releases=(1.8 1.9 1.10 1.11 1.12 1.13 1.14 1.15 1.16 1.18.2 1.19.0 1.20.2 1.20.15 1.21.9 1.22.6)

# number RELEASE [END]: to compare releases by; of "1.20" the first patch release, or the last
number ()
{
  local minor patch
  IFS=. read -r _ minor patch <<<"$1"
  echo $((minor * 100 + ${patch:-${2:-0}}))
}

# place RELEASE ARGUMENTS...: the nodes of all pods
place ()
{
  local option=--emulate-release
  [ "$(number "$1")" -le 1700 ] || option=--release
  fitsched simulate "$option" "$@" -o name 2>/dev/null >names.txt
  if [ $? -le 1 ]; then sort names.txt; else echo refused; fi
}

# told RELEASE NOTES: how many pods the notes say go elsewhere
told ()
{
  local from to n
  while read -r from to n; do
    if [ "$(number "$1")" -ge "$(number "$from")" ] && [ "$(number "$1")" -le "$(number "$to" 99)" ]; then
      echo "$n"
      return
    fi
  done < <(sed -n 's/^note: the rules are read as 1.16 .*them; //p' <<<"$2" | sed 's/; /\n/g' |
    sed -E 's/^on ([0-9.]+)( to ([0-9.]+))?, ([0-9]+) of .*/\1 \3 \4/' |
    awk 'NF == 2 { print $1, $1, $2; next } { print }')
  echo 0
}

# check ARGUMENTS...: the notes of simulate about these rules and pods
check ()
{
  local notes release got n bad=''
  notes=$(fitsched simulate "$@" -o name 2>&1 >names.txt)
  sort names.txt >default.txt
  for release in "${releases[@]}"; do
    place "$release" "$@" >got.txt
    if grep -q refused got.txt; then
      n=0
    else
      n=$(diff default.txt got.txt | grep -c '^>')
    fi
    got=$(told "$release" "$notes")
    [ "$got" = "$n" ] || bad+="$release: told $got, found $n; "
  done
  is "$bad" '' "simulate $*"
}

check --policy most-requested.json -f most-requested-cluster.yaml
check --policy policy.json -f cluster.json --pods pods.yaml
check --policy ordinary-warnings.json -f cluster.json -f services.yaml --pods pods.yaml
check --policy opposed-labels.json -f label-cluster.yaml
check --policy policy.json -f preempt-cluster.yaml
check --policy most-requested.json -f life.yaml --pods checkout.yaml
check --policy no-priorities.json -f ties.yaml
check --policy most-requested.json -f evictions.yaml
check --policy policy.json -f cluster.json --drain worker-a1

finish
