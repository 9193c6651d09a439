# shellcheck shell=bash
#
# defaults.sh: the defaults of all options, and how many verbs say so
# SPDX-License-Identifier: Apache-2.0
for verb in $(fitsched __complete "" | grep -v ^- | cut -f1); do
  fitsched "$verb" --help-all | awk '
    /^  (-|    --)/ { if (option != "") print option; option = $0; next }
    /^          / && option != "" { sub (/^ +/, " "); option = option $0; next }
    { if (option != "") print option; option = "" }'
done | sed -n -E 's/^ *(-[a-zA-Z], )?(--[a-z-]+).*\(default: ?([^)]*)\).*/\2 \3/p' | LC_ALL=C sort | uniq -c | sed 's/^ *//'
