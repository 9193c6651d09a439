/* test-policy-lint.c - each warning: a Policy that triggers it, and one that
 * nearly does
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/warnings/lint-policy.h"

#include "tests/support/sample-policy.h"

#define ALL_PREDICATES                                                                                                                             \
  NAMED ("GeneralPredicates")                                                                                                                      \
  "," NAMED ("NoDiskConflict") "," NAMED ("MaxEBSVolumeCount") "," NAMED ("MaxGCEPDVolumeCount") "," NAMED ("MaxAzureDiskVolumeCount") "," NAMED ( \
      "MaxCSIVolumeCountPred") "," NAMED ("CheckVolumeBinding") "," NAMED ("NoVolumeZoneConflict") "," NAMED ("MatchInterPodAffinity")
#define ALL_PARTS                                                   \
  NAMED ("PodFitsResources")                                        \
  "," NAMED ("HostName") "," NAMED ("PodFitsHostPorts") "," NAMED ( \
      "MatchNodeSelector")

/* Text and path of the warning, and a near miss. */
typedef struct
{
  const char *code;
  const char *policy;
  const char *path;
  const char *text;
  const char *near_miss;
  guint release; /* 0: v1.16 */
} Case;

/* clang-format off */
static const Case cases[] = {
  { "FP001", "{\"predicates\":[],\"extenders\":[]}", "",
    "without \"apiVersion\": \"v1\" the file configures nothing: predicates and extenders are ignored",
    "{\"Predicates\":[],\"other\":1,\"Priorities\":[" NAMED ("a") "]}", 0 },
  { "FP001", "{}", "",
    "the file is empty: the scheduler runs with all its defaults",
    "{\"ExtenderConfigs\":[{\"URLPrefix\":\"http://x\"}]}", 0 },
  { "FP001", "{}", "",
    "the file is empty: the scheduler runs with all its defaults",
    "{\"HardPodAffinitySymmetricWeight\":0}", 0 },
  { "FP001", "{}", "",
    "the file is empty: the scheduler runs with all its defaults",
    "{\"AlwaysCheckAllPredicates\":false}", 0 },
  { "FP001", "{}", "",
    "the file is empty: the scheduler runs with all its defaults",
    "{\"Predicates\":[]}", 0 },
  { "FP001", "{}", "",
    "the file is empty: the scheduler runs with all its defaults",
    "{\"Priorities\":[]}", 0 },
  { "FP001", "{}", "",
    "the file is empty: the scheduler runs with all its defaults",
    POLICY ("\"predicates\":[]"), 0 },
  { "FP001", "{\"predicates\":[]}", "",
    "without \"apiVersion\": \"v1\" the file configures nothing: predicates is ignored",
    "{\"predicates\":[],\"ExtenderConfigs\":[{\"URLPrefix\":\"http://x\"}]}", 0 },
  { "FP001", "{\"extenders\":[],\"Predicates\":[]}", "",
    "without \"apiVersion\": \"v1\" the file configures nothing: extenders is ignored",
    "{\"extenders\":[],\"Predicates\":[{\"Name\":\"HostName\"}]}", 0 },
  { "FP002", POLICY ("\"Predicates\":[]"), "Predicates",
    "the field is unknown and ignored; did you mean predicates?",
    EXTENDER ("\"apiVersion\":\"v1beta1\",\"FILTERVERB\":\"f\""), 0 },
  { "FP002", EXTENDER ("\"filterVerbs\":\"f\""), "extenders[0].filterVerbs",
    "the field is unknown and ignored; did you mean filterVerb?",
    EXTENDER ("\"FilterVerb\":\"f\""), 0 },
  { "FP002", PRIORITIES (CUSTOM ("a", "1", RATIO (POINTS ("0", "1") ",\"resources\":[]"))),
    "priorities[0].argument.requestedToCapacityRatioArguments.resources",
    "the field is ignored: 1.16 is the first release to read it",
    PRIORITIES (CUSTOM ("a", "1", RATIO (POINTS ("0", "1")))), 15 },
  { "FP006", POLICY ("\"predicates\":[" NAMED ("HostName") "],\"predicates\":[" NAMED ("HostName") "]"),
    "predicates", "the field appears twice; the second one is read over the "
                  "first",
    POLICY ("\"predicates\":[" NAMED ("HostName") "]"), 0 },
  { "FP006", EXTENDER ("\"filterVerb\":\"f\",\"FilterVerb\":\"g\""), "extenders[0].FilterVerb",
    "the field appears twice; the last one counts",
    EXTENDER ("\"filterVerb\":\"f\""), 0 },
  { "FP006", "apiVersion: v1\npredicates: []\npredicates: []\n", "predicates",
    "the field appears twice; the last one counts", POLICY ("\"predicates\":[]"), 0 },
  { "FP003", POLICY ("\"hardPodAffinitySymmetricWeight\":0"), "hardPodAffinitySymmetricWeight",
    "0 means the default: 1, unless the command line sets "
    "another weight",
    POLICY ("\"hardPodAffinitySymmetricWeight\":null"), 0 },
  { "FP004", POLICY ("\"hardPodAffinitySymmetricWeight\":5,\"priorities\":[" AVOID "]"),
    "hardPodAffinitySymmetricWeight", "without InterPodAffinityPriority the weight has no effect",
    POLICY ("\"hardPodAffinitySymmetricWeight\":5"), 0 },
  { "FP005", POLICY ("\"alwaysCheckAllPredicates\":true"), "alwaysCheckAllPredicates",
    "every predicate runs on every node, even after one has "
    "rejected it",
    POLICY ("\"alwaysCheckAllPredicates\":false"), 0 },

  { "FP101", PREDICATES (NAMED ("GeneralPredicates")), "predicates",
    "the list replaces the defaults and drops NoDiskConflict, MaxEBSVolumeCount, MaxGCEPDVolumeCount, MaxCSIVolumeCountPred, MaxAzureDiskVolumeCount, CheckVolumeBinding, NoVolumeZoneConflict and MatchInterPodAffinity",
    PREDICATES (ALL_PREDICATES), 0 },
  { "FP101", PREDICATES (ALL_PREDICATES "," WITH ("GeneralPredicates", PRESENCE) "," NAMED ("PodFitsResources")
                         "," NAMED ("HostName")),
    "predicates", "the list replaces the defaults and drops PodFitsHostPorts and MatchNodeSelector",
    PREDICATES (ALL_PREDICATES "," WITH ("GeneralPredicates", PRESENCE) "," ALL_PARTS), 0 },
  { "FP101", PREDICATES (ALL_PREDICATES "," WITH ("GeneralPredicates", PRESENCE) "," NAMED ("MatchNodeSelector")
                         "," NAMED ("HostName")),
    "predicates", "the list replaces the defaults and drops PodFitsResources and PodFitsHostPorts",
    PREDICATES (ALL_PREDICATES), 0 },
  { "FP101", PREDICATES (ALL_PREDICATES "," WITH ("GeneralPredicates", PRESENCE)),
    "predicates", "the list replaces the defaults and drops GeneralPredicates",
    PREDICATES (ALL_PREDICATES), 0 },
  /* An empty list is for FP102. */
  { "FP101", PREDICATES (NAMED ("GeneralPredicates") "," NAMED ("NoDiskConflict") "," NAMED ("MaxEBSVolumeCount") "," NAMED ("MaxGCEPDVolumeCount")), "predicates",
    "the list replaces the defaults and drops MaxCSIVolumeCountPred, MaxAzureDiskVolumeCount, CheckVolumeBinding, NoVolumeZoneConflict and MatchInterPodAffinity",
    PREDICATES (""), 0 },
  { "FP102", PREDICATES (NAMED ("HostName")), "predicates",
    "neither GeneralPredicates nor PodFitsResources is listed: nodes take any number of pods",
    PREDICATES (NAMED ("PodFitsResources")), 0 },
  { "FP102", PREDICATES (""), "predicates",
    "only the mandatory predicates are configured, and none checks resources: nodes take any number of pods",
    POLICY ("\"predicates\":null"), 0 },
  { "FP102", POLICY ("\"priorities\":[]"), "predicates",
    "there is no list, which 1.9 treats as an empty one: nodes take any number of pods",
    PREDICATES (NAMED ("GeneralPredicates")), 9 },
  { "FP103", PREDICATES (WITH ("ZoneRequired", PRESENCE)), "predicates[0]",
    "ZoneRequired is accepted but never runs", PREDICATES (WITH ("CheckNodeLabelPresence", PRESENCE)), 0 },
  { "FP103", PREDICATES (NAMED ("PodFitsPorts")), "predicates[0]",
    "PodFitsPorts is accepted but never runs", PREDICATES (NAMED ("PodFitsHostPorts")), 0 },
  { "FP104", PREDICATES (NAMED ("HostName") "," NAMED ("CheckNodeDiskPressure") "," NAMED ("CheckNodeCondition")),
    "predicates[1]", "v1.16 with its default gates rejects CheckNodeDiskPressure "
                     "and CheckNodeCondition",
    PREDICATES (WITH ("CheckNodeDiskPressure", PRESENCE)), 10 },
  { "FP105", PREDICATES (WITH ("CheckServiceAffinity", SERVICES) "," NAMED ("HostName") "," WITH ("CheckServiceAffinity", SERVICES)),
    "predicates[0]", "CheckServiceAffinity is listed again below, and that entry counts",
    PREDICATES (WITH ("CheckServiceAffinity", SERVICES) "," WITH ("CheckNodeLabelPresence", PRESENCE)), 0 },
  { "FP106", PREDICATES (NAMED ("HostName") "," NAMED ("PodFitsResources") "," NAMED ("GeneralPredicates")),
    "predicates[0]", "GeneralPredicates, which is also listed, already runs HostName and PodFitsResources",
    PREDICATES (WITH ("HostName", PRESENCE) "," NAMED ("GeneralPredicates")), 0 },
  { "FP107", PREDICATES (WITH ("HostName", PRESENCE)), "predicates[0]",
    "the argument replaces the built-in predicate HostName",
    PREDICATES (WITH ("CheckServiceAffinity", SERVICES)), 0 },
  { "FP108", PREDICATES (WITH ("CheckServiceAffinity", "\"serviceAffinity\":{}")), "predicates[0]",
    "CheckServiceAffinity lists no labels: every node passes",
    PREDICATES (WITH ("CheckServiceAffinity", SERVICES)), 0 },
  { "FP108", PREDICATES (WITH ("CheckNodeLabelPresence", "\"labelsPresence\":{\"labels\":[]}")), "predicates[0]",
    "CheckNodeLabelPresence lists no labels: every node passes",
    PREDICATES (WITH ("CheckNodeLabelPresence", PRESENCE)), 0 },
  { "FP109", PREDICATES (WITH ("CheckNodeLabelPresence", "\"labelsPresence\":{\"labels\":[\"a\"]}")), "predicates[0].argument",
    "CheckNodeLabelPresence has no presence, which means false: nodes must not have the labels",
    PREDICATES (WITH ("CheckNodeLabelPresence", "\"labelsPresence\":{\"labels\":[\"a\"],\"presence\":false}")), 0 },

  { "FP201", PRIORITIES (WEIGHTED ("MostRequestedPriority", "1")), "priorities",
    "the list replaces the defaults and drops SelectorSpreadPriority, InterPodAffinityPriority, BalancedResourceAllocation, NodeAffinityPriority, TaintTolerationPriority and ImageLocalityPriority",
    PRIORITIES (WEIGHTED ("EqualPriority", "1")), 0 },
  { "FP202", PRIORITIES (""), "priorities", "no priorities: all feasible nodes get the same score",
    POLICY ("\"priorities\":[],\"extenders\":[{\"prioritizeVerb\":\"p\",\"weight\":1}]"), 0 },
  { "FP202", POLICY ("\"predicates\":[]"), "priorities",
    "there is no list, which 1.8 treats as an empty one: all feasible nodes get the same score",
    PRIORITIES (WEIGHTED ("EqualPriority", "1")), 8 },
  { "FP203", PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1")), "priorities",
    "without NodePreferAvoidPodsPriority the node annotation preferAvoidPods has no effect",
    PRIORITIES (AVOID), 0 },
  { "FP204", PRIORITIES (WEIGHTED ("NodePreferAvoidPodsPriority", "2") "," WEIGHTED ("LeastRequestedPriority", "1") "," WEIGHTED ("ImageLocalityPriority", "1")),
    "priorities[0].weight",
    "the annotation costs a node 20 points, and the other priorities together can add 20",
    PRIORITIES (WEIGHTED ("NodePreferAvoidPodsPriority", "3") "," WEIGHTED ("LeastRequestedPriority", "1") "," WEIGHTED ("ImageLocalityPriority", "1") "," WEIGHTED ("EqualPriority", "50")), 0 },
  { "FP204", PRIORITIES (WEIGHTED ("ImageLocalityPriority", "10000") "," AVOID), "priorities[1].weight",
    "the annotation costs a node 100000 points, and the other priorities together can add 100000",
    PRIORITIES (WEIGHTED ("ImageLocalityPriority", "9999") "," AVOID), 0 },
  { "FP204", POLICY ("\"priorities\":[" AVOID "],\"extenders\":[{\"prioritizeVerb\":\"p\",\"weight\":922337203685477580}]"),
    "priorities[0].weight",
    "the annotation costs a node 100000 points, and the other priorities together can add 9223372036854775807",
    POLICY ("\"priorities\":[" AVOID "],\"extenders\":[{\"prioritizeVerb\":\"p\",\"weight\":1}]"), 0 },
  { "FP204", POLICY ("\"priorities\":[" AVOID "],\"extenders\":[{\"prioritizeVerb\":\"p\",\"weight\":10000}]"),
    "priorities[0].weight",
    "the annotation costs a node 100000 points, and the other priorities together can add 100000",
    POLICY ("\"priorities\":[" AVOID "],\"extenders\":[{\"prioritizeVerb\":\"p\",\"weight\":9999}]"), 0 },
  { "FP205", PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," WEIGHTED ("SelectorSpreadPriority", "21") "," WEIGHTED ("ImageLocalityPriority", "1")),
    "priorities[0].weight",
    "LeastRequestedPriority and ImageLocalityPriority can add at most 20, but every difference that SelectorSpreadPriority makes is at least 21",
    PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," WEIGHTED ("SelectorSpreadPriority", "20") "," WEIGHTED ("ImageLocalityPriority", "1")), 0 },
  /* All that two can make is a multiple of what divides both. */
  { "FP205", PRIORITIES (WEIGHTED ("LeastRequestedPriority", "24") "," WEIGHTED ("SelectorSpreadPriority", "36") "," WEIGHTED ("ImageLocalityPriority", "1")),
    "priorities[2].weight",
    "ImageLocalityPriority can add at most 10, but every difference that SelectorSpreadPriority and LeastRequestedPriority make is at least 12",
    PRIORITIES (WEIGHTED ("LeastRequestedPriority", "24") "," WEIGHTED ("SelectorSpreadPriority", "35") "," WEIGHTED ("ImageLocalityPriority", "1")), 0 },
  /* A preference is 10 or 0; ResourceLimitsPriority 1 or 0; a shape has its own range. */
  { "FP205", PRIORITIES (CUSTOM ("PreferSSD", "2", PREFERS) "," WEIGHTED ("LeastRequestedPriority", "1")), "priorities[1].weight",
    "LeastRequestedPriority can add at most 10, but every difference that PreferSSD makes is at least 20",
    PRIORITIES (CUSTOM ("PreferSSD", "1", PREFERS) "," WEIGHTED ("LeastRequestedPriority", "1")), 0 },
  { "FP205", PRIORITIES (CUSTOM ("Ratio", "1", RATIO (POINTS ("4", "6"))) "," WEIGHTED ("ImageLocalityPriority", "3")), "priorities[0].weight",
    "Ratio can add at most 2, but every difference that ImageLocalityPriority makes is at least 3",
    PRIORITIES (CUSTOM ("Ratio", "1", RATIO (POINTS ("4", "7"))) "," WEIGHTED ("ImageLocalityPriority", "3")), 0 },
  { "FP205", PRIORITIES (CUSTOM ("Ratio", "1", RATIO (POINTS ("2", "0"))) "," WEIGHTED ("ImageLocalityPriority", "3")), "priorities[0].weight",
    "Ratio can add at most 2, but every difference that ImageLocalityPriority makes is at least 3",
    PRIORITIES (CUSTOM ("Ratio", "1", RATIO (POINTS ("0", "0"))) "," WEIGHTED ("ImageLocalityPriority", "3")), 0 },
  { "FP205", PRIORITIES (CUSTOM ("Ratio", "1", RATIO (POINTS ("10", "9"))) "," WEIGHTED ("ImageLocalityPriority", "3")), "priorities[0].weight",
    "Ratio can add at most 1, but every difference that ImageLocalityPriority makes is at least 3",
    PRIORITIES (CUSTOM ("Ratio", "1", RATIO (POINTS ("10", "10"))) "," WEIGHTED ("ImageLocalityPriority", "3")), 0 },
  /* Extenders count if they score. */
  { "FP205", POLICY ("\"priorities\":[" WEIGHTED ("LeastRequestedPriority", "1") "," WEIGHTED ("ImageLocalityPriority", "15") "],"
                     "\"extenders\":[{\"filterVerb\":\"f\",\"weight\":5}]"),
    "priorities[0].weight", "LeastRequestedPriority can add at most 10, but every difference that ImageLocalityPriority makes is at least 15",
    POLICY ("\"priorities\":[" WEIGHTED ("LeastRequestedPriority", "1") "," WEIGHTED ("ImageLocalityPriority", "15") "],"
            "\"extenders\":[{\"prioritizeVerb\":\"p\",\"weight\":1}]"), 0 },
  { "FP206", PRIORITIES (WEIGHTED ("ImageLocalityPriority", "1") "," WEIGHTED ("ImageLocalityPriority", "2")), "priorities[0]",
    "ImageLocalityPriority is listed again below, and that entry counts",
    PRIORITIES (CUSTOM ("Two", "1", PREFERS) "," CUSTOM ("One", "1", PREFERS)), 0 },
  { "FP207", PRIORITIES (CUSTOM ("ImageLocalityPriority", "1", PREFERS)), "priorities[0]",
    "the argument replaces the built-in priority ImageLocalityPriority",
    PRIORITIES (CUSTOM ("RequestedToCapacityRatioPriority", "1", RATIO (POINTS ("0", "10")))), 0 },
  /* An argument of two kinds is refused. */
  { "FP207", PRIORITIES (CUSTOM ("ImageLocalityPriority", "1", RATIO (POINTS ("0", "10")))), "priorities[0]",
    "the argument replaces the built-in priority ImageLocalityPriority",
    PRIORITIES (CUSTOM ("ImageLocalityPriority", "1", PREFERS ",\"serviceAntiAffinity\":{\"label\":\"zone\"}")), 0 },
  { "FP208", PRIORITIES (CUSTOM ("Spread", "1", "\"serviceAntiAffinity\":{}")), "priorities[0].argument",
    "Spread names no label: all nodes get the same score",
    PRIORITIES (CUSTOM ("Spread", "1", "\"serviceAntiAffinity\":{\"label\":\"zone\"}")), 0 },
  { "FP208", PRIORITIES (CUSTOM ("Prefer", "1", "\"labelPreference\":{\"presence\":true}")), "priorities[0].argument",
    "Prefer names no label: all nodes get the same score",
    PRIORITIES (CUSTOM ("Prefer", "1", PREFERS)), 0 },
  { "FP209", PRIORITIES (CUSTOM ("Prefer", "1", "\"labelPreference\":{\"label\":\"ssd\"}")), "priorities[0].argument",
    "Prefer has no presence, which means false: nodes without the label are preferred",
    PRIORITIES (CUSTOM ("Prefer", "1", "\"labelPreference\":{\"label\":\"ssd\",\"presence\":false}")), 0 },
  { "FP210", PRIORITIES (AVOID "," WEIGHTED ("EqualPriority", "3")), "priorities[1]",
    "EqualPriority adds the same to every node", PRIORITIES (WEIGHTED ("EqualPriority", "3")), 0 },
  { "FP211", PRIORITIES (WEIGHTED ("MostRequestedPriority", "1") "," WEIGHTED ("LeastRequestedPriority", "1")), "priorities[1]",
    "LeastRequestedPriority prefers empty nodes, MostRequestedPriority full ones",
    PRIORITIES (WEIGHTED ("MostRequestedPriority", "1") "," WEIGHTED ("BalancedResourceAllocation", "1")), 0 },
  { "FP211", PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," CUSTOM ("Pack", "1", RATIO (POINTS ("0", "10")))), "priorities[1]",
    "Pack prefers full nodes, LeastRequestedPriority empty ones",
    PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," CUSTOM ("Pack", "1", RATIO (POINTS ("0", "10") ",\"resources\":[{\"name\":\"a/b\"}]"))), 0 },
  { "FP211", PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," CUSTOM ("Pack", "1", RATIO (POINTS ("0", "10") ",\"resources\":[{\"name\":\"cpu\"}]"))), "priorities[1]",
    "Pack prefers full nodes, LeastRequestedPriority empty ones",
    PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," CUSTOM ("Pack", "1", RATIO (POINTS ("10", "0") ",\"resources\":[{\"name\":\"cpu\"}]"))), 0 },
  { "FP211", PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," CUSTOM ("Pack", "1", RATIO (POINTS ("0", "10") ",\"resources\":[{\"name\":\"a/b\"},{\"name\":\"memory\"}]"))), "priorities[1]",
    "Pack prefers full nodes, LeastRequestedPriority empty ones",
    PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," CUSTOM ("Pack", "1", RATIO (POINTS ("5", "5") ",\"resources\":[{\"name\":\"memory\"}]"))), 0 },
  { "FP211", PRIORITIES (WEIGHTED ("MostRequestedPriority", "1") "," CUSTOM ("Spread", "1", RATIO (THREE_POINTS ("10", "10", "0")))), "priorities[1]",
    "Spread prefers empty nodes, MostRequestedPriority full ones",
    PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," CUSTOM ("Hill", "1", RATIO (THREE_POINTS ("0", "10", "0")))), 0 },
  { "FP211", PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1") "," CUSTOM ("Pack", "1", RATIO (THREE_POINTS ("0", "10", "10")))), "priorities[1]",
    "Pack prefers full nodes, LeastRequestedPriority empty ones",
    PRIORITIES (WEIGHTED ("MostRequestedPriority", "1") "," CUSTOM ("Pack", "1", RATIO (THREE_POINTS ("0", "0", "10")))), 0 },
  { "FP212", PRIORITIES (CUSTOM ("Flat", "1", RATIO (POINTS ("5", "5")))),
    "priorities[0].argument.requestedToCapacityRatioArguments.shape", "all points of the shape of Flat have the same score",
    PRIORITIES (CUSTOM ("Flat", "1", RATIO (POINTS ("5", "6")))), 0 },
  { "FP213", PRIORITIES (WEIGHTED ("RequestedToCapacityRatioPriority", "1")), "priorities[0]",
    "RequestedToCapacityRatioPriority without an argument prefers empty nodes",
    PRIORITIES (CUSTOM ("RequestedToCapacityRatioPriority", "1", RATIO (POINTS ("10", "0")))), 0 },
  { "FP213", PRIORITIES (CUSTOM ("BinPacking", "1", RATIO (POINTS ("10", "0")))),
    "priorities[0].argument.requestedToCapacityRatioArguments.shape", "the shape of BinPacking falls, which prefers empty nodes",
    PRIORITIES (CUSTOM ("BinPacking", "1", RATIO (POINTS ("0", "10")))), 0 },
  { "FP213", PRIORITIES (CUSTOM ("PreferMostUsed", "1", RATIO (POINTS ("10", "0")))), "priorities[0].argument.requestedToCapacityRatioArguments.shape",
    "the shape of PreferMostUsed falls, which prefers empty nodes",
    PRIORITIES (CUSTOM ("PreferLeastUsed", "1", RATIO (POINTS ("10", "0")))), 0 },
  { "FP215", PRIORITIES (WEIGHTED ("ServiceSpreadingPriority", "1") "," WEIGHTED ("SelectorSpreadPriority", "1")), "priorities[0]",
    "ServiceSpreadingPriority does the same as SelectorSpreadPriority, which is also listed",
    PRIORITIES (WEIGHTED ("ServiceSpreadingPriority", "1")), 0 },
  { "FP216", PRIORITIES (WEIGHTED ("EvenPodsSpreadPriority", "1")), "priorities[0]",
    "v1.16 with its default gates rejects EvenPodsSpreadPriority: it needs the gate EvenPodsSpread",
    PRIORITIES (CUSTOM ("EvenPodsSpreadPriority", "1", PREFERS)), 0 },
  { "FP216", PRIORITIES (WEIGHTED ("ResourceLimitsPriority", "1")), "priorities[0]",
    "v1.16 with its default gates rejects "
    "ResourceLimitsPriority: it needs the gate "
    "ResourceLimitsPriorityFunction",
    PRIORITIES (CUSTOM ("ResourceLimitsPriority", "1", PREFERS)), 0 },

  { "FP301", EXTENDER ("\"weight\":1"), "extenders[0]", "the extender has no verb, so it is never called",
    EXTENDER ("\"bindVerb\":\"b\""), 0 },
  { "FP302", EXTENDER ("\"weight\":1," FILTER), "extenders[0].weight", "without prioritizeVerb the weight has no effect",
    EXTENDER ("\"weight\":1,\"prioritizeVerb\":\"p\""), 0 },
  { "FP303", EXTENDER (FILTER ",\"httpTimeout\":30"), "extenders[0].httpTimeout", "the timeout is 30 ns, too short for any answer",
    EXTENDER (FILTER ",\"httpTimeout\":1000000"), 0 },
  { "FP303", EXTENDER (FILTER ",\"httpTimeout\":1"), "extenders[0].httpTimeout", "the timeout is 1 ns, too short for any answer",
    EXTENDER (FILTER ",\"httpTimeout\":0"), 0 },
  { "FP304", EXTENDER (FILTER ",\"enableHttps\":true"), "extenders[0].enableHttps", "urlPrefix begins with http://: nothing is encrypted",
    SECURE (FILTER ",\"enableHttps\":true"), 0 },
  { "FP304", EXTENDER (FILTER ",\"tlsConfig\":{}"), "extenders[0].tlsConfig", "urlPrefix begins with http://: nothing is encrypted",
    SECURE (FILTER ",\"tlsConfig\":{}"), 0 },
  { "FP305", SECURE (FILTER ",\"enableHttps\":true"), "extenders[0].enableHttps", "without caFile or caData the certificate is not verified",
    SECURE (FILTER ",\"enableHttps\":true,\"tlsConfig\":{\"insecure\":true}"), 0 },
  { "FP305", SECURE (FILTER ",\"enableHttps\":true,\"tlsConfig\":{\"caData\":\"\"}"), "extenders[0].enableHttps", "without caFile or caData the certificate is not verified",
    SECURE (FILTER ",\"enableHttps\":true,\"tlsConfig\":{\"caData\":\"eHg=\"}"), 0 },
  { "FP305", SECURE (FILTER ",\"enableHttps\":true,\"tlsConfig\":{\"serverName\":\"x\"}"), "extenders[0].enableHttps",
    "without caFile or caData the certificate is not verified",
    SECURE (FILTER ",\"enableHttps\":true,\"tlsConfig\":{\"caFile\":\"ca.pem\"}"), 0 },
  { "FP306", EXTENDER ("\"ignorable\":true,\"prioritizeVerb\":\"p\",\"weight\":1"), "extenders[0].ignorable",
    "without filterVerb and preemptVerb there are no errors to ignore",
    EXTENDER ("\"ignorable\":true,\"preemptVerb\":\"p\""), 0 },
  { "FP307", EXTENDER ("\"bindVerb\":\"b\",\"managedResources\":[{\"name\":\"a.b/c\"},{\"name\":\"a.b/d\",\"ignoredByScheduler\":true}]"),
    "extenders[0].managedResources[1]", "nothing counts a.b/d: predicates ignore it, and the extender has no filterVerb",
    EXTENDER (FILTER ",\"managedResources\":[{\"name\":\"a.b/d\",\"ignoredByScheduler\":true}]"), 0 },
  { "FP307", EXTENDER ("\"bindVerb\":\"b\",\"managedResources\":[{\"name\":\"a.b/d\",\"ignoredByScheduler\":true}]"),
    "extenders[0].managedResources[0]", "nothing counts a.b/d: predicates ignore it, and the extender has no filterVerb",
    EXTENDER ("\"bindVerb\":\"b\",\"managedResources\":[{\"name\":\"a.b/d\"}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"ftp://h/\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it does not begin with http:// or https://: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"HTTPS://h/\"," FILTER "}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http://<gpu-admission ip>:<port>/scheduler\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it has a \"<\", which is not allowed in a URL: every "
    "request fails", EXTENDER (FILTER), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"gpu-admission:8080\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it does not begin with http:// or https://: every request fails", EXTENDER (FILTER), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http:///scheduler\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it has no host: every request fails", EXTENDER (FILTER), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http://[::1]:99999\"," FILTER "}]"), "extenders[0].urlPrefix",
    "\"99999\" is not a port from 1 to 65535: every request fails", EXTENDER (FILTER), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http://gpu admission:80\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it has a \" \", which is not allowed in a URL: every "
    "request fails", EXTENDER (FILTER), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"x\",\"prioritizeVerb\":\"p\",\"weight\":1}]"), "extenders[0].urlPrefix",
    "it does not begin with http:// or https://: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"x\"}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"x\",\"preemptVerb\":\"p\"}]"), "extenders[0].urlPrefix",
    "it does not begin with http:// or https://: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"x\"}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"x\",\"bindVerb\":\"b\"}]"), "extenders[0].urlPrefix",
    "it does not begin with http:// or https://: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"x\"}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http://:80\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it has no host: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"http://h:80\"," FILTER "}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http://a@:80/x\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it has no host: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"http://a@h:80/x\"," FILTER "}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http://a@/x\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it has no host: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"http://a@h/x\"," FILTER "}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http://u@h:0\"," FILTER "}]"), "extenders[0].urlPrefix",
    "the port is not from 1 to 65535: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"http://u@h:1\"," FILTER "}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"http://h:65536/x\"," FILTER "}]"), "extenders[0].urlPrefix",
    "\"65536\" is not a port from 1 to 65535: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"http://h:65535/x\"," FILTER "}]"), 0 },
  { "FP308", POLICY ("\"extenders\":[{\"urlPrefix\":\"https://h/%4\"," FILTER "}]"), "extenders[0].urlPrefix",
    "it has a \"%\" without two hexadecimal digits after it: every request fails",
    POLICY ("\"extenders\":[{\"urlPrefix\":\"https://h/%4f%F4\"," FILTER "}]"), 0 },
};
/* clang-format on */

