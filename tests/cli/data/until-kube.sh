# shellcheck shell=bash
#
# until-kube.sh OPTION...: kube-scheduler, until it has logged that it cannot
# reach the API server
# SPDX-License-Identifier: Apache-2.0
rm -f log
./kube-scheduler --secure-port=0 "$@" 2>log &
until grep -qs reach log || ! kill -0 $!; do sleep 0.1; done
kill $!
wait $!
echo "$?"
cat log
