/* What quotas refuse, claims, and what is taken out.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/admission/admission-scene.h"

/* -- quotas ---------------------------------------------------------------- */

static void
test_usage_adds_up (void **state)
{
  assert_refusals (
      "ResourceQuota q spec: {hard: {pods: 3, cpu: 2, limits.memory: 3Gi}}\n"
      "Pod old-1 spec: {containers: [{resources: {requests: {cpu: 500m}, "
      "limits: {memory: 1Gi}}}]}\n"
      "Pod a spec: {containers: [{resources: {requests: {cpu: 1}, "
      "limits: {memory: 2Gi}}}]}\n"
      "Pod b spec: {containers: [{resources: {requests: {cpu: 600m}, "
      "limits: {memory: 1}}}]}\n"
      "Pod c spec: {containers: [{resources: {requests: {cpu: 500m}, "
      "limits: {memory: 0}}}]}\n"
      "Pod d spec: {containers: [{resources: {requests: {cpu: 0}, "
      "limits: {memory: 0}}}]}",
      "b: exceeded quota: q, requested: cpu=600m,limits.memory=1, used: "
      "cpu=1500m,limits.memory=3Gi, limited: cpu=2,limits.memory=3Gi\n"
      "d: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3");
}

/* A pod that has finished is only an object. */
static void
test_finished_pods (void **state)
{
  assert_refusals (
      "ResourceQuota q spec: {hard: {pods: 1, count/pods: 2, "
      "requests.cpu: 1}}\n"
      "Pod old-1 spec: {containers: [{resources: {requests: {cpu: 1}}}]}; "
      "status: {phase: Succeeded}\n"
      "Pod a spec: {containers: [{resources: {requests: {cpu: 1}}}]}\n"
      "Pod b spec: {containers: [{resources: {requests: {cpu: 0}}}]}",
      "b: exceeded quota: q, requested: count/pods=1,pods=1, used: "
      "count/pods=2,pods=1, limited: count/pods=2,pods=1");
}

/* Extended resources and huge pages only as requests. */
static void
test_extended_resources (void **state)
{
  assert_refusals (
      "ResourceQuota q spec: {hard: {requests.example.com/gpu: 2, "
      "limits.example.com/gpu: 0, example.com/gpu: 0, hugepages-2Mi: 4Mi, "
      "requests.ephemeral-storage: 1Gi}}\n"
      "Pod a spec: {containers: [{resources: {limits: {example.com/gpu: 1, "
      "hugepages-2Mi: 4Mi}}}]}\n"
      "Pod b spec: {containers: [{resources: {limits: {example.com/gpu: 2}}}]}\n"
      "Pod c spec: {containers: [{resources: {limits: {hugepages-2Mi: 2Mi}}}]}\n"
      "Pod d spec: {containers: [{resources: {limits: "
      "{ephemeral-storage: 2Gi}}}]}\n"
      "Pod e spec: {containers: [{}]}",
      "b: exceeded quota: q, requested: requests.example.com/gpu=2, used: "
      "requests.example.com/gpu=1, limited: requests.example.com/gpu=2\n"
      "c: exceeded quota: q, requested: hugepages-2Mi=2Mi, used: "
      "hugepages-2Mi=4Mi, limited: hugepages-2Mi=4Mi\n"
      "d: exceeded quota: q, requested: requests.ephemeral-storage=2Gi, used: "
      "requests.ephemeral-storage=0, limited: requests.ephemeral-storage=1Gi");
}

static void
test_overhead_and_init_containers (void **state)
{
  assert_refusals (
      "ResourceQuota q spec: {hard: {requests.cpu: 3}}\n"
      "Pod a spec: {overhead: {cpu: 250m}, containers: [{resources: {requests: "
      "{cpu: 1}}}], initContainers: [{resources: {requests: {cpu: 2}}}]}\n"
      "Pod b spec: {containers: [{resources: {requests: {cpu: 1}}}]}",
      "b: exceeded quota: q, requested: requests.cpu=1, used: "
      "requests.cpu=2250m, limited: requests.cpu=3");
}

