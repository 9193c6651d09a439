#!/usr/bin/env bash
# cluster.sh - a real control plane on loopback: etcd and kube-apiserver, without kubelets and controllers
#
# usage: cluster.sh up [--nodes N] [--pods M] [--binaries DIR] | down | status | env
#
# up starts one, or takes the one that runs; env prints what the shell needs to use it (eval "$(... env)").
# KUBECONFIG is then the one of the administrator, FITSCHED_KUBECONFIG the one of the user
# system:kube-scheduler, who has the stock roles and nothing more.
#
# --binaries DIR takes etcd, kube-apiserver, kube-scheduler and kubectl of any release from DIR.
#
# FITSCHED_CLUSTER   the directory of the cluster (one for each user, under $XDG_RUNTIME_DIR or /tmp)
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=${FITSCHED_CLUSTER:-${XDG_RUNTIME_DIR:-/tmp}/fitsched-cluster-$(id -u)}
ready_seconds=180 # on a busy machine

die ()
{
  echo "cluster: $*" >&2
  exit 1
}

# -- keys ------------------------------------------------------------------

# authority NAME SUBJECT
authority () { openssl req -x509 -newkey rsa:2048 -nodes -keyout "$1.key" -subj "$2" -days 365 -out "$1.crt"; }

# certificate NAME SUBJECT [EXTENSION [AUTHORITY]]: $dir/pki/NAME.crt and .key, by default of the cluster's own authority
certificate ()
{
  local name=$1 subject=$2 extension=${3:-extendedKeyUsage=clientAuth} ca=${4:-ca}
  openssl req -new -newkey rsa:2048 -nodes -keyout "$name.key" -subj "$subject" -out "$name.csr"
  openssl x509 -req -in "$name.csr" -CA "$ca.crt" -CAkey "$ca.key" -CAcreateserial -days 365 -out "$name.crt" \
    -extfile <(echo "$extension")
  rm "$name.csr"
}

make_keys ()
{
  mkdir -p "$dir/pki"
  cd "$dir/pki"
  [ ! -e complete ] || return 0
  {
    authority ca /CN=fitsched-cluster
    authority proxies /CN=fitsched-cluster-proxies
    certificate apiserver /CN=kube-apiserver "subjectAltName=DNS:localhost,IP:127.0.0.1"
    certificate admin /O=system:masters/CN=admin
    certificate scheduler /CN=system:kube-scheduler
    certificate nobody /CN=nobody
    certificate proxy /CN=front-proxy extendedKeyUsage=clientAuth proxies
    certificate false-proxy /CN=false-proxy extendedKeyUsage=clientAuth proxies
    openssl genrsa -out accounts.key 2048
  } >log 2>&1 || { cat log >&2; die "openssl failed"; }
  touch complete
}

# kubeconfig NAME USER
kubeconfig ()
{
  cat >"$dir/$1.kubeconfig" <<EOF
apiVersion: v1
kind: Config
clusters:
- name: cluster
  cluster: {server: "https://127.0.0.1:$port", certificate-authority: $dir/pki/ca.crt}
users:
- name: $2
  user: {client-certificate: $dir/pki/$2.crt, client-key: $dir/pki/$2.key}
contexts:
- name: default
  context: {cluster: cluster, user: $2}
current-context: default
EOF
  chmod 600 "$dir/$1.kubeconfig"
}

# -- processes -------------------------------------------------------------

# free_ports N: as many ports of loopback that nobody listens on
free_ports ()
{
  local n=$1 candidate
  while [ "$n" -gt 0 ]; do
    candidate=$((20000 + RANDOM % 10000))
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$candidate") 2>/dev/null; then
      echo "$candidate"
      n=$((n - 1))
    fi
  done
}

# runs NAME: the process that was started as NAME is there
runs ()
{
  local pid
  pid=$(cat "$dir/$1.pid" 2>/dev/null) && kill -0 "$pid" 2>/dev/null
}

# start NAME COMMAND...
start ()
{
  local name=$1
  shift
  setsid "$@" >>"$dir/$name.log" 2>&1 </dev/null 9>&- &
  echo $! >"$dir/$name.pid"
}

# stop NAME
stop ()
{
  local pid deadline=$((SECONDS + 20))
  pid=$(cat "$dir/$1.pid" 2>/dev/null) || return 0
  if kill "$pid" 2>/dev/null; then
    while runs "$1"; do
      [ "$SECONDS" -lt "$deadline" ] || die "$1 (process $pid) does not end"
      sleep 0.1
    done
  fi
  rm -f "$dir/$1.pid"
}

start_etcd ()
{
  start etcd "$bin/etcd" --name cluster --data-dir "$data" --snapshot-count 200000 \
    --listen-client-urls "http://127.0.0.1:$etcd_port" --advertise-client-urls "http://127.0.0.1:$etcd_port" \
    --listen-peer-urls "http://127.0.0.1:$peer_port" --initial-advertise-peer-urls "http://127.0.0.1:$peer_port" \
    --initial-cluster "cluster=http://127.0.0.1:$peer_port" --auto-compaction-mode periodic
}

start_apiserver ()
{
  local pki=$dir/pki
  start apiserver "$bin/kube-apiserver" --etcd-servers "http://127.0.0.1:$etcd_port" \
    --bind-address 127.0.0.1 --advertise-address 127.0.0.1 --secure-port "$port" \
    --tls-cert-file "$pki/apiserver.crt" --tls-private-key-file "$pki/apiserver.key" --client-ca-file "$pki/ca.crt" \
    --requestheader-client-ca-file "$pki/proxies.crt" --requestheader-allowed-names front-proxy \
    --requestheader-username-headers X-Remote-User --requestheader-group-headers X-Remote-Group \
    --requestheader-extra-headers-prefix X-Remote-Extra- \
    --authorization-mode RBAC --service-cluster-ip-range 10.0.0.0/24 --endpoint-reconciler-type none \
    --service-account-key-file "$pki/accounts.key" --service-account-signing-key-file "$pki/accounts.key" \
    --service-account-issuer https://kubernetes.default.svc \
    --disable-admission-plugins ServiceAccount,TaintNodesByCondition \
    --max-requests-inflight 3000 --max-mutating-requests-inflight 3000
}

