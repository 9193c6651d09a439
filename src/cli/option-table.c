/* option-table.c - every option of the program
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/option-table.h"

#define AT(field) G_STRUCT_OFFSET (FitOptions, field)
#define RUN(field) AT (run.field)

/* A flag of kube-scheduler that means nothing here. */
#define UNUSED .help = "accepted but ignored"

static const char *const auto_or_none[] = { "auto", "none", NULL };

static const char *const unknown_plugins[] = { "error", "keep", "skip", NULL };

static const char *const modern_objects[]
    = { "strict-legacy", "honour", "refuse", NULL };

/* The words of one option. */
#define WORDS(...) \
  (const char *const[]) { __VA_ARGS__, NULL }

/* clang-format off */
static const FitOptionInfo infos[] = {
  { "policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (policy),
    .brief = "legacy Policy file",
    .help = "legacy Policy file (apiVersion v1, kind Policy) in JSON or YAML, or manifests with a ConfigMap that holds "
            "one. With --config: the Policy that a v1alpha1 file names in algorithmSource, or that replaces the profile, as in "
            "1.20 to 1.22. \"-\" reads standard input" },
  { "provider", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (provider),
    .completion = FIT_COMPLETE_PROVIDERS,
    .brief = "DefaultProvider or ClusterAutoscalerProvider",
    .help = "named set of predicates and priorities; 'fitsched list providers' shows them" },
  { "config", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (config),
    .brief = "KubeSchedulerConfiguration",
    .help = "KubeSchedulerConfiguration of any version from v1alpha1 to v1, or manifests with a ConfigMap that holds "
            "one, AKS' SchedulerConfiguration or OpenShift's Scheduler; its profiles decide. \"-\" reads standard input" },
  { "configmap", 0, "[NAMESPACE/]NAME", FIT_OPTION_STRING, FIT_GROUP_CONFIG_MAPS, AT (config_map),
    .help = "take the rules from this ConfigMap, if a file has several that hold rules" },
  { "configmap-key", 0, "KEY", FIT_OPTION_STRING, FIT_GROUP_CONFIG_MAPS, AT (config_map_key),
    .help = "take the rules from this key of the ConfigMap, if several keys hold rules" },
  { "hard-pod-affinity-symmetric-weight", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_RULES,
    AT (hard_pod_affinity_symmetric_weight), "1", G_MININT32, G_MAXINT32,
    .help = "weight (1 to 100) of required pod affinity in InterPodAffinityPriority: how much a running pod that "
            "requires pods like the new one attracts it. A weight in the Policy overrides it" },
  { "always-check-all-predicates", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_RULES, AT (always_check_all_predicates),
    .help = "run the remaining predicates after one fails on a node, as alwaysCheckAllPredicates in a Policy does" },
  { "scheduler-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_RULES, AT (scheduler_name), "default-scheduler",
    .help = "schedule only the pods with this spec.schedulerName" },
  { "unknown-plugins", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_RULES, AT (unknown_plugins), "skip", .words = unknown_plugins,
    .help = "what to do with plugins that the release does not have: skip and keep leave them out and note that "
            "placements may differ; error rejects the configuration, as the release does" },
  { "emulate-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_HISTORY, AT (emulate_release), "1.16",
    .words = WORDS ("1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16"),
    .help = "read the rules as this release did: its names, mandatory predicates, providers, default gates and "
            "parsing. How a rule decides and how scores are computed is always that of v1.16" },
  { "feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_GATES, AT (feature_gates),
    .completion = FIT_COMPLETE_GATES,
    .help = "turn features on or off, as in EvenPodsSpread=true,TaintNodesByCondition=false; 'fitsched list "
            "feature-gates' shows them" },
  { "release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_RELEASE, AT (release),
    .completion = FIT_COMPLETE_RELEASES,
    .brief = "release that runs the configuration",
    .help = "release that reads the KubeSchedulerConfiguration, 1.N or 1.N.P; by default the newest that reads its "
            "version. In simulate and explain, 1.18 to 1.22 also run a Policy or a provider, as plugins. Where no rules are needed, it alone means the default configuration of that release. A patch release that is not known runs as the nearest known one; 'fitsched list releases' shows "
            "those" },
  { "config-version", 0, "VERSION", FIT_OPTION_STRING, FIT_GROUP_VERSION, AT (config_version),
    .words = WORDS ("v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1"),
    .help = "version of kubescheduler.config.k8s.io whose default profile 'fitsched list plugins' shows; by default "
            "the newest that the release reads" },
  { "filename", 'f', "CLUSTER", FIT_OPTION_STRINGS, FIT_GROUP_CLUSTER, AT (files),
    .brief = "manifests of the cluster",
    .help = "manifests of the cluster: a file, a directory, a quoted pattern, or \"-\" for standard input; may be "
            "repeated" },
  { "pods", 0, "FILE", FIT_OPTION_STRINGS, FIT_GROUP_CLUSTER, AT (pods),
    .brief = "manifests of pods to schedule",
    .help = "manifests of pods to schedule. They are pending, whatever their spec.nodeName and status say, and replace "
            "pods of the same name in CLUSTER; may be repeated" },
  { "recursive", 'R', NULL, FIT_OPTION_FLAG, FIT_GROUP_CLUSTER, AT (recursive),
    .help = "also read the directories in a directory; links to directories are not followed" },
  { "as-is", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_DECODING, AT (as_is),
    .help = "take objects as written, without the defaults that the API server would add" },
  { "legacy-labels", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_DECODING, AT (legacy_labels),
    .help = "copy topology.kubernetes.io/zone, /region and node.kubernetes.io/instance-type of nodes to the beta "
            "labels that releases up to 1.16 read" },
  { "workloads", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_DECODING, AT (workloads), "auto", .words = auto_or_none,
    .help = "what to do with Deployments, StatefulSets, DaemonSets, Jobs and other workloads: auto makes the pods that "
            "their controllers would make, but only for workloads that have no pods in CLUSTER; none ignores them" },
  { "admission", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_DECODING, AT (admission), "auto", .words = auto_or_none,
    .help = "whether LimitRanges and ResourceQuotas apply to the pods of --pods and of workloads: auto does what the API "
            "server does when pods are created, none ignores them. Pods that are in CLUSTER already only count as used" },
  { "percentage-of-nodes-to-score", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (percentage_of_nodes_to_score),
    "0", 0, 100,
    .help = "stop looking for nodes when N percent of them fit, but at least 100 nodes; 0 adapts N to the size of the "
            "cluster. Overrides the value in the --config file" },
  { "tie-break", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_SEARCH, AT (tie_break), "round-robin",
    .words = WORDS ("round-robin", "random"),
    .help = "how to choose among nodes with the same best score" },
  { "seed", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (seed), "0", 0, G_MAXUINT32,
    .help = "seed of --tie-break random; the same seed gives the same placements" },
  { "threads", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SEARCH, AT (threads), "1", 1, 64,
    .help = "accepted but ignored: one thread places pods as fast as several" },
  { "extenders", 0, "HOW", FIT_OPTION_STRING, FIT_GROUP_EXTENDERS, AT (extenders), "ask",
    .words = WORDS ("ask", "skip", "fail"),
    .completion = FIT_COMPLETE_FILES,
    .brief = "ask, skip or fail, or a file with answers",
    .help = "who answers for the extenders: ask sends them HTTP requests, skip leaves them out, fail makes every attempt "
            "fail that would call one, and a file answers with recorded answers (docs/extenders.md)" },
  { "modern-objects", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_EXTENDERS, AT (modern_objects), "strict-legacy",
    .words = modern_objects,
    .help = "what a Policy or a provider makes of fields that v1.16 does not know: honour lets sidecars, requests of pods, resizes, scheduling gates and ReadWriteOncePod count, strict-legacy ignores them, refuse places no pod that has one (docs/fidelity.md)" },
  { "record-extenders", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_EXTENDERS, AT (record_extenders), .local = TRUE,
    .help = "write the answers of extenders to FILE, so that --extenders FILE can replay them later" },
  { "kubeconfig", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SERVER, AT (kubeconfig),
    .brief = "kubeconfig of the API server",
    .help = "kubeconfig with the API server and the credentials; by default $KUBECONFIG, then ~/.kube/config, and "
            "in a pod its service account" },
  { "context", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_SERVER, AT (context),
    .help = "context of the kubeconfig; by default its current-context" },
  { "kubeconfig", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_LIVE, AT (kubeconfig),
    .brief = "read a live cluster (also: --context NAME)",
    .help = "read the live cluster of this kubeconfig; files of -f are added to it. By default $KUBECONFIG, then "
            "~/.kube/config" },
  { "context", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_LIVE, AT (context),
    .help = "read the live cluster of this context of the kubeconfig; by default its current-context" },
  { "filename", 'f', "CLUSTER", FIT_OPTION_STRINGS, FIT_GROUP_SNAPSHOT, AT (files),
    .brief = "manifests or a snapshot instead of a live cluster",
    .help = "manifests or a snapshot instead of a live cluster: a file, a directory, a quoted pattern, or \"-\" for "
            "standard input; may be repeated" },
  { "recursive", 'R', NULL, FIT_OPTION_FLAG, FIT_GROUP_SNAPSHOT, AT (recursive),
    .help = "also read the directories in a directory; links to directories are not followed" },
  { "write", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SNAPSHOT, AT (write_file),
    .brief = "write the snapshot to FILE",
    .help = "write the snapshot to FILE, which only you may read, instead of standard output" },
  { "anonymize", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_SNAPSHOT, AT (anonymize),
    .brief = "replace all names",
    .help = "rename every object, label, taint, image and volume, and drop fields that no scheduler reads; decisions stay "
            "the same" },
  { "keep", 0, "NAMES", FIT_OPTION_STRINGS, FIT_GROUP_SNAPSHOT, AT (keep),
    .brief = "names that --anonymize leaves unchanged",
    .help = "with --anonymize: names, label keys, label values and resources that stay as they are, separated by commas; "
            "may be repeated" },
  { "namespace", 'n', "NAME", FIT_OPTION_STRING, FIT_GROUP_SNAPSHOT, AT (namespace_),
    .help = "leave out the pending pods of other namespaces; pods with a node stay, because they take room there" },
  { "all-namespaces", 'A', NULL, FIT_OPTION_FLAG, FIT_GROUP_SNAPSHOT, AT (all_namespaces),
    .help = "write the pending pods of all namespaces, which is the default" },
  { "selector", 'l', "SELECTOR", FIT_OPTION_STRING, FIT_GROUP_SNAPSHOT, AT (selector),
    .help = "leave out the pending pods without these labels, as in app=web,tier!=test" },
  { "output", 'o', "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_SNAPSHOT, AT (snapshot_format), "json",
    .words = WORDS ("json", "yaml"),
    .brief = "json or yaml",
    .help = "how to write the snapshot" },
  { "master", 0, "URL", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (master),
    .help = "URL of the API server; overrides the one in the kubeconfig" },
  { "kube-api-qps", 0, "N", FIT_OPTION_NUMBER, FIT_GROUP_KUBE, RUN (kube_api_qps), "50", 0, 1000000,
    .help = "requests per second to the API server; 0 means no limit" },
  { "kube-api-burst", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_KUBE, RUN (kube_api_burst), "100", 1, 1000000,
    .help = "requests that may exceed --kube-api-qps for a short time" },
  { "kube-api-content-type", 0, "TYPE", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (kube_api_content_type),
    "application/vnd.kubernetes.protobuf",
    .help = "accepted for compatibility with kube-scheduler; fitsched always asks for JSON" },
  { "policy-config-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (policy_config_file),
    .help = "kube-scheduler's --policy; --policy-configmap overrides it" },
  { "policy-configmap", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (policy_configmap),
    .brief = "Policy in a ConfigMap of the cluster",
    .help = "take the Policy from the key policy.cfg of this ConfigMap of the cluster" },
  { "policy-configmap-namespace", 0, "NAMESPACE", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (policy_configmap_namespace),
    "kube-system",
    .help = "namespace of --policy-configmap" },
  { "use-legacy-policy-config", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_KUBE, RUN (use_legacy_policy_config),
    .help = "use --policy-config-file even if --policy-configmap is given" },
  { "algorithm-provider", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (algorithm_provider),
    .completion = FIT_COMPLETE_PROVIDERS,
    .help = "kube-scheduler's --provider; a Policy overrides it" },
  { "modern-objects", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_KUBE, AT (modern_objects), NULL,
    .words = modern_objects,
    .help = "what a Policy or a provider makes of fields that v1.16 does not know: honour lets sidecars, requests of pods, resizes, scheduling gates and ReadWriteOncePod count, strict-legacy ignores them, refuse places no pod that has one (docs/run.md). By default honour" },
  { "reload", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_KUBE, RUN (reload),
    .brief = "apply a changed Policy at once",
    .help = "apply a changed Policy file or ConfigMap at once, and say what changed; without it, changes are only "
            "reported, and apply after a restart" },
  { "write-config-to", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (write_config_to),
    .brief = "write the effective configuration and exit",
    .help = "write the effective configuration to FILE, in the version of the release, and exit. \"-\" writes to standard output" },
  { "version", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_KUBE, RUN (version), .words = WORDS ("raw"),
    .help = "print the version of the release, and exit; accepts kube-scheduler's value, too" },
  { "shadow", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_KUBE, RUN (shadow),
    .brief = "write nothing, only compare with another scheduler",
    .help = "write nothing; compare the decisions of another scheduler about the pods of these schedulerNames with those "
            "of these rules" },
  { "report", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (report),
    .brief = "with --shadow: write the differences to FILE",
    .help = "with --shadow: write the counts and the last differences to FILE, as JSON, every few seconds and at the "
            "end" },
  { "policy", 0, "[NAME=]FILE", FIT_OPTION_STRINGS, FIT_GROUP_ANSWERING, AT (policies),
    .brief = "a Policy that answers under /NAME",
    .help = "legacy Policy file that answers under /NAME; may be repeated. NAME is by default the name of the file up to its "
            "first dot; a single Policy answers without /NAME, too" },
  { "kubeconfig", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_ANSWERING, AT (kubeconfig),
    .brief = "kubeconfig of the API server",
    .help = "kubeconfig with the API server and the credentials; by default $KUBECONFIG, then ~/.kube/config, and "
            "in a pod its service account" },
  { "context", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_ANSWERING, AT (context),
    .help = "context of the kubeconfig; by default its current-context" },
  { "listen", 0, "ADDRESS:PORT", FIT_OPTION_STRING, FIT_GROUP_LISTENING, AT (listen), "127.0.0.1:8888",
    .brief = "where to listen",
    .help = "address and port to listen on; 0.0.0.0 and [::] mean all addresses, port 0 any that is free" },
  { "tls-cert-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_LISTENING, RUN (tls_cert_file),
    .brief = "certificate: HTTPS instead of plain HTTP",
    .help = "certificate with its chain; HTTPS instead of plain HTTP" },
  { "tls-private-key-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_LISTENING, RUN (tls_private_key_file),
    .help = "key of --tls-cert-file" },
  { "client-ca-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_LISTENING, RUN (client_ca_file),
    .brief = "only clients with a certificate may ask",
    .help = "CA certificates: only clients with a certificate signed by one of them get answers and metrics" },
  { "authentication-kubeconfig", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_ASKED, RUN (authentication_kubeconfig),
    .help = "kubeconfig of the API server that checks tokens (TokenReview); by default that of "
            "--authorization-kubeconfig" },
  { "authorization-kubeconfig", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_ASKED, RUN (authorization_kubeconfig),
    .brief = "only users that an API server lets ask",
    .help = "kubeconfig of the API server that says who may ask (SubjectAccessReview of the path and the verb post); "
            "certificates of --client-ca-file then only say who it is" },
  { "refresh", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_REFRESH, AT (refresh), "1m",
    .brief = "how often the cluster is read again",
    .help = "how often the cluster is read again, in the background; answers say as of when it is. Without this option only a live cluster is, and manifests never are. 0 means never" },
  { "workers", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_ASKED, AT (workers), "0", 0, 256,
    .help = "questions that are answered at once; the others wait. 0 means one for each processor" },
  { "deadline", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_ASKED, AT (deadline), "30s",
    .brief = "how long an answer may take",
    .help = "how long a question may wait and be worked at, at least one second; then there is no answer" },
  { "memory", 0, "MIB", FIT_OPTION_INTEGER, FIT_GROUP_ASKED, AT (memory), "1024", 16, 1048576,
    .help = "how many MiB of memory an answer may take besides the cluster, which all of them share" },
  { "secure-port", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SERVING, RUN (secure_port), "10259", 0, 65535,
    .brief = "port for HTTPS: metrics, health, /debug",
    .help = "port for HTTPS: metrics, health and explanations, for authorized clients; 0 means none" },
  { "bind-address", 0, "IP", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (bind_address), "0.0.0.0",
    .help = "address of --secure-port; 0.0.0.0 and :: mean all" },
  { "port", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_SERVING, RUN (port), "0", 0, 65535,
    .brief = "port for plain HTTP, open to everybody",
    .help = "port for plain HTTP: the same pages for every client that can reach it; 0 means none. Under the name "
            "kube-scheduler: 10251 up to 1.22" },
  { "address", 0, "IP", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (address), "127.0.0.1",
    .help = "address of --port. Under the name kube-scheduler: 0.0.0.0" },
  { "tls-cert-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (tls_cert_file),
    .help = "certificate for HTTPS, with its chain; without it, fitsched creates a self-signed one" },
  { "tls-private-key-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (tls_private_key_file),
    .help = "key of --tls-cert-file" },
  { "cert-dir", 0, "DIRECTORY", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (cert_dir),
    .help = "keep the self-signed certificate in this directory, as kube-scheduler.crt and kube-scheduler.key; by "
            "default it stays in memory" },
  { "client-ca-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (client_ca_file),
    .help = "CA certificates: a client with a certificate signed by one of them is the user named in it" },
  { "authentication-kubeconfig", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (authentication_kubeconfig),
    .help = "kubeconfig of the API server that checks tokens (TokenReview); by default the API server whose pods are "
            "scheduled" },
  { "authentication-skip-lookup", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_SERVING, RUN (authentication_skip_lookup),
    .help = "do not read the ConfigMap kube-system/extension-apiserver-authentication: only --client-ca-file and "
            "--requestheader-client-ca-file say which certificates of clients and proxies count" },
  { "authentication-tolerate-lookup-failure", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_SERVING,
    RUN (authentication_tolerate_lookup_failure), "true",
    .help = "start even if that ConfigMap cannot be read; until it can be, clients with certificates are anonymous" },
  { "authorization-kubeconfig", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (authorization_kubeconfig),
    .help = "kubeconfig of the API server that says who may see which path (SubjectAccessReview); by default the API "
            "server whose pods are scheduled" },
  { "authorization-always-allow-paths", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING,
    RUN (authorization_always_allow_paths), "/healthz,/readyz,/livez",
    .help = "paths of the secure port that everybody may see, separated by commas; a * at the end stands for anything" },
  { "tls-min-version", 0, "VERSION", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (tls_min_version),
    .words = WORDS ("VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"),
    .help = "oldest version of TLS that clients may use; VersionTLS10 and VersionTLS11 count as VersionTLS12, older ones are "
            "never offered" },
  { "tls-cipher-suites", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (tls_cipher_suites),
    .help = "cipher suites for TLS 1.2 by their IANA names, separated by commas; of TLS 1.3, those with the same ciphers are "
            "offered. By default those that GnuTLS considers secure" },
  { "tls-sni-cert-key", 0, "CERT,KEY", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (tls_sni_cert_key),
    .help = "refused: fitsched has one certificate for all names" },
  { "tls-curve-preferences", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (unused_text),
    .help = "accepted but ignored: GnuTLS chooses the curves" },
  { "http2-max-streams-per-connection", 0, "N", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (unused_text),
    .help = "accepted but ignored: fitsched serves HTTP/1.1" },
  { "disable-http2-serving", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_SERVING, RUN (unused_flag),
    .help = "accepted but ignored: fitsched serves HTTP/1.1" },
  { "permit-port-sharing", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_SERVING, RUN (unused_flag),
    .help = "accepted but ignored: a port that another process uses is an error" },
  { "permit-address-sharing", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_SERVING, RUN (unused_flag),
    .help = "accepted but ignored: fitsched always reuses an address whose old connections are still closing" },
  { "authentication-token-webhook-cache-ttl", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_SERVING, RUN (token_cache_ttl), "10s",
    .help = "how long to remember which user a token belongs to" },
  { "authorization-webhook-cache-authorized-ttl", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_SERVING,
    RUN (authorized_cache_ttl), "10s",
    .help = "how long to remember that a user may see a path" },
  { "authorization-webhook-cache-unauthorized-ttl", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_SERVING,
    RUN (unauthorized_cache_ttl), "10s",
    .help = "how long to remember that a user may not see a path" },
  { "requestheader-client-ca-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (requestheader_client_ca_file),
    .help = "CA certificates: a proxy with a certificate signed by one of them names the user in headers" },
  { "requestheader-allowed-names", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (requestheader_allowed_names), "",
    .help = "common names that certificates of proxies may have, separated by commas; by default all" },
  { "requestheader-username-headers", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (requestheader_username_headers),
    "x-remote-user",
    .help = "headers of a proxy with the name of the user; the first that has one counts" },
  { "requestheader-uid-headers", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (requestheader_uid_headers), "",
    .help = "headers of a proxy with the UID of the user; by default none" },
  { "requestheader-group-headers", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (requestheader_group_headers),
    "x-remote-group",
    .help = "headers of a proxy with the groups of the user" },
  { "requestheader-extra-headers-prefix", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING,
    RUN (requestheader_extra_headers_prefix), "x-remote-extra-",
    .help = "prefixes of headers in which a proxy says more about the user" },
  { "show-hidden-metrics-for-version", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (unused_text),
    .help = "accepted but ignored: what the emulated release hides stays hidden" },
  { "disabled-metrics", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (unused_text),
    .help = "accepted but ignored: every metric is served" },
  { "allow-metric-labels", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (unused_text), UNUSED },
  { "allow-metric-labels-manifest", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_SERVING, RUN (unused_text), UNUSED },
  { "leader-elect", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_KUBE, RUN (leader_elect), "true",
    .brief = "schedule only as the leader",
    .help = "schedule only while this replica is the leader; when it ends, another replica takes over. "
            "--leader-elect=false schedules at once: use it for a schedulerName that only one scheduler serves" },
  { "leader-elect-lease-duration", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_KUBE, RUN (leader_elect_lease_duration), "15s",
    .help = "how long the others wait for a leader that does not renew its lock" },
  { "leader-elect-renew-deadline", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_KUBE, RUN (leader_elect_renew_deadline), "10s",
    .help = "how long a leader that cannot renew its lock goes on; then it ends with status 4" },
  { "leader-elect-retry-period", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_KUBE, RUN (leader_elect_retry_period), "2s",
    .help = "time between two tries to take or to renew the lock" },
  { "leader-elect-resource-lock", 0, "KIND", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (leader_elect_resource_lock),
    .words = WORDS ("leases", "endpoints", "configmaps", "endpointsleases", "configmapsleases"),
    .help = "kind of the lock: leases, endpoints, configmaps, or two of them together; by default leases, and under the "
            "name kube-scheduler endpoints, as in 1.16" },
  { "leader-elect-resource-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (leader_elect_resource_name),
    "kube-scheduler",
    .help = "name of the lock: schedulers of the same name take turns" },
  { "leader-elect-resource-namespace", 0, "NAMESPACE", FIT_OPTION_STRING, FIT_GROUP_KUBE,
    RUN (leader_elect_resource_namespace), "kube-system",
    .help = "namespace of the lock" },
  { "lock-object-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (lock_object_name),
    .help = "older name of --leader-elect-resource-name, which overrides it" },
  { "lock-object-namespace", 0, "NAMESPACE", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (lock_object_namespace),
    .help = "older name of --leader-elect-resource-namespace, which overrides it" },
  { "ignore-other-locks", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_SERVER, RUN (ignore_other_locks),
    .help = "lead even while another scheduler holds a lock of the same name but of another kind" },
  { "shutdown-grace", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_SERVER, RUN (shutdown_grace), "20s",
    .help = "how long to wait after SIGTERM for pending bindings and for the release of the lock; whatever is not "
            "done by then is cut off, and the exit status is 1" },
  { "pod-max-in-unschedulable-pods-duration", 0, "TIME", FIT_OPTION_DURATION, FIT_GROUP_KUBE,
    RUN (pod_max_in_unschedulable_pods), "5m",
    .help = "with --config: how long a pod that fits nowhere waits for an event before it is tried again" },
  { "emulated-version", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (emulated_version),
    .help = "accepted if it names the release that runs the configuration, as in kube=1.34; --release runs it as another one" },
  { "min-compatibility-version", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_KUBE, RUN (unused_text),
    .help = "accepted but ignored: no rule of the scheduler depends on it" },
  { "profiling", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_KUBE, RUN (profiling), "true from 1.17 on",
    .help = "accepted for compatibility with kube-scheduler; there is no Go runtime to profile" },
  { "contention-profiling", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_KUBE, RUN (contention_profiling), "true from 1.17 on",
    .help = "accepted for compatibility with kube-scheduler; there is no Go runtime to profile" },
  { "logging-format", 0, "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_LOGS, RUN (logging_format), "text",
    .words = WORDS ("text", "json"),
    .brief = "text or json",
    .help = "how lines of the log are written" },
  { "v", 'v', "LEVEL", FIT_OPTION_INTEGER, FIT_GROUP_LOGS, RUN (verbosity), "0", -128, 127,
    .brief = "how much to log, 0 to 10",
    .help = "how much to log: 0 decisions and problems; 2 chosen nodes too; 4 changes of the queues too; from 6 on requests to the API server, from 7 to 10 their headers and bodies" },
  { "vmodule", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (unused_text),
    .help = "accepted but ignored: PATTERN=LEVEL for files of kube-scheduler's source" },
  { "logtostderr", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (log_to_stderr), "true",
    .help = "log to standard error; false: to --log-file or into --log-dir instead" },
  { "alsologtostderr", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (also_log_to_stderr),
    .help = "log to standard error as well as to a file" },
  { "log-file", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (log_file),
    .help = "with --logtostderr=false: append the log to FILE" },
  { "log-dir", 0, "DIRECTORY", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (log_dir),
    .help = "with --logtostderr=false, without --log-file: append the log to DIRECTORY/fitsched.log" },
  { "skip-headers", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (skip_headers),
    .help = "write lines of text without the time" },
  { "stderrthreshold", 0, "LEVEL", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (unused_text), UNUSED },
  { "log-file-max-size", 0, "MEGABYTES", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (unused_text), UNUSED },
  { "log-backtrace-at", 0, "FILE:LINE", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (unused_text), UNUSED },
  { "log-flush-frequency", 0, "DURATION", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (unused_text), UNUSED },
  { "log-json-info-buffer-size", 0, "BYTES", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (unused_text), UNUSED },
  { "log-json-split-stream", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (unused_flag), UNUSED },
  { "log-text-info-buffer-size", 0, "BYTES", FIT_OPTION_STRING, FIT_GROUP_LOGS, RUN (unused_text), UNUSED },
  { "log-text-split-stream", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (unused_flag), UNUSED },
  { "skip-log-headers", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (unused_flag), UNUSED },
  { "add-dir-header", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (unused_flag), UNUSED },
  { "one-output", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (unused_flag), UNUSED },
  { "experimental-logging-sanitization", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_LOGS, RUN (unused_flag),
    .help = "accepted but ignored: secrets are never logged" },
  { "disable-preemption", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_REPLAY, AT (disable_preemption),
    .help = "do not evict pods to make room for pods that do not fit" },
  { "bind-latency", 0, "MS", FIT_OPTION_INTEGER, FIT_GROUP_REPLAY, AT (bind_latency), "0", 0, 3600000,
    .help = "how long binding a pod takes, in milliseconds; other pods are scheduled meanwhile" },
  { "trace", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (trace),
    .brief = "events over time",
    .help = "events over time: a file with one JSON object per line (time, verb, object). Decisions are printed as "
            "they are made. \"-\" reads standard input" },
  { "max-events", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_REPLAY, AT (max_events), "0", 0, G_MAXINT32,
    .help = "stop after N decisions and exit with status 1, because the run is incomplete; 0 means no limit" },
  { "record", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (record), .local = TRUE,
    .help = "write the cluster and its events to FILE as a trace; --trace FILE then makes the same decisions" },
  { "log", 0, "PODS", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (log),
    .completion = FIT_COMPLETE_PODS,
    .help = "print on standard error, step by step, what happens to these pods: [NAMESPACE/]NAME with * and ?, "
            "separated by commas; without a namespace, pods of any namespace" },
  { "namespace", 'n', "NAME", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (namespace_),
    .brief = "place only the pods of this namespace",
    .help = "place only the pending pods of this namespace; nodes and all pods on them still count. By default "
            "pods of all namespaces are placed" },
  { "all-namespaces", 'A', NULL, FIT_OPTION_FLAG, FIT_GROUP_REPLAY, AT (all_namespaces),
    .help = "place the pending pods of all namespaces, which is the default" },
  { "selector", 'l', "SELECTOR", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (selector),
    .help = "place only the pending pods with these labels, as in app=web,tier!=test; nodes and all pods on them still "
            "count" },
  { "profile", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_REPLAY, AT (profile),
    .help = "let the profile with this schedulerName try the pods of schedulers that the configuration has no profile for; "
            "by default its only profile tries such pods of --pods, and of CLUSTER if no pod there names a profile" },
  { "until-full", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_CAPACITY, AT (until_full),
    .brief = "how many copies of the pods fit?",
    .help = "place copies of the pods of --pods in turn until no more fit, and say why" },
  { "replicas", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_CAPACITY, AT (replicas), "0", 0, G_MAXINT32,
    .help = "number of copies of each pod of --pods. 0 means as many as fit with --until-full, and one of each with "
            "--nodes-needed" },
  { "nodes-needed", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_CAPACITY, AT (nodes_needed),
    .brief = "how many more nodes like this?",
    .help = "how many nodes like each one in FILE to add so that every pending pod fits. A CSINode in FILE belongs to "
            "the Node of its name" },
  { "compress", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_CAPACITY, AT (compress),
    .brief = "which could be drained? (also: --moves, --bound)",
    .help = "drain nodes, the emptiest first, as long as all their pods fit on other nodes, where others may move to make room, "
            "and say why the others stay" },
  { "moves", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_CAPACITY, AT (moves), "0", 0, 1000,
    .help = "which running pods, at most N, to move to other nodes so that pending pods fit: the fewest for each, tried by "
            "the rules; 0 for none" },
  { "bound", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_CAPACITY, AT (bound),
    .help = "also prove how much better any other placement could be, whatever scheduler makes it: the most pods that could be "
            "placed, copies that could fit or nodes that could be drained, the fewest nodes that could do" },
  { "sweep", 0, "CLUSTERS", FIT_OPTION_STRINGS, FIT_GROUP_CAPACITY, AT (sweep), .local = TRUE,
    .brief = "one row for each of many clusters",
    .help = "take each file as a cluster of its own: a file, the files of a directory, or a quoted pattern; may be "
            "repeated. Each also has what -f and --pods name. One row says what the rules do in it" },
  { "rollout", 0, "DEPLOYMENT", FIT_OPTION_STRING, FIT_GROUP_CAPACITY, AT (rollout),
    .help = "does the rollout of this Deployment get stuck? deploy/web means the last Deployment web that was read is the new "
            "version, so give its file last: -f cluster.json -f new.yaml. Old and new pods come and go as maxSurge and "
            "maxUnavailable say" },
  { "drain", 0, "NODES", FIT_OPTION_NAMED, FIT_GROUP_WHAT_IF, AT (what_ifs),
    .brief = "what if? (also: --cordon, --scale, ...)",
    .help = "assume that these nodes are cordoned and their pods evicted, as with 'kubectl drain': names or patterns "
            "separated by commas, or a label selector such as pool=old. Controllers make the pods again, pods of "
            "DaemonSets and static pods stay. May be repeated and combined with the other what-ifs, which apply in order" },
  { "cordon", 0, "NODES", FIT_OPTION_NAMED, FIT_GROUP_WHAT_IF, AT (what_ifs),
    .help = "assume that these nodes, given as for --drain, are cordoned: their pods stay" },
  { "without-zone", 0, "ZONE", FIT_OPTION_NAMED, FIT_GROUP_WHAT_IF, AT (what_ifs),
    .help = "assume that the nodes of this zone are gone, with all their pods; controllers make the pods again, volumes "
            "stay where they are" },
  { "scale", 0, "WORKLOAD=N", FIT_OPTION_NAMED, FIT_GROUP_WHAT_IF, AT (what_ifs),
    .help = "assume that this Deployment, ReplicaSet, ReplicationController or StatefulSet has N pods, as in deploy/web=20 or "
            "shop/deploy/web=20. Of too many, those go that the controller would delete first" },
  { "replace-nodes", 0, "NODES=FILE", FIT_OPTION_NAMED, FIT_GROUP_WHAT_IF, AT (what_ifs),
    .help = "assume that these nodes, given as for --drain, are replaced: by as many like the Node in FILE, or by the "
            "Nodes in FILE if it has several. Their pods move as with --drain, and new nodes get the pods of DaemonSets" },
  { "namespace", 'n', "NAME", FIT_OPTION_STRING, FIT_GROUP_EXPLAIN, AT (namespace_), .of_answer = TRUE,
    .brief = "namespace of every POD that names none",
    .help = "namespace of every POD that names none, and of --all-pending; by default that of the context of a live "
            "cluster, or default" },
  { "profile", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_EXPLAIN, AT (profile),
    .help = "let the profile with this schedulerName try the pods of schedulers that the configuration has no profile for; "
            "by default its only profile tries such pods of --pods, and of CLUSTER if no pod there names a profile" },
  { "all-namespaces", 'A', NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (all_namespaces), .of_answer = TRUE,
    .help = "look for a POD that names no namespace in all namespaces" },
  { "selector", 'l', "SELECTOR", FIT_OPTION_STRING, FIT_GROUP_EXPLAIN, AT (selector), .of_answer = TRUE,
    .help = "explain the pods with these labels, as in app=web,tier!=test, in place of a POD; with --all-pending those "
            "of them that are pending" },
  { "all-pending", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (all_pending), .of_answer = TRUE,
    .help = "explain all pods that do not fit, grouped by reason; -o wide and -o json show each in full" },
  { "all", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (all), .of_answer = TRUE,
    .brief = "every rule that fails, not only the first",
    .help = "show every predicate or plugin that fails on a node, not only the first" },
  { "alone", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_EXPLAIN, AT (alone), .of_answer = TRUE,
    .brief = "without the pods ahead of it in the queue",
    .help = "explain the pod against the cluster as it is, without scheduling the pods ahead of it in the queue first" },
  { "nodes", 0, "LIST", FIT_OPTION_STRING, FIT_GROUP_EXPLAIN, AT (nodes), .of_answer = TRUE,
    .brief = "only these nodes",
    .help = "show only these nodes: names or patterns with * and ?, separated by commas" },
  { "node", 0, "NODE", FIT_OPTION_STRING, FIT_GROUP_EXPLAIN, AT (node), .of_answer = TRUE,
    .brief = "why not this node?",
    .help = "say why the pod does not go to this node, by every rule that rejects it or the points that it lacks against "
            "the chosen node, and show only this one" },
  { "policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_VALIDATE, AT (policy),
    .help = "the Policy that a v1alpha1 configuration names in algorithmSource, to check both together; by default the "
            "file or ConfigMap that it names" },
  { "policy-file", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_VALIDATE, AT (policy_file),
    .brief = "read every FILE as a Policy",
    .help = "read every FILE as a Policy, even if its kind does not say so" },
  { "strict", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_VALIDATE, AT (strict),
    .brief = "exit status 1 if there are warnings",
    .help = "exit with status 1 if there are warnings" },
  { "unknown-plugins", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_VALIDATE, AT (unknown_plugins), "keep", .words = unknown_plugins,
    .brief = "what to do with out-of-tree plugins",
    .help = "what to do with plugins that the release does not have: keep and skip accept the file and note them; "
            "error says that it is not valid, as the release does" },
  { "provider", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (provider),
    .completion = FIT_COMPLETE_PROVIDERS,
    .brief = "migrate this provider instead of a FILE",
    .help = "migrate this named set of predicates and priorities instead of a FILE" },
  { "policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (policy),
    .help = "the Policy that a v1alpha1 configuration names in algorithmSource; by default the file that it names, or "
            "the ConfigMap in FILE or in the manifests of -f" },
  { "from-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (from_release),
    .words = WORDS ("1.8", "1.9", "1.10", "1.11", "1.12", "1.13", "1.14", "1.15", "1.16", "1.17", "1.18", "1.19",
                     "1.20", "1.21", "1.22"),
    .brief = "release that the source was written for",
    .help = "release that the source was written for: its names, defaults and parsing apply. By default the newest "
            "release up to the target that reads the source; 1.16 for a provider" },
  { "to", 0, "VERSION", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (to_version),
    .words = WORDS ("v1alpha2", "v1beta1", "v1beta2", "v1beta3", "v1"),
    .help = "version of kubescheduler.config.k8s.io to write; by default the newest that --to-release reads" },
  { "to-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (to_release),
    .completion = FIT_COMPLETE_RELEASES,
    .brief = "release that will read the result",
    .help = "release that will read the result, 1.N or 1.N.P; by default the newest that reads the version. A patch "
            "release that is not known counts as the nearest known one; 'fitsched list releases' shows those" },
  { "to-feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_MIGRATE, AT (to_feature_gates),
    .completion = FIT_COMPLETE_GATES,
    .help = "feature gates of the target; --feature-gates are those of the source" },
  { "unknown-plugins", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_MIGRATE, AT (unknown_plugins), "keep", .words = unknown_plugins,
    .brief = "what to do with out-of-tree plugins",
    .help = "what to do with plugins that the release does not have, and with rules of a Policy that only this program "
            "has: keep writes them with their arguments unchanged, skip leaves them out, error rejects the file" },
  { "namespace", 'n', "NAME", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (namespace_),
    .help = "with --verify: place only the pending pods of this namespace; nodes and all pods on them still count" },
  { "all-namespaces", 'A', NULL, FIT_OPTION_FLAG, FIT_GROUP_MIGRATE, AT (all_namespaces),
    .help = "with --verify: place the pending pods of all namespaces, which is the default" },
  { "selector", 'l', "SELECTOR", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (selector),
    .help = "with --verify: place only the pending pods with these labels, as in app=web,tier!=test" },
  { "exact", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_MIGRATE, AT (exact),
    .brief = "write out the source's defaults",
    .help = "where the source relies on the defaults of its release, write those defaults out (lists and weights) "
            "instead of using the defaults of the target" },
  { "full", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_MIGRATE, AT (full),
    .help = "write every list and all arguments, even those that equal the defaults" },
  { "scheduler-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_MIGRATE, AT (profile_name),
    .help = "schedulerName of the profile for a Policy or a provider; default: default-scheduler" },
  { "keep-lost", 0, "URL", FIT_OPTION_STRING, FIT_GROUP_REPORT, AT (keep_lost), .local = TRUE,
    .help = "let a 'fitsched extender' at URL keep the rules of a Policy that would be lost: they go into the Policy of "
            "--keep-lost-policy, and extenders of the configuration ask for them" },
  { "keep-lost-policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPORT, AT (keep_lost_policy), .local = TRUE,
    .help = "with --keep-lost: write the Policy for the extender to FILE" },
  { "accept-loss", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_REPORT, AT (accept_loss),
    .brief = "exit status 0 even if something is lost",
    .help = "exit with status 0 even if something has no equivalent in the target" },
  { "profile", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_REPORT, AT (profile),
    .help = "with --verify: let the profile with this schedulerName try the pods of schedulers that the rules have no "
            "profile for, as in 'fitsched simulate'" },
  { "verify", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_REPORT, AT (verify),
    .brief = "compare placements before and after",
    .help = "place the pending pods of CLUSTER by the source and by what is written, and append to the report what "
            "differs there, and in small clusters that are made at random" },
  { "report", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPORT, AT (report), .local = TRUE,
    .brief = "write the report to FILE",
    .help = "write the report to FILE instead of standard error. With \"-\" it goes to standard output, and the configuration only "
            "to the file of --write" },
  { "report-format", 0, "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_REPORT, AT (report_format), "auto", .local = TRUE,
    .words = WORDS ("auto", "text", "markdown", "json"),
    .help = "format of the report; auto goes by the suffix of --report (.md, .json), then by --output, else text" },
  { "write", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_REPORT, AT (write_file), .local = TRUE,
    .brief = "write the configuration to FILE",
    .help = "write the configuration to FILE instead of standard output" },
  { "output", 'o', "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_REPORT, AT (migrate_format), "yaml", .local = TRUE,
    .words = WORDS ("yaml", "json", "text", "markdown", "html"),
    .brief = "yaml, json, text, markdown or html",
    .help = "how to print the result: yaml and json are formats of the configuration, json, text and markdown of the "
            "report. With text and markdown the configuration is YAML, with yaml the report is text. With html, standard "
            "output gets the report as a page, and the configuration goes only to the file of --write" },
  { "left", 0, "RULES", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (sides[0].rules),
    .brief = "current rules",
    .help = "current rules: a Policy file, a KubeSchedulerConfiguration, or the name of a provider (write "
            "provider:NAME if a file has that name). \"-\" reads standard input. Without it, the defaults of "
            "--left-release, or of the cluster's release" },
  { "right", 0, "RULES", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (sides[1].rules),
    .brief = "new rules",
    .help = "new rules, given like --left; without it, the defaults of --right-release, or of the cluster's release" },
  { "find", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_COMPARE, AT (find),
    .brief = "look for a cluster where they differ",
    .help = "look for a small cluster that both sides decide differently, in place of comparing them on the one of -f" },
  { "shards", 0, "N|LABEL", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (divided),
    .help = "what would be lost if N schedulers divided the nodes, or one for each value of LABEL? The rules are those of one side, which is given alone" },
  { "left-policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (sides[0].policy),
    .help = "the Policy that the left v1alpha1 configuration names in algorithmSource; by default the file that it "
            "names, or the ConfigMap in the manifests" },
  { "right-policy", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (sides[1].policy),
    .help = "the Policy that the right v1alpha1 configuration names in algorithmSource, given like --left-policy" },
  { "left-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (sides[0].release),
    .completion = FIT_COMPLETE_RELEASES,
    .brief = "release that reads the left rules",
    .help = "release that reads the left rules. For a Policy or a provider: 1.8 to 1.22, from 1.18 on as plugins; by default 1.16. For a "
            "configuration: 1.N or 1.N.P, by default the newest that reads its version. Without --left, any of these: its "
            "default configuration, or up to 1.16 DefaultProvider" },
  { "right-release", 0, "1.N", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (sides[1].release),
    .completion = FIT_COMPLETE_RELEASES,
    .brief = "release that reads the right rules",
    .help = "release that reads the right rules, given like --left-release" },
  { "through", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_COMPARE, AT (through),
    .brief = "also try each minor release on the way",
    .help = "if both sides have the same configuration, or none: also go from --left-release to --right-release by way of "
            "each minor release between them, as clusters are upgraded, and say which step changes what" },
  { "left-feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_COMPARE, AT (sides[0].feature_gates),
    .completion = FIT_COMPLETE_GATES,
    .help = "feature gates of the release that reads the left rules" },
  { "right-feature-gates", 0, "LIST", FIT_OPTION_STRINGS, FIT_GROUP_COMPARE, AT (sides[1].feature_gates),
    .completion = FIT_COMPLETE_GATES,
    .help = "feature gates of the release that reads the right rules" },
  { "unknown-plugins", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_COMPARE, AT (unknown_plugins), "skip", .words = unknown_plugins,
    .brief = "what to do with out-of-tree plugins",
    .help = "what to do with plugins that the release does not have: skip and keep leave them out and note that "
            "placements may differ; error rejects the configuration, as the release does" },
  { "arithmetic", 0, "HOW", FIT_OPTION_CHOICE, FIT_GROUP_COMPARE, AT (arithmetic), "target",
    .words = WORDS ("target", "v1.16"),
    .help = "how plugins of configurations compute: target means as the release that reads them; v1.16 means as the "
            "predicates and priorities they replaced, with scores times ten" },
  { "scheduler-name", 0, "NAME", FIT_OPTION_STRING, FIT_GROUP_COMPARE, AT (scheduler_name), "default-scheduler",
    .help = "schedulerName of the pods that a Policy or a provider schedules; a configuration has its own" },
  { "output", 'o', "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_OUTPUT, AT (output), "table",
    .words = WORDS ("table", "wide", "json", "yaml", "name", "html"), .of_answer = TRUE,
    .brief = "table, wide, json, yaml, name or html",
    .help = "how to print the result" },
  { "output", 'o', "FORMAT", FIT_OPTION_CHOICE, FIT_GROUP_FORMATS, AT (output), "table",
    .words = WORDS ("table", "wide", "json", "yaml", "name", "html", "markdown"), .of_answer = TRUE,
    .brief = "table, wide, json, yaml, name, html or markdown",
    .help = "how to print the result; wide shows the scores of both sides" },
  { "budget", 0, "N|TIME", FIT_OPTION_STRING, FIT_GROUP_FIND, AT (budget), "2000",
    .help = "how long a search for a difference may take (diff --find, migrate --verify): a number of clusters, as in 10000, or a time, as in 30s. With "
            "a number, the same --seed gives the same answer. 'migrate --verify' tries 300 without it" },
  { "write-cluster", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_FIND, AT (write_cluster),
    .help = "write the cluster to FILE that diff --find finds, or that migrate --verify generates if no -f names one" },
  { "objective", 0, "NAMES", FIT_OPTION_STRINGS, FIT_GROUP_TUNE, AT (objectives),
    .brief = "what the rules shall be good at",
    .help = "what the rules shall be good at, separated by commas; may be repeated: placed, preempted, empty-nodes, "
            "drainable-nodes, stranded, imbalance, zone-skew, moved. Without it: placed,stranded,imbalance" },
  { "trials", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_TUNE, AT (trials), "200", 1, 1000000,
    .brief = "how many sets of rules to try",
    .help = "how many sets of rules to try; the same --seed and numbers give the same answer" },
  { "population", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_TUNE, AT (population), "20", 2, 10000,
    .help = "trials of a generation, and how many of the best have children; the first generation may have more" },
  { "shards", 0, "N", FIT_OPTION_INTEGER, FIT_GROUP_TUNE, AT (shards), "0", 0, 256,
    .help = "processes that make trials here; 0: one for each processor. The answer does not depend on it" },
  { "write", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_TUNE, AT (write_file), .local = TRUE,
    .brief = "write the recommended rules to FILE",
    .help = "write the recommended rules to FILE: a Policy for the rules of v1.16, a KubeSchedulerConfiguration for "
            "profiles" },
  { "directory", 0, "DIRECTORY", FIT_OPTION_STRING, FIT_GROUP_PARTS, AT (directory), .local = TRUE,
    .help = "keep what was tried (tune, diff --find, simulate --sweep) in files there; a search that was stopped goes on with "
            "them, and several machines can share it" },
  { "shard", 0, "I/N", FIT_OPTION_STRING, FIT_GROUP_PARTS, AT (shard), .local = TRUE,
    .help = "make only part I of N (0 to N-1), with tune of the current generation, and write it to --directory. With auto for I it "
            "is $JOB_COMPLETION_INDEX of an Indexed Job, or $SLURM_ARRAY_TASK_ID" },
  { "merge", 0, "DIRECTORY", FIT_OPTION_STRING, FIT_GROUP_PARTS, AT (merge), .local = TRUE,
    .help = "join the parts there, and give the answer; with tune, write the next generation until there is one" },
  { "chart", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_DETAIL, AT (chart), .of_answer = TRUE,
    .help = "below a table, draw the nodes as characters, by zone and group: how much of each is requested" },
  { "fragments", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_DETAIL, AT (fragments), .of_answer = TRUE,
    .help = "below the result, say how much of what is free is stranded beside used up cpu or memory, and the most that one "
            "pod could still ask for, by zone and group" },
  { "detail", 0, "LEVEL", FIT_OPTION_CHOICE, FIT_GROUP_DETAIL, AT (detail), "auto",
    .words = WORDS ("auto", "columns"), .of_answer = TRUE,
    .help = "how -o json writes what is known of each node; columns: without repetition, on one line" },
  { "html", 0, "FILE", FIT_OPTION_STRING, FIT_GROUP_PAGE, AT (html), .of_answer = TRUE,
    .brief = "write the answer as a page to look at",
    .help = "write the answer as a page to FILE, which a browser shows without a network" },
  { "color", 0, "WHEN", FIT_OPTION_CHOICE, FIT_GROUP_GENERAL, AT (color), "auto",
    .words = WORDS ("auto", "always", "never"), .of_answer = TRUE,
    .help = "whether to color messages on standard error; auto: on a terminal, unless NO_COLOR is set" },
  { "help", 'h', NULL, FIT_OPTION_FLAG, FIT_GROUP_GENERAL, AT (help),
    .brief = "show this help",
    .help = "show one page of help: what the verb does, examples, and the most important options" },
  { "help-all", 0, NULL, FIT_OPTION_FLAG, FIT_GROUP_GENERAL, AT (help_all),
    .brief = "show every option, in full",
    .help = "show all help: the full description and every option" },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (infos) <= FIT_MOST_OPTIONS);