static void
check_case (const Case *one)
{
  const guint release = one->release != 0 ? one->release : 16;
  g_autoptr (GPtrArray) warnings = lint_as (release, one->policy, NULL);
  g_autoptr (GPtrArray) nearly = lint_as (release, one->near_miss, NULL);
  const FitWarning *warning = find_code (warnings, one->code);
  const FitWarning *other = find_code (nearly, one->code);

  if (warning == NULL)
    fail_msg ("no %s about %s", one->code, one->policy);
  assert_string_equal (warning->text, one->text);
  assert_string_equal (warning->path, one->path);
  if (other != NULL)
    fail_msg ("%s about %s: %s", one->code, one->near_miss, other->text);
}

static void
test_cases (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_case (&cases[i]);
}

/* FP214 needs a cluster. */
static gboolean
has_case (const char *code)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (strcmp (cases[i].code, code) == 0)
      return TRUE;
  return strcmp (code, "FP214") == 0;
}

static void
test_table (void **state)
{
  guint n;
  const FitWarningInfo *infos = fit_warning_infos (&n);

  assert_true (n > 30);
  for (guint i = 0; i < n; i++)
    {
      assert_true (i == 0 || strcmp (infos[i - 1].code, infos[i].code) < 0);
      assert_false (g_str_has_suffix (infos[i].title, "."));
      assert_true (g_str_has_suffix (infos[i].explanation, "."));
      assert_true (g_str_has_suffix (infos[i].fix, "."));
      assert_ptr_equal (fit_warning_info (infos[i].code, NULL), &infos[i]);
      /* Later ones are about configurations: test-config-lint.c. */
      if (strcmp (infos[i].code, "FP308") <= 0 && !has_case (infos[i].code))
        fail_msg ("no test of %s", infos[i].code);
    }
}

