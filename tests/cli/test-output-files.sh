#!/usr/bin/env bash
# Files that are written: who may read them, what is left when a signal comes,
# and what is said when they cannot be written.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

run="simulate --provider DefaultProvider -f life.yaml"
cat >keys.json <<'END'
{"kind": "Policy", "apiVersion": "v1", "extenders": [{"urlPrefix": "https://127.0.0.1:1", "filterVerb": "f", "enableHttps": true,
  "tlsConfig": {"insecure": true, "certData": "YQ==", "keyData": "YQ=="}}]}
END

# mode FILE: its permissions
mode ()
{
  stat -c %a "$1"
}

# -- permissions

umask 022
fitsched $run --record new.jsonl >/dev/null
is "$(mode new.jsonl)" 600 "a trace holds what pods have in their environment"
fitsched migrate keys.json --to v1 --write keys.yaml >/dev/null 2>&1
is "$(grep -c keyData: keys.yaml) $(mode keys.yaml)" "1 600" "a migration holds the key of the source"
cat >password.json <<'END'
{"kind": "Policy", "apiVersion": "v1", "extenders": [{"urlPrefix": "http://me:secret@127.0.0.1:1", "filterVerb": "f"}]}
END
fitsched migrate password.json --to v1 --write password.yaml >/dev/null 2>&1
is "$(grep -c me:secret password.yaml) $(mode password.yaml)" "1 600" "a migration holds the password of the source"
cat >ignorable.json <<'END'
{"kind": "Policy", "apiVersion": "v1", "extenders": [{"urlPrefix": "http://127.0.0.1:1", "filterVerb": "f", "ignorable": true}]}
END
asks="simulate --policy ignorable.json -f ties.yaml"
fitsched $asks --record-extenders answers.yaml >/dev/null 2>&1
is "$(mode answers.yaml)" 600 "a recording of extenders holds what they were told"
fitsched migrate policy.json --to v1 --write plain.yaml --report plain.md >/dev/null 2>&1
is "$(mode plain.yaml) $(mode plain.md)" "644 644" "everybody may read what has no secrets"
(umask 027; fitsched migrate policy.json --to v1 --write masked.yaml >/dev/null 2>&1)
is "$(mode masked.yaml)" 640 "the umask counts"
for mode in 600 640 664 755; do
  for file in old.jsonl old.yaml old.md; do
    echo old >$file
    chmod $mode $file
  done
  fitsched $run --record old.jsonl >/dev/null
  fitsched migrate policy.json --to v1 --write old.yaml --report old.md >/dev/null 2>&1
  is "$(mode old.jsonl) $(mode old.yaml) $(mode old.md) $(cat old.* | grep -c '^old$')" "$mode $mode $mode 0" \
    "files that are there keep $mode"
done
mkdir elsewhere
echo old >elsewhere/real.yaml
ln -s elsewhere/real.yaml link.yaml
fitsched migrate policy.json --to v1 --write link.yaml >/dev/null 2>&1
is "$([ -L link.yaml ] && head -c 11 elsewhere/real.yaml)" "apiVersion:" "a link stays one"

ln -s elsewhere/new.yaml dangling.yaml
ln -s "$PWD/dangling.yaml" far.yaml
fitsched migrate policy.json --to v1 --write far.yaml >/dev/null 2>&1
is "$([ -L far.yaml ] && [ -L dangling.yaml ] && head -c 11 elsewhere/new.yaml)" "apiVersion:" \
  "a link that leads nowhere yet is followed"
ln -s elsewhere/new.jsonl dangling.jsonl
fitsched $run --record dangling.jsonl >/dev/null
is "$([ -L dangling.jsonl ] && [ -s elsewhere/new.jsonl ] && echo followed)" followed "also for a trace"
ln -s circle.yaml circle.yaml
is "$(fitsched migrate policy.json --to v1 --write circle.yaml 2>&1; echo $?; readlink circle.yaml)" \
  'fitsched: cannot write "circle.yaml": Too many levels of symbolic links
