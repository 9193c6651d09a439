/* test-config-corners.c - fields of configurations that are nearly right, and what is wrong with others
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#define ARGS(plugin, args) \
  "profiles:\n- pluginConfig:\n  - name: " plugin "\n    args: " args "\n"

#define ADDRESS(address) "metricsBindAddress: \"" address "\"\n"
#define INVALID(address, problem) \
  "metricsBindAddress: Invalid value: \"" address "\": " problem
#define PORT "must be between 1 and 65535, inclusive"
#define IP "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
#define SOCKET \
  "must be a valid socket address format, (e.g. 0.0.0.0:10254 or [::]:10254)"
#define OFF "must be empty or with an explicit 0 port"

static const ReadRow addresses_rows[] = {
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("a")), NULL },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("0.0.0.0:0")),
    "c: " INVALID ("0.0.0.0:0", PORT) },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("0.0.0.0:1")), NULL },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("0.0.0.0:65535")), NULL },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("0.0.0.0:65536")),
    "c: " INVALID ("0.0.0.0:65536", PORT) },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("0.0.0.0:x")),
    "c: " INVALID ("0.0.0.0:x", PORT) },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("host:80")),
    "c: " INVALID ("host:80", IP) },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("host:0")),
    "c: [" INVALID ("host:0", PORT) ", " INVALID ("host:0", IP) "]" },
  { "1.20", FILE_OF ("v1beta1", ADDRESS (":80")), NULL },
  { "1.20", FILE_OF ("v1beta1", ADDRESS (":0")),
    "c: " INVALID ("0.0.0.0:0", PORT) },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("")), NULL },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("::1")), NULL },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("[::1]:80")), NULL },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("[::1]:0")),
    "c: " INVALID ("[::1]:0", PORT) },
  { "1.20", FILE_OF ("v1beta1", ADDRESS ("1.2.3.4")), NULL },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("a")), "c: " INVALID ("a", SOCKET) },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:0")),
    "c: " INVALID ("0.0.0.0:0", PORT) },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:1")), NULL },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:65535")), NULL },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:65536")),
    "c: " INVALID ("0.0.0.0:65536", PORT) },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:x")),
    "c: " INVALID ("0.0.0.0:x", PORT) },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("host:80")),
    "c: " INVALID ("host:80", IP) },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("host:0")),
    "c: [" INVALID ("host:0", PORT) ", " INVALID ("host:0", IP) "]" },
  { "1.22", FILE_OF ("v1beta2", ADDRESS (":80")), NULL },
  { "1.22", FILE_OF ("v1beta2", ADDRESS (":0")),
    "c: " INVALID ("0.0.0.0:0", PORT) },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("")), "c: " INVALID ("", SOCKET) },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("::1")), NULL },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("[::1]:80")), NULL },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("[::1]:0")),
    "c: " INVALID ("[::1]:0", PORT) },
  { "1.22", FILE_OF ("v1beta2", ADDRESS ("1.2.3.4")), NULL },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("a")), "c: " INVALID ("a", SOCKET) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:0")), NULL },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:1")),
    "c: " INVALID ("0.0.0.0:1", OFF) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:65535")),
    "c: " INVALID ("0.0.0.0:65535", OFF) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:65536")),
    "c: " INVALID ("0.0.0.0:65536", SOCKET) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("0.0.0.0:x")),
    "c: " INVALID ("0.0.0.0:x", SOCKET) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("host:80")),
    "c: " INVALID ("host:80", SOCKET) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("host:0")),
    "c: " INVALID ("host:0", SOCKET) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS (":80")),
    "c: " INVALID (":80", SOCKET) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS (":0")), "c: " INVALID (":0", SOCKET) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("")), NULL },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("::1")),
    "c: " INVALID ("::1", SOCKET) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("[::1]:80")),
    "c: " INVALID ("[::1]:80", OFF) },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("[::1]:0")), NULL },
  { "1.23", FILE_OF ("v1beta2", ADDRESS ("1.2.3.4")),
    "c: " INVALID ("1.2.3.4", SOCKET) },
};

/* Addresses by version; from 1.23 on they only turn something off. */
static void
test_addresses (void **state)
{
  (void) state;
  check_rows (addresses_rows, G_N_ELEMENTS (addresses_rows));
}