/* Quotas of cpu and memory want every container to name them. */
static void
test_what_has_to_be_named (void **state)
{
  static const char text[]
      = "ResourceQuota a spec: {hard: {pods: 0}}\n"
        "ResourceQuota q spec: {hard: {requests.memory: 1Gi, memory: 1Gi, "
        "limits.cpu: 1, requests.ephemeral-storage: 1Gi}}\n"
        "Pod p spec: {containers: [{name: b, resources: {requests: "
        "{memory: 1Mi}}}, {name: a, resources: {limits: {cpu: 1}}}], "
        "initContainers: [{name: i}]}";

  assert_refusals (text, "p: failed quota: q: must specify "
                         "limits.cpu,memory,requests.memory");
  assert_later_refusals (text, "p: failed quota: q: must specify limits.cpu "
                               "for: b,i; memory for: a,i; requests.memory "
                               "for: a,i");
}

/* Containers of one name are named once.  From 1.34 on a pod that has requests
 * of its own need not have any in its containers. */
static void
test_who_has_to_name (void **state)
{
  static const char text[]
      = "ResourceQuota q spec: {hard: {limits.memory: 1Gi, cpu: 1, "
        "hugepages-2Mi: 1Gi}}\n"
        "Pod p spec: {containers: [{name: b}, {name: a}, {name: b}]}\n"
        "Pod whole spec: {resources: {requests: {cpu: 1}, limits: {cpu: 1, "
        "memory: 1Gi}}, containers: [{name: c}]}\n"
        "Pod more spec: {resources: {requests: {cpu: 1m}}, "
        "containers: [{name: c}]}";
  g_autofree char *later = refusals_of (
      text, FIT_DECODE_SIDECARS | FIT_DECODE_POD_RESOURCES, G_MAXUINT);

  assert_later_refusals (
      text, "p: failed quota: q: must specify cpu for: a,b; limits.memory "
            "for: a,b\n"
            "whole: failed quota: q: must specify cpu for: c; limits.memory "
            "for: c\n"
            "more: failed quota: q: must specify cpu for: c; limits.memory "
            "for: c");
  assert_string_equal (
      later, "p: failed quota: q: must specify cpu for: a,b; limits.memory "
             "for: a,b\n"
             "more: exceeded quota: q, requested: cpu=1m, used: cpu=1, "
             "limited: cpu=1");
}

/* What each resource of spec.hard counts of a pod, or whether it counts
 * nothing.  All are 0. */
static void
test_what_a_quota_counts (void **state)
{
  static const char pod[]
      = "Pod p spec: {overhead: {cpu: 1m, memory: 1}, containers: [{resources: "
        "{requests: {cpu: 2m, memory: 3, ephemeral-storage: 4, "
        "example.com/gpu: 5, hugepages-2Mi: 2Mi}, limits: {cpu: 7m, memory: 0, "
        "ephemeral-storage: 8, example.com/gpu: 5, hugepages-2Mi: 2Mi}}}]}";
  static const struct
  {
    const char *resource;
    const char *amount; /* (nullable) */
  } rows[] = {
    { "pods", "1" },
    { "count/pods", "1" },
    { "cpu", "3m" },
    { "requests.cpu", "3m" },
    { "limits.cpu", "8m" },
    { "memory", "4" },
    { "requests.memory", "4" },
    { "limits.memory", NULL },
    { "ephemeral-storage", "4" },
    { "requests.ephemeral-storage", "4" },
    { "limits.ephemeral-storage", "8" },
    { "hugepages-2Mi", "2Mi" },
    { "requests.hugepages-2Mi", "2Mi" },
    { "limits.hugepages-2Mi", NULL },
    { "example.com/gpu", NULL },
    { "requests.example.com/gpu", "5" },
    { "limits.example.com/gpu", NULL },
    { "requests.pods", NULL },
    { "count/services", NULL },
    { "persistentvolumeclaims", NULL },
    { "requests.storage", NULL },
    { "gold.storageclass.storage.k8s.io/pods", NULL },
    { "gold.storageclass.storage.k8s.io/requests.cpu", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "ResourceQuota q spec: {hard: {%s: 0}}\n%s", rows[i].resource, pod);
      g_autofree char *refused
          = rows[i].amount != NULL
                ? g_strdup_printf ("p: exceeded quota: q, requested: %s=%s, "
                                   "used: %s=0, limited: %s=0",
                                   rows[i].resource, rows[i].amount,
                                   rows[i].resource, rows[i].resource)
                : g_strdup ("");

      assert_refusals (text, refused);
    }
}

