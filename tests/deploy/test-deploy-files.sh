#!/usr/bin/env bash
# test-deploy-files.sh - the files of deploy/ that need no cluster: image, unit, alert rules, dashboard
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"
cd "$FIT_TEST_SRCDIR/deploy" || exit 1

# -- the Policy ------------------------------------------------------------

is "$("$FIT_TEST_BUILDDIR/fitsched" validate base/policy.json 2>&1 | grep -v '^  read by: ')" \
  "base/policy.json: ok (Policy: 11 predicates, 8 priorities)" \
  "the Policy has nothing to warn of"

# -- the overlays ----------------------------------------------------------

is "$(grep -rnE '^(bases|commonLabels|patchesJson6902|patchesStrategicMerge|vars|imageTags):' . | cut -d: -f1)" "" \
  "kustomize warns of no field"
if kubectl version --client 2>/dev/null | grep -q 'Kustomize Version: v[5-9]'; then
  for overlay in overlays/*; do
    none "$(kubectl kustomize "$overlay" 2>&1 >/dev/null)" "and builds $overlay without a word"
  done
  # It schedules its own replicas.
  replacement=$(kubectl kustomize overlays/replacement)
  for line in 'requiredDuringSchedulingIgnoredDuringExecution:' 'node-role.kubernetes.io/control-plane: ""' \
    'kind: PodDisruptionBudget' 'operator: Exists' 'maxSurge: 0'; do
    is "$(grep -cF -- "$line" <<<"$replacement")" 1 "the replacement has $line"
  done
else
  skip "no kubectl of 1.27 or later, which Debian 12 has not: it brings kustomize 5" "the overlays are built"
fi

# -- a search by an Indexed Job --------------------------------------------

# What each pod does, here by two of them; the waiting is shortened.
search=$(sed -n '/^        - |$/,/^        resources:/p' tune/job.yaml | sed '1d; $d; s/sleep 10/sleep 0.2/')
work=$(mktemp -d)
cp ../docs/demo/shapes.yaml "$work"
for index in 0 1; do
  (
    cd "$work" || exit
    export PATH=$FIT_TEST_BUILDDIR:$PATH JOB_COMPLETION_INDEX=$index PARTS=2
    export SEARCH="--provider DefaultProvider --legacy-labels -f shapes.yaml --trials 60 --shards 1"
    sh -ec "$search" >log-$index 2>&1
  ) &
done
wait
"$FIT_TEST_BUILDDIR/fitsched" tune --provider DefaultProvider --legacy-labels -f ../docs/demo/shapes.yaml --trials 60 \
  --write "$work/whole" >"$work/log" 2>&1
is "$(cd "$work" && sha256sum tuned-0 tuned-1 whole | cut -d' ' -f1 | uniq | wc -l)" 1 "pods of the Job of a search come to the answer of one machine"
rm -rf "$work"
is "$(grep -cE '^  (completions|parallelism): 8$|^          value: "8" ' tune/job.yaml)" 3 "as many parts as pods"

# -- the image -------------------------------------------------------------

# Each package that ./dev build needs is in the first stage.
needed=$(sed -n "/^build_needs='/,/^'/s/.*:\([a-z]\)/\1/p" ../dev | sort)
listed=$(sed -n '/^FROM .* AS build/,/^COPY/p' Containerfile | grep -oE '[a-z][a-z0-9.+-]*[a-z0-9]' | sort -u)
none "$(comm -23 <(echo "$needed") <(echo "$listed"))" "the image is built with all that a build needs"

# Each library that the program names is in a package of the second stage, by its soname.
package_of ()
{
  case $1 in
    libglib-2.0.*) echo libglib2.0-0 ;;
    libjson-c.so.5) echo libjson-c5 ;;
    libyaml-0.so.2) echo libyaml-0-2 ;;
    libcurl.so.4) echo libcurl4 ;;
    libz.so.1) echo zlib1g ;;
    libzstd.so.1) echo libzstd1 ;;
    libmicrohttpd.so.12) echo libmicrohttpd12 ;;
    libgnutls.so.30) echo libgnutls30 ;;
    libglpk.so.40) echo libglpk40 ;;
    libc.so.* | libm.so.* | ld-linux*) echo libc6 ;;
    lib?san.so.* | libubsan.so.*) echo libc6 ;; # of a build for tests
    libfitsched.so.*) echo libc6 ;; # is linked statically there
    *) echo "unknown library $1" ;;
  esac
}
binary=$FIT_TEST_BUILDDIR/.libs/fitsched
[ -e "$binary" ] || binary=$FIT_TEST_BUILDDIR/fitsched
libraries=$(find "$FIT_TEST_BUILDDIR/.libs" -maxdepth 1 -name 'libfitsched.so.*.*' | head -n 1)
# shellcheck disable=SC2086
named=$(for library in $(objdump -p "$binary" $libraries | sed -n 's/ *NEEDED *//p' | sort -u); do
  package_of "$library"
