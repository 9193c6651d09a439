#!/usr/bin/env bash
# Every Policy and configuration here, and random ones, meet clusters, pods and traces that were
# made for another test.  crossed.txt has a digest of what each command prints, and its exit status:
# a change of behaviour shows even where no other test expects it.
#
# Under a sanitizer each of them meets a sixteenth of the commands.
#
#   test-crossed.sh --show RULES   prints the commands for these rules and what they say
#   FIT_TEST_UPDATE=1              writes crossed.txt anew: for a change that is meant, and to let new
#                                  files take part; until then, they do not
#
# shellcheck disable=SC2034   # take_turns() has the names of the lists
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"
cp "$FIT_TEST_SRCDIR"/policies/* "$work"
expected=$FIT_TEST_SRCDIR/tests/cli/crossed.txt

# And random ones, without those that say little.
random ()
{
  "$FIT_TEST_BUILDDIR/tests/differential/run-differential" --files "$work" "$@" >/dev/null
}
random --count 24 profile policy evaluate config preempt
find . -name '*-rules.json' -size -400c -delete

# option_for RULES: the option that takes them
option_for ()
{
  case $1 in
    *Provider) echo --provider ;;
    *) if grep -q KubeSchedulerConfiguration "$1"; then echo --config; else echo --policy; fi ;;
  esac
}

is_accepted ()
{
  [ "$(status fitsched simulate "$(option_for "$1")" "$1" -f node.yaml --extenders skip)" -le 1 ]
}

# What takes part: the first lines of crossed.txt.
lists=(all_rules accepted clusters pods single_pods traces)
# usable: those of standard input that can be loaded
usable ()
{
  while IFS= read -r file; do
    [ "$(status fitsched simulate --provider DefaultProvider -f "$file")" -gt 1 ] || echo "$file"
  done
}

if [ -n "${FIT_TEST_UPDATE-}" ]; then
  mapfile -t all_rules < <(LC_ALL=C grep -lE '"?kind"?: ?"?(Policy|KubeSchedulerConfiguration)' -- *.json *.yaml)
  all_rules+=(DefaultProvider ClusterAutoscalerProvider)
  mapfile -t accepted < <(for rules in "${all_rules[@]}"; do
    ! is_accepted "$rules" || echo "$rules"
  done)
  mapfile -t clusters < <(LC_ALL=C grep -lE '"?kind"?: ?"?(Node|List)\b' -- *.json *.yaml | usable)
  mapfile -t pods < <(LC_ALL=C grep -lE '^kind: (Pod|Deployment|StatefulSet|Job|DaemonSet)$' -- *.yaml | usable)
  mapfile -t single_pods < <(grep -l '^kind: Pod$' -- "${pods[@]}")
  # jump.jsonl is years long: pods that stay pending are tried again and again.
  mapfile -t traces < <(printf '%s\n' *.jsonl | grep -v '^jump')
else
  for list in "${lists[@]}"; do
    read -ra "$list" < <(sed -n "s/^$list: //p" "$expected")
  done
fi
formats=(table json wide yaml name)
differences=(table json markdown yaml wide)
reports=(text json markdown)
ways=('' --full --exact '--unknown-plugins skip' '--accept-loss')
targets=('--to-release 1.34.1' '--to v1beta3' '--to v1beta1' '--to-release 1.23' '--to v1alpha2' '--to-release 1.28')
# Options, so that each meets others.
reading=(--as-is --legacy-labels '--workloads none' '-n default' '--admission none' '--percentage-of-nodes-to-score 30'
  '--tie-break random --seed 3' '-n a --legacy-labels')
running=(--disable-preemption '--bind-latency 1500' '--max-events 4' '--log *' '--record /dev/stdout' '--log *1')
capacity=(--compress '--until-full --replicas 7' '--nodes-needed gpu-node.yaml --replicas 3')
of_policy=('--emulate-release 1.10' '--feature-gates EvenPodsSpread=true,ResourceLimitsPriorityFunction=true'
  '--hard-pod-affinity-symmetric-weight 70' --always-check-all-predicates '--emulate-release 1.14'
  '--feature-gates AllAlpha=true' '--emulate-release 1.8 --always-check-all-predicates')
of_config=('--release 1.22' '--release 1.34.1' '--unknown-plugins skip' '--release 1.30' '--feature-gates AllBeta=false'
  '--release 1.25 --unknown-plugins skip' '--release 1.32 --feature-gates AllAlpha=true')
of_diff=('--arithmetic v1.16' '--left-release 1.14' '--right-release 1.30' '--unknown-plugins skip --right-release 1.34.1'
  '--left-feature-gates AllAlpha=true --disable-preemption' '--right-feature-gates AllBeta=false' '--bind-latency 700'
  '--left-release 1.25 --right-release 1.16' '--max-events 9')
of_migrate=('--keep-lost http://keeper:9998 --keep-lost-policy /dev/stdout' '--to-feature-gates AllBeta=false' '--scheduler-name legacy'
  '--feature-gates AllAlpha=true' '--unknown-plugins error' '--full --scheduler-name other')
of_explain=('--nodes n*' --alone --all '--alone --all' '--nodes *1,* --alone')
extenders=(any-answers.yaml skip any-answers.yaml fail)
readers=('' '--from-release 1.16' '--from-release 1.20' '--from-release 1.18' '--from-release 1.17')

# take_turns TEXT: sets filled to TEXT with each {LIST STEP} replaced by the entry of the list that
# comes next for number $i; steps that are far apart keep the lists from going round together
take_turns ()
{
  local entry
  filled=$1
  while [[ $filled =~ \{([a-z_]+)\ ([0-9]+)\} ]]; do
    local -n list=${BASH_REMATCH[1]}
    entry=${list[(i + BASH_REMATCH[2]) % ${#list[@]}]}
    filled=${filled/"${BASH_REMATCH[0]}"/"$entry"}
  done
}

# The option that takes each of all_rules, and those that are a configuration in v1.
mapfile -t options < <(for rules in "${all_rules[@]}"; do option_for "$rules"; done)
declare -A in_v1
while IFS= read -r rules; do
  in_v1[$rules]=yes
done < <(grep -ls '^apiVersion: *kubescheduler.config.k8s.io/v1$\|"kubescheduler.config.k8s.io\\*/v1"' -- "${all_rules[@]}")