kubectl () { "$bin/kubectl" --kubeconfig "$dir/admin.kubeconfig" "$@"; }

await_ready ()
{
  local deadline=$((SECONDS + ready_seconds))
  until kubectl get --raw /readyz >/dev/null 2>&1 && kubectl get namespace default >/dev/null 2>&1; do
    runs etcd || { tail -n 20 "$dir/etcd.log" >&2; die "etcd has ended"; }
    runs apiserver || { tail -n 20 "$dir/apiserver.log" >&2; die "kube-apiserver has ended"; }
    [ "$SECONDS" -lt "$deadline" ] || die "not ready after $ready_seconds s; see $dir/apiserver.log"
    sleep 0.2
  done
}

# -- what is in it ---------------------------------------------------------

# objects NODES PODS: a List
objects ()
{
  awk -v nodes="$1" -v pods="$2" 'BEGIN {
    print "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": ["
    for (i = 0; i < nodes; i++) {
      printf "%s{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"node-%05d\", \"labels\": " \
             "{\"kubernetes.io/hostname\": \"node-%05d\", \"topology.kubernetes.io/zone\": \"zone-%d\"}}, " \
             "\"status\": {\"allocatable\": {\"cpu\": \"32\", \"memory\": \"128Gi\", \"pods\": \"110\"}, " \
             "\"capacity\": {\"cpu\": \"32\", \"memory\": \"128Gi\", \"pods\": \"110\"}, " \
             "\"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}}\n", n++ ? "," : "", i, i, i % 3
    }
    for (i = 0; i < pods; i++) {
      printf "%s{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"pod-%05d\", \"namespace\": \"default\"}, " \
             "\"spec\": {\"containers\": [{\"name\": \"main\", \"image\": \"pause\", \"resources\": " \
             "{\"requests\": {\"cpu\": \"100m\", \"memory\": \"128Mi\"}}}]}}\n", n++ ? "," : "", i
    }
    print "]}"
  }'
}

# -- commands --------------------------------------------------------------

# recall: where the cluster is, as up wrote it
recall ()
{
  [ -f "$dir/settings" ] || return 1
  # shellcheck disable=SC1091
  . "$dir/settings"
}

up ()
{
  local nodes=0 pods=0
  while [ $# -gt 0 ]; do
    case $1 in
      --nodes) nodes=${2-} ;;
      --pods) pods=${2-} ;;
      --binaries)
        [ -d "${2-}" ] || die "up: --binaries needs a directory"
        FITSCHED_BINARIES=$(realpath "$2")
        export FITSCHED_BINARIES
        shift 2
        continue
        ;;
      *) die "up: unknown argument: $1" ;;
    esac
    [[ ${2-} =~ ^[0-9]+$ ]] || die "up: $1 needs a number"
    shift 2
  done
  bin=$("$here/provide-control-plane.sh")
  command -v openssl >/dev/null || die "openssl is missing"
  mkdir -p "$dir"
  chmod 700 "$dir"
  exec 9>"$dir/lock"
  flock 9
  if ! recall; then
    mapfile -t ports < <(free_ports 3)
    port=${ports[0]} etcd_port=${ports[1]} peer_port=${ports[2]}
    data=$dir/data
    # In memory where there is some: nothing of it has to outlive the machine.
    [ ! -w /dev/shm ] || data=$(mktemp -d /dev/shm/fitsched-etcd-XXXXXX)
    printf '%s=%q\n' bin "$bin" data "$data" port "$port" etcd_port "$etcd_port" peer_port "$peer_port" >"$dir/settings"
  fi
  make_keys
  kubeconfig admin admin
  kubeconfig scheduler scheduler
  kubeconfig nobody nobody
  runs etcd || start_etcd
  runs apiserver || start_apiserver
  await_ready
  [ "$nodes$pods" = 00 ] || objects "$nodes" "$pods" | kubectl create -f - >/dev/null
  status
}

down ()
{
  [ -d "$dir" ] || return 0
  stop apiserver
  stop etcd
  ! recall || rm -rf -- "${data:?}"
  rm -rf -- "${dir:?}"
}

status ()
{
  recall || die "there is no cluster in $dir; up starts one"
  runs etcd || die "etcd does not run; up starts it"
  runs apiserver || die "kube-apiserver does not run; up starts it"
  kubectl get --raw /readyz >/dev/null || die "kube-apiserver is not ready"
  echo "cluster: ready at https://127.0.0.1:$port ($dir)"
}

env_ ()
{
  recall || die "there is no cluster in $dir; up starts one"
  printf 'export %s=%q\n' KUBECONFIG "$dir/admin.kubeconfig" FITSCHED_KUBECONFIG "$dir/scheduler.kubeconfig" \
    FITSCHED_CLUSTER "$dir" KUBECTL "$bin/kubectl"
}

command=${1-}
[ $# -eq 0 ] || shift
case $command in
  up) up "$@" ;;
  down | status) [ $# -eq 0 ] || die "$command takes no arguments"; "$command" ;;
  env) [ $# -eq 0 ] || die "env takes no arguments"; env_ ;;
  *) die "usage: cluster.sh up [--nodes N] [--pods M] [--binaries DIR] | down | status | env" ;;
esac
