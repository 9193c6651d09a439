#!/usr/bin/env bash
# test-slurm.sh - deploy/tune/slurm.sh in an array of Slurm's, which runs on this machine alone
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/cli/common.sh"
PATH=$PATH:/usr/sbin

for program in munged:munge slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client; do
  if ! command -v "${program%:*}" >/dev/null; then
    skip "no ${program%:*}; apt-get install slurm-wlm munge" "an array of Slurm's comes to the answer of one machine"
    finish
  fi
done

started=()
trap 'kill "${started[@]}" 2>/dev/null; wait; rm -rf "$work"' EXIT
mkdir spool state
head -c 128 /dev/urandom >munge.key
chmod 600 munge.key
host=$(hostname -s)
port=$((21000 + RANDOM % 8000))
cat >slurm.conf <<EOF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge.sock
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
SlurmdSpoolDir=$work/spool
StateSaveLocation=$work/state
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=8
PartitionName=all Nodes=$host Default=YES State=UP
EOF
export SLURM_CONF=$work/slurm.conf

munged --force --foreground --key-file="$work/munge.key" --socket="$work/munge.sock" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed" >munged.txt 2>&1 &
started+=($!)
for ((i = 0; i < 50; i++)); do [ ! -S munge.sock ] || break; sleep 0.1; done
slurmctld -D -i -c >slurmctld.txt 2>&1 &
started+=($!)
slurmd -D -c -N "$host" >slurmd.txt 2>&1 &
started+=($!)
for ((i = 0; i < 100; i++)); do
  ! sinfo -h -o %t 2>/dev/null | grep -qx idle || break
  sleep 0.2
done
if ! sinfo -h -o %t 2>/dev/null | grep -qx idle; then
  note "$(tail -n 5 munged.txt slurmctld.txt slurmd.txt 2>&1)"
  skip "slurm-wlm does not start here" "an array of Slurm's comes to the answer of one machine"
  finish
fi

search=(--provider DefaultProvider --legacy-labels -f "$work/shapes.yaml" --trials 60)
fitsched tune "${search[@]}" --write tuned.json >whole.txt 2>/dev/null
is "$?" 0 "one machine has an answer"
job=$(FITSCHED_TUNE_WAIT=0.2 sbatch --parsable --array=0-2 -o "$work/log-%a" \
  "$FIT_TEST_SRCDIR/deploy/tune/slurm.sh" "$work/tuning" "${search[@]}" 2>sbatch.txt)
ok $? "Slurm takes the script ($job)"
for ((i = 0; i < 300; i++)); do
  [ -n "$(squeue -h -j "$job" 2>/dev/null)" ] || break
  sleep 0.2
done
is "$(squeue -h -j "$job" 2>&1)" "" "the array ends"
for task in 0 1 2; do
  cmp -s tuning.tuned-$task tuned.json
  ok $? "task $task has written what one machine recommends"
  grep -qF "$(grep -o '^60 trials.*' whole.txt)" log-$task
  ok $? "and says so"
done
[ "$tap_failed" -eq 0 ] || note "$(tail -n 20 log-* slurmctld.log 2>&1)"

finish
