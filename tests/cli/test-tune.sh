#!/usr/bin/env bash
# 'tune': the same answer with any number of shards, whether they are lost, killed
# or made twice; the bench's trace; files that are not of the search.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# twelve nodes in three zones, and pods of six workloads that want different things
awk 'BEGIN {
  for (i = 0; i < 12; i++)
    printf "---\napiVersion: v1\nkind: Node\nmetadata: {name: n%02d, labels: {failure-domain.beta.kubernetes.io/zone: z%d}}\nstatus: {allocatable: {cpu: %d, memory: %dGi, pods: 30}}\n", \
      i, i % 3, i % 2 ? 4 : 8, i % 2 ? 16 : 8
  split("200m 1 500m 250m 2 100m", cpu, " "); split("2Gi 256Mi 1Gi 512Mi 512Mi 3Gi", memory, " ")
  for (i = 0; i < 54; i++) {
    a = 1 + (i * 7 + int(i / 6)) % 6
    printf "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p%02d, labels: {app: a%d}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a%d, uid: u%d, controller: true}]}\nspec: {containers: [{name: c, resources: {requests: {cpu: %s, memory: %s}}}]}\n", \
      i, a, a, a, cpu[a], memory[a]
  }
}' >mixed.yaml
search=(--provider DefaultProvider -f mixed.yaml --objective "imbalance,zone-skew" --trials 90 --population 12 --seed 3)

# -- one machine ---------------------------------------------------------------

fitsched tune "${search[@]}" --shards 1 -o json --write tuned.json >whole.json
is "$?" 0 "something improves on the DefaultProvider"
for shards in 2 7; do
  fitsched tune "${search[@]}" --shards $shards -o json --write tuned-$shards.json >other.json
  sed "s/tuned-$shards/tuned/g" other.json | cmp -s - whole.json && cmp -s tuned.json tuned-$shards.json
  ok $? "the same bytes with $shards processes"
done
fitsched tune "${search[@]}" --seed 4 -o json >other.json
ok "$(! cmp -s other.json whole.json; echo $?)" "another seed looks elsewhere"

bash -c "$(sed -n 's/^ *"command": "\(.*\)",$/\1/p' whole.json)" >out.txt 2>&1
is "$?" 1 "the command of the proof shows a difference"
is "$(tail -1 out.txt)" "$(sed -n 's/^ *"diff": "\(.*\)"$/\1/p' whole.json)" "it is the one that was told"
fitsched validate tuned.json >out.txt 2>&1
is "$?" 0 "the recommended rules are a Policy"

# -- parts ---------------------------------------------------------------------

# part I/N: one part, on one processor
part ()
{
  fitsched tune "${search[@]}" --shards 1 --directory parts --shard "$1"
}

# join: what --merge says
join ()
{
  fitsched tune "${search[@]}" --merge parts "$@"
}

# by_parts N: makes all parts of each generation until there is an answer
by_parts ()
{
  local n=$1 i
  rm -rf parts
  for ((round = 0; round < 20; round++)); do
    for ((i = n - 1; i >= 0; i--)); do part "$i/$n" >/dev/null || break; done
    join -o json --write tuned.json >merged.json || return 1
    [ "$(head -c 1 merged.json)" != "{" ] || return 0
  done
  return 1
}

for n in 1 2 7; do
  by_parts $n
  ok $? "$n parts of each generation come to an answer"
  cmp -s merged.json whole.json
  ok $? "the same bytes with $n parts"
done

# parts that are lost: another number of parts makes up for them, and some twice
rm -rf parts
part 0/3 >out.txt
is "$(cat out.txt)" "part 0 of 3 of generation 0 is done" "a part says what it is"
join --merge nowhere >out.txt 2>err.txt
is "$? $(head -1 err.txt)" '3 fitsched: --merge: there is no directory "nowhere"' "a merge makes no directory"
join >out.txt 2>err.txt
is "$?" 1 "a generation is not joined while parts are missing"
grep -q '^fitsched: generation 0 is not complete: nothing is known of 1[0-9] of its trials: 1, 2, 4, 5, ' err.txt
ok $? "it says which trials are missing"
JOB_COMPLETION_INDEX=1 part auto/3 >out.txt && SLURM_ARRAY_TASK_ID=0 part auto/2 >>out.txt && part 1/2 >>out.txt && part 0/3 >>out.txt
is "$(cut -d' ' -f2-4 out.txt | tr '\n' ' ')" "1 of 3 0 of 2 1 of 2 0 of 3 " "an index of a Job and of an array are understood"
join >out.txt
is "$(cut -d: -f1 out.txt)" "generation 1 is next" "parts of different sizes make a generation"

# each machine for itself
machine ()
{
  while part "$1" >"log-${1%/*}"; do join >>"log-${1%/*}" 2>&1 || sleep 0.1; done
}
rm -rf parts
machine 0/3 & machine 1/3 & machine 2/3 & wait
is "$(tail -qn 1 log-0 log-1 log-2 | sort -u)" "the search has ended: --merge gives the answer" "machines need nobody who directs them"
join -o json --write tuned.json >merged.json
cmp -s merged.json whole.json
ok $? "the same bytes from three machines"