5
circle.yaml' "a circle is refused, and stays"
ln -s nowhere/at/all.yaml lost.yaml
is "$(fitsched migrate policy.json --to v1 --write lost.yaml 2>&1; echo $?; readlink lost.yaml)" \
  'fitsched: cannot write "lost.yaml": No such file or directory
5
nowhere/at/all.yaml' "and what leads into no directory"

# -- files that are open already

for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
  (
    echo before
    fitsched migrate policy.json --to v1 --write $name 2>/dev/null
    echo after
  ) >open.yaml
  is "$(sed -n '1p;2s/ .*//p;$p' open.yaml)" "before
apiVersion:
after" "$name is standard output, which is not begun anew"
done
for name in /dev/stderr /dev/fd/2; do
  (
    echo before
    fitsched migrate policy.json --to v1 --report $name >/dev/null
    echo after
  ) 2>open.md >&2
  is "$(sed -n '1p;$p' open.md; [ "$(wc -l <open.md)" -gt 4 ] && echo report)" "before
after
report" "$name is an open file, too"
done
for name in /dev/stderr /dev/fd/2 /dev/fd/3 /proc/self/fd/3; do
  (
    echo before >&2
    fitsched $run --record $name >/dev/null
    echo after >&2
  ) 2>open.jsonl 3>&2
  is "$(sed -n '1p;$p' open.jsonl; grep -c '"verb"' open.jsonl | sed 's/^[1-9].*/trace/'; ls open.jsonl*)" "before
after
trace
open.jsonl" "a trace goes to $name, an open file"
done
is "$(fitsched $run --record /dev/fd/9 2>&1; echo $?)" 'fitsched: cannot write "/dev/fd/9": Bad file descriptor
5' "which has to be open"
is "$(fitsched migrate policy.json --to v1 -o json --report - 2>/dev/null | grep -c '"kind": "Migration"')" 1 \
  "a report on standard output stands there alone"
is "$(fitsched migrate policy.json --to v1 --report /dev/stdout --write - 2>&1 | head -n 1)" \
  "fitsched: --report and --write both go to standard output" "two texts need two files"
for name in - /dev/stdout; do
  is "$(fitsched $asks -o json --record-extenders $name 2>&1; echo $?)" \
    "fitsched: --record-extenders needs a file: the result goes to standard output
hint: write --record-extenders FILE
see 'fitsched simulate --help'
2" "nor is a recording mixed with a result: $name"
  is "$(fitsched $run --record $name 2>&1 | head -n 1)" "fitsched: --record needs a file: decisions go to standard output" \
    "nor a trace: $name"
done

# Then an output file is the first that the program opens.
fitsched migrate --provider DefaultProvider --write first.yaml 2>/dev/null <&-
is "$? $(head -c 11 first.yaml)" "0 apiVersion:" "without a standard input"

# -- signals

mkfifo slow.jsonl
for signal in INT TERM HUP; do
  # A shell lets background jobs ignore INT, and whatever has started this test may ignore
  # INT and HUP.
  env --default-signal=INT,HUP fitsched $run --trace slow.jsonl --record cut.jsonl >/dev/null 2>&1 &
  exec 7>slow.jsonl
  head -n 1 evicted.jsonl >&7
  for _ in $(seq 200); do
    ls cut.jsonl.* >/dev/null 2>&1 && break
    sleep 0.05
  done
  is "$(ls cut.jsonl.* | wc -l)" 1 "a trace grows under another name"
  kill -$signal $!
  wait $! 2>/dev/null
  is "$?" $((128 + $(kill -l $signal))) "$signal ends the program"
  exec 7>&-
  is "$(ls cut.jsonl* 2>/dev/null | wc -l)" 0 "and nothing is left behind"