/* Terms that look at other namespaces: of affinity or anti-affinity, required
 * or preferred, listed or selected. */
static void
test_terms_that_reach_out (void **state)
{
#define REQUIRED(terms) \
  "requiredDuringSchedulingIgnoredDuringExecution: [" terms "]"
#define PREFERRED(terms) \
  "preferredDuringSchedulingIgnoredDuringExecution: [" terms "]"
#define TERM(more) "{topologyKey: zone, labelSelector: {}" more "}"
#define WEIGHED(more) "{weight: 1, podAffinityTerm: " TERM (more) "}"
#define LISTED ", namespaces: [other]"
#define SELECTED ", namespaceSelector: {}"
  static const struct
  {
    const char *affinity;
    gboolean refused;
  } rows[] = {
    { "", FALSE },
    { "podAffinity: {}, podAntiAffinity: {}", FALSE },
    { "podAffinity: {" REQUIRED (TERM ("")) "}", FALSE },
    { "podAffinity: {" REQUIRED (TERM (LISTED)) "}", TRUE },
    { "podAffinity: {" REQUIRED (TERM (SELECTED)) "}", TRUE },
    { "podAffinity: {" REQUIRED (TERM ("") "," TERM (LISTED)) "}", TRUE },
    { "podAffinity: {" PREFERRED (WEIGHED ("")) "}", FALSE },
    { "podAffinity: {" PREFERRED (WEIGHED (LISTED)) "}", TRUE },
    { "podAffinity: {" PREFERRED (WEIGHED ("") "," WEIGHED (SELECTED)) "}",
      TRUE },
    { "podAntiAffinity: {" REQUIRED (TERM (SELECTED)) "}", TRUE },
    { "podAntiAffinity: {" PREFERRED (WEIGHED (SELECTED)) "}", TRUE },
    { "podAffinity: {" REQUIRED (TERM ("")) "}, podAntiAffinity: {" PREFERRED (
          WEIGHED ("")) "}",
      FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "ResourceQuota q spec: {scopes: [CrossNamespacePodAffinity], "
          "hard: {pods: 0}}\nPod p spec: {affinity: {%s}, containers: [{}]}",
          rows[i].affinity);

      assert_refusals (text, rows[i].refused
                                 ? "p: exceeded quota: q, requested: pods=1, "
                                   "used: pods=0, limited: pods=0"
                                 : "");
    }
}

static void
test_scopes (void **state)
{
  static const char quotas[]
      = "PriorityClass high value: 10\n"
        "PriorityClass low value: 1\n"
        "ResourceQuota t spec: {scopes: [Terminating], hard: {pods: 0}}\n"
        "ResourceQuota b spec: {scopes: [BestEffort, NotTerminating], "
        "hard: {pods: 0}}\n"
        "ResourceQuota h spec: {scopeSelector: {matchExpressions: [{scopeName: "
        "PriorityClass, operator: In, values: [high]}]}, hard: {pods: 0}}\n"
        "ResourceQuota x spec: {scopes: [CrossNamespacePodAffinity], "
        "hard: {pods: 0}}\n"
        "ResourceQuota l spec: {scopes: [NotBestEffort], hard: {limits.cpu: "
        "8}}\n"
        "ResourceQuota unknown spec: {scopes: [Wild], hard: {pods: 0}}\n";
  g_autofree char *text = g_strconcat (
      quotas,
      "Pod ends spec: {activeDeadlineSeconds: 60, containers: [{}]}\n"
      "Pod best spec: {containers: [{}]}\n"
      "Pod sized spec: {containers: [{resources: {limits: {cpu: 1}}}]}\n"
      "Pod wide spec: {containers: [{resources: {limits: {cpu: 9}}}]}\n"
      "Pod first spec: {priorityClassName: high, containers: [{resources: "
      "{limits: {cpu: 1}}}]}\n"
      "Pod last spec: {priorityClassName: low, containers: [{resources: "
      "{limits: {cpu: 1}}}]}\n"
      "Pod far spec: {containers: [{resources: {limits: {cpu: 1}}}], affinity: "
      "{podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
      "[{topologyKey: zone, namespaces: [other], labelSelector: {}}]}}}",
      NULL);

  assert_refusals (
      text,
      "ends: exceeded quota: t, requested: pods=1, used: pods=0, limited: "
      "pods=0\n"
      "best: exceeded quota: b, requested: pods=1, used: pods=0, limited: "
      "pods=0\n"
      "wide: exceeded quota: l, requested: limits.cpu=9, used: limits.cpu=1, "
      "limited: limits.cpu=8\n"
      "first: exceeded quota: h, requested: pods=1, used: pods=0, limited: "
      "pods=0\n"
      "far: exceeded quota: x, requested: pods=1, used: pods=0, limited: "
      "pods=0");
}

