# peer.sh - how a kube-scheduler of any release is started; tools.sh and bench.sh source it
#
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

# minor_of PROGRAM: 34 of a kube-scheduler or kube-apiserver 1.34.9
minor_of () { "$1" --version | sed 's/.* v1\.\([0-9]*\)\..*/\1/'; }

# api_of MINOR: the newest version of KubeSchedulerConfiguration that this release reads
api_of ()
{
  if [ "$1" -ge 25 ]; then
    echo kubescheduler.config.k8s.io/v1
  elif [ "$1" -ge 22 ]; then
    echo kubescheduler.config.k8s.io/v1beta2
  elif [ "$1" -ge 19 ]; then
    echo kubescheduler.config.k8s.io/v1beta1
  elif [ "$1" -ge 18 ]; then
    echo kubescheduler.config.k8s.io/v1alpha2
  else
    echo kubescheduler.config.k8s.io/v1alpha1
  fi
}

# configuration MINOR: the defaults of this release, without limits of the client
configuration ()
{
  cat <<END
apiVersion: $(api_of "$1")
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: $FITSCHED_KUBECONFIG, qps: 5000, burst: 5000}
leaderElection: {leaderElect: false}
END
}

# portless MINOR: the arguments that keep a kube-scheduler of this release from listening
portless ()
{
  [ "$1" -ge 24 ] || echo --port=0 # for HTTP without TLS, which later releases do not serve
  echo --secure-port=0
}
