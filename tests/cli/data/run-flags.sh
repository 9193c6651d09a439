# shellcheck shell=bash
#
# run-flags.sh [OPTION...]: what each flag of 'fitsched run' that has a field in a
# configuration changes, beside OPTION...
# SPDX-License-Identifier: Apache-2.0
fitsched run "$@" --write-config-to without.yaml 2>/dev/null || exit
while read -r flag; do
  echo "--$flag"
  fitsched run "$@" "--$flag" --write-config-to with.yaml 2>&1 | head -1
  if [ -f with.yaml ]; then diff without.yaml with.yaml | grep '^[<>]'; fi
  rm -f with.yaml
done <<END
kubeconfig=own.yaml
kube-api-qps=7
kube-api-burst=8
kube-api-content-type=application/json
leader-elect=false
leader-elect-lease-duration=40s
leader-elect-renew-deadline=9s
leader-elect-retry-period=3s
leader-elect-resource-lock=endpointsleases
lock-object-name=own-name
lock-object-namespace=own-namespace
leader-elect-resource-name=own-lock
leader-elect-resource-namespace=own-space
profiling=true
contention-profiling=true
scheduler-name=night
hard-pod-affinity-symmetric-weight=9
END
rm without.yaml
