# shellcheck shell=bash
#
# all-rules.sh SOURCES WHAT: about the Policies and configurations of SOURCES, a
# directory with the sources of fitsched, and about providers.  WHAT is printed:
#   validate what 'validate' says
#   status   the exit status of migrating them to each version
#   notes    the notes of all reports, each with how often it is there
#   lines    the lines of all that was written, counted in the same way
#
# What was migrated for the first of the last three is kept for the others, in .all-rules.
# SPDX-License-Identifier: Apache-2.0
reader_of_v1=1.34.1
versions='v1 v1beta3 v1beta2 v1beta1 v1alpha2'
files=({default-provider,release-1.{0..16},service-affinity,service-anti-affinity}.json
  {extender-basic,extender-managed-resources,label-preference,labels-presence,requested-to-capacity-ratio}.yaml
  {broken,elsewhere,extender,gone,gpu,internal,misspelled,weightless,why-labels,why}-policy.json
  {extreme-extender,first-is-lost,keep-lost,letter-case,lists-of-lists,no-priorities,no-room}.json
  {opposed-labels,ordinary-warnings,policy-1.10,policy,predicates-only,several-maps,twice,why-service}.json
  {avoids,bounds-profile,config-map,coscheduling-1.20,elsewhere-profile,empty-v1,equal-strategies}.yaml
  {exercise-labels,exercise-policy,exercise-profiles,extender-only-policy,extender-wakes,extreme-times}.yaml
  {filter-only,fit-only,half-plugins,ignored-and-packed,label-preferences,label-rules,labels-1.16}.yaml
  {no-constraints,old-profile,opposite-resources,opposites,out-of-tree,packed-profile,placeholder-profile}.yaml
  {preempt-extender,preempt-generous,profile-1.20,profile-alpha,profile,queue-sort-profiles,ratio-profile}.yaml
  {run-1.20,run-1.34,run-alpha,run-election,scheduler-manifests,scheduler-policy,two-profiles}.yaml)

# one_line: each note on a line, without what tells it from those like it:
# KIND|PLUGIN|POINTS|SINCE|WEIGHT|MESSAGE
one_line ()
{
  awk '
    function value (line) {
      sub (/^[^:]*: /, "", line)
      gsub (/^"|,$/, "", line)
      sub (/"$/, "", line)
      return line == "null" ? "" : line
    }
    /^    \{$/ { points = item["kind"] = item["plugin"] = item["since"] = item["weightAfter"] = "" }
    /^      "(kind|plugin|weightAfter|message|since)": / { key = $1; gsub (/[":]/, "", key); item[key] = value($0) }
    /^        "[A-Za-z]+",?$/ { gsub (/[ ",]/, ""); points = points (points == "" ? "" : ",") $0 }
    /^    \},?$/ && item["kind"] != "" { print item["kind"] "|" item["plugin"] "|" points "|" item["since"] "|" item["weightAfter"] "|" item["message"] }'
}

directory=$PWD/.all-rules
mkdir -p "$directory/sources"
cp "$1"/{policies,docs/demo,tests/cli/data}/*.{json,yaml} "$directory/sources" 2>/dev/null
cd "$directory/sources" || exit 1

# migrate ROW OPTION...: to each of $versions
migrate ()
{
  local row=$1 version reader
  for version in $versions; do
    reader=
    [ "$version" != v1 ] || reader=$reader_of_v1
    fitsched migrate "${@:2}" --to "$version" ${reader:+--to-release "$reader"} --report-format json --write "$directory/out" --report "$directory/report" >/dev/null 2>&1
    row+=" $?"
    if [ -f "$directory/report" ]; then one_line <"$directory/report" >>"$directory/notes"; fi
    if [ -f "$directory/out" ]; then cat "$directory/out" >>"$directory/lines"; fi
    rm -f "$directory/report" "$directory/out"
  done
  echo "$row" >>"$directory/status"
}

# migrate_all: fills $directory with what is printed about migrations
migrate_all ()
{
  for file in "${files[@]}"; do
    migrate "$file:" "$file"
  done
  for release in 1.8 1.16 1.17 1.18 1.19 1.20 1.21; do
    for provider in DefaultProvider ClusterAutoscalerProvider; do
      for way in '' --exact; do
        migrate "$provider of $release${way:+ $way}:" --provider "$provider" --from-release "$release" $way
      done
    done
  done
  versions=v1beta1
  for release in 1.16 1.17; do
    migrate "EvenPodsSpread of $release:" --provider DefaultProvider --from-release "$release" --exact --feature-gates EvenPodsSpread=true
    for file in {default-provider,release-1.16,avoids,keep-lost,opposed-labels,ordinary-warnings,rack-policy,twice}.*; do
      migrate "$file of $release:" "$file" --from-release "$release" --exact
    done
  done
}

case $2 in
  validate)
    for file in "${files[@]}"; do
      if grep -q 'kubescheduler.config.k8s.io/v1"\?$' "$file"; then
        fitsched validate "$file" --release "$reader_of_v1"
      else
        fitsched validate "$file"
      fi 2>&1
    done
    ;;
  *)
    [ -f "$directory/status" ] || migrate_all
    if [ "$2" = status ]; then
      cat "$directory/status"
    else
      LC_ALL=C sort "$directory/$2" | uniq -c | sed 's/^ *//'
    fi
    ;;
esac