static const ReadRow leader_election_rows[] = {
  { "1.25",
    FILE_OF ("v1", "leaderElection: {leaderElect: true, resourceLock: \"\"}\n"),
    NULL },
  { "1.25",
    FILE_OF ("v1", "leaderElection: {leaderElect: true, resourceName: \"\"}\n"),
    NULL },
  { "1.25",
    FILE_OF ("v1",
             "leaderElection: {leaderElect: true, resourceNamespace: \"\"}\n"),
    NULL },
  { "1.25",
    FILE_OF ("v1", "leaderElection: {leaderElect: true, leaseDuration: 0s}\n"),
    NULL },
  { "1.25",
    FILE_OF ("v1", "leaderElection: {leaderElect: true, renewDeadline: 0s}\n"),
    NULL },
  { "1.25",
    FILE_OF ("v1", "leaderElection: {leaderElect: true, retryPeriod: 0s}\n"),
    NULL },
  { "1.25",
    FILE_OF ("v1", "leaderElection: {leaderElect: true, leaseDuration: 10s}\n"),
    "c: leaderElection.leaseDuration: Invalid value: \"10s\": "
    "LeaseDuration must be greater than RenewDeadline" },
  { "1.25",
    FILE_OF ("v1",
             "leaderElection: {leaderElect: true, renewDeadline: 2400ms}\n"),
    NULL },
  { "1.25",
    FILE_OF ("v1",
             "leaderElection: {leaderElect: true, renewDeadline: 2401ms}\n"),
    NULL },
  { "1.25",
    FILE_OF ("v1", "leaderElection: {leaderElect: false, resourceName: \"\", "
                   "leaseDuration: 0s}\n"),
    NULL },
  { "1.18", FILE_OF ("v1alpha1", "leaderElection: {lockObjectName: a}\n"),
    NULL },
  { "1.18",
    FILE_OF ("v1alpha1",
             "leaderElection: {lockObjectName: a, resourceName: b}\n"),
    "c: line 3, column 51: leaderElection.resourceName: found \"b\", "
    "expected \"a\" as in lockObjectName" },
  { "1.18",
    FILE_OF ("v1alpha1",
             "leaderElection: {lockObjectName: a, resourceName: a}\n"),
    NULL },
  { "1.18",
    FILE_OF ("v1alpha1",
             "leaderElection: {lockObjectName: a, resourceName: \"\"}\n"),
    NULL },
  { "1.18",
    FILE_OF ("v1alpha1",
             "leaderElection: {lockObjectName: a, resourceName: null}\n"),
    NULL },
  { "1.18",
    FILE_OF ("v1alpha1",
             "leaderElection: {lockObjectName: \"\", resourceName: b}\n"),
    NULL },
  { "1.18",
    FILE_OF ("v1alpha1",
             "leaderElection: {lockObjectName: null, resourceName: b}\n"),
    NULL },
  { "1.18",
    FILE_OF (
        "v1alpha1",
        "leaderElection: {lockObjectNamespace: a, resourceNamespace: b}\n"),
    "c: line 3, column 61: leaderElection.resourceNamespace: found "
    "\"b\", expected \"a\" as in lockObjectNamespace" },
};

/* Empty and zero values mean the defaults; old names of the lock must agree with
 * the new ones. */
static void
test_leader_election (void **state)
{
  (void) state;
  check_rows (leader_election_rows, G_N_ELEMENTS (leader_election_rows));
}