static void
test_finding_a_code (void **state)
{
  g_autoptr (GError) similar = NULL;
  g_autoptr (GError) none = NULL;

  assert_string_equal (fit_warning_info ("fp103", NULL)->code, "FP103");
  assert_null (fit_warning_info ("FP199", &similar));
  assert_true (g_error_matches (similar, FIT_ERROR, FIT_ERROR_NOT_FOUND));
  assert_true (g_str_has_prefix (
      similar->message, "there is no warning \"FP199\"\nhint: did you mean"));
  assert_null (fit_warning_info ("what", &none));
  assert_string_equal (none->message, "there is no warning \"what\"\n"
                                      "hint: codes are FP001 to FP506");
}

/* -- releases -------------------------------------------------------------- */

/* Before 1.10 any name is run, and a missing list is an empty one. */
static void
test_releases (void **state)
{
  for (guint release = 8; release <= 16; release++)
    {
      g_autoptr (GPtrArray) named
          = lint_as (release, PREDICATES (WITH ("Zone", PRESENCE)), NULL);
      g_autoptr (GPtrArray) missing
          = lint_as (release, "{\"apiVersion\":\"v1\"}", NULL);

      assert_int_equal (find_code (named, "FP103") != NULL, release >= 10);
      assert_int_equal (find_code (missing, "FP102") != NULL, release < 10);
      assert_int_equal (find_code (missing, "FP202") != NULL, release < 10);
    }
}