done | sort -u)
# These are loaded when they are needed.
loaded=$(sed -n 's/^#define FIT_LIBRARY_[A-Z]* "\(.*\)"$/\1/p' "$FIT_TEST_BUILDDIR/config.h")
named=$(sort -u <<<"$named"; for library in $loaded; do package_of "$library"; done)
named=$(sort -u <<<"$named")
runs_with=$(sed -n '/^FROM debian:12-slim$/,$p' Containerfile | grep -oE '[a-z][a-z0-9.+-]*[a-z0-9]' | sort -u)
none "$(comm -23 <(echo "$named" | grep -v '^libc6$') <(echo "$runs_with"))" "and has the libraries that it names"
is "$(grep -cE '^USER [0-9]+:[0-9]+$' Containerfile)" 1 "it runs as a number"

# -- the unit --------------------------------------------------------------

if command -v systemd-analyze >/dev/null && systemd-analyze security --help | grep -q -- --offline; then
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  mkdir -p "$root/usr/bin"
  install -m 755 /dev/null "$root/usr/bin/fitsched"
  sed "s|/usr/bin/fitsched|$root/usr/bin/fitsched|" systemd/fitsched.service >"$root/fitsched.service"
  none "$(SYSTEMD_LOG_LEVEL=warning systemd-analyze verify --man=no "$root/fitsched.service" 2>&1 | grep fitsched.service)" \
    "systemd understands the unit"
  systemd-analyze security --offline=true --threshold=20 --no-pager systemd/fitsched.service >/dev/null
  is "$?" 0 "which gives the process next to nothing"
else
  skip "no systemd-analyze; apt-get install systemd" "systemd understands the unit"
fi

# -- Prometheus and Grafana ------------------------------------------------

if promtool=$("$FIT_TEST_SRCDIR/tests/deploy/provide-promtool.sh" --check); then
  is "$("$promtool" check rules monitoring/alerts.yaml 2>&1 | sed -n 's/.*SUCCESS: //p')" "4 rules found" "Prometheus understands the alert rules"

  # The dashboard's expressions, as rules, with its variables filled in.
  rules=$(mktemp)
  {
    echo 'groups: [{name: dashboard, rules: ['
    # shellcheck disable=SC2016
    sed -n 's/^ *"expr": "\(.*\)",$/{record: panel, expr: "\1"},/p' monitoring/dashboard.json \
      | sed 's/\$__rate_interval/5m/g; s/\$job/.*/g' | awk '{ sub(/record: panel/, "record: panel_" NR); print }'
    echo ']}]'
  } >"$rules"
  is "$("$promtool" check rules "$rules" 2>&1 | sed -n 's/.*SUCCESS: //p')" "12 rules found" "and the dashboard's expressions"
  rm -f "$rules"
else
  skip "no promtool; tests/deploy/provide-promtool.sh downloads it" "Prometheus understands the alert rules"
fi
is "$(grep -c '"title"' monitoring/dashboard.json)" 9 "the dashboard has its panels"

finish