static const ReadRow fields_of_versions_rows[] = {
  { "1.18", FILE_OF ("v1alpha1", "algorithmSource: {provider: \"\"}\n"), NULL },
  { "1.18", FILE_OF ("v1alpha1", "algorithmSource: {provider: Nobody}\n"),
    "c: couldn't create scheduler using provider \"Nobody\": "
    "algorithm provider \"Nobody\" is not registered\n"
    "hint: the providers are DefaultProvider and "
    "ClusterAutoscalerProvider" },
  { "1.18",
    FILE_OF ("v1alpha1",
             "algorithmSource: {policy: {file: {path: p}}, provider: \"\"}\n"),
    NULL },
  { "1.18",
    FILE_OF ("v1alpha1", "apiVersion: kubescheduler.config.k8s.io/v1alpha1\n"),
    NULL },
  { "1.18", FILE_OF ("v1alpha1", "kind: KubeSchedulerConfiguration\n"), NULL },
  { "1.25", FILE_OF ("v1", "healthzBindAddress: \"0.0.0.0:0\"\n"),
    "c: line 3, column 1: found unknown field "
    "\"healthzBindAddress\", expected one of clientConnection, "
    "enableContentionProfiling, enableProfiling, extenders, "
    "leaderElection, parallelism, percentageOfNodesToScore, "
    "podInitialBackoffSeconds, podMaxBackoffSeconds, profiles\n"
    "hint: healthzBindAddress had its last version in v1beta2" },
  { "1.25", FILE_OF ("v1", "algorithmSource: {provider: a}\n"),
    "c: line 3, column 1: found unknown field \"algorithmSource\", "
    "expected one of clientConnection, enableContentionProfiling, "
    "enableProfiling, extenders, leaderElection, parallelism, "
    "percentageOfNodesToScore, podInitialBackoffSeconds, "
    "podMaxBackoffSeconds, profiles\n"
    "hint: algorithmSource had its last version in v1alpha1" },
  { "1.22", FILE_OF ("v1beta2", "profiles: [{percentageOfNodesToScore: 5}]\n"),
    "c: line 3, column 13: profiles[0]: found unknown field "
    "\"percentageOfNodesToScore\", expected one of schedulerName, "
    "plugins, pluginConfig\n"
    "hint: percentageOfNodesToScore came with v1" },
  { "1.25", FILE_OF ("v1", "profiles: [{percentageOfNodesToScore: 5}]\n"),
    "c: line 3, column 13: profiles[0]: found unknown field "
    "\"percentageOfNodesToScore\", expected one of schedulerName, "
    "plugins, pluginConfig\n"
    "hint: percentageOfNodesToScore came with 1.26" TO_OLDER },
  { "1.26", FILE_OF ("v1", "profiles: [{percentageOfNodesToScore: 5}]\n"),
    NULL },
  { "1.26", FILE_OF ("v1", "profiles: [{percentageOfNodesToScore: a}]\n"),
    "c: line 3, column 39: profiles[0].percentageOfNodesToScore: "
    "found string \"a\", expected an integer" },
  { "1.26", FILE_OF ("v1", "profiles: [{percentageOfNodesToScore: 5.5}]\n"),
    "c: line 3, column 39: profiles[0].percentageOfNodesToScore: "
    "found number 5.5, expected an integer\n"
    "hint: write a whole number, without a decimal point or an "
    "exponent" },
  { "1.26",
    FILE_OF ("v1", "profiles: [{percentageOfNodesToScore: 4294967296}]\n"),
    "c: line 3, column 39: profiles[0].percentageOfNodesToScore: "
    "found number 4294967296, expected an integer of 32 bits" },
  { "1.26", FILE_OF ("v1", "profiles: [{percentageOfNodesToScore: null}]\n"),
    NULL },
  { "1.23", FILE_OF ("v1beta3", "metricsBindAddress: \"0.0.0.0:0\"\n"),
    "c: line 3, column 1: found unknown field "
    "\"metricsBindAddress\", expected one of clientConnection, "
    "enableContentionProfiling, enableProfiling, extenders, "
    "leaderElection, parallelism, percentageOfNodesToScore, "
    "podInitialBackoffSeconds, podMaxBackoffSeconds, profiles\n"
    "hint: metricsBindAddress had its last version in v1beta2" },
  { "1.25", FILE_OF ("v1beta3", "profiles: [{plugins: {preEnqueue: {}}}]\n"),
    "c: line 3, column 23: profiles[0].plugins: found unknown field "
    "\"preEnqueue\", expected one of queueSort, preFilter, filter, "
    "postFilter, preScore, score, reserve, permit, preBind, bind, "
    "postBind, multiPoint\n"
    "hint: preEnqueue came with 1.26" TO_OLDER },
  { "1.16", FILE_OF ("v1alpha1", "plugins: {preScore: {}}\n"), NULL },
  { "1.25", FILE_OF ("v1", "percentageOfNodesToScore: []\n"),
    "c: line 3, column 27: percentageOfNodesToScore: found a list, "
    "expected an integer" },
  { "1.25", FILE_OF ("v1", "parallelism: a\n"),
    "c: line 3, column 14: parallelism: found string \"a\", expected "
    "an integer" },
  { "1.18", FILE_OF ("v1alpha2", "parallelism: 5\n"),
    "c: line 3, column 1: found unknown field \"parallelism\", "
    "expected one of bindTimeoutSeconds, clientConnection, "
    "disablePreemption, enableContentionProfiling, enableProfiling, "
    "extenders, healthzBindAddress, leaderElection, "
    "metricsBindAddress, percentageOfNodesToScore, "
    "podInitialBackoffSeconds, podMaxBackoffSeconds, profiles\n"
    "hint: parallelism came with v1beta1" },
  { "1.16", FILE_OF ("v1alpha1", "failureDomains: a\n"), NULL },
  { "1.16", FILE_OF ("v1alpha1", "podInitialBackoffSeconds: 1\n"), NULL },
  { "1.25", FILE_OF ("v1", "profiles: [{plugins: {postFilter: 5}}]\n"),
    "c: line 3, column 35: profiles[0].plugins.postFilter: found "
    "number 5, expected an object" },
  { "1.20", FILE_OF ("v1beta1", "profiles: [{plugins: {unreserve: {}}}]\n"),
    "c: line 3, column 23: profiles[0].plugins: found unknown field "
    "\"unreserve\", expected one of queueSort, preFilter, filter, "
    "postFilter, preScore, score, reserve, permit, preBind, bind, "
    "postBind\n"
    "hint: unreserve had its last version in v1alpha2" },
  { "1.25", FILE_OF ("v1", "profiles: [{plugins: {filter: {enabled: [a]}}}]\n"),
    "c: line 3, column 42: profiles[0].plugins.filter.enabled[0]: "
    "found string \"a\", expected an object\n"
    "hint: write for example {name: NodeResourcesFit}" },
  { "1.25", FILE_OF ("v1", "extenders: [{managedResources: {}}]\n"),
    "c: line 3, column 32: extenders[0].managedResources: found an "
    "object, expected a list\n"
    "hint: write for example [{\"name\": \"example.com/gpu\"}]" },
};

