#!/usr/bin/env bash
# 'migrate --verify' without -f makes a cluster for the rules.  Here for each rule
# alone: the coverage says that it rejected a node or told two apart, or why no
# cluster can make it do so.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

gates="--feature-gates EvenPodsSpread=true --feature-gates ResourceLimitsPriorityFunction=true"
conditions="--feature-gates TaintNodesByCondition=false"

# did MIGRATION...: what the coverage of the source says about the rule $rule:
# "true null", "false REASON"; of a name that stands for several, all of it
did ()
{
  fitsched migrate "$@" --accept-loss --verify --budget 1 --report report.json --write new.yaml >out.txt 2>&1
  sed -n '/^  "coverage"/,/^    "target"/p' report.json | tr -d '\n' | sed 's/}, */}\n/g' \
    | grep -E "\"name\": \"$rule\"" | sed -E 's/.*"exercised": ([a-z]+), *"reason": ("[^"]*"|null).*/\1 \2/' | sort -u
}

# policy PREDICATE PRIORITY
policy ()
{
  printf '%s\n' 'apiVersion: v1' 'kind: Policy' "predicates: [$1]" "priorities: [${2-}]" >rule.yaml
}

predicate ()
{
  local names='{name: %s}' how=$gates
  case $1 in
    CheckNodeUnschedulable) how= ;;
    CheckNode*) how=$conditions ;;
  esac
  case $1 in
    CheckNodeLabelPresence) rule=$1; policy '{name: CheckNodeLabelPresence, argument: {labelsPresence: {labels: [example.com/in, example.com/use], presence: true}}}' ;;
    CheckServiceAffinity) rule=$1; policy '{name: CheckServiceAffinity, argument: {serviceAffinity: {labels: [example.com/in, example.com/use]}}}' ;;
    # shellcheck disable=SC2059
    *) rule=$1; policy "$(printf "$names" "$1")" ;;
  esac
  # shellcheck disable=SC2086
  is "$(did rule.yaml --from-release 1.16 $how)" "$2" "$1"
}

priority ()
{
  local argument=
  rule=$1
  case $1 in
    labelPreference) argument=', argument: {labelPreference: {label: example.com/in, presence: false}}' ;;
    serviceAntiAffinity) argument=', argument: {serviceAntiAffinity: {label: example.com/in}}' ;;
  esac
  [ -z "$argument" ] || rule=own-rule
  policy '{name: GeneralPredicates}' "{name: $rule, weight: 2$argument}"
  # shellcheck disable=SC2086
  is "$(did rule.yaml --from-release 1.16 $gates)" "$2" "$1"
}

yes='true null'
for name in $(fitsched list predicates -o name); do
  case $name in
    GeneralPredicates) predicate "$name" $'false "a pending pod names no node"\n'"$yes" ;;
    HostName) predicate "$name" 'false "a pending pod names no node"' ;;
    PodFitsPorts) predicate "$name" 'false "it is never evaluated, as it has no place in the order"' ;;
    # Only a program registers it.
    PodToleratesNodeNoExecuteTaints) ;;
    *) predicate "$name" "$yes" ;;
  esac
done
for name in $(fitsched list priorities -o name); do
  case $name in
    EqualPriority) priority "$name" 'false "it gives all nodes the same score"' ;;
    *) priority "$name" "$yes" ;;
  esac
done

# All of them at once, and in the order of each release.
for release in 1.8 1.10 1.12 1.14 1.16; do
  fitsched migrate --provider DefaultProvider --from-release $release --accept-loss --verify --budget 1 --report report.json --write new.yaml >out.txt 2>&1
  is "$(sed -n '/^    "source"/,/"exercised"/p' report.json | grep -o '"exercised": .*')" '"exercised": "all",' "DefaultProvider of $release"
done