# a search that was stopped goes on
rm -rf parts
part 1/3 >out.txt
fitsched tune "${search[@]}" --directory parts -o json --write tuned.json >merged.json
cmp -s merged.json whole.json
ok $? "a search goes on with what there is"

# -- killed at any moment --------------------------------------------------------

rm -rf parts
RANDOM=${FIT_TEST_SEED:-11}
kills=0
for ((round = 0; round < 40; round++)); do
  for i in 0 1; do
    part $i/2 >out.txt 2>&1 &
    started=$!
    if [ $((RANDOM % 3)) -ne 0 ]; then
      sleep "0.0$((RANDOM % 6))"
      kill -9 $started 2>/dev/null
    fi
    wait $started 2>/dev/null || kills=$((kills + 1))
  done
  join -o json --write tuned.json >merged.json 2>/dev/null || continue
  [ "$(head -c 1 merged.json)" != "{" ] || break
done
ok "$([ $kills -gt 0 ]; echo $?)" "parts were killed ($kills)"
part 0/1 >out.txt 2>&1
while join -o json --write tuned.json >merged.json 2>/dev/null && [ "$(head -c 1 merged.json)" != "{" ]; do part 0/1 >out.txt; done
cmp -s merged.json whole.json
ok $? "the same bytes after parts were killed"

# -- files that are not of the search --------------------------------------------

# refuses FILE TEXT NAME: a part and a merge name parts/FILE, and say TEXT
refuses ()
{
  part 0/2 >out.txt 2>err.txt
  is "$?" 3 "$3"
  grep -qF "fitsched: parts/$1: $2" err.txt
  ok $? "$3: it is named"
  join >out.txt 2>err.txt
  is "$?" 3 "$3, when it is joined"
}

cp -r parts good
# fresh: the directory as it was
fresh ()
{
  rm -rf parts
  cp -r good parts
}
file=generation-0001.json
echo hello >parts/notes.txt
refuses notes.txt "no search has such a file" "a file of someone else"
fresh; head -c 300 good/$file >parts/$file
refuses $file "it is damaged" "a file that was cut"
fresh; sed 's/"number":2/"number":3/' good/$file >parts/$file
refuses $file "it is damaged" "a file that was changed"
fresh; rm parts/generation-0000.json
refuses generation-0001.json "an earlier file of the search is missing" "a generation without the one before"
fresh; cp good/generation-0002.json parts/$file
refuses $file "it is not a TuneGeneration of generation 1" "a file under the name of another"
fresh; : >parts/$file.a1B2c3
part 0/2 >out.txt 2>err.txt
is "$? $(cat out.txt err.txt)" "1 the search has ended: --merge gives the answer" "what a killed part leaves behind is no matter"
fitsched tune "${search[@]}" --seed 5 --directory parts >out.txt 2>err.txt
is "$?" 3 "the directory of another search"
grep -q '^fitsched: parts/generation-0000.json: it belongs to another search' err.txt
ok $? "the directory of another search is named"

for wrong in "--shard 2/2 --directory parts" "--shard 1 --directory parts" "--shard auto/2 --directory parts" "--shard 0/2" \
  "--merge parts --directory parts" "--objective fun"; do
  # shellcheck disable=SC2086
  env -u JOB_COMPLETION_INDEX -u SLURM_ARRAY_TASK_ID fitsched tune "${search[@]}" $wrong >out.txt 2>err.txt
  is "$?" 2 "$wrong is wrong"
done

# -- profiles --------------------------------------------------------------------

for release in 1.18 1.20 1.22 1.24 1.34; do
  rm -f tuned.yaml
  fitsched tune --release $release -f mixed.yaml --objective imbalance --trials 60 --write tuned.yaml -o json >profile.json 2>err.txt
  is "$?" 0 "something improves on the defaults of $release"
  fitsched validate --release $release tuned.yaml >out.txt 2>&1
  is "$?" 0 "the recommended rules are a configuration of $release"
done

# -- the bench's trace -----------------------------------------------------------

"$FIT_TEST_BUILDDIR/tests/bench/run-bench" --trace --nodes 1000 --write . 2>err.txt
fitsched tune --provider DefaultProvider --trace trace-1000-4000.jsonl --objective placed,imbalance,zone-skew --trials 40 \
  --write tuned.json -o json >trace.json 2>err.txt
is "$?" 0 "something improves on the DefaultProvider on 1,000 nodes"
# outcome TRIAL: of the first such row: "IMBALANCE SKEW"
outcome ()
{
  sed -n '/"items": \[/,$p' trace.json | awk -v role="\"role\": \"$1\"" 'index ($0, role) { on = 1 }
    on && /"(imbalance|zone-skew)"/ { gsub (/[^0-9]/, ""); printf "%s ", $0; if (++n == 2) exit }'
}
read -r imbalance skew <<<"$(outcome 'as it is')"
read -r better_imbalance better_skew <<<"$(outcome recommended)"
ok "$([ "${better_imbalance:-0}" -lt "${imbalance:-0}" ] && [ "${better_skew:-0}" -lt "${skew:-0}" ]; echo $?)" \
  "it is better on two objectives at once: $imbalance to $better_imbalance, and $skew to $better_skew"
bash -c "$(sed -n 's/^ *"command": "\(.*\)",$/\1/p' trace.json)" >out.txt 2>&1
is "$?" 1 "diff shows it on the trace"

finish
