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
is "$(complete_words fitsched simulate --policy pol)" "policy.json " "files"
is "$(complete_words fitsched list fea)" "feature-gates " "words of list"
is "$(complete_words fitsched simulate --threads '')" " " "nothing for a number"
finish