# Plugins, of 1.34 and of earlier releases.  No scene exercises what 1.35 and 1.36
# have beside them: NodeDeclaredFeatures, and another score of balance.
printf '%s\n' 'apiVersion: kubescheduler.config.k8s.io/v1' 'kind: KubeSchedulerConfiguration' >profile.yaml
fitsched migrate profile.yaml --from-release 1.34.1 --to-release 1.34.1 --verify --report report.json --write new.yaml >out.txt 2>&1
for rule in $(fitsched list plugins --release 1.34.1 -o name); do
  case $rule in
    DynamicResources) expected='false "nothing: resource claims are not read"' ;;
    NodeName) expected='false "a pending pod names no node"' ;;
    # It filters; its score is not computed.
    VolumeBinding) expected=$'false "its score is behind a gate that is off by default, and not computed"\n'"$yes" ;;
    DefaultBinder | DefaultPreemption | PrioritySort | SchedulingGates) expected= ;;
    *) expected=$yes ;;
  esac
  is "$(did profile.yaml --from-release 1.34.1 --to-release 1.34.1)" "$expected" "plugin $rule"
done
for version in v1beta1:1.20 v1beta2:1.23 v1beta3:1.25; do
  printf '%s\n' "apiVersion: kubescheduler.config.k8s.io/${version%:*}" 'kind: KubeSchedulerConfiguration' >old.yaml
  fitsched migrate old.yaml --from-release "${version#*:}" --accept-loss --verify --budget 1 --report report.json --write new.yaml >out.txt 2>&1
  is "$(sed -n '/^    "source"/,/"exercised"/p' report.json | grep -o '"exercised": .*')" '"exercised": "all",' "defaults of ${version#*:}"
done

# Arguments of plugins.
cat >arguments.yaml <<'END'
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: first
  pluginConfig:
  - name: NodeAffinity
    args:
      addedAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
          - matchExpressions:
            - {key: example.com/pool, operator: In, values: [batch, web]}
            - {key: example.com/size, operator: Gt, values: ["3"]}
            - {key: example.com/retired, operator: DoesNotExist}
        preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 5
          preference: {matchExpressions: [{key: example.com/new, operator: Exists}]}
  - name: NodeResourcesFit
    args:
      scoringStrategy:
        type: RequestedToCapacityRatio
        resources: [{name: example.com/gpu, weight: 3}]
        requestedToCapacityRatio: {shape: [{utilization: 0, score: 0}, {utilization: 60, score: 0}, {utilization: 100, score: 10}]}
  - name: PodTopologySpread
    args:
      defaultingType: List
      defaultConstraints: [{maxSkew: 1, topologyKey: example.com/rack, whenUnsatisfiable: DoNotSchedule}]
- schedulerName: second
  pluginConfig:
  - name: NodeResourcesFit
    args: {scoringStrategy: {type: MostAllocated, resources: [{name: memory, weight: 1}]}}
END
fitsched migrate arguments.yaml --from-release 1.34.1 --to-release 1.34.1 --verify --report report.json --write new.yaml --write-cluster cluster.yaml >out.txt 2>&1
is "$(grep -E '"exercised": "|"verdict"' report.json | tr -d ' ')" '"verdict":"identicalplacementsfor48pods",
"exercised":"all",
"exercised":"all",' "two profiles with arguments"

# The same cluster each time, and one that can be read.
fitsched migrate arguments.yaml --from-release 1.34.1 --to-release 1.34.1 --verify --report report.json --write new.yaml --write-cluster again.yaml >out.txt 2>&1
is "$(cmp cluster.yaml again.yaml 2>&1)" "" "always the same"
is "$(status fitsched migrate arguments.yaml --from-release 1.34.1 --to-release 1.34.1 --verify --write new.yaml -f cluster.yaml)" 0 "what was written can be read"

# It grows with the rules, not with their square.
for n in 500 1000; do
  {
    printf '%s\n' 'apiVersion: v1' 'kind: Policy' 'predicates: [{name: GeneralPredicates}]' 'priorities:'
    for ((i = 0; i < n; i++)); do echo "- {name: prefer-$i, weight: 1, argument: {labelPreference: {label: label-$i, presence: true}}}"; done
  } >many.yaml
  fitsched migrate many.yaml --from-release 1.16 --to-release 1.34.1 --accept-loss --verify --budget 1 --report report.json --write new.yaml --write-cluster many-$n.yaml >out.txt 2>&1
  is "$(grep -c '^kind: Node' many-$n.yaml) $(sed '/^  "search"/,$d' report.json | grep -c '"exercised": false')" "114 3" "$n preferences"
done

finish