/* Fields that came and went, and values of the wrong type. */
static void
test_fields_of_versions (void **state)
{
  (void) state;
  check_rows (fields_of_versions_rows, G_N_ELEMENTS (fields_of_versions_rows));
}

#define SECURE(tls)                                                  \
  "extenders: [{urlPrefix: \"http://a\", filterVerb: f, weight: 1, " \
  "enableHTTPS: true, tlsConfig: " tls "}]\n"
#define MANAGING                                                     \
  "extenders: [{urlPrefix: \"http://a\", filterVerb: f, weight: 1, " \
  "managedResources: [{name: a.b/c, ignoredByScheduler: true}]}]\n"

static const ReadRow extenders_and_the_rest_rows[] = {
  { "1.25", FILE_OF ("v1", SECURE ("{insecure: true, caFile: a}")),
    "c: extenders[0].tlsConfig: specifying a root certificates file "
    "with the insecure flag is not allowed\n"
    "hint: leave out insecure to verify the extender" },
  { "1.25", FILE_OF ("v1", SECURE ("{insecure: true, caData: eA==}")),
    "c: extenders[0].tlsConfig: specifying a root certificates file "
    "with the insecure flag is not allowed\n"
    "hint: leave out insecure to verify the extender" },
  { "1.25", FILE_OF ("v1", SECURE ("{insecure: true}")), NULL },
  { "1.25", FILE_OF ("v1", SECURE ("{caFile: a}")), NULL },
  { "1.25", FILE_OF ("v1", SECURE ("{insecure: false, caFile: a}")), NULL },
  { "1.20", FILE_OF ("v1beta1", MANAGING), NULL },
  { "1.20", FILE_OF ("v1beta1", MANAGING ARGS ("NodeResourcesFit", "{}")),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: repeated config for plugin NodeResourcesFit\n"
    "hint: an extender with ignoredByScheduler configures it already" },
  { "1.20",
    FILE_OF ("v1beta1",
             MANAGING "profiles: [{plugins: {preFilter: {disabled: [{name: "
                      "NodeResourcesFit}]}, filter: {disabled: [{name: "
                      "NodeResourcesFit}]}}}]\n"),
    NULL },
  { "1.25", FILE_OF ("v1", MANAGING), NULL },
  { "1.25", FILE_OF ("v1", MANAGING ARGS ("NodeResourcesFit", "{}")), NULL },
  { "1.25",
    FILE_OF ("v1", MANAGING
             "profiles: [{plugins: {multiPoint: {disabled: [{name: '*'}], "
             "enabled: [{name: PrioritySort}, {name: DefaultBinder}]}}}]\n"),
    "c: initializing profiles: creating profile for scheduler name "
    "default-scheduler: can't find NodeResourcesFitArgs in plugin "
    "config\n"
    "hint: an extender has ignoredByScheduler: add {name: "
    "NodeResourcesFit, args: {}} to pluginConfig" },
};

