#!/usr/bin/env bash
# Whoever opens a file reads first what lives there.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# unopened FILE...: those that do not begin with a comment, or whose first
# comment has fewer than three words beside the name of the file
unopened ()
{
  awk '
    FNR == 1 { done = 0; n = 0; open = substr($0, 1, 3) == "/* " }
    done { next }
    open { n += NF - ($0 ~ /^\/\*/) - ($0 ~ /\*\/$/) - ($0 ~ /^ \*/ && $0 !~ /^ \*\/$/)
           n -= FNR == 1 && $3 == "-" ? 2 : 0 }
    !open || /\*\// { done = 1; if (n < 3) print FILENAME }' "$@"
}

mapfile -t files < <(sources '*.c' src algorithmprovider tests)
none "$(unopened "${files[@]}")" \
  "R21 every C file opens with a sentence that says what lives there"
finish
