#!/bin/sh
#SBATCH --job-name=fitsched-tune
#SBATCH --array=0-7
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# slurm.sh - a search for better weights by the tasks of an array
#
#   sbatch slurm.sh DIRECTORY OPTION...
#   sbatch --array=0-15 slurm.sh /shared/tuning --provider DefaultProvider -f /shared/cluster.json --pods /shared/pods.json
#
# Each task makes one part of every generation in DIRECTORY, which all nodes see.
# The array begins with 0, and all of its tasks must run at the same time, because
# a generation is complete when all of its parts are there.  A task that was lost is
# queued again under its number, and goes on.  In the end each prints the answer,
# and DIRECTORY.tuned-N has the rules.
# SPDX-License-Identifier: Apache-2.0

set -e

directory=$1
shift
processes=${SLURM_CPUS_PER_TASK:-1}

while fitsched tune "$@" --shards "$processes" --shard "auto/$SLURM_ARRAY_TASK_COUNT" --directory "$directory"; do
  fitsched tune "$@" --shards "$processes" --merge "$directory" || sleep "${FITSCHED_TUNE_WAIT:-10}"
done
fitsched tune "$@" --shards "$processes" --merge "$directory" --write "$directory.tuned-$SLURM_ARRAY_TASK_ID"
