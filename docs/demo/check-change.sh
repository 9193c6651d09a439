#!/bin/sh
# check-change.sh - fails if a change leaves a pod without a node
#
# usage: check-change.sh CLUSTER RULES PODS NEW-RULES NEW-PODS
#
# RULES are a Policy or a KubeSchedulerConfiguration.  Pods that have no node
# before the change either do not count.
# SPDX-License-Identifier: Apache-2.0
set -eu

# ask FILE VERB ARGUMENT...: writes the answer, one pod a line, to FILE; ends
# everything if there is none
ask ()
{
  file=$1
  shift
  status=0
  fitsched "$@" -o name >"$file" 2>notes || status=$?
  if [ "$status" -gt 1 ]; then
    cat notes >&2
    exit "$status"
  fi
}

# kind FILE: the option that takes these rules
kind ()
{
  if grep -qs 'KubeSchedulerConfiguration' "$1"; then echo --config; else echo --policy; fi
}

ask before simulate "$(kind "$2")" "$2" -f "$1" --pods "$3"
ask after simulate "$(kind "$4")" "$4" -f "$1" --pods "$5"
ask rules diff --left "$2" --right "$4" -f "$1" --pods "$5"

# What is new in the list of pods without a node, and whether the rules are why.
awk 'FILENAME == "before" && $2 == "-" { waited[$1] = 1 }
     FILENAME == "rules" && $3 == "-" { why[$1] = ": it fits by the old rules" }
     FILENAME == "after" && $2 == "-" && !($1 in waited) {
       print $1 " has no node" why[$1]
       lost = 1
     }
     END { exit lost }' before rules after