/* What the defaults are depends on the release. */
static void
test_defaults_of_releases (void **state)
{
  g_autoptr (GPtrArray) v11 = lint_as (11, PREDICATES (ALL_PREDICATES), NULL);
  g_autoptr (GPtrArray) v8 = lint_as (
      8,
      PREDICATES (NAMED ("GeneralPredicates") "," NAMED (
          "CheckNodeDiskPressure") "," NAMED ("CheckNodeMemoryPressure")),
      NULL);

  assert_string_equal (
      find_code (v11, "FP101")->text,
      "the list replaces the defaults and drops PodToleratesNodeTaints, CheckNodeMemoryPressure, CheckNodePIDPressure and CheckNodeDiskPressure");
  assert_string_equal (
      find_code (v8, "FP101")->text,
      "the list replaces the defaults and drops NoDiskConflict, PodToleratesNodeTaints, MaxEBSVolumeCount, MaxGCEPDVolumeCount, MaxAzureDiskVolumeCount, NoVolumeZoneConflict and MatchInterPodAffinity");
}

/* -- the list of warnings -------------------------------------------------- */

/* Warnings stand in the order of the text, also within a line. */
static void
test_order_in_one_line (void **state)
{
#define HEAD "{\"apiVersion\":\"v1\",\"kind\":\"Policy\","
#define EXTENDERS "\"extenders\":[{\"urlPrefix\":\"http://x\"}]"
#define NONE "\"priorities\":[]"
#define ALWAYS "\"alwaysCheckAllPredicates\":true"
#define UNKNOWN "\"Predicates\":[]"
  static const struct
  {
    const char *policy;
    const char *codes;
  } rows[] = {
    { HEAD EXTENDERS "," NONE "," ALWAYS "," UNKNOWN "}",
      "FP301 FP202 FP005 FP002" },
    { HEAD UNKNOWN "," ALWAYS "," NONE "," EXTENDERS "}",
      "FP002 FP005 FP202 FP301" },
    { HEAD ALWAYS "," EXTENDERS "," UNKNOWN "," NONE "}",
      "FP005 FP301 FP002 FP202" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) warnings = lint_as (16, rows[i].policy, NULL);
      g_autoptr (GString) codes = g_string_new (NULL);

      for (guint k = 0; k < warnings->len; k++)
        g_string_append_printf (
            codes, "%s%s", k > 0 ? " " : "",
            ((const FitWarning *) warnings->pdata[k])->info->code);
      assert_string_equal (codes->str, rows[i].codes);
    }
#undef HEAD
#undef EXTENDERS
#undef NONE
#undef ALWAYS
#undef UNKNOWN
}

