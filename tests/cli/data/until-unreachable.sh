# shellcheck shell=bash
#
# until-unreachable.sh OPTION...: fitsched run, until it has logged that it
# cannot reach the API server
# SPDX-License-Identifier: Apache-2.0
rm -f log
fitsched run --secure-port 0 --kubeconfig canaries.yaml "$@" 2>log &
until grep -qs reach log run.log fitsched.log || ! kill -0 $!; do sleep 0.1; done
kill $!
wait $!