/* A class that a PriorityClass gives by itself counts as one that is named. */
static void
test_operators_on_classes (void **state)
{
  static const char pods[]
      = "Pod none spec: {priority: 0, containers: [{}]}\n"
        "Pod low spec: {priorityClassName: low, priority: 1, "
        "containers: [{}]}\n"
        "Pod high spec: {priorityClassName: high, priority: 9, "
        "containers: [{}]}";
  static const struct
  {
    const char *expression;
    const char *refused;
  } cases[] = {
    { "operator: Exists", "low high" },
    { "operator: DoesNotExist", "none" },
    { "operator: In, values: [high, top]", "high" },
    { "operator: NotIn, values: [high]", "none low" },
    { "operator: Near, values: [high]", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "ResourceQuota q spec: {scopeSelector: {matchExpressions: "
          "[{scopeName: PriorityClass, %s}]}, hard: {pods: 0}}\n%s",
          cases[i].expression, pods);
      g_autofree char *refused = refusals_of (text, 0, G_MAXUINT);
      g_auto (GStrv) lines = g_strsplit (refused, "\n", -1);

      for (char **line = lines; *line != NULL; line++)
        (*line)[strcspn (*line, ":")] = '\0';
      {
        g_autofree char *names = g_strjoinv (" ", lines);

        assert_string_equal (names, cases[i].refused);
      }
    }
}

static void
test_quota_that_is_exceeded_already (void **state)
{
  assert_refusals (
      "ResourceQuota q spec: {hard: {requests.cpu: 1}}\n"
      "Pod old spec: {containers: [{resources: {requests: {cpu: 4}}}]}\n"
      "Pod a spec: {containers: [{resources: {requests: {cpu: 0}}}]}\n"
      "Pod b spec: {containers: [{resources: {requests: {cpu: 1m}}}]}",
      "b: exceeded quota: q, requested: requests.cpu=1m, used: requests.cpu=4, "
      "limited: requests.cpu=1");
}

/* Amounts that no cluster has do not wrap around. */
static void
test_huge_amounts (void **state)
{
  assert_refusals (
      "ResourceQuota q spec: {hard: {requests.memory: 8Ei}}\n"
      "Pod old-1 spec: {containers: [{resources: {requests: {memory: 7Ei}}}]}\n"
      "Pod old-2 spec: {containers: [{resources: {requests: {memory: 7Ei}}}]}\n"
      "Pod old-3 spec: {containers: [{resources: {requests: {memory: -1}}}]}\n"
      "Pod a spec: {containers: [{resources: {requests: {memory: 1}}}]}",
      "");
}

