# shellcheck shell=bash
#
# hold-port.sh PORT: fitsched run, which listens there and goes on; hold-port.pid
# has its process
# SPDX-License-Identifier: Apache-2.0
fitsched run --provider DefaultProvider --kubeconfig canaries.yaml --leader-elect=false --secure-port "$1" \
  --bind-address 127.0.0.1 --skip-headers >/dev/null 2>held &
echo $! >hold-port.pid
until grep -qs reach held || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
