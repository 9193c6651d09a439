#!/usr/bin/env bash
# Pipes do wherever files do, and so does standard input; what is longer than
# it may be is not read to its end.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

cat cluster.json services.yaml >all.txt
sed 's/^/  /' policy.json >policy.txt
cat <<END >alpha.yaml
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
algorithmSource: {provider: ClusterAutoscalerProvider}
END

# output COMMAND: what it prints, and its status, with all inputs called FILE
output ()
{
  eval "$1" >out 2>&1
  sed -E -e "s, +, ,g; s,--+,-,g; s,/dev/(fd/[0-9]+|stdin),FILE,g; s,(a pipe|stdin),FILE,g" -e "s,\\b($2),FILE,g" out
  echo "status ${PIPESTATUS[0]}"
}

# Inputs are marked with @.
while IFS= read -r command; do
  names=$(grep -o '@[^ ]*' <<<"$command" | sed 's/^@//; s/\./\\./g' | paste -sd '|')
  plain=$(output "fitsched ${command//@/}; echo \$?" "$names")
  is "$(output "fitsched $(sed -E 's/@([^ ]+)/<(cat \1)/g' <<<"$command"); echo \$?" "$names")" \
    "$plain" "from pipes: $command"
  case $command in
  *@*@*) ;;
  *)
    for name in - /dev/stdin /dev/fd/0; do
      is "$(output "cat $names | fitsched $(sed -E "s,@([^ ]+),$name,g" <<<"$command"); echo \$?" "$names")" \
        "$plain" "from standard input, $name: $command"
    done
    is "$(output "fitsched $(sed -E "s,@([^ ]+),-,g" <<<"$command") <$names; echo \$?" "$names")" \
      "$plain" "redirected: $command"
    ;;
  esac
done <<'END'
validate @policy.json
validate @policy.txt --policy-file
validate @cluster.json
validate @profile.yaml
validate @misspelled-policy.json
validate @broken-policy.json
validate policy.json -f @cluster.json
validate @policy.json @profile.yaml @cluster.json -f @all.txt
simulate --policy @policy.json -f cluster.json --pods pods.yaml
simulate --policy policy.json -f @cluster.json --pods @pods.yaml
simulate --policy policy.json -f @cluster.json --pods pods.yaml
simulate --config @profile.yaml -f @cluster.json --pods @pods.yaml
simulate --config @profile.yaml -f cluster.json --pods pods.yaml
simulate --config @alpha.yaml --release 1.16 -f cluster.json --pods pods.yaml
simulate --provider DefaultProvider -f life.yaml --trace @evicted.jsonl
simulate --provider DefaultProvider -f @life.yaml --trace @evicted.jsonl
simulate --provider DefaultProvider -f cluster.json --nodes-needed @no-resources.yaml --pods pods.yaml
explain --policy @policy.json -f @cluster.json --pods pods.yaml shop/redis-1
explain --config @profile.yaml -f cluster.json --pods @pods.yaml shop/redis-1
diff --left @policy.json --right profile.yaml -f cluster.json --pods pods.yaml
diff --left policy.json --right profile.yaml -f @all.txt --pods pods.yaml
diff --left @policy.json --right @profile.yaml -f @all.txt --pods @pods.yaml
diff --left policy.json --right @profile.yaml -f life.yaml --trace @evicted.jsonl
diff --left policy.json --right profile.yaml -f life.yaml --trace @evicted.jsonl
migrate @policy.json --to v1
migrate @alpha.yaml --to v1
migrate @policy.json --to v1 --verify -f @cluster.json --pods @pods.yaml
END

# -- what is large

# large N: a PodList of about N MiB
large ()
{
  awk -v n="$1" 'BEGIN {
    printf "{\"kind\": \"PodList\", \"apiVersion\": \"v1\", \"items\": [";
    for (i = 0; i < n * 10000; i++)
      printf "%s{\"metadata\": {\"name\": \"pod-%d\", \"annotations\": {\"a\": \"%020d\"}}}", i ? "," : "", i, i;
    print "]}";
  }'
}
large 3 >large.json
is "$(fitsched validate <(cat large.json) | sed 's/.*(//')" "$(fitsched validate large.json | sed 's/.*(//')" \
  "more than is kept in memory"
is "$(TMPDIR=/nonexistent fitsched validate policy.json - <profile.yaml | grep -c ok)" 2 \
  "what is small needs no directory for temporary files"

# -- what has no end

for command in "simulate --provider DefaultProvider -f life.yaml --config" "diff -f life.yaml --right policy.json --left" \
  "explain p -f life.yaml --policy" "validate --policy-file" "migrate --to v1"; do
  case $command in *--config) command=${command/--provider DefaultProvider /} ;; esac
  is "$( (memory 400000; fitsched $command /dev/zero) 2>&1 | grep -o '/dev/zero: longer than [0-9]* bytes')" \
    "/dev/zero: longer than 67108864 bytes" "no end: $command"
done
(printf 'kind: Pod\nmetadata: {name: "'; head -c 300000000 /dev/zero | tr '\0' x) >scalar.yaml
is "$( (memory 500000; fitsched simulate --provider DefaultProvider -f scalar.yaml) 2>&1)" \
  "fitsched: scalar.yaml: document 1: line 2, column 12: string or comment longer than 4194304 bytes" \
  "a scalar of YAML takes no more memory than it may"

# What is said of each of 500 pods on each of 500 nodes is said once.
awk 'BEGIN {
  for (i = 0; i < 500; i++)
    printf "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"n%d\"}, \"status\": {\"allocatable\": {\"cpu\": \"4\", \"pods\": \"9\"}}}\n", i
  for (i = 0; i < 500; i++)
    printf "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p%d\"}, \"spec\": {\"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"cpu\": \"9\"}}}]}}\n", i
}' >nowhere.json
(memory 100000; fitsched explain --all-pending --provider DefaultProvider -f nowhere.json -o json) >explained.json 2>&1
is "$? $(grep -c '"p[0-9]*"\|/p[0-9]*"' explained.json | sed 's/^[0-9]\{3,4\}$/all/') $(($(wc -c <explained.json) < 3000000))" "1 all 1" \
  "the explanations of many pods take little memory and room"

# -- what memory is there

# with KIB: the status of a run with so much
with ()
{
  (ulimit -c 0; memory "$1"; status fitsched simulate --provider DefaultProvider -f cluster.json -f workloads.yaml -o name)
}
low=10000 high=300000
while [ $((high - low)) -gt 8 ]; do
  middle=$(((low + high) / 2))
  if [ "$(with $middle)" = 0 ]; then high=$middle; else low=$middle; fi
done
# Just too little: from the loader, or as it should be.
for kib in $(seq $((high - 400)) 8 $((high + 16))); do
  with $kib
done 2>&1 | grep -vxE '0|5|127' >out
is "$(cat out)" "" "little memory is an exit status, whatever asks for more"
finish