static void
test_claims (void **state)
{
  static const char text[]
      = "LimitRange a spec: {limits: [{type: PersistentVolumeClaim, "
        "min: {storage: 1Gi}, max: {storage: 5Gi}}]}\n"
        "ResourceQuota q spec: {hard: {requests.storage: 8Gi, "
        "persistentvolumeclaims: 9, "
        "gold.storageclass.storage.k8s.io/persistentvolumeclaims: 1, "
        "gold.storageclass.storage.k8s.io/requests.storage: 100Gi}}\n"
        "ResourceQuota s spec: {scopes: [BestEffort], "
        "hard: {requests.storage: 0, pods: 100}}\n"
        "PersistentVolumeClaim there spec: {storageClassName: gold, resources: "
        "{requests: {storage: 2Gi}}}\n"
        "PersistentVolumeClaim a spec: {resources: {requests: {storage: 5Gi}}}\n"
        "PersistentVolumeClaim b spec: {resources: {requests: {storage: 9Gi}}}\n"
        "PersistentVolumeClaim c spec: {resources: {requests: {storage: 2Gi}}}\n"
        "PersistentVolumeClaim d spec: {storageClassName: gold, resources: "
        "{requests: {storage: 1Gi}}}\n"
        "PersistentVolumeClaim e spec: {resources: {requests: {storage: 1Gi}}}\n"
        "Pod a spec: {volumes: [{persistentVolumeClaim: {claimName: a}}]}\n"
        "Pod b spec: {volumes: [{persistentVolumeClaim: {claimName: b}}]}\n"
        "Pod c spec: {volumes: [{persistentVolumeClaim: {claimName: there}}, "
        "{persistentVolumeClaim: {claimName: c}}]}\n"
        "Pod d spec: {volumes: [{persistentVolumeClaim: {claimName: d}}, "
        "{persistentVolumeClaim: {claimName: e}}]}";
  g_autofree char *refused = refusals_of (text, 0, 1);

  assert_string_equal (
      refused,
      "b: persistentvolumeclaims \"b\" is forbidden: maximum storage usage per "
      "PersistentVolumeClaim is 5Gi, but request is 9Gi\n"
      "c: persistentvolumeclaims \"c\" is forbidden: exceeded quota: q, "
      "requested: requests.storage=2Gi, used: requests.storage=7Gi, limited: "
      "requests.storage=8Gi\n"
      "d: persistentvolumeclaims \"d\" is forbidden: exceeded quota: q, "
      "requested: gold.storageclass.storage.k8s.io/persistentvolumeclaims=1, "
      "used: gold.storageclass.storage.k8s.io/persistentvolumeclaims=1, "
      "limited: gold.storageclass.storage.k8s.io/persistentvolumeclaims=1");
}

/* What each resource of spec.hard counts of a claim, and what LimitRanges say of
 * one: the only other resource that a claim can have is none. */
