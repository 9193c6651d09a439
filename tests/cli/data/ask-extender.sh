# shellcheck shell=bash
#
# ask-extender.sh OPTION... -- QUESTION...: fitsched extender beside an API
# server that cannot be reached; a question is "METHOD PATH [BODY]", and the
# status and the body of its answer are printed
# SPDX-License-Identifier: Apache-2.0
options=()
while [ "$1" != -- ]; do
  options+=("$1")
  shift
done
shift
rm -f log
fitsched extender --kubeconfig canaries.yaml --listen 127.0.0.1:0 --skip-headers "${options[@]}" 2>log &
until grep -qs reach log || ! kill -0 $!; do sleep 0.1; done
port=$(sed -n 's,.*answering on http://127.0.0.1:\([0-9]*\) .*,\1,p' log)
sed -i "s/:$port /:PORT /" log
for question; do
  read -r method path body <<<"$question"
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf '%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %s\r\n\r\n%s' "$method" "$path" "${#body}" "$body" >&3
  echo "$(tr -d '\r' <&3 | sed -e '1s,^HTTP/1.1 \([0-9]*\).*,\1,p' -e '1,/^$/d')"
  exec 3>&-
done
kill $!
wait $!