static void
test_order_and_description (void **state)
{
  g_autoptr (GPtrArray) warnings = lint_as (
      16,
      "apiVersion: v1\nextenders:\n- urlPrefix: http://x\npriorities: []\n"
      "alwaysCheckAllPredicates: true\nPredicates: []\n",
      NULL);
  static const char *const expected[] = {
    "line 3: extenders[0]: the extender has no verb, so it is never called (FP301)",
    "line 4: priorities: no priorities: all feasible nodes get the same score (FP202)",
    "line 5: alwaysCheckAllPredicates: every predicate runs on "
    "every node, even after one has rejected it (FP005)",
    "line 6: Predicates: the field is unknown and ignored; did you mean "
    "predicates? (FP002)",
  };

  assert_int_equal (warnings->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < warnings->len; i++)
    {
      g_autofree char *text = fit_warning_describe (warnings->pdata[i]);

      assert_string_equal (text, expected[i]);
    }
}

/* A Policy made by hand has no places, and says nothing of what was written. */
static void
test_made_by_hand (void **state)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (FitPolicy) policy = fit_policy_new ();
  g_autoptr (GPtrArray) none = fit_policy_lint (policy, registry, NULL);
  g_autoptr (GPtrArray) warnings = NULL;
  static const char *const labels[] = { "a", NULL };
  FitPredicatePolicy entry
      = { .name = "CheckNodeLabelPresence",
          .has_argument = TRUE,
          .members = FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE,
          .service_affinity_labels = labels + 1,
          .presence_labels = labels };
  g_autofree char *text = NULL;

  assert_int_equal (none->len, 0);
  policy->predicates = g_ptr_array_new ();
  g_ptr_array_add (policy->predicates, &entry);
  warnings = fit_policy_lint (policy, registry, NULL);
  assert_null (find_code (warnings, "FP109"));
  text = fit_warning_describe (find_code (warnings, "FP102"));
  assert_string_equal (
      text,
      "predicates: neither GeneralPredicates nor PodFitsResources is listed: nodes take any number of pods (FP102)");
}