static void
test_one_claim (void **state)
{
#define QUOTA(hard) "ResourceQuota q spec: {hard: {" hard "}}\n"
#define RANGE(item) \
  "LimitRange a spec: {limits: [{type: PersistentVolumeClaim, " item "}]}\n"
#define GOLD "gold.storageclass.storage.k8s.io/"
#define ONE(resource, amount)                                              \
  "exceeded quota: q, requested: " resource "=" amount ", used: " resource \
  "=0, limited: " resource "=0"
  static const struct
  {
    const char *restriction;
    const char *size;
    const char *refused; /* without what all have in common */
  } rows[] = {
    { QUOTA ("persistentvolumeclaims: 0"), "3",
      ONE ("persistentvolumeclaims", "1") },
    { QUOTA ("count/persistentvolumeclaims: 0"), "3",
      ONE ("count/persistentvolumeclaims", "1") },
    { QUOTA ("requests.storage: 0"), "3", ONE ("requests.storage", "3") },
    { QUOTA ("requests.storage: 0"), "0", "" },
    { QUOTA ("requests.storage: 0"), "-3", "" },
    { QUOTA ("requests.storage: 3"), "3", "" },
    { QUOTA (GOLD "persistentvolumeclaims: 0"), "3",
      ONE (GOLD "persistentvolumeclaims", "1") },
    { QUOTA (GOLD "requests.storage: 0"), "3",
      ONE (GOLD "requests.storage", "3") },
    { QUOTA ("iron.storageclass.storage.k8s.io/persistentvolumeclaims: 0"), "3",
      "" },
    { QUOTA (GOLD "count/persistentvolumeclaims: 0"), "3", "" },
    { QUOTA ("storage: 0, limits.storage: 0, requests.cpu: 0, pods: 9, "
             "count/pods: 9, count/services: 0"),
      "3", "" },
    { "ResourceQuota q spec: {scopeSelector: {matchExpressions: [{scopeName: "
      "PriorityClass, operator: DoesNotExist}]}, hard: {requests.storage: 0}}\n",
      "3", "" },
    { RANGE ("min: {storage: 3}, max: {storage: 3}"), "3", "" },
    { RANGE ("min: {storage: 4}"), "3",
      "minimum storage usage per PersistentVolumeClaim is 4, but request is 3" },
    { RANGE ("max: {storage: 2}"), "3",
      "maximum storage usage per PersistentVolumeClaim is 2, but request is 3" },
    { RANGE ("min: {storage: 4}"), "0",
      "minimum storage usage per PersistentVolumeClaim is 4.  No request is "
      "specified" },
    { RANGE ("max: {storage: 4}"), "0",
      "maximum storage usage per PersistentVolumeClaim is 4.  No request is "
      "specified" },
    { RANGE ("max: {cpu: 4}"), "3",
      "maximum cpu usage per PersistentVolumeClaim is 4.  No request is "
      "specified" },
    { RANGE ("maxLimitRequestRatio: {storage: 1}"), "3", "" },
    { RANGE ("max: {storage: 2}") "LimitRange b spec: {limits: [{type: "
                                  "PersistentVolumeClaim, min: {storage: 4}}]}"
                                  "\n",
      "3",
      "maximum storage usage per PersistentVolumeClaim is 2, but request is 3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "%sPersistentVolumeClaim c spec: {storageClassName: gold, resources: "
          "{requests: {storage: %s}}}\n"
          "Pod p spec: {volumes: [{persistentVolumeClaim: {claimName: c}}], "
          "containers: [{resources: {limits: {cpu: 0}}}]}",
          rows[i].restriction, rows[i].size);
      g_autofree char *expected
          = *rows[i].refused == '\0'
                ? g_strdup ("")
                : g_strconcat ("p: persistentvolumeclaims \"c\" is forbidden: ",
                               rows[i].refused, NULL);
      g_autofree char *refused = refusals_of (text, 0, 0);

      assert_string_equal (refused, expected);
    }
}

/* Of several claims of a pod that are refused the first one is why. */
static void
test_first_claim_that_is_refused (void **state)
{
  g_autofree char *refused
      = refusals_of ("ResourceQuota q spec: {hard: {requests.storage: 4}}\n"
                     "PersistentVolumeClaim a spec: {resources: {requests: "
                     "{storage: 5}}}\n"
                     "PersistentVolumeClaim b spec: {resources: {requests: "
                     "{storage: 6}}}\n"
                     "PersistentVolumeClaim c spec: {resources: {requests: "
                     "{storage: 4}}}\n"
                     "Pod p spec: {volumes: [{persistentVolumeClaim: "
                     "{claimName: b}}, {emptyDir: {}}, {persistentVolumeClaim: "
                     "{claimName: c}}, {persistentVolumeClaim: {claimName: a}}]"
                     "}\n"
                     "Pod q spec: {volumes: [{persistentVolumeClaim: "
                     "{claimName: b}}, {persistentVolumeClaim: {claimName: c}}]"
                     "}",
                     0, 0);

  assert_string_equal (
      refused,
      "p: persistentvolumeclaims \"b\" is forbidden: exceeded quota: q, "
      "requested: requests.storage=6, used: requests.storage=0, limited: "
      "requests.storage=4");
}

/* -- what is taken out ----------------------------------------------------- */

static void
test_refused_objects_are_gone (void **state)
{
  static const char text[]
      = "ResourceQuota q spec: {hard: {pods: 1, requests.storage: 0}}\n"
        "PersistentVolumeClaim one spec: {resources: {requests: {storage: 1}}}\n"
        "PersistentVolumeClaim two spec: {}\n"
        "Pod a spec: {volumes: [{persistentVolumeClaim: {claimName: one}}, "
        "{persistentVolumeClaim: {claimName: two}}]}\n"
        "Pod b spec: {}\nPod c spec: {}\nPod b spec: {priority: 1}";
  g_autoptr (FitObjects) objects = read_all (text, ALL);
  g_autoptr (FitObjects) others = read_all (text, ALL | FIT_DECODE_SIDECARS);
  g_autoptr (FitAdmission) admission = fit_admission_new (objects, 0);
  g_autoptr (FitRefusals) refused
      = fit_admission_run (admission, objects, objects->of[FIT_KIND_POD], 0);
  g_autoptr (FitRefusals) repeated = fit_admission_repeat (others, refused);

  for (guint i = 0; i < 2; i++)
    {
      const FitObjects *left = i == 0 ? objects : others;
      const FitPod *pod = only (left, FIT_KIND_POD);
      const FitPersistentVolumeClaim *claim
          = only (left, FIT_KIND_PERSISTENT_VOLUME_CLAIM);

      assert_string_equal (pod->meta.name, "c");
      assert_string_equal (claim->meta.name, "two");
    }
  assert_int_equal (refused->pods->len, 2);
  assert_int_equal (repeated->pods->len, 2);
  assert_string_equal (((FitRefusal *) repeated->pods->pdata[1])->reason,
                       "exceeded quota: q, requested: pods=1, used: pods=1, "
                       "limited: pods=1");
}

/* Refusals are repeated for the pods that are there. */
static void
test_repeated_without_a_pod (void **state)
{
  static const char quota[] = "ResourceQuota q spec: {hard: {pods: 0}}\n";
  g_autofree char *two
      = g_strconcat (quota, "Pod a spec: {}\nPod b spec: {}", NULL);
  g_autofree char *one = g_strconcat (quota, "Pod b spec: {}", NULL);
  g_autoptr (FitObjects) objects = read_all (two, ALL);
  g_autoptr (FitObjects) others = read_all (one, ALL);
  g_autoptr (FitAdmission) admission = fit_admission_new (objects, 0);
  g_autoptr (FitRefusals) refused
      = fit_admission_run (admission, objects, objects->of[FIT_KIND_POD], 0);
  g_autoptr (FitRefusals) repeated = fit_admission_repeat (others, refused);

  assert_int_equal (refused->pods->len, 2);
  assert_int_equal (repeated->pods->len, 1);
  assert_string_equal (
      ((FitRefusal *) repeated->pods->pdata[0])->pod->meta.name, "b");
  assert_int_equal (others->of[FIT_KIND_POD]->len, 0);
}

static void
test_nothing_is_restricted (void **state)
{
  g_autoptr (FitObjects) objects = read_all ("Pod a spec: {}", ALL);
  const FitPod *pod = only (objects, FIT_KIND_POD);
  g_autoptr (FitObjects) quota
      = read_text ("kind: ResourceQuota\napiVersion: v1\n"
                   "metadata: {name: q, namespace: other}\n");
  g_autoptr (FitAdmission) admission = fit_admission_new (quota, 0);

  assert_null (fit_admission_new (objects, 0));
  assert_false (fit_admission_concerns (admission, pod->meta.namespace_));
  assert_null (fit_admission_refuse (admission, pod));
}

/* Of several of one name the last one counts. */
static void
test_repeated_quota (void **state)
{
  assert_refusals ("ResourceQuota q spec: {hard: {pods: 0}}\n"
                   "ResourceQuota q spec: {hard: {pods: 1}}\n"
                   "LimitRange l spec: {limits: [{type: Pod, min: {cpu: 1}}]}\n"
                   "LimitRange l spec: {}\n"
                   "Pod a spec: {containers: [{}]}",
                   "");
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_usage_adds_up),
    cmocka_unit_test (test_finished_pods),
    cmocka_unit_test (test_extended_resources),
    cmocka_unit_test (test_overhead_and_init_containers),
    cmocka_unit_test (test_what_has_to_be_named),
    cmocka_unit_test (test_who_has_to_name),
    cmocka_unit_test (test_what_a_quota_counts),
    cmocka_unit_test (test_terms_that_reach_out),
    cmocka_unit_test (test_scopes),
    cmocka_unit_test (test_operators_on_classes),
    cmocka_unit_test (test_quota_that_is_exceeded_already),
    cmocka_unit_test (test_huge_amounts),
    cmocka_unit_test (test_claims),
    cmocka_unit_test (test_one_claim),
    cmocka_unit_test (test_first_claim_that_is_refused),
    cmocka_unit_test (test_refused_objects_are_gone),
    cmocka_unit_test (test_repeated_without_a_pod),
    cmocka_unit_test (test_nothing_is_restricted),
    cmocka_unit_test (test_repeated_quota),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
