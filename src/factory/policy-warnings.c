/* policy-warnings.c - the table of warnings about Policies
 *
 * Everything that is said about a code without looking at a file: help, the
 * manual and the documentation are made from this table.
 */
#include "base/similar.h"
#include "factory/policy-lint-private.h"

#include <string.h>

static const FitWarningInfo infos[] = {
  [FIT_WARN_NO_VERSION]
  = { "FP001", "no apiVersion: the file configures nothing",
      "A file without apiVersion is taken for the scheduler's internal form, in "
      "which fields have other names (Predicates, ExtenderConfigs). Its lists "
      "are unknown fields there, unknown fields are ignored, and the scheduler "
      "runs with all its defaults without a word.",
      "Write \"apiVersion\": \"v1\" and \"kind\": \"Policy\" into the file.",
      "{\"predicates\": [{\"name\": \"GeneralPredicates\"}]}",
      .means_otherwise = TRUE },
  [FIT_WARN_IGNORED_FIELD]
  = { "FP002", "unknown field",
      "Fields that a release does not know are ignored at every level. Up to "
      "1.10 letter case does not matter; from 1.11 on it does, except inside "
      "the elements of extenders. 1.18 and later refuse unknown fields, except "
      "there.",
      "Correct the name of the field, or remove it.",
      "\"predicate\": [{\"name\": \"GeneralPredicates\"}]",
      .means_otherwise = TRUE },
  [FIT_WARN_HARD_WEIGHT_ZERO]
  = { "FP003", "hardPodAffinitySymmetricWeight 0 is not 0",
      "0 means that the field was left out: the value of the command line "
      "counts, 1 by default. There is no way to say 0 in a Policy.",
      "Leave the field out, or give InterPodAffinityPriority no place in "
      "priorities, which is where the weight counts.",
      "\"hardPodAffinitySymmetricWeight\": 0", .means_otherwise = TRUE },
  [FIT_WARN_HARD_WEIGHT_UNUSED]
  = { "FP004", "hardPodAffinitySymmetricWeight without effect",
      "The weight counts in InterPodAffinityPriority and nowhere else, and the "
      "file does not configure that priority.",
      "Add InterPodAffinityPriority to priorities, or leave the field out.",
      "\"hardPodAffinitySymmetricWeight\": 10,\n"
      "\"priorities\": [{\"name\": \"LeastRequestedPriority\", \"weight\": 1}]" },
  [FIT_WARN_CHECK_ALL]
  = { "FP005", "alwaysCheckAllPredicates costs time",
      "Every predicate is run on every node, also after one has refused it. Pods "
      "land on the same nodes; messages list more reasons, and preemption may "
      "leave out more nodes, since every reason that evicting pods cannot help "
      "against is found. No later configuration has the field.",
      "Leave the field out, unless the messages are worth it.",
      "\"alwaysCheckAllPredicates\": true" },
  [FIT_WARN_REPEATED_FIELD]
  = { "FP006", "a field is written twice",
      "Of a string, a number or a boolean the last one counts. In JSON, lists "
      "and objects are read over what is there: an entry that does not mention "
      "a field keeps what the entry in its place said before, and the list is as "
      "long as the last one. In YAML the last one counts alone. 1.18 and later "
      "refuse such a file.",
      "Remove the field wherever it is not meant, or put both lists into one.",
      "\"predicates\": [{\"name\": \"GeneralPredicates\"}],\n"
      "\"predicates\": [{\"name\": \"HostName\"}]",
      .means_otherwise = TRUE },
  [FIT_WARN_DROPPED_PREDICATES]
  = { "FP101", "the list drops default predicates",
      "A list of predicates replaces the default one; it is not added to it. "
      "What is not in the list is not checked, but for the mandatory "
      "predicates.",
      "Add the predicates to the list, or leave the whole list out to get the "
      "defaults. policies/default-provider.json is the default list written "
      "out.",
      "\"predicates\": [{\"name\": \"GeneralPredicates\"}]" },
  [FIT_WARN_NO_RESOURCE_CHECK]
  = { "FP102", "nothing checks resources",
      "Neither GeneralPredicates nor PodFitsResources is configured, so nodes "
      "take any number of pods, whatever these request; the kubelet refuses "
      "them then. An empty list leaves only the mandatory predicates; up to 1.9 "
      "a list that is missing is an empty one.",
      "Add GeneralPredicates, or leave the whole list out (from 1.10 on) to get "
      "the defaults.",
      "\"predicates\": [{\"name\": \"MatchNodeSelector\"}]" },
  [FIT_WARN_NEVER_EVALUATED]
  = { "FP103", "the predicate is never run",
      "Releases 1.10 to 1.16 run the predicates of a fixed list of names, in its "
      "order. A predicate of any other name is accepted and never asked. That "
      "goes for custom predicates under names of their own and for "
      "PodFitsPorts.",
      "Call a predicate with the argument serviceAffinity CheckServiceAffinity, "
      "one with labelsPresence CheckNodeLabelPresence, and write "
      "PodFitsHostPorts for PodFitsPorts. There can be one of each only. Mind "
      "that a rule starts to be enforced then which was not.",
      "\"predicates\": [{\"name\": \"PodFitsPorts\"}]",
      .means_otherwise = TRUE },
  [FIT_WARN_GATED_PREDICATE]
  = { "FP104", "v1.16 refuses the predicate with its default gates",
      "The feature gate TaintNodesByCondition, on by default since 1.12, removes "
      "CheckNodeCondition and the predicates about pressure, which 1.17 and "
      "later do not have at all; EvenPodsSpread needs a gate that is off by "
      "default; NoVolumeNodeConflict is older than 1.9. A file that names what "
      "is not registered is refused as a whole.",
      "Remove the name: PodToleratesNodeTaints and CheckNodeUnschedulable, which "
      "are mandatory then, do the work of the condition predicates, and "
      "CheckVolumeBinding does that of NoVolumeNodeConflict.",
      "\"predicates\": [{\"name\": \"CheckNodeMemoryPressure\"}]" },
  [FIT_WARN_REPEATED_PREDICATE]
  = { "FP105", "the predicate is listed twice",
      "A name counts once. Of several arguments the last one is used.",
      "Remove all entries of the name but one.",
      "\"predicates\": [{\"name\": \"HostName\"}, {\"name\": \"HostName\"}]" },
  [FIT_WARN_GENERAL_PART]
  = { "FP106", "the predicate is part of GeneralPredicates",
      "GeneralPredicates runs PodFitsResources, HostName, PodFitsHostPorts and "
      "MatchNodeSelector. Listed beside it they are run a second time, which "
      "changes nothing but the time it takes. 1.18 and 1.19 do not start with a "
      "file that lists PodFitsResources or PodFitsHostPorts beside it.",
      "Remove the part, or GeneralPredicates if only some of its parts are "
      "meant.",
      "\"predicates\": [{\"name\": \"GeneralPredicates\"}, {\"name\": \"PodFitsResources\"}]" },
  [FIT_WARN_REPLACED_PREDICATE]
  = { "FP107", "the argument replaces a built-in predicate",
      "An argument wins over the name: the predicate of that name is replaced, "
      "and the rule of the argument is run in its place. From 1.18 on it is the "
      "other way round: the argument is dropped.",
      "Call a predicate with the argument serviceAffinity CheckServiceAffinity, "
      "and one with labelsPresence CheckNodeLabelPresence.",
      "\"predicates\": [\n"
      "  {\"name\": \"HostName\",\n"
      "   \"argument\": {\"labelsPresence\": {\"labels\": [\"ssd\"], \"presence\": true}}}\n"
      "]",
      .means_otherwise = TRUE },
  [FIT_WARN_NO_LABELS]
  = { "FP108", "a predicate without labels",
      "The argument lists no labels, so every node fits.",
      "List the labels, or remove the predicate.",
      "\"predicates\": [\n"
      "  {\"name\": \"CheckNodeLabelPresence\",\n"
      "   \"argument\": {\"labelsPresence\": {\"labels\": [], \"presence\": true}}}\n"
      "]" },
  [FIT_WARN_FORBIDDEN_LABELS]
  = { "FP109", "presence is left out: the labels are forbidden",
      "A presence that is not written is false: only nodes that have none of "
      "the labels fit.",
      "Write \"presence\": true if nodes must have the labels, and \"presence\": "
      "false if they must not.",
      "\"predicates\": [\n"
      "  {\"name\": \"CheckNodeLabelPresence\",\n"
      "   \"argument\": {\"labelsPresence\": {\"labels\": [\"ssd\"]}}}\n"
      "]" },
  [FIT_WARN_DROPPED_PRIORITIES]
  = { "FP201", "the list drops default priorities",
      "A list of priorities replaces the default one; it is not added to it. "
      "What is not in the list does not count at all.",
      "Add the priorities to the list, or leave the whole list out to get the "
      "defaults. policies/default-provider.json is the default list written "
      "out.",
      "\"priorities\": [{\"name\": \"LeastRequestedPriority\", \"weight\": 1}]" },
  [FIT_WARN_NO_PRIORITIES]
  = { "FP202", "nothing ranks the nodes",
      "The list of priorities is empty, and no extender has a prioritizeVerb. "
      "All nodes that fit score alike and are taken in turn. Up to 1.9 a list "
      "that is missing is an empty one.",
      "List priorities, or leave the whole list out (from 1.10 on) to get the "
      "defaults. A list with EqualPriority alone says that all nodes are meant "
      "to be alike.",
      "\"priorities\": []" },
  [FIT_WARN_NO_AVOID_PODS]
  = { "FP203", "nodes cannot keep pods away by annotation",
      "NodePreferAvoidPodsPriority is a default priority, whose weight of 10000 "
      "makes it as good as a predicate. Without it the annotation "
      "scheduler.alpha.kubernetes.io/preferAvoidPods has no effect.",
      "Add NodePreferAvoidPodsPriority with the weight 10000, unless no node has "
      "the annotation.",
      "\"priorities\": [{\"name\": \"LeastRequestedPriority\", \"weight\": 1}]" },
  [FIT_WARN_WEAK_AVOID_PODS]
  = { "FP204", "NodePreferAvoidPodsPriority can be outvoted",
      "A node that asks a controller's pods to stay away loses ten times the "
      "weight. The other priorities together can give it that much more than "
      "they give to other nodes, and the pods land there all the same.",
      "Give NodePreferAvoidPodsPriority a weight above the sum of all others; "
      "10000 is its default.",
      "\"priorities\": [\n"
      "  {\"name\": \"LeastRequestedPriority\", \"weight\": 1},\n"
      "  {\"name\": \"NodePreferAvoidPodsPriority\", \"weight\": 1}\n"
      "]" },
  [FIT_WARN_WEAK_WEIGHT]
  = { "FP205", "the weight is too small to matter",
      "Scores are whole numbers from 0 to 10, multiplied by the weight. All that "
      "these priorities can add together is less than the least difference that "
      "the heavier ones make, so they count only between nodes which the "
      "heavier ones leave equal. NodePreferAvoidPodsPriority is not counted: it "
      "is meant to be heavier than all others.",
      "Bring the weights nearer to one another, unless they are meant to decide "
      "ties only.",
      "\"priorities\": [\n"
      "  {\"name\": \"LeastRequestedPriority\", \"weight\": 100},\n"
      "  {\"name\": \"NodeAffinityPriority\", \"weight\": 1}\n"
      "]" },
  [FIT_WARN_REPEATED_PRIORITY]
  = { "FP206", "the priority is listed twice",
      "A name counts once, with the weight and the argument of its last entry; "
      "weights are not added up.",
      "Remove all entries of the name but one, or give custom priorities names "
      "of their own.",
      "\"priorities\": [\n"
      "  {\"name\": \"LeastRequestedPriority\", \"weight\": 1},\n"
      "  {\"name\": \"LeastRequestedPriority\", \"weight\": 2}\n"
      "]",
      .means_otherwise = TRUE },
  [FIT_WARN_REPLACED_PRIORITY]
  = { "FP207", "the argument replaces a built-in priority",
      "An argument wins over the name: the priority of that name is replaced by "
      "that of the argument. From 1.18 on it is the other way round: the "
      "argument is dropped.",
      "Give the priority a name of its own; any name will do.",
      "\"priorities\": [\n"
      "  {\"name\": \"NodeAffinityPriority\", \"weight\": 1,\n"
      "   \"argument\": {\"labelPreference\": {\"label\": \"ssd\", \"presence\": true}}}\n"
      "]",
      .means_otherwise = TRUE },
  [FIT_WARN_NO_LABEL]
  = { "FP208", "a priority without a label",
      "The argument names no label. No node has a label without a name, so all "
      "nodes score alike.",
      "Name the label, or remove the priority.",
      "\"priorities\": [\n"
      "  {\"name\": \"RackSpread\", \"weight\": 1,\n"
      "   \"argument\": {\"serviceAntiAffinity\": {}}}\n"
      "]" },
  [FIT_WARN_UNLABELLED_PREFERRED]
  = { "FP209", "presence is left out: nodes without the label are preferred",
      "A presence that is not written is false: nodes that do not have the label "
      "score 10, and those that have it 0.",
      "Write \"presence\": true if nodes with the label are to be preferred, and "
      "\"presence\": false if those without are.",
      "\"priorities\": [\n"
      "  {\"name\": \"PreferSSD\", \"weight\": 1,\n"
      "   \"argument\": {\"labelPreference\": {\"label\": \"ssd\"}}}\n"
      "]" },
  [FIT_WARN_EQUAL_PRIORITY]
  = { "FP210", "EqualPriority changes nothing",
      "EqualPriority adds the same to every node. Beside other priorities it has "
      "no effect, whatever its weight.",
      "Remove it.",
      "\"priorities\": [\n"
      "  {\"name\": \"LeastRequestedPriority\", \"weight\": 1},\n"
      "  {\"name\": \"EqualPriority\", \"weight\": 5}\n"
      "]" },
  [FIT_WARN_OPPOSITES]
  = { "FP211", "priorities that pull in opposite directions",
      "One of them prefers empty nodes (LeastRequestedPriority, or a falling "
      "shape) and the other full ones (MostRequestedPriority, or a rising "
      "shape). With equal weights LeastRequestedPriority and "
      "MostRequestedPriority cancel each other out; otherwise the greater "
      "weight only counts for less.",
      "Decide whether pods are to be spread or packed, and remove the other "
      "one.",
      "\"priorities\": [\n"
      "  {\"name\": \"LeastRequestedPriority\", \"weight\": 1},\n"
      "  {\"name\": \"MostRequestedPriority\", \"weight\": 1}\n"
      "]" },
  [FIT_WARN_LEVEL_SHAPE]
  = { "FP212", "a shape that scores all nodes alike",
      "All points of the shape have the same score, so utilization makes no "
      "difference.",
      "Give the shape at least two points with different scores.",
      "\"priorities\": [\n"
      "  {\"name\": \"Level\", \"weight\": 1,\n"
      "   \"argument\": {\"requestedToCapacityRatioArguments\": {\n"
      "     \"shape\": [{\"utilization\": 50, \"score\": 5}]}}}\n"
      "]" },
  [FIT_WARN_FALLING_SHAPE]
  = { "FP213", "the shape spreads pods",
      "The score falls while utilization rises: empty nodes are preferred. "
      "RequestedToCapacityRatioPriority without an argument does so too: 10 at "
      "0 percent, 0 at 100. But for packing a shape that rises is needed.",
      "To pack pods write \"shape\": [{\"utilization\": 0, \"score\": 0}, "
      "{\"utilization\": 100, \"score\": 10}]; to spread them, take "
      "LeastRequestedPriority or another name.",
      "\"priorities\": [\n"
      "  {\"name\": \"BinPacking\", \"weight\": 1,\n"
      "   \"argument\": {\"requestedToCapacityRatioArguments\": {\n"
      "     \"shape\": [{\"utilization\": 0, \"score\": 10},\n"
      "               {\"utilization\": 100, \"score\": 0}]}}}\n"
      "]" },
  [FIT_WARN_UNREQUESTED]
  = { "FP214", "a priority about what no pod asks for",
      "No pod of the cluster requests the resource, or has limits, so the "
      "priority has nothing to tell nodes apart by. A resource that a node does "
      "not have counts as fully used.",
      "Check the name of the resource, or remove it.",
      "\"priorities\": [\n"
      "  {\"name\": \"PackGPUs\", \"weight\": 1,\n"
      "   \"argument\": {\"requestedToCapacityRatioArguments\": {\n"
      "     \"shape\": [{\"utilization\": 0, \"score\": 0},\n"
      "               {\"utilization\": 100, \"score\": 10}],\n"
      "     \"resources\": [{\"name\": \"example.com/gpus\", \"weight\": 1}]}}}\n"
      "]" },
  [FIT_WARN_SPREAD_TWICE]
  = { "FP215", "services are spread twice",
      "ServiceSpreadingPriority is the name that SelectorSpreadPriority had in "
      "1.0, and in practice the same: both weights add up.",
      "Remove ServiceSpreadingPriority.",
      "\"priorities\": [\n"
      "  {\"name\": \"SelectorSpreadPriority\", \"weight\": 1},\n"
      "  {\"name\": \"ServiceSpreadingPriority\", \"weight\": 1}\n"
      "]" },
  [FIT_WARN_GATED_PRIORITY]
  = { "FP216", "v1.16 refuses the priority with its default gates",
      "EvenPodsSpreadPriority needs the gate EvenPodsSpread and "
      "ResourceLimitsPriority the gate ResourceLimitsPriorityFunction, both off "
      "by default. A file that names what is not registered is refused as a "
      "whole. ResourceLimitsPriority is gone in 1.19.",
      "See to it that every scheduler which reads the file has the gate on, or "
      "remove the name.",
      "\"priorities\": [{\"name\": \"EvenPodsSpreadPriority\", \"weight\": 1}]" },
  [FIT_WARN_IDLE_EXTENDER]
  = { "FP301", "the extender is never asked",
      "None of filterVerb, prioritizeVerb, preemptVerb and bindVerb is set. An "
      "empty verb means that the extender is not asked for it.",
      "Set the verbs that the extender serves, or remove it.",
      "\"extenders\": [{\"urlPrefix\": \"http://127.0.0.1:8888\"}]",
      .means_otherwise = TRUE },
  [FIT_WARN_UNUSED_WEIGHT]
  = { "FP302", "a weight without prioritizeVerb",
      "The weight multiplies the scores of prioritizeVerb, which is not set.",
      "Set prioritizeVerb, or remove the weight.",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"http://127.0.0.1:8888\", \"filterVerb\": \"filter\", \"weight\": 5}\n"
      "]" },
  [FIT_WARN_SHORT_TIMEOUT]
  = { "FP303", "httpTimeout counts nanoseconds",
      "The value is below a millisecond: no answer comes in that time, and every "
      "call fails. httpTimeout is a number of nanoseconds.",
      "Write 5000000000 for 5 seconds, or leave it out, which means the same.",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"http://127.0.0.1:8888\", \"filterVerb\": \"filter\",\n"
      "   \"httpTimeout\": 5}\n"
      "]",
      .means_otherwise = TRUE },
  [FIT_WARN_TLS_WITHOUT_HTTPS]
  = { "FP304", "TLS settings for a URL that is not HTTPS",
      "The scheme of urlPrefix decides between HTTP and HTTPS; enableHttps does "
      "not change the URL. With http:// nothing is encrypted, and tlsConfig is "
      "without effect.",
      "Write https:// in urlPrefix, or remove enableHttps and tlsConfig.",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"http://127.0.0.1:8888\", \"filterVerb\": \"filter\",\n"
      "   \"enableHttps\": true}\n"
      "]" },
  [FIT_WARN_UNVERIFIED]
  = { "FP305", "the extender's certificate is not verified",
      "enableHttps without certificate authorities in tlsConfig switches "
      "verification off: whoever answers at that address is believed.",
      "Set caFile or caData in tlsConfig. To use the authorities of the system, "
      "leave enableHttps out; the https:// of urlPrefix is enough. Where it is "
      "meant, write \"insecure\": true.",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"https://127.0.0.1:8888\", \"filterVerb\": \"filter\",\n"
      "   \"enableHttps\": true}\n"
      "]" },
  [FIT_WARN_IGNORABLE_UNUSED]
  = { "FP306", "ignorable without effect",
      "ignorable says that errors of filterVerb and preemptVerb do no harm, and "
      "neither is set. Errors of prioritizeVerb are always ignored, those of "
      "bindVerb never.",
      "Remove ignorable.",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"http://127.0.0.1:8888\", \"prioritizeVerb\": \"prioritize\",\n"
      "   \"weight\": 1, \"ignorable\": true}\n"
      "]" },
  [FIT_WARN_UNCHECKED_RESOURCE]
  = { "FP307", "nobody counts the resource",
      "ignoredByScheduler tells PodFitsResources not to count the resource, "
      "since the extender does; but the extender has no filterVerb. Nodes take "
      "any number of pods that request it.",
      "Set filterVerb, or remove ignoredByScheduler.",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"http://127.0.0.1:8888\", \"prioritizeVerb\": \"prioritize\",\n"
      "   \"weight\": 1, \"managedResources\": [\n"
      "     {\"name\": \"example.com/gpu\", \"ignoredByScheduler\": true}]}\n"
      "]" },
  [FIT_WARN_NO_URL]
  = { "FP308", "urlPrefix is no URL of a server",
      "Nobody looks at urlPrefix before the first request: the scheduler starts "
      "with it, and then every request fails. A placeholder that was not filled "
      "in is the usual reason.",
      "Write http:// or https://, the host, and where it is not 80 or 443 the "
      "port: \"http://127.0.0.1:8888/scheduler\".",
      "\"extenders\": [\n"
      "  {\"urlPrefix\": \"http://<address>:<port>/scheduler\", \"filterVerb\": \"filter\"}\n"
      "]" },
};
G_STATIC_ASSERT (G_N_ELEMENTS (infos) == FIT_WARN_LAST);

const FitWarningInfo *
fit_warning_infos (guint *out_n)
{
  *out_n = G_N_ELEMENTS (infos);
  return infos;
}

const FitWarningInfo *
fit_warning_info (const char *code, GError **error)
{
  FitSimilar similar;

  fit_similar_init (&similar, code);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      if (g_ascii_strcasecmp (infos[i].code, code) == 0)
        return &infos[i];
      fit_similar_offer (&similar, infos[i].code);
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "there is no warning \"%s\"", code);
  if (similar.best)
    fit_error_add_hint (error, "did you mean %s?", similar.best);
  else
    fit_error_add_hint (error, "codes are %s to %s", infos[0].code,
                        infos[G_N_ELEMENTS (infos) - 1].code);
  return NULL;
}