static char *
codes_of (const FitRegistry *registry, const char *text)
{
  g_autoptr (FitPolicy) policy = parse_as (16, text);
  g_autoptr (GPtrArray) warnings = fit_policy_lint (policy, registry, NULL);
  GString *codes = g_string_new (NULL);

  for (guint i = 0; i < warnings->len; i++)
    g_string_append_printf (codes, "%s ",
                            ((FitWarning *) warnings->pdata[i])->info->code);
  return g_string_free (codes, FALSE);
}

/* A registry of a program may have no defaults, or others. */
static void
test_registries_of_programs (void **state)
{
  static const struct
  {
    const char *policy;
    const char *usual;
    const char *none;
    const char *others;
  } rows[] = {
    { POLICY ("\"hardPodAffinitySymmetricWeight\":5"), "", "FP004 ", "FP004 " },
    { PREDICATES (NAMED ("PodFitsResources")), "FP101 ", "", "" },
    { PRIORITIES (AVOID), "FP201 ", "FP203 ", "FP203 " },
    { PRIORITIES (WEIGHTED ("LeastRequestedPriority", "1")), "FP201 FP203 ",
      "FP203 ", "FP203 " },
  };
  g_autoptr (FitRegistry) usual
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (FitRegistry) none = fit_registry_new ();
  g_autoptr (FitRegistry) others = fit_registry_new ();

  fit_registry_add_provider (others, FIT_DEFAULT_PROVIDER);
  fit_registry_insert_predicate_key (others, "Nobody");
  fit_registry_insert_priority_key (others, "Nobody");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *with_usual = codes_of (usual, rows[i].policy);
      g_autofree char *with_none = codes_of (none, rows[i].policy);
      g_autofree char *with_others = codes_of (others, rows[i].policy);

      assert_string_equal (with_usual, rows[i].usual);
      assert_string_equal (with_none, rows[i].none);
      assert_string_equal (with_others, rows[i].others);
    }
}

