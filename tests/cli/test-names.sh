#!/usr/bin/env bash
# A name with control characters, wherever it stands in a file, is never printed
# as it is: it could clear a terminal, or write a line of its own.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# dirty FILE: every name and value in it ends with control characters
dirty ()
{
  sed -E 's/\b(name|namespace|claimName|volumeName|key|value|schedulerName|serviceAccountName|image|storageClassName|[a-z.]+\/[a-z]+|app|team): "?([A-Za-z][A-Za-z0-9./-]*)"?/\1: "\2\\e[31m\\a\\x9b\\r\\n"/g' "$1"
}

# clean WHAT COMMAND...: says something, and nothing of it is a control character
clean ()
{
  local what=$1
  shift
  timeout 60 "$@" >out 2>&1 </dev/null
  cat out >>all
  is "$(LC_ALL=C grep -aE -c $'\e|\a|\r|\x9b|\x7f' out)" 0 "$what"
}

for file in many-alike missing-claim preemption-in-vain gated restricted-database anonymize-quota deployment-claims \
  guarded-victims why-volumes pair; do
  dirty $file.yaml >dirty-$file.yaml
  is "$(grep -c 'x9b' dirty-$file.yaml | sed 's/^[1-9].*/some/')" some "$file has such names"
  for rules in "--provider DefaultProvider" "--config empty-v1.yaml"; do
    for format in table wide name; do
      clean "simulate $rules $file -o $format" fitsched simulate $rules -f dirty-$file.yaml -o $format --log '*'
      clean "explain $rules $file -o $format" fitsched explain --all-pending $rules -f dirty-$file.yaml -o $format
      clean "created, $rules $file -o $format" fitsched simulate $rules -f dirty-$file.yaml --pods dirty-$file.yaml -o $format
    done
  done
  for format in table wide markdown; do
    clean "diff of $file -o $format" \
      fitsched diff --left DefaultProvider --right empty-v1.yaml -f dirty-$file.yaml -o $format
  done
done
is "$(grep -c "\\\\x1b\[31m" all | sed "s/^[1-9].*/some/")" some "they are shown in another way"
finish