done
is "$(nohup fitsched $run -o name 2>/dev/null | wc -l)" "$(fitsched $run -o name | wc -l)" "nohup"

# -- what cannot be written

while IFS= read -r command; do
  is "$(eval "fitsched $command" >/dev/full 2>err; echo $?) $(grep -c '^fitsched: cannot write to standard output: No space left on device$' err)" \
    "5 1" "a full disk: $command"
  # The one who reads is gone before anything is written.
  is "$( (sleep 0.2; eval "fitsched $command" 2>err; echo $? >status) | :; cat status; grep -v "^note:\|^hint:" err)" 5 "nobody reads: $command"
done <<'END'
validate policy.json
simulate --policy policy.json -f cluster.json --pods pods.yaml
simulate --policy policy.json -f cluster.json --pods pods.yaml -o json
simulate --policy policy.json -f cluster.json --pods pods.yaml --until-full
simulate --policy policy.json -f cluster.json --pods pods.yaml --nodes-needed no-resources.yaml
simulate --provider DefaultProvider -f life.yaml --trace evicted.jsonl
simulate --provider DefaultProvider -f life.yaml --trace evicted.jsonl -o yaml
explain shop/redis-1 --policy policy.json -f cluster.json --pods pods.yaml
diff --left policy.json --right profile.yaml -f cluster.json --pods pods.yaml
diff --left policy.json --right profile.yaml -f cluster.json --pods pods.yaml -o markdown
migrate policy.json --to v1
explain-warning FP001
list predicates
list plugins -o json
completion bash
help
help simulate
simulate --help
--version
END
for option in "$run --record" "$asks --record-extenders" "migrate policy.json --to v1 --write" "migrate policy.json --to v1 --report"; do
  is "$(fitsched $option /dev/full >/dev/null 2>err; echo $?) $(grep -c '^fitsched: cannot write "\?/dev/full"\?: No space left on device$' err)" \
    "5 1" "a full disk: $option"
  is "$(fitsched $option nowhere/file >/dev/null 2>err; echo $?) $(grep -c '^fitsched: cannot write "nowhere/file": No such file or directory$' err)" \
    "5 1" "no such directory: $option"
done

# -- files may not grow

is "$( (ulimit -f 1; trap '' XFSZ; fitsched simulate --provider DefaultProvider -f life.yaml --trace life.jsonl --record grown.jsonl >/dev/null 2>err); echo $?; cat err)" \
  "5
fitsched: cannot write grown.jsonl: File too large" "a trace has the name that was given"
is "$( (ulimit -f 1; trap '' XFSZ; fitsched snapshot --write grown.json --kubeconfig nowhere >/dev/null 2>err); grep -c 'json\.' err)" 0 \
  "no message has a temporary name"

is "$( (ulimit -f 1; fitsched list plugins -o json >grown 2>err); echo $?) $(cat err)" \
  "5 fitsched: cannot write to standard output: File too large" "a limit on the size of files: standard output"
is "$( (ulimit -f 1; fitsched migrate policy.json --to v1 --full --write grown.yaml >/dev/null 2>err); echo $?) $(ls grown.yaml* 2>/dev/null)" \
  "5 " "a limit on the size of files: an output file, of which nothing is left"
rm -f grown

# -- no memory

awk 'BEGIN { for (i = 0; i < 200000; i++) printf "{\"kind\": \"Pod\", \"apiVersion\": \"v1\", \"metadata\": {\"name\": \"p-%d\", \"labels\": {\"n\": \"%d\"}}, \"spec\": {\"containers\": [{\"name\": \"c\"}]}}\n", i, i }' >many.json
is "$( (memory 100000; fitsched validate many.json) 2>&1; echo $?)" "$(
  fitsched --version | grep -q sanitizers=no || { fitsched validate many.json; echo 0; exit; }
  printf 'fitsched: out of memory\n5')" \
  "no memory is no crash"
finish
