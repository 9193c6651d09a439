#!/usr/bin/env bash
# Every Policy and configuration here, and random ones, meet clusters, pods and traces that were
# made for another test.  crossed.txt has a digest of what each command prints, and its exit status:
# a change of behaviour shows even where no other test expects it.
#
#   test-crossed.sh --show RULES   prints the commands for these rules and what they say
#   FIT_TEST_UPDATE=1              writes crossed.txt anew: only for a change that is meant
#
# shellcheck disable=SC2034   # turn() has the names of the lists

. "$(dirname "$0")/common.sh"
cp "$FIT_TEST_SRCDIR"/policies/* "$work"
expected=$FIT_TEST_SRCDIR/tests/cli/crossed.txt

# And random ones, without those that say little.
"$FIT_TEST_BUILDDIR/tests/differential/run-differential" --files "$work" --count 40 policy profile config evaluate preempt >/dev/null
find . -name '*-rules.json' -size -200c -delete
find . -name '*-[2-4][0-9]-cluster.json' -delete

mapfile -t all_rules < <(LC_ALL=C grep -lE '"?kind"?: ?"?(Policy|KubeSchedulerConfiguration)' -- *.json *.yaml)
all_rules+=(DefaultProvider ClusterAutoscalerProvider)
# usable: those of standard input that can be loaded
usable ()
{
  while IFS= read -r file; do
    [ "$(status fitsched simulate --provider DefaultProvider -f "$file")" -gt 1 ] || echo "$file"
  done
}
mapfile -t clusters < <(LC_ALL=C grep -lE '"?kind"?: ?"?(Node|List)\b' -- *.json *.yaml | usable)
mapfile -t pods < <(LC_ALL=C grep -lE '^kind: (Pod|Deployment|StatefulSet|Job|DaemonSet)$' -- *.yaml | usable)
# jump.jsonl is years long: pods that stay pending are tried again and again.
mapfile -t traces < <(printf '%s\n' *.jsonl | grep -v '^jump')
formats=(table json wide yaml name)
differences=(table json markdown yaml wide)
reports=(text json markdown)
ways=('' --full --exact '--unknown-plugins skip' '--accept-loss')
targets=('--to v1' '--to v1beta3' '--to v1beta1' '--to-release 1.23' '--to v1alpha2' '--to-release 1.28')
readers=('' '--from-release 1.16' '--from-release 1.20' '--from-release 1.18' '--from-release 1.17')

# turn LIST STEP: the entry of a list that comes next for number $i; steps that are far apart
# keep the lists from going round together
turn ()
{
  local -n list=$1
  echo "${list[(i + $2) % ${#list[@]}]}"
}

# commands I: those for number I of all_rules
commands ()
{
  local i=$1 rules=${all_rules[$1]} other option=--policy first= second= target
  other=${all_rules[($1 * 7 + 3) % ${#all_rules[@]}]}
  case $rules in
    *Provider) option=--provider ;;
    *) ! grep -q KubeSchedulerConfiguration "$rules" || option=--config ;;
  esac
  echo "validate $([ $option = --provider ] || echo "$rules") -o $(turn formats 0)"
  echo "simulate $option $rules -f $(turn clusters 0) -o $(turn formats 0)"
  echo "simulate $option $rules -f $(turn clusters 11) -f $(turn clusters 17) --pods $(turn pods 0) -o $(turn formats 1)"
  echo "simulate $option $rules -f $(turn clusters 23) --pods $(turn pods 5) --as-is -o $(turn formats 2)"
  echo "simulate $option $rules -f $(turn clusters 29) --pods $(turn pods 7) --until-full --replicas 40 -o $(turn formats 3)"
  echo "simulate $option $rules -f $(turn clusters 31) --pods $(turn pods 9) --nodes-needed node.yaml -o $(turn formats 4)"
  echo "simulate $option $rules -f $(turn clusters 37) --pods $(turn pods 11) --trace $(turn traces 0) -o $(turn formats 1)"
  echo "explain --all-pending $option $rules -f $(turn clusters 41) --pods $(turn pods 13) -o $(turn formats 0)"
  echo "explain --all-pending --all $option $rules -f $(turn clusters 43) --pods $(turn pods 15) -o $(turn formats 2)"
  echo "diff --left $rules --right $other -f $(turn clusters 47) --pods $(turn pods 17) -o $(turn differences 1)"
  echo "diff --left $other --right $rules -f $(turn clusters 53) --pods $(turn pods 19) --trace $(turn traces 1) -o $(turn differences 3)"
  if [ $option = --provider ]; then
    rules="--provider $rules"
  fi
  if [ $option != --config ]; then
    first=$(turn readers 0) second=$(turn readers 1)
  fi
  for target in "${targets[@]}"; do
    echo "migrate $rules $first $target $(turn ways 0) -o $(turn reports 0)"
  done
  echo "migrate $rules $(turn targets 1) $(turn ways 1) --verify --accept-loss -o $(turn reports 1)"
  echo "migrate $rules $second $(turn targets 2) $(turn ways 3) --verify -f $(turn clusters 59) --pods $(turn pods 21) -o $(turn reports 2)"
}

# answer COMMAND: what it prints, and its exit status
answer ()
{
  local skip=()
  case $1 in
    simulate* | explain* | diff* | *--verify*) skip=(--extenders skip) ;;
  esac
  # shellcheck disable=SC2086
  fitsched $1 "${skip[@]}" 2>&1 </dev/null
  echo "exit status $?"
}

# digests I: a row of the file
digests ()
{
  local row=${all_rules[$1]} command
  while IFS= read -r command; do
    row+=" $(answer "$command" | sha256sum | cut -c 1-8)"
  done < <(commands "$1")
  echo "$row"
}

if [ "${1-}" = --show ]; then
  for i in "${!all_rules[@]}"; do
    [ "${all_rules[i]}" = "$2" ] || continue
    commands "$i" | while IFS= read -r command; do
      echo "\$ fitsched $command"
      answer "$command"
    done
  done
  exit
fi
if [ -n "${FIT_TEST_UPDATE-}" ]; then
  for i in "${!all_rules[@]}"; do
    digests "$i"
  done >"$expected"
fi
is "$(wc -l <"$expected")" "${#all_rules[@]}" "crossed.txt has a row for every Policy, configuration and provider"
for i in "${!all_rules[@]}"; do
  is "$(digests "$i")" "$(grep "^${all_rules[i]} " "$expected")" "${all_rules[i]}"
done
finish
