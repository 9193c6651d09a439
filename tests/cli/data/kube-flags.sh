# shellcheck shell=bash
#
# kube-flags.sh MINOR VERSION: gives kube-scheduler 1.MINOR every flag of
# kube-flags.txt, beside a configuration of VERSION ("-": none).  Prints what is
# not as it should be, and the flags that are refused as removed.
# SPDX-License-Identifier: Apache-2.0
minor=$1
version=$2
options=()
if [ "$version" != - ]; then
  printf '%s\n' "apiVersion: kubescheduler.config.k8s.io/$version" 'kind: KubeSchedulerConfiguration' >flags.yaml
  options=(--config flags.yaml --release "1.$minor")
fi
accepted=0
while read -r flag first last; do
  case $flag in \#*) continue ;; esac
  if [ "$minor" -lt "$first" ]; then continue; fi
  message=$(./kube-scheduler "${options[@]}" "--$flag" --write-config-to - 2>&1 >/dev/null)
  status=$?
  if [ "$last" = - ] || [ "$minor" -le "$last" ]; then
    if [ "$status" -eq 0 ]; then accepted=$((accepted + 1)); else echo "--$flag: $message"; fi
  elif [ "$status" -ne 2 ] || [ "${message#fitsched: --"${flag%%=*}" was removed in 1.$((last + 1))}" = "$message" ]; then
    echo "--$flag: status $status: $message"
  else
    echo "removed: --${flag%%=*}"
  fi
done <kube-flags.txt
echo "$accepted flags are accepted"
rm -f flags.yaml