/* Keys of the file cannot break the line. */
static void
test_strange_names_of_fields (void **state)
{
  g_autoptr (GPtrArray) warnings
      = lint_as (16, POLICY ("\"a\\nb\\u001b[1m\":1,\"\":2"), NULL);

  assert_int_equal (warnings->len, 2);
  assert_string_equal (((FitWarning *) warnings->pdata[0])->path,
                       "[\"a\\nb\\x1b[1m\"]");
  assert_string_equal (((FitWarning *) warnings->pdata[1])->path, "[\"\"]");
}

/* -- the files that are installed ------------------------------------------ */

static void
check_file (const char *name, const char *codes)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (FitPolicy) policy = sample_policy (name, FIT_RELEASE_LEGACY, NULL);
  g_autoptr (GPtrArray) warnings = fit_policy_lint (policy, registry, NULL);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < warnings->len; i++)
    g_string_append_printf (found, "%s%s", i > 0 ? " " : "",
                            ((FitWarning *) warnings->pdata[i])->info->code);
  if (strcmp (found->str, codes) != 0)
    fail_msg ("%s: %s", name, found->str);
}

static void
test_files (void **state)
{
  check_file ("default-provider.json", "");
  check_file ("extender-basic.yaml", "");
  check_file ("extender-managed-resources.yaml", "");
  check_file ("label-preference.yaml", "");
  check_file ("labels-presence.yaml", "");
  check_file ("service-affinity.json", "");
  check_file ("service-anti-affinity.json", "");
  /* Bin packing does without what spreads. */
  check_file ("requested-to-capacity-ratio.yaml", "FP201");
  check_file ("release-1.0.json", "FP101 FP103 FP103 FP103 FP201 FP203");
  check_file ("release-1.10.json", "FP101 FP104 FP106 FP210 FP211");
  check_file ("release-1.16.json", "FP104 FP106 FP210 FP211");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_cases),
    cmocka_unit_test (test_table),
    cmocka_unit_test (test_finding_a_code),
    cmocka_unit_test (test_releases),
    cmocka_unit_test (test_defaults_of_releases),
    cmocka_unit_test (test_order_in_one_line),
    cmocka_unit_test (test_order_and_description),
    cmocka_unit_test (test_made_by_hand),
    cmocka_unit_test (test_registries_of_programs),
    cmocka_unit_test (test_strange_names_of_fields),
    cmocka_unit_test (test_files),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
