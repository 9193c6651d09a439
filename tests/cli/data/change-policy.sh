# shellcheck shell=bash
#
# change-policy.sh OPTION... -- EDIT...: fitsched run with a copy of policy.json,
# which each EDIT of sed changes; prints what is logged about it
# SPDX-License-Identifier: Apache-2.0
options=()
while [ "$1" != -- ]; do options+=("$1"); shift; done
shift
rm -f log
cp policy.json mine.json
fitsched run --secure-port 0 --kubeconfig canaries.yaml --skip-headers "${options[@]}" 2>log &
until grep -qs reach log || ! kill -0 $!; do sleep 0.1; done
n=0
for edit; do
  sed "$edit" mine.json >next.json
  mv next.json mine.json
  n=$((n + 1))
  until [ "$(grep -c '^note: mine.json' log)" -ge "$n" ] || ! kill -0 $!; do sleep 0.1; done
done
kill $!
wait $!
echo "$?"
grep mine.json log