/* Certificates that are not verified, and resources that extenders manage. */
static void
test_extenders_and_the_rest (void **state)
{
  (void) state;
  check_rows (extenders_and_the_rest_rows,
              G_N_ELEMENTS (extenders_and_the_rest_rows));
}

static const ReadRow repeated_keys_rows[] = {
  { "1.25",
    "{\"apiVersion\": \"kubescheduler.config.k8s.io/v1\", "
    "\"kind\": \"KubeSchedulerConfiguration\", "
    "\"kind\": \"KubeSchedulerConfiguration\"}",
    "c: line 1, column 88: found field \"kind\" again, expected it once" },
  { "1.25",
    "{\"apiVersion\": \"kubescheduler.config.k8s.io/v1\", "
    "\"apiVersion\": \"kubescheduler.config.k8s.io/v1\", "
    "\"kind\": \"KubeSchedulerConfiguration\"}",
    "c: line 1, column 50: found field \"apiVersion\" again, expected it "
    "once" },
  { "1.25", FILE_OF ("v1", "a: {b: 1, b: 2}\n"),
    "c: line 3, column 11: a: found field \"b\" again, expected it "
    "once" },
  { "1.25",
    FILE_OF ("v1", "profiles: [{schedulerName: a}, {schedulerName: b, "
                   "schedulerName: c}]\n"),
    "c: line 3, column 51: profiles[1]: found field "
    "\"schedulerName\" again, expected it once" },
  { "1.25",
    FILE_OF ("v1", "profiles:\n"
                   "- plugins: {filter: {enabled: [{name: a, name: b}]}}\n"),
    "c: line 4, column 42: profiles[0].plugins.filter.enabled[0]: "
    "found field \"name\" again, expected it once" },
  { "1.25",
    FILE_OF ("v1", "? [a]\n"
                   ": 1\n"),
    "c: YAML: unsupported map key of type list (line 3, column 3)" },
  { "1.25",
    FILE_OF ("v1", "? {a: 1, a: 2}\n"
                   ": 1\n"),
    "c: YAML: unsupported map key of type object (line 3, column 3)" },
  { "1.25", FILE_OF ("v1", "extenders: [{a: [[{c: 1, c: 2}]]}]\n"),
    "c: line 3, column 26: extenders[0].a[0][0]: found field \"c\" "
    "again, expected it once" },
  { "1.25",
    FILE_OF (
        "v1",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: "
        "{a: 1, a: 2}\n"),
    "c: line 3, column 80: \"***\": found field \"a\" again, "
    "expected it once" },
  { "1.25", FILE_OF ("v1", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: {a: 1, a: 2}\n"),
    "c: line 3, column 41: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: found "
    "field \"a\" again, expected it once" },
  { "1.25",
    FILE_OF (
        "v1",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: "
        "{a: 1, a: 2}\n"),
    "c: line 3, column 210: \"***\": found field \"a\" again, "
    "expected it once" },
  { "1.25",
    FILE_OF ("v1", "\"<<\": {a: 1}\n"
                   "\"<<\": {b: 1}\n"),
    "c: line 4, column 1: found unknown field \"<<\", expected one "
    "of clientConnection, enableContentionProfiling, "
    "enableProfiling, extenders, leaderElection, parallelism, "
    "percentageOfNodesToScore, podInitialBackoffSeconds, "
    "podMaxBackoffSeconds, profiles" },
  { "1.25",
    FILE_OF ("v1", "a: &x 1\n"
                   "*x : 1\n"
                   "*x : 2\n"),
    "c: line 3, column 1: found unknown field \"a\", expected one of "
    "clientConnection, enableContentionProfiling, enableProfiling, "
    "extenders, leaderElection, parallelism, "
    "percentageOfNodesToScore, podInitialBackoffSeconds, "
    "podMaxBackoffSeconds, profiles" },
  { "1.25", FILE_OF ("v1", "a: [1, 2\n"),
    "c: YAML: did not find expected ',' or ']' (line 4, column 1)" },
};

/* Where a key is again, and which keys are not. */
static void
test_repeated_keys (void **state)
{
  (void) state;
  check_rows (repeated_keys_rows, G_N_ELEMENTS (repeated_keys_rows));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_addresses),
    cmocka_unit_test (test_leader_election),
    cmocka_unit_test (test_fields_of_versions),
    cmocka_unit_test (test_extenders_and_the_rest),
    cmocka_unit_test (test_repeated_keys),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
