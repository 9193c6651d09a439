#!/usr/bin/env bash
# fitsched extender beside a real kube-scheduler: a lost rule keeps ruling
#
# The kube-scheduler reads a profile without the rules.  Each pod has to land on
# one of the nodes that the Policy likes best in the cluster of that moment, and
# the nodes have ten times the scores of the Policy: profiles score up to 100.
#
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/tools.sh"
peer=$programs/kube-scheduler

# -- tools -----------------------------------------------------------------

# policy PREDICATES PRIORITIES
policy () { echo "{\"apiVersion\":\"v1\",\"kind\":\"Policy\",\"predicates\":[$1],\"priorities\":[$2]}"; }

# web NAME: a pod of the service
web () { pod "$1" | sed "s/name: $1,/name: $1, labels: {app: web},/"; }

answers () { [ "$(curl -s -o /dev/null -w '%{http_code}' "$url/readyz")" = 200 ]; }

# extender FILE: starts it; it is at $url
extender ()
{
  : >extender.log
  fitsched extender --policy "$1" --kubeconfig "$FITSCHED_KUBECONFIG" --listen 127.0.0.1:0 2>extender.log &
  answering=$!
  started+=("$answering")
  within 20 grep -q 'answering on' extender.log
  url=$(sed -n 's,.*answering on \([^ ]*\) .*,\1,p' extender.log)
  within 20 answers
}

# compete FILE: the kube-scheduler with this configuration
compete ()
{
  # shellcheck disable=SC2046 # words
  "$peer" --config "$1" $(portless "$minor") -v 10 2>peer.log &
  competitor=$!
  started+=("$competitor")
}

# take_away: no scheduler, no extender, no pods
take_away ()
{
  kill -KILL "$competitor"
  wait "$competitor" 2>/dev/null
  stop "$answering"
  is "$?" 0 "the extender ends when it is asked to"
  kubectl delete pods --all --grace-period 0 --force >/dev/null 2>&1
}

# best FILE NAME: the nodes that the Policy in FILE likes best for web NAME now
best ()
{
  kubectl get nodes,pods,services -A -o json >now.json
  fitsched explain "default/$2" --policy "$1" -f now.json --pods <(web "$2") -o json 2>/dev/null >best.json
  sed -n '/"tied": \[/,/\]/s/^ *"\([^"]*\)",*$/\1/p' best.json
}

# sums: the totals of best.json, ten times; nothing if a single node was feasible
sums ()
{
  awk -F '"' '
    $0 ~ /^          "name": / { name = $4 }
    $0 ~ /^          "total": [0-9]/ { gsub (/[^0-9]/, ""); print name, $0 * 10; n++ }
    END { exit n < 2 }' best.json | sort
}

# peer_sums LINE: those that the kube-scheduler has logged from this line on, in
# its last attempt
peer_sums ()
{
  tail -n "+$1" peer.log | sed -n \
    -e 's/.*\] Host \(.*\) => Score /\1 /p' \
    -e "s/.*\"Calculated node's final score for pod\" pod=.* node=\"\(.*\)\" score=/\1 /p" |
    awk '{ score[$1] = $2 } END { for (n in score) print n, score[n] }' | sort
}

# place FILE COUNT: creates pods one by one; prints those that land elsewhere, or
# that are scored otherwise
place ()
{
  local i among begin
  for ((i = 0; i < $2; i++)); do
    among=$(best "$1" "web-$i")
    begin=$(($(wc -l <peer.log) + 1))
    web "web-$i" | kubectl create -f - >/dev/null
    within 20 has_node "web-$i" || echo "web-$i: pending"
    grep -qx "$(node_of "web-$i")" <<<"$among" || echo "web-$i: $(node_of "web-$i"), not ${among//$'\n'/ }"
    [ "$(grep -c '"total": [0-9]' best.json)" -lt 2 ] || [ "$(sums)" = "$(peer_sums "$begin")" ] ||
      echo "web-$i: scores $(peer_sums "$begin" | tr '\n' ' '), not $(sums | tr '\n' ' ')"
    sums >>compared
  done
}

cluster_up --nodes 6
is "$?" 0 "a control plane starts"
kubectl label node node-00000 node-00003 rack=r1 >/dev/null
kubectl label node node-00001 node-00004 rack=r2 >/dev/null
kubectl label node node-00002 rack=r3 >/dev/null # and node-00005 has none
kubectl label node node-00001 node-00002 ssd=yes >/dev/null
kubectl create service clusterip web --tcp 80 >/dev/null # selects app=web

# migrated FILE: the Policy in FILE.json is migrated for the release of the control plane,
# or, if that still has its rules, for 1.22, whose file it then reads as its own; starts what is written
migrated ()
{
  local release=1.22
  [ "$minor" -lt 22 ] || release=1.$minor
  # The port is known only when the extender runs, and its Policy only then.
  fitsched migrate "$1.json" --from-release 1.16 --to-release "$release" --keep-lost http://extender.invalid \
    --keep-lost-policy "$1-lost.json" --report "$1.txt" --write "$1.yaml"
  is "$?" 0 "$1: nothing is lost"
  extender "$1-lost.json"
  is "$?" 0 "$1: the extender has read the cluster"
  sed -i -e "s,^apiVersion: .*,apiVersion: $(api_of "$minor")," -e "s,http://extender.invalid,$url," "$1.yaml"
  cat >>"$1.yaml" <<CONFIGURATION
clientConnection: {kubeconfig: $FITSCHED_KUBECONFIG}
leaderElection: {leaderElect: false}
CONFIGURATION
  compete "$1.yaml"
}

policy '{"name":"PodFitsResources"},
        {"name":"CheckNodeLabelPresence","argument":{"labelsPresence":{"labels":["rack"],"presence":true}}}' \
       '{"name":"RackSpread","weight":3,"argument":{"serviceAntiAffinity":{"label":"rack"}}},
        {"name":"PreferSsd","weight":2,"argument":{"labelPreference":{"label":"ssd","presence":true}}}' >spread.json
migrated spread
none "$(place spread.json 9)" "labels and service anti-affinity: every pod lands where the Policy likes it best, by the same sums"
is "$(curl -s "$url/metrics" | sed -n 's/^fitsched_extender_requests_total{outcome="answered",policy="spread-lost",verb="filter"} //p')" \
  9 "the extender was asked once for each pod"
take_away

policy '{"name":"PodFitsResources"},
        {"name":"CheckServiceAffinity","argument":{"serviceAffinity":{"labels":["rack"]}}}' \
       '{"name":"AvoidSsd","weight":3,"argument":{"labelPreference":{"label":"ssd","presence":false}}},
        {"name":"PreferSsd","weight":2,"argument":{"labelPreference":{"label":"ssd","presence":true}}}' >together.json
migrated together
none "$(place together.json 5)" "service affinity: every pod lands where the Policy likes it best, by the same sums"
is "$(($(cut -d " " -f 2 compared | sort -u | wc -l) > 3))" 1 "different sums were compared"
is "$(kubectl get pods -o 'jsonpath={.items[*].spec.nodeName}' | wc -w)" 5 "all of them have a node"
take_away
finish
