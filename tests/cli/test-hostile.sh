#!/usr/bin/env bash
# Names of strangers: what they hold is shown, never done.  A cluster, Policies
# and traces whose names have line breaks, escape sequences and marks of
# direction look like twins that have what is shown of them in their names.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# What stands for @ in the files: in JSON, and as it is shown.
hostile='\nhint: \u001b[31m\t\u009b\u202e\u2028\u007ff: x'
shown='\\nhint: \\x1b[31m\\t\\u009b\\u202e\\u2028\\x7ff: x'

cat >cluster.in <<'END'
{"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n1@", "labels": {"l@": "v@"}},
 "spec": {"taints": [{"key": "t@", "value": "v@", "effect": "NoSchedule"}]},
 "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10", "example.com/a@": "1"}}}
{"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n2@", "labels": {"l@": "v@"}},
 "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}}}
{"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n3@"},
 "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}}}
{"kind": "Odd@", "apiVersion": "v1@", "metadata": {"name": "x"}}
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "low@", "namespace": "ns@", "labels": {"app": "low@"}},
 "spec": {"nodeName": "n2@", "priority": -5, "containers": [{"name": "c", "image": "i@", "resources": {"requests": {"cpu": "4"}}}]}}
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "gone@", "namespace": "ns@"},
 "spec": {"nodeName": "nowhere@", "containers": [{"name": "c"}]}}
END
cat >pods.in <<'END'
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p1@", "namespace": "ns@"},
 "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]}}
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p2@", "namespace": "ns@"},
 "spec": {"nodeSelector": {"l@": "w@"}, "containers": [{"name": "c", "resources": {"requests": {"example.com/b@": "1"}}}]}}
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p3@", "namespace": "ns@"},
 "spec": {"priority": 9, "nodeSelector": {"l@": "v@"}, "containers": [{"name": "c", "resources": {"requests": {"cpu": "3"}}}]}}
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p4@", "namespace": "ns@"},
 "spec": {"schedulerName": "other@", "volumes": [{"name": "v@", "persistentVolumeClaim": {"claimName": "c@"}}], "containers": [{"name": "c"}]}}
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p5@", "namespace": "ns@"},
 "spec": {"volumes": [{"name": "v@", "persistentVolumeClaim": {"claimName": "c@"}}], "containers": [{"name": "c", "resources": {"requests@": {}}}]}}
END
cat >one.in <<'END'
{"kind": "Node", "apiVersion": "v1", "metadata": {"name": "new@", "labels": {"l@": "v@"}},
 "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}}}
END
cat >policy.in <<'END'
{"kind": "Policy", "apiVersion": "v1", "odd@": 1, "predicates@": [],
 "predicates": [{"name": "GeneralPredicates"}, {"name": "PodToleratesNodeTaints"},
   {"name": "CheckNodeLabelPresence", "argument": {"labelsPresence": {"labels": ["absent@"], "presence": false}}}],
 "priorities": [{"name": "LeastRequestedPriority", "weight": 1},
   {"name": "Mine", "weight": 5, "argument": {"labelPreference": {"label": "l@", "presence": true}}}]}
END
cat >unknown.in <<'END'
{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "NoSuch@"}]}
END
cat >weights.in <<'END'
{"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "a@", "weight": 0}, {"name": "b@", "weight": -1}]}
END
cat >profile.in <<'END'
{"kind": "KubeSchedulerConfiguration", "apiVersion": "kubescheduler.config.k8s.io/v1",
 "profiles": [{"schedulerName": "mine@", "plugins": {"score": {"disabled": [{"name": "odd@"}]}}}]}
END
cat >badprofile.in <<'END'
{"kind": "KubeSchedulerConfiguration", "apiVersion": "kubescheduler.config.k8s.io/v1",
 "profiles": [{"schedulerName": "mine@", "plugins": {"score": {"enabled": [{"name": "odd@"}]}}, "odd@": 1}]}
END
cat >badpod.in <<'END'
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p@", "namespace": "ns@"},
 "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu@": "1@"}}}]}}
END
cat >class.in <<'END'
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p@", "namespace": "ns@"},
 "spec": {"priorityClassName": "class@", "containers": [{"name": "c"}]}}
