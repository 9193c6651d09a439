#!/usr/bin/env bash
# test-configz.sh - /configz is what kube-scheduler of this control plane shows for the same file
#
# It needs no API server: both show the page before they reach one.
#
# shellcheck disable=SC2154 # variables of tools.sh
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/tools.sh"

if [ ! -x "$programs/kube-scheduler" ]; then
  skip "no kube-scheduler; ./dev cluster up builds one" "the pages are the same"
  finish
fi

port=$((20000 + RANDOM % 10000))
cat >kubeconfig <<'END'
apiVersion: v1
kind: Config
clusters: [{name: none, cluster: {server: "http://127.0.0.1:1"}}]
contexts: [{name: none, context: {cluster: none, user: none}}]
users: [{name: none, user: {}}]
current-context: none
END
chmod 600 kubeconfig

# Releases without --port serve it over TLS only, to everybody if they are told to.
if [ "$minor" -ge 24 ]; then
  url=https://127.0.0.1:$port/configz
  serving=(--secure-port "$port" --bind-address 127.0.0.1 --authorization-always-allow-paths /configz --authentication-skip-lookup)
  addresses=
else
  url=http://127.0.0.1:$port/configz
  serving=(--secure-port 0)
  addresses="healthzBindAddress: 127.0.0.1:$port
metricsBindAddress: 127.0.0.1:$port"
fi

# page FILE COMMAND...: what the program shows, or what it says
page ()
{
  local file=$1 process
  shift
  "$@" 2>said &
  process=$!
  started+=("$process")
  until curl -skf "$url" >"$file"; do
    kill -0 "$process" 2>/dev/null || { cat said >"$file"; break; }
    sleep 0.1
  done
  kill -KILL "$process" 2>/dev/null
  wait "$process" 2>/dev/null
}

# same WHAT [ARGUMENT...]: with the fields on standard input
same ()
{
  local what=$1
  shift
  { cat <<END; cat; } >config.yaml
apiVersion: $(api_of "$minor")
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: kubeconfig}
$addresses
END
  page theirs "$programs/kube-scheduler" "${serving[@]}" --config config.yaml "$@"
  page ours fitsched run "${serving[@]}" --release "1.$minor" --config config.yaml "$@"
  is "$(cat ours)" "$(cat theirs)" "$what"
}

same "nothing but addresses" </dev/null
same "at log level 2, the profile that runs" -v 2 </dev/null
same "resources that an extender handles alone" <<'END'
extenders:
- {urlPrefix: "http://127.0.0.1:5", filterVerb: f, managedResources: [{name: a.b/c, ignoredByScheduler: true}, {name: d.e/f}]}
END

if [ "$minor" -ge 25 ]; then
  cat >profiles <<'END'
leaderElection: {leaderElect: false, leaseDuration: 90s, retryPeriod: 1500ms}
percentageOfNodesToScore: 30
parallelism: 5
podMaxBackoffSeconds: 20
delayCacheUntilActive: true
profiles:
- schedulerName: one
  percentageOfNodesToScore: 7
  plugins:
    multiPoint: {enabled: [{name: ImageLocality, weight: 7}], disabled: [{name: NodePorts}]}
    preFilter: {}
    score:
      enabled: [{name: NodeResourcesFit, weight: 3}]
      disabled: [{name: "*"}]
  pluginConfig:
  - {name: InterPodAffinity, args: {hardPodAffinityWeight: 5, ignorePreferredTermsOfExistingPods: true}}
  - {name: PodTopologySpread, args: {defaultingType: List, defaultConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]}}
  - {name: NodeAffinity, args: {addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}}}
  - {name: VolumeBinding}
  - {name: DefaultPreemption, args: {minCandidateNodesAbsolute: 5}}
  - name: NodeResourcesFit
    args:
      ignoredResources: []
      ignoredResourceGroups: [example.com]
      scoringStrategy:
        type: RequestedToCapacityRatio
        resources: [{name: cpu}, {name: example.com/gpu, weight: 3}]
        requestedToCapacityRatio: {shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}
- schedulerName: two
extenders:
- {urlPrefix: "http://127.0.0.1:5/x", filterVerb: filter, httpTimeout: 1m2s, weight: 2, managedResources: [{name: a.b/c}]}
- {urlPrefix: "https://127.0.0.1:5/x", prioritizeVerb: p, weight: 1, enableHTTPS: true, tlsConfig: {insecure: true}}
END
else
  same "a Policy beside the file" --policy-config-file policy.json </dev/null
  cat >profiles <<'END'
leaderElection: {leaderElect: false, leaseDuration: 90s, retryPeriod: 1500ms}
percentageOfNodesToScore: 30
profiles:
- schedulerName: one
  plugins:
    preFilter: {}
    filter: {enabled: []}
    score:
      enabled: [{name: NodePreferAvoidPods, weight: 7}, {name: RequestedToCapacityRatio, weight: 3}]
      disabled: [{name: "*"}]
  pluginConfig:
  - {name: InterPodAffinity, args: {hardPodAffinityWeight: 5}}
  - {name: RequestedToCapacityRatio, args: {shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]}}
  - {name: PodTopologySpread, args: {defaultConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]}}
  - {name: NodeLabel, args: {presentLabels: [x]}}
  - {name: VolumeBinding}
  - {name: NodeResourcesFit, args: {ignoredResources: []}}
- schedulerName: two
extenders:
- {urlPrefix: "http://127.0.0.1:5/x", filterVerb: filter, httpTimeout: 1m2s, weight: 2, managedResources: [{name: a.b/c}]}
- {urlPrefix: "https://127.0.0.1:5/x", prioritizeVerb: p, weight: 1, enableHTTPS: true, tlsConfig: {insecure: true}}
END
fi
if [ "$minor" -ge 20 ]; then # before, profiles have other fields
  same "profiles and extenders" <profiles
  same "profiles that run" -v 2 <profiles
fi

finish