static const char *const group_titles[] = {
  "Rules",         "History",
  "Feature gates", "Configurations",
  "Profiles",      "Cluster",
  "Reading",       "Search",
  "Simulation",    "Capacity",
  "Explanation",   "Files",
  "Migration",     "Result",
  "Rules",         "Extenders",
  "Output",        "Output",
  "General",       "ConfigMaps",
  "API server",    "As kube-scheduler",
  "Log",           "Live cluster",
  "Snapshot",      "Serving",
  "Extender",      "What if",
  "Output",        "Output",
  "Listening",     "Questions",
  "Search",        "Reading again",
  "Tuning",        "Several machines",
};
G_STATIC_ASSERT (G_N_ELEMENTS (group_titles) == FIT_N_OPTION_GROUPS);

const FitOptionInfo *
fit_option_after (const FitOptionInfo *info, FitOptionGroups groups)
{
  const FitOptionInfo *end = infos + G_N_ELEMENTS (infos);

  for (info = info != NULL ? info + 1 : infos; info < end; info++)
    if (info->group & groups)
      return info;
  return NULL;
}

guint
fit_option_number (const FitOptionInfo *info)
{
  return (guint) (info - infos);
}

const FitOptionInfo *
fit_option_find (FitOptionGroups groups, const char *name, gsize len)
{
  FIT_EACH_OPTION (info, groups)
    {
      gsize same = 0;

      while (same < len
             && info->name[same] == (name[same] == '_' ? '-' : name[same]))
        same++;
      if (same == len && info->name[len] == '\0')
        return info;
    }
  return NULL;
}

