#!/usr/bin/env bash
# The completion script in a bash that has nothing else loaded.

. "$(dirname "$0")/common.sh"

. <(fitsched completion bash)

# complete_words WORD...: what is offered for the last word, sorted
complete_words ()
{
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _fitsched 2>/dev/null
  printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}

is "$(complete_words fitsched s)" "simulate " "verbs"
is "$(complete_words fitsched simulate --p)" "--percentage-of-nodes-to-score --pods --policy --provider " "options"
is "$(complete_words fitsched explain --al)" "--all --alone --always-check-all-predicates " "options of a verb"
is "$(complete_words fitsched validate --alo)" " " "options of other verbs are not offered"
is "$(complete_words fitsched simulate -o j)" "json " "values"
is "$(complete_words fitsched simulate --output = y)" "yaml " "values behind ="
is "$(complete_words fitsched simulate --output =)" "json name table wide yaml " "all values behind ="
is "$(complete_words fitsched simulate --provider D)" "DefaultProvider " "providers"
is "$(complete_words fitsched simulate --policy policy.)" "policy.json " "files"
is "$(complete_words fitsched simulate --config prof)" \
  "profile-1.20.yaml profile-alpha.yaml profile.yaml " "configurations"
is "$(complete_words fitsched list fea)" "feature-gates " "words of list"
is "$(complete_words fitsched list plu)" "plugins " "words of list, for later releases"
is "$(complete_words fitsched simulate --emulate-release 1.1)" "1.10 1.11 1.12 1.13 1.14 1.15 1.16 " "releases"
is "$(complete_words fitsched list plugins --config-version v1b)" "v1beta1 v1beta2 v1beta3 " "versions"
is "$(complete_words fitsched migrate --output policy.)" "policy.json " "files, where other verbs have formats"
is "$(complete_words fitsched migrate -o m)" "markdown " "formats of a report"
is "$(complete_words fitsched migrate --to v1b)" "v1beta1 v1beta2 v1beta3 " "targets"
is "$(complete_words fitsched migrate --provider = C)" "ClusterAutoscalerProvider " "providers of another verb"
is "$(complete_words fitsched simulate --threads '')" " " "nothing for a number"
finish
