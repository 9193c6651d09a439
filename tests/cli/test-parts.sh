#!/usr/bin/env bash
# 'diff --find' and 'simulate --sweep' in parts: the same answer with any number of
# them, whether they are lost, killed or made twice; files that are not of the search;
# and what a sweep says of each cluster.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# -- clusters ------------------------------------------------------------------

# cluster NODES PODS: nodes with 4 CPUs, and pending pods that want one each
cluster ()
{
  local i
  for ((i = 0; i < $1; i++)); do
    printf -- '---\napiVersion: v1\nkind: Node\nmetadata: {name: n%d}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 30}}\n' "$i"
  done
  for ((i = 0; i < $2; i++)); do
    printf -- '---\napiVersion: v1\nkind: Pod\nmetadata: {name: p%d}\nspec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n' "$i"
  done
}

mkdir clusters
for n in 1 2 3 4 5 6 7 8 9; do cluster $n $((n * n)) >clusters/c$n.yaml; done
sweep=(simulate --provider DefaultProvider --sweep clusters)
find=(diff --find --left-release 1.22 --right-release 1.23 --budget 450)

# -- a sweep -------------------------------------------------------------------

fitsched "${sweep[@]}" -o json >sweep.json 2>err.txt
is "$?" 1 "some pods of a sweep have no node"
is "$(sed -n 's/^ *"placed": \([0-9]*\),$/\1/p' sweep.json | tail -9 | tr '\n' ' ')" "1 4 9 16 20 24 28 32 36 " "each cluster has its own pods"
for n in 3 7; do
  fitsched simulate --provider DefaultProvider -f clusters/c$n.yaml -o json >one.json 2>/dev/null
  is "$(sed -n 's/^    "placed": \(.*\),/\1/p' one.json)" \
    "$(sed -n "/c$n.yaml/,/}/s/^ *\"placed\": \(.*\),/\1/p" sweep.json)" "c$n.yaml alone says the same"
done
fitsched simulate --provider DefaultProvider --sweep 'clusters/c[1-4].yaml' >out.txt 2>err.txt
is "$? $(tail -1 out.txt)" "0 4 clusters: in 4 every pod has a node; 30 of 30 pending pods are placed" "a pattern; all pods are placed"
cluster 2 0 >more.yaml
sed -i 's/name: n/name: m/' more.yaml
fitsched simulate --provider DefaultProvider --sweep clusters/c5.yaml -f more.yaml >out.txt 2>err.txt
is "$? $(tail -1 out.txt)" "0 1 cluster: in 1 every pod has a node; 25 of 25 pending pods are placed" "each cluster also has what -f names"
fitsched simulate --provider DefaultProvider --sweep policy.json >out.txt 2>err.txt
is "$? $(grep -c 'policy.json' err.txt)" "3 1" "what is no cluster is an error that names it"

# the first one in order, however long it takes until it fails
mkdir broken
cluster 1 1 >broken/c1.yaml
{ cluster 4000 4000; echo '---'; echo 'kind: ['; } >broken/c2.yaml
for n in 3 4 5 6; do echo 'kind: [' >broken/c$n.yaml; done
for n in 1 2 3 4 5 6; do
  fitsched simulate --provider DefaultProvider --sweep broken >out.txt 2>err.txt
  grep -o 'broken/c[0-9]' err.txt | head -1
done | sort | uniq -c | tr -s ' ' >named.txt
is "$(cat named.txt)" " 6 broken/c2" "of clusters that cannot be read, the first is named"
fitsched simulate --provider DefaultProvider --sweep - --sweep - <clusters/c1.yaml >out.txt 2>err.txt
is "$? $(head -1 err.txt)" "2 fitsched: standard input (-) can be read only once" "one cluster comes from standard input"
fitsched simulate --provider DefaultProvider --sweep - <clusters/c1.yaml >out.txt 2>err.txt
is "$?" 0 "and that one is read"

# -- parts ---------------------------------------------------------------------

fitsched "${find[@]}" -o json >find.json 2>/dev/null
is "$?" 1 "a search finds a difference"