const char *
fit_option_group_title (FitOptionGroups group)
{
  return group_titles[g_bit_nth_lsf (group, -1)];
}

FitCompletion
fit_option_completion (const FitOptionInfo *info)
{
  static const char *const files[]
      = { "FILE",     "[NAME=]FILE", "DIRECTORY", "CLUSTER",
          "CLUSTERS", "RULES",       NULL };

  return info->completion == FIT_COMPLETE_NOTHING && info->value != NULL
                 && g_strv_contains (files, info->value)
             ? FIT_COMPLETE_FILES
             : info->completion;
}

char *
fit_option_synopsis (const FitOptionInfo *info)
{
  g_autofree char *letter
      = info->letter ? g_strdup_printf ("-%c, ", info->letter) : g_strdup ("");

  return g_strconcat (letter, "--", info->name, info->value != NULL ? " " : "",
                      info->value, NULL);
}

char *
fit_option_help (const FitOptionInfo *info)
{
  GString *text = g_string_new (info->help);

  if (info->words != NULL)
    {
      g_autofree char *words = g_strjoinv (", ", (char **) info->words);

      g_string_append_printf (text, ": %s", words);
    }
  if (info->otherwise != NULL && *info->otherwise != '\0')
    g_string_append_printf (text, " (default: %s)", info->otherwise);
  return g_string_free (text, FALSE);
}