END
cat >trace.in <<'END'
{"time": 0, "verb": "add", "object": {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n1@"}, "status": {"allocatable": {"cpu": "1", "memory": "1Gi", "pods": "9"}}}}
{"time": 1, "verb": "add", "object": {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p1@", "namespace": "ns@"}, "spec": {"containers": [{"name": "c@", "resources": {"requests": {"cpu": "1"}}}]}}}
{"time": 2, "verb": "add", "object": {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p2@", "namespace": "ns@"}, "spec": {"priority": 7, "containers": [{"name": "c@", "resources": {"requests": {"cpu": "1"}}}]}}}
END
cat >badtrace.in <<'END'
{"time": 0, "verb": "add@", "object": {"kind": "Node"}}
END
cat >deletes.in <<'END'
{"time": 0, "verb": "delete", "object": {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n1@"}}}
END

# The names of files are names, too.
mkdir hostile twin
for file in *.in; do
  name=${file%.in}
  sed "s/@/${hostile//\\/\\\\}/g" "$file" >hostile/"$name.json"
  sed "s/@/${shown//\\/\\\\}/g" "$file" >twin/"$name.json"
done
cp hostile/policy.json hostile/$'p\n\e[31m.json'
cp hostile/policy.json twin/'p\n\x1b[31m.json'

# What no terminal is to get: C0 but line feed, DEL, C1, separators, directions.
raw='[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xd8\x9c'

# alike FILE: what it says, but for what the length of a name changes
alike ()
{
  sed -E 's/\\u00([01278].)/\\x\1/g; s/\\\\+/\\/g; s/column [0-9]+/column N/; s/ +/ /g; s/ $//' "$1"
}

# Commands in which * stands for the formats.
while IFS= read -r command; do
  formats=-
  case $command in *' *'*) formats='table wide name json yaml' ;; *' +'*) formats=markdown ;; esac
  for format in $formats; do
    one=${command/ \*/ -o $format} one=${one/ +/ -o $format}
    (cd hostile && tail=$'\nhint: \e[31m\t\302\233\342\200\256\342\200\250\177f: x' && eval "fitsched $one") >out.hostile 2>&1
    (cd twin && tail=${shown//\\\\/\\} && eval "fitsched $one") >out.twin 2>&1
    case $format in
    json | yaml)
      is "$(wc -l <out.hostile)" "$(wc -l <out.twin)" "as many lines: $one"
      ;;
    *)
      ! LC_ALL=C grep -aqP "$raw" out.hostile
      ok $? "nothing for a terminal to obey: $one"
      is "$(alike out.hostile)" "$(alike out.twin)" "what is shown: $one"
      ;;
    esac
  done
done <<'END'
validate policy.json *
validate unknown.json *
validate weights.json *
validate profile.json *
validate badprofile.json *
validate cluster.json pods.json *
validate badpod.json *
validate class.json *
simulate --policy policy.json -f cluster.json --pods pods.json *
simulate --provider DefaultProvider -f cluster.json --pods pods.json --log '*' *
simulate --config profile.json -f cluster.json --pods pods.json *
simulate --provider DefaultProvider -f cluster.json -f badpod.json *
simulate --provider DefaultProvider -f cluster.json -f class.json *
simulate --policy unknown.json -f cluster.json *
simulate --policy policy.json -f cluster.json --pods pods.json --until-full *
simulate --policy policy.json -f cluster.json --pods pods.json --nodes-needed one.json *
simulate --provider DefaultProvider --trace trace.json *
simulate --provider DefaultProvider --trace badtrace.json *
simulate --provider DefaultProvider --trace deletes.json *
explain "ns$tail/p1$tail" --policy policy.json -f cluster.json --pods pods.json *
explain "ns$tail/p2$tail" --all --policy policy.json -f cluster.json --pods pods.json *
diff --left policy.json --right DefaultProvider -f cluster.json --pods pods.json *
diff --left policy.json --right DefaultProvider -f cluster.json --pods pods.json +
diff --left policy.json --right DefaultProvider --trace trace.json *
diff --left profile.json --right unknown.json -f cluster.json *
migrate policy.json --to v1 --from-release 1.16
migrate policy.json --to v1 --from-release 1.16 --verify -f cluster.json --pods pods.json
migrate policy.json --to v1 --from-release 1.16 --report-format markdown
migrate unknown.json --to v1
migrate profile.json --to v1
END

is "$(fitsched validate hostile/$'p\n\e[31m.json' 2>&1 | head -n 1)" \
  "$(fitsched validate twin/'p\n\x1b[31m.json' 2>&1 | sed 's/^twin/hostile/' | head -n 1)" "names of files"
is "$(fitsched simulate --policy $'a\nb' -f x 2>&1)" 'fitsched: missing policy config file a\nb' "names of files that are not there"
is "$(fitsched $'a\e[31m' 2>&1 | head -n 1)" 'fitsched: unknown verb a\x1b[31m' "verbs"

# Markup is no markup.
name='<b>*x*</b>|[a](http://b)`c`'
cat >markup.json <<END
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "$name", "namespace": "_n_"}, "spec": {"containers": [{"name": "c"}]}}
END
cat >all.json <<'END'
{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "HostName"}], "priorities": []}
END
cat >none.json <<'END'
{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "CheckNodeLabelPresence", "argument": {"labelsPresence": {"labels": ["no|label"], "presence": true}}}]}
END
fitsched diff --left all.json --right none.json -f cluster.json --pods markup.json -o markdown >out 2>&1
is "$(grep -c '^| \\_n\\_/\\<b\\>\\\*x\\\*\\</b\\>\\|\\\[a\\\](http://b)\\`c\\` |' out)" 1 "Markdown in cells"
finish