# first_pod FILE: the name of the first pod in it
first_pod ()
{
  sed -n '/^kind: Pod$/,/name: /{ s/.*[ {]name: \([a-z0-9-]*\).*/\1/; T; p; q }' "$1"
}

# templates I: the commands for number I of all_rules, with {LIST STEP} where turns are taken.  Rules
# that are refused are not asked again and again.
templates ()
{
  local i=$1 rules=${all_rules[$1]} option=${options[$1]} more=of_policy first= second= target other asking filled
  [ "$option" != --config ] || more=of_config
  other=${accepted[($1 * 7 + 3) % ${#accepted[@]}]}
  take_turns "{single_pods 6}"
  asking=$filled
  if [ "$option" != --provider ]; then
    echo "validate $rules -o {formats 0}"
    echo "validate $rules {$more 1} -f {clusters 83} --pods {pods 29} --strict -o {formats 2}"
  fi
  echo "simulate $option $rules -f {clusters 0} -o {formats 0}"
  echo "simulate $option $rules {$more 0} -f {clusters 61} --pods $asking {reading 0} -o {formats 1}"
  if [[ " ${accepted[*]} " == *" $rules "* ]]; then
    echo "simulate $option $rules -f {clusters 11} -f {clusters 17} --pods {pods 0} -o {formats 1}"
    echo "simulate $option $rules -f {clusters 23} --pods {pods 5} --as-is -o {formats 2}"
    echo "simulate $option $rules -f {clusters 29} --pods {pods 7} --until-full --replicas 40 -o {formats 3}"
    echo "simulate $option $rules -f {clusters 31} --pods {pods 9} --nodes-needed node.yaml -o {formats 4}"
    echo "simulate $option $rules -f {clusters 37} --pods {pods 11} --trace {traces 0} -o {formats 1}"
    echo "simulate $option $rules {$more 2} -f {clusters 67} -f {clusters 3} --pods {pods 23} {capacity 0} {reading 5}"
    echo "simulate $option $rules -f {clusters 71} --pods {pods 25} --trace {traces 2} {running 0} {reading 3} -o {formats 3}"
    echo "simulate $option $rules {$more 3} -f {clusters 89} -f {clusters 97} --pods {pods 31} --log * {running 1} -o {formats 0}"
    echo "explain --all-pending $option $rules -f {clusters 41} --pods {pods 13} -o {formats 0}"
    echo "explain --all-pending --all $option $rules -f {clusters 43} --pods {pods 15} -o {formats 2}"
    echo "explain $(first_pod "$asking") -A $option $rules {$more 4} -f {clusters 73} --pods $asking {of_explain 0} -o {formats 4}"
    echo "explain $(first_pod "$asking") -A $option $rules -f {clusters 101} -f {clusters 8} --pods $asking {of_explain 2} {reading 4} -o {formats 1}"
    echo "diff --left $rules --right $other -f {clusters 47} --pods {pods 17} -o {differences 1}"
    echo "diff --left $other --right $rules -f {clusters 53} --pods {pods 19} --trace {traces 1} -o {differences 3}"
    echo "diff --left $rules --right $other {of_diff 0} -f {clusters 79} --pods {pods 27} {reading 6} -o {differences 0}"
  fi
  if [ "$option" = --provider ]; then
    rules="--provider $rules"
  fi
  if [ "$option" != --config ]; then
    first='{readers 0}' second='{readers 1}'
  fi
  for target in "${targets[@]}"; do
    echo "migrate $rules $first $target {ways 0} --report-format {reports 0}"
  done
  echo "migrate $rules $first {targets 3} {of_migrate 0} --report-format {reports 2}"
  echo "migrate $rules {targets 1} {ways 1} --verify --accept-loss --report-format {reports 1}"
  echo "migrate $rules $second {targets 2} {ways 3} --verify -f {clusters 59} --pods {pods 21} --report-format {reports 2}"
}

# commands I: the same with what takes its turn
commands ()
{
  local i=$1 template filled
  while IFS= read -r template; do
    take_turns "$template"
    echo "$filled"
  done < <(templates "$1")
}

# release_for COMMAND RULES [SIDE]: the option that names the release for a v1 configuration, if
# the command does not: what the newest known release does is not what this test is about
release_for ()
{
  [[ $1 == *"--${3-}release "* || -z ${in_v1[$2]-} ]] || how+=("--${3-}release" 1.34.1)
}

# answer COMMAND I: what it prints, through a pipe because --record writes to one, too, and its
# exit status
answer ()
{
  local how=() words config
  set -f
  # shellcheck disable=SC2206
  words=($1)
  case $1 in
    simulate*--config* | explain*--config*)
      config=${1#*--config }
      release_for "$1" "${config%% *}"
      ;;
    validate*) release_for "$1" "${words[1]}" ;;
    migrate*) release_for "$1" "${words[1]}" from- ;;
    diff*)
      release_for "$1" "${words[2]}" left-
      release_for "$1" "${words[4]}" right-
      ;;
  esac
  case $1 in
    simulate* | explain* | diff* | *--verify*) how+=(--extenders "${extenders[$2 % ${#extenders[@]}]}") ;;
  esac
  # What is searched for without a cluster is cheaper in fewer of them.
  [[ $1 != *--verify* || $1 == *" -f "* ]] || how+=(--budget 20)
  fitsched "${words[@]}" "${how[@]}" 2>&1 </dev/null | cat
  echo "exit status ${PIPESTATUS[0]}"
  set +f
}

