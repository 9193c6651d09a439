#!/usr/bin/env bash
# What is recorded gives the same decisions again, byte for byte, and is there as
# a whole or not at all.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# arrivals N: a trace in which N pods come, some of them important, and half of
# them go again
arrivals ()
{
  awk -v n="$1" 'BEGIN {
    for (i = 0; i < n; i++) {
      printf "{\"time\": %.3f, \"verb\": \"add\", \"object\": {\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p-%d\"}, \"spec\": {\"priority\": %d, \"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"cpu\": \"%dm\"}}}]}}}\n", i * 1.7, i, i % 5 == 0 ? 100 : 0, 200 + 100 * (i % 4)
      if (i % 2)
        printf "{\"time\": %.3f, \"verb\": \"delete\", \"object\": {\"kind\": \"Pod\", \"metadata\": {\"name\": \"p-%d\", \"namespace\": \"default\"}}}\n", i * 1.7, int(i / 2)
    }
  }'
}

arrivals 60 >arrivals.jsonl
rules="--provider DefaultProvider --bind-latency 300"
for format in table wide json yaml name; do
  fitsched simulate $rules -f life.yaml --trace arrivals.jsonl --record both.jsonl -o $format >first
  fitsched simulate $rules --trace both.jsonl --record again.jsonl -o $format >second
  cmp -s first second
  ok $? "the same decisions from what was recorded: $format"
  cmp -s both.jsonl again.jsonl
  ok $? "recorded again it is the same: $format"
done
is "$(fitsched simulate $rules -f life.yaml --trace arrivals.jsonl -o name | grep -c nominated)" \
  "$(fitsched simulate $rules --trace both.jsonl -o name | grep -c nominated | grep -v '^0$')" "some pods preempt"

# A simulation without a trace can be recorded, too.
fitsched simulate $rules -f life.yaml --pods checkout.yaml --record plain.jsonl -o name >first
is "$(fitsched simulate $rules --trace plain.jsonl -o name | awk '$3 == "bound" { print $2, $4 }')" "$(cat first)" \
  "pods of manifests are recorded"

# -- profiles

for release in 1.25 1.34.1; do
  by_profile="--config profile.yaml --release $release --bind-latency 300"
  fitsched simulate $by_profile -f life.yaml --trace arrivals.jsonl --record profile.jsonl -o json >first
  fitsched simulate $by_profile --trace profile.jsonl -o json >second
  [ -s first ] && cmp -s first second
  ok $? "the same decisions from what was recorded, by profiles of $release"
done

# -- all or nothing

echo untouched >kept.jsonl
(cat arrivals.jsonl; echo '{"time": 1e3, "verb": "vanish"}') >bad.jsonl
is "$(status fitsched simulate $rules -f life.yaml --trace bad.jsonl --record kept.jsonl)" 3 "a bad line at the end"
is "$(cat kept.jsonl)" untouched "leaves alone what was there"
is "$(ls -d kept.jsonl*)" kept.jsonl "and nothing else behind"
is "$(status fitsched simulate $rules -f life.yaml --trace arrivals.jsonl --record kept.jsonl --feature-gates Nonsense=true)" 2 \
  "a command line that makes no sense"
is "$(cat kept.jsonl)" untouched "records nothing"
is "$(status fitsched simulate $rules -f life.yaml --record /dev/full)" 5 "a full disk"
ln -s /dev/null sink
fitsched simulate $rules -f life.yaml --record sink >/dev/null
[ -L sink ]
ok $? "what is no file is written to, not replaced"
(umask 027; fitsched simulate $rules -f life.yaml --record mode.jsonl >/dev/null)
is "$(stat -c %a mode.jsonl)" 600 "others may not read what is recorded"
finish