# whole NAME: the answer of the search or sweep NAME, which is in NAME.json
for name in sweep find; do
  declare -n command=$name
  for n in 1 2 7; do
    rm -rf parts
    for ((i = n - 1; i >= 0; i--)); do fitsched "${command[@]}" --shard $i/$n --directory parts >out.txt 2>/dev/null || break; done
    fitsched "${command[@]}" --merge parts -o json >merged.json 2>/dev/null
    cmp -s merged.json $name.json
    ok $? "$name: the same bytes with $n parts"
  done

  # lost, and made twice, by other numbers of parts
  rm -rf parts
  fitsched "${command[@]}" --shard 0/3 --directory parts >out.txt 2>/dev/null
  is "$(cat out.txt)" "part 0 of 3 is done" "$name: a part says what it is"
  fitsched "${command[@]}" --merge parts >out.txt 2>err.txt
  is "$?" 1 "$name: there is no answer while parts are missing"
  grep -q '^fitsched: it is not complete: nothing is known of [0-9] of its [a-z]*s: 1, 2' err.txt
  ok $? "$name: it says what is missing"
  JOB_COMPLETION_INDEX=1 fitsched "${command[@]}" --shard auto/2 --directory parts >out.txt 2>/dev/null
  JOB_COMPLETION_INDEX="" SLURM_ARRAY_TASK_ID=2 fitsched "${command[@]}" --shard auto/3 --directory parts >>out.txt 2>/dev/null
  fitsched "${command[@]}" --directory parts -o json >merged.json 2>/dev/null
  cmp -s merged.json $name.json
  ok $? "$name: it goes on with what there is"
  fitsched "${command[@]}" --shard 0/3 --directory parts >out.txt 2>/dev/null
  fitsched "${command[@]}" --merge parts -o json >merged.json 2>/dev/null
  cmp -s merged.json $name.json
  ok $? "$name: what is made twice changes nothing"

  # killed at any moment
  rm -rf parts
  RANDOM=${FIT_TEST_SEED:-11}
  for ((round = 0; round < 8; round++)); do
    fitsched "${command[@]}" --shard $((round % 2))/2 --directory parts >out.txt 2>&1 &
    started=$!
    sleep "0.0$((RANDOM % 9))"
    kill -9 $started 2>/dev/null
    wait $started 2>/dev/null
  done
  for i in 0 1; do fitsched "${command[@]}" --shard $i/2 --directory parts >out.txt 2>/dev/null; done
  fitsched "${command[@]}" --merge parts -o json >merged.json 2>/dev/null
  cmp -s merged.json $name.json
  ok $? "$name: the same bytes after parts were killed"

  # files that are not of it
  file=$(basename parts/*-0-of-2.json)
  cp -r parts good
  echo hello >parts/notes.txt
  fitsched "${command[@]}" --merge parts >out.txt 2>err.txt
  is "$? $(grep -c '^fitsched: parts/notes.txt: no search has such a file' err.txt)" "3 1" "$name: a file of someone else"
  rm parts/notes.txt
  head -c 300 "good/$file" >"parts/$file"
  fitsched "${command[@]}" --merge parts >out.txt 2>err.txt
  is "$? $(grep -c "^fitsched: parts/$file: it is damaged" err.txt)" "3 1" "$name: a file that was cut"
  sed 's/"number":2/"number":3/' "good/$file" >"parts/$file"
  fitsched "${command[@]}" --merge parts >out.txt 2>err.txt
  is "$? $(grep -c "^fitsched: parts/$file: it is damaged" err.txt)" "3 1" "$name: a file that was changed"
  cp "good/$file" "parts/$file"
  fitsched "${command[@]}" --seed 5 --merge parts >out.txt 2>err.txt
  is "$? $(grep -c '^fitsched: parts/.*: it belongs to another search' err.txt)" "3 1" "$name: parts of another search"
  rm -rf good
  for wrong in "--shard 2/2 --directory parts" "--shard auto/2 --directory parts" "--shard 0/2" "--merge parts --directory parts"; do
    # shellcheck disable=SC2086
    is "$(status env -u JOB_COMPLETION_INDEX -u SLURM_ARRAY_TASK_ID fitsched "${command[@]}" $wrong)" 2 "$name: $wrong is wrong"
  done
  fitsched "${command[@]}" --merge nowhere >out.txt 2>err.txt
  is "$? $(grep -v ^note err.txt)" '3 fitsched: --merge: there is no directory "nowhere"' "$name: a merge makes no directory"
  ok "$([ ! -e nowhere ]; echo $?)" "$name: and leaves none behind"
  unset -n command
done

# -- extenders -----------------------------------------------------------------

# They become rules when they first act, which is not in all clusters.
cat >asking.yaml <<'END'
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
- {urlPrefix: "http://first/", filterVerb: filter, prioritizeVerb: prioritize, weight: 1, nodeCacheCapable: true}
- {urlPrefix: "http://second/", filterVerb: filter, nodeCacheCapable: true}
END
sed '/second/d' asking.yaml >less.yaml
cat >said.yaml <<'END'
apiVersion: fitsched/v1
kind: ExtenderAnswers
extenders:
- urlPrefix: http://first/
  filter:
  - pod: p7
    nodes: [{names: [n3], fails: kept}, {names: ["*"], passes: true}]
  - nodes: [{names: ["*"], passes: true}]
  prioritize:
  - nodes: [{names: [n2], score: 7}, {names: ["*"], score: 1}]
- urlPrefix: http://second/
  filter:
  - pod: p2
    nodes: [{names: [n1], unresolvable: never}, {names: ["*"], passes: true}]
  - nodes: [{names: ["*"], passes: true}]
END
# the right side, the exit status, and how many sides have the second extender
for right in "asking 0 2" "less 1 1"; do
  read -r right code sides <<<"$right"
  asked=(diff --find --left asking.yaml --right "$right.yaml" --extenders said.yaml --budget 250)
  fitsched "${asked[@]}" -o json >asked.json 2>err.txt
  is "$? $(cat err.txt)" "$code " "extenders may reject and score, $right on the right"
  is "$(tr -d ' \n' <asked.json | grep -o '"http://[a-z]*/","part":null,"kind":"[a-z]*","exercised":[a-z]*' | tr -d '"' | sort | uniq -c | tr -s ' \n' ' ')" \
    " 2 http://first/,part:null,kind:filter,exercised:true 2 http://first/,part:null,kind:score,exercised:true $sides http://second/,part:null,kind:filter,exercised:true " \
    "what they did is known, $right on the right"
  for n in 1 2 7; do
    rm -rf parts
    for ((i = n - 1; i >= 0; i--)); do fitsched "${asked[@]}" --shard $i/$n --directory parts >out.txt 2>/dev/null || break; done
    fitsched "${asked[@]}" --merge parts -o json >merged.json 2>/dev/null
    cmp -s merged.json asked.json
    ok $? "extenders: the same bytes with $n parts, $right on the right"
  done
done

# Each cluster begins with the first call for a pod, and the right side asks again.
for n in 2 3; do
  sed "0,/^  filter:/s//&\n  - {call: $n, nodes: [{names: [\"*\"], fails: tired}]}/" said.yaml >later.yaml
  fitsched diff --find --left asking.yaml --right asking.yaml --extenders later.yaml --budget 20 >out.txt 2>err.txt
  is "$? $(cat err.txt)" "$((3 - n)) " "call $n for a pod is counted in its cluster"
done

# -- what is wrong -------------------------------------------------------------

is "$(status fitsched "${find[@]}" --budget 1s --directory parts)" 2 "what is found in a time cannot be joined"
fitsched "${find[@]}" --budget 1s --directory parts >out.txt 2>err.txt
is "$(grep ^hint err.txt)" "hint: give the number of clusters that all parts try together, as in --budget 20000" "and it says what to do"
is "$(status fitsched simulate --provider DefaultProvider -f clusters/c1.yaml --shard 0/2 --directory parts)" 2 "a single cluster has no parts"
is "$(status fitsched simulate --sweep clusters)" 2 "a sweep needs to be told the rules"
is "$(status fitsched simulate --provider DefaultProvider --sweep clusters --compress)" 2 "a sweep is one question"
none "$(fitsched simulate --sweep clusters 2>&1 | grep CRITICAL)" "and says nothing else"

# whatever a row depends on tells sweeps apart
cp clusters/c3.yaml one.yaml
printf '%s\n' '{"kind": "Policy", "apiVersion": "v1", "extenders": [{"urlPrefix": "http://x:1", "filterVerb": "f"}]}' >asks.json
printf '%s\n' 'apiVersion: fitsched/v1' 'kind: ExtenderAnswers' 'extenders:' '- urlPrefix: "*"' '  filter:' '  - nodes:' '    - {names: ["*"], fails: busy}' >answers.yaml
base=(simulate --policy asks.json --extenders answers.yaml --sweep one.yaml)
rm -rf parts
fitsched "${base[@]}" --directory parts >out.txt 2>err.txt
for changed in one.yaml answers.yaml asks.json; do
  cp "$changed" kept
  echo "# changed" >>"$changed"
  [ "$changed" != asks.json ] || sed -i 's/# changed//; s/"filterVerb": "f"/"filterVerb": "g"/' "$changed"
  fitsched "${base[@]}" --merge parts >out.txt 2>err.txt
  is "$? $(grep -c 'it belongs to another search' err.txt)" "3 1" "a sweep after $changed has changed is another one"
  cp kept "$changed"
done
for more in "--scheduler-name foo" "--hard-pod-affinity-symmetric-weight 7" "--cordon n1"; do
  # shellcheck disable=SC2086
  fitsched "${base[@]}" $more --merge parts >out.txt 2>err.txt
  is "$? $(grep -c 'it belongs to another search' err.txt)" "3 1" "and so it is with $more"
done

# what is assumed is assumed of each cluster
node=$(fitsched simulate --provider DefaultProvider -f one.yaml -o json 2>/dev/null | sed -n 's/^ *"node": "\(.*\)",*$/\1/p' | tail -1)
fitsched simulate --provider DefaultProvider --sweep one.yaml --cordon "$node" -o json >out.txt 2>err.txt
alone=$(fitsched simulate --provider DefaultProvider -f one.yaml --cordon "$node" -o json 2>/dev/null | grep -c '^ *"node": "')
is "$(sed -n 's/^ *"placed": \([0-9]*\),*$/\1/p' out.txt | head -1)" "$alone" "--cordon $node in a sweep"

finish