# digests I: a row of the file; "-" for a command whose turn it is not
digests ()
{
  local command sum name k n=100 row=${all_rules[$1]}
  local -A digest=()
  rm -f answer.*
  while IFS= read -r command; do
    ! its_turn $(($1 + n)) 16 || answer "$command" "$n" >"answer.$n"
    n=$((n + 1))
  done < <(commands "$1")
  while read -r sum name; do
    digest[${name#answer.}]=${sum:0:8}
  done < <(name_newest -i answer.*; sha256sum answer.*)
  for ((k = 100; k < n; k++)); do
    row+=" ${digest[$k]:--}"
  done
  echo "$row"
}

# expected_digests I: that row in crossed.txt
expected_digests ()
{
  local n=100 digest row=${all_rules[$1]}
  for digest in $(sed -n "s|^${all_rules[$1]} ||p" "$expected"); do
    its_turn $(($1 + n)) 16 || digest=-
    row+=" $digest"
    n=$((n + 1))
  done
  echo "$row"
}

if [ "${1-}" = --show ]; then
  for i in "${!all_rules[@]}"; do
    [ "${all_rules[i]}" = "$2" ] || continue
    n=100
    commands "$i" | while IFS= read -r command; do
      echo "\$ fitsched $command"
      answer "$command" "$n" | name_newest
      n=$((n + 1))
    done
  done
  exit
fi
if [ -n "${FIT_TEST_UPDATE-}" ]; then
  {
    for list in "${lists[@]}"; do
      declare -n entries=$list
      echo "$list: ${entries[*]}"
    done
    for i in "${!all_rules[@]}"; do
      digests "$i"
    done
  } >"$expected"
fi
for i in "${!all_rules[@]}"; do
  is "$(digests "$i")" "$(expected_digests "$i")" "${all_rules[i]}"
done
finish
