/* test-pod-spec.c - pods with equal specs, labels or controllers share them, and no others do
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "base/intern.h"

typedef const char Interned;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Interned, fit_intern_unref)

#define CONTAINER(members) "'containers':[{'name':'c','image':'i'," members "}]"
#define AFFINITY(members) "'affinity':{" members "}"
#define TERM(members) "{'topologyKey':'t'," members "}"
#define REQUIRED_NODES(key, members)                                         \
  AFFINITY ("'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecutio" \
            "n':{'nodeSelectorTerms':[{'" key "':[" members "]}]}}")
#define PREFERRED_NODES(weight, members)                                     \
  AFFINITY ("'nodeAffinity':{'preferredDuringSchedulingIgnoredDuringExecuti" \
            "on':[{'weight':" weight ",'preference':{'matchExpressions':["   \
            "{'key':'k','operator':'Exists'}]" members "}}]}")
#define PODS(kind, members)                                               \
  AFFINITY ("'" kind "':{'requiredDuringSchedulingIgnoredDuringExecution" \
            "':[" members "]}")
#define PREFERRED_PODS(weight)                                              \
  AFFINITY ("'podAffinity':{'preferredDuringSchedulingIgnoredDuringExecuti" \
            "on':[{'weight':" weight ",'podAffinityTerm':{'topologyKey':"   \
            "'t'}}]}")
#define SPREAD(members)                                          \
  "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'t'," \
  "'whenUnsatisfiable':'DoNotSchedule'" members "}]"
#define VOLUME(members) "'volumes':[{'name':'v'," members "}]"

/* No two of them are equal. */
static const char *const specs[] = {
  "",
  "'schedulerName':'s'",
  "'priorityClassName':'c'",
  "'priority':0",
  "'priority':1",
  "'preemptionPolicy':'Never'",
  "'terminationGracePeriodSeconds':1",
  "'activeDeadlineSeconds':1",
  "'hostNetwork':true",
  "'overhead':{'cpu':'1'}",
  "'overhead':{'example.com/a':'1'}",
  "'resources':{'requests':{'cpu':'1'}}",
  "'resources':{'requests':{'cpu':'2'}}",
  "'containers':[{'name':'c','image':'i'}]",
  "'containers':[{'name':'d','image':'i'}]",
  "'containers':[{'name':'c','image':'j'}]",
  "'initContainers':[{'name':'c','image':'i'}]",
  "'initContainers':[{'name':'c','image':'i','restartPolicy':'Always'}]",
  CONTAINER ("'resources':{'requests':{'cpu':'1'}}"),
  CONTAINER ("'resources':{'requests':{'cpu':'2'}}"),
  CONTAINER ("'resources':{'requests':{'memory':'1'}}"),
  CONTAINER ("'resources':{'requests':{'example.com/a':'1'}}"),
  CONTAINER ("'resources':{'requests':{'example.com/a':'2'}}"),
  CONTAINER ("'resources':{'requests':{'example.com/b':'1'}}"),
  CONTAINER ("'resources':{'requests':"
             "{'example.com/a':'1','example.com/b':'1'}}"),
  CONTAINER ("'resources':{'requests':"
             "{'example.com/b':'1','example.com/a':'1'}}"),
  CONTAINER ("'resources':{'limits':{'cpu':'1'}}"),
  CONTAINER ("'ports':[{'hostPort':1}]"),
  CONTAINER ("'ports':[{'hostPort':2}]"),
  CONTAINER ("'ports':[{'hostPort':1,'protocol':'UDP'}]"),
  CONTAINER ("'ports':[{'hostPort':1,'hostIP':'10.0.0.1'}]"),
  CONTAINER ("'ports':[{'hostPort':1},{'hostPort':2}]"),
  "'nodeSelector':{'a':'b'}",
  "'nodeSelector':{'a':'c'}",
  "'nodeSelector':{'a':'b','c':'d'}",
  "'nodeSelector':{'c':'d','a':'b'}",
  AFFINITY ("'nodeAffinity':{}"),
  REQUIRED_NODES ("matchExpressions", ""),
  REQUIRED_NODES ("matchExpressions", "{'key':'k','operator':'Exists'}"),
  REQUIRED_NODES ("matchExpressions", "{'key':'l','operator':'Exists'}"),
  REQUIRED_NODES ("matchExpressions", "{'key':'k','operator':'DoesNotExist'}"),
  REQUIRED_NODES ("matchExpressions",
                  "{'key':'k','operator':'Gt','values':['1']}"),
  REQUIRED_NODES ("matchExpressions",
                  "{'key':'k','operator':'Gt','values':['2']}"),
  REQUIRED_NODES ("matchExpressions",
                  "{'key':'k','operator':'Gt','values':['x']}"),
  REQUIRED_NODES ("matchExpressions",
                  "{'key':'k','operator':'Gt','values':['y']}"),
  REQUIRED_NODES ("matchExpressions",
                  "{'key':'j','operator':'Exists'},"
                  "{'key':'k','operator':'Gt','values':['x']}"),
  REQUIRED_NODES ("matchFields", "{'key':'metadata.name','operator':'In',"
                                 "'values':['n1']}"),
  REQUIRED_NODES ("matchFields", "{'key':'metadata.name','operator':'In',"
                                 "'values':['n2']}"),
  PREFERRED_NODES ("1", ""),
  PREFERRED_NODES ("2", ""),
  PREFERRED_NODES ("1", ",'matchFields':[{'key':'metadata.name',"
                        "'operator':'In','values':['n1']}]"),
  AFFINITY ("'podAffinity':{}"),
  AFFINITY ("'podAntiAffinity':{}"),
  PODS ("podAffinity", TERM ("'labelSelector':{}")),
  PODS ("podAntiAffinity", TERM ("'labelSelector':{}")),
  PODS ("podAffinity", "{'topologyKey':'u','labelSelector':{}}"),
  PODS ("podAffinity", TERM ("'labelSelector':{'matchLabels':{'a':'b'}}")),
  PODS ("podAffinity", TERM ("'labelSelector':{},'namespaces':['n']")),
  PODS ("podAffinity", TERM ("'labelSelector':{},'namespaces':['n','m']")),
  PODS ("podAffinity", TERM ("'labelSelector':{},'namespaceSelector':{}")),
  PODS ("podAffinity",
        TERM ("'labelSelector':{}") "," TERM ("'labelSelector':{}")),
  PREFERRED_PODS ("1"),
  PREFERRED_PODS ("2"),
  "'tolerations':[{}]",
  "'tolerations':[{'key':'k'}]",
  "'tolerations':[{'key':'k','value':'v'}]",
  "'tolerations':[{'key':'k','operator':'Exists'}]",
  "'tolerations':[{'key':'k','effect':'NoSchedule'}]",
  "'tolerations':[{},{}]",
  SPREAD (""),
  SPREAD (",'maxSkew':2"),
  SPREAD (",'topologyKey':'u'"),
  SPREAD (",'whenUnsatisfiable':'ScheduleAnyway'"),
  SPREAD (",'labelSelector':{}"),
  SPREAD (",'minDomains':2"),
  SPREAD (",'nodeAffinityPolicy':'Ignore'"),
  SPREAD (",'nodeTaintsPolicy':'Honor'"),
  SPREAD (",'matchLabelKeys':['a']"),
  SPREAD (",'matchLabelKeys':['b']"),
  VOLUME ("'emptyDir':{}"),
  VOLUME ("'persistentVolumeClaim':{'claimName':'a'}"),
  VOLUME ("'persistentVolumeClaim':{'claimName':'b'}"),
  VOLUME ("'persistentVolumeClaim':{'claimName':'a','readOnly':true}"),
  VOLUME ("'azureDisk':{'diskName':'a'}"),
  VOLUME ("'azureDisk':{'diskName':'a','diskURI':'b'}"),
  VOLUME ("'azureDisk':{'diskName':'a','kind':'Managed'}"),
  VOLUME ("'rbd':{'image':'a','monitors':['m']}"),
  VOLUME ("'rbd':{'image':'a','monitors':['m','n']}"),
  VOLUME ("'rbd':{'image':'a','monitors':['mn']}"),
  VOLUME ("'ephemeral':{}"),
  "'schedulingGates':[{'name':'a'}]",
  "'schedulingGates':[{'name':'b'}]",
  "'schedulingGates':[{'name':'a'},{'name':'b'}]",
  "'resourceClaims':[{'name':'a'}]",
};

#define FLAGS                                                              \
  (FIT_DECODE_AS_IS | FIT_DECODE_NAMESPACE_SELECTORS | FIT_DECODE_SIDECARS \
   | FIT_DECODE_POD_RESOURCES | FIT_DECODE_EPHEMERAL_CLAIMS                \
   | FIT_DECODE_DEMANDS | FIT_DECODE_RESIZES)

static char *
manifest (const char *metadata, const char *spec, const char *more)
{
  return g_strdup_printf ("{'kind':'Pod','apiVersion':'v1',"
                          "'metadata':{'name':'p'%s},'spec':{%s}%s}\n",
                          metadata, spec, more);
}

static FitPod *
pod_with (const char *metadata, const char *spec, const char *more)
{
  g_autofree char *text = manifest (metadata, spec, more);
  g_autoptr (FitObjects) objects = read_with (text, FLAGS);

  return fit_pod_ref (only (objects, FIT_KIND_POD));
}

static void
test_equal_specs_are_one (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr (FitPod) pod = pod_with ("", specs[i], "");
      g_autoptr (FitPod) same
          = pod_with (",'uid':'u','labels':{'a':'b'}", specs[i],
                      ",'status':{'phase':'Running'}");

      if (pod->spec != same->spec)
        fail_msg ("{%s} is not shared", specs[i]);
    }
}

static void
test_other_specs_are_others (void **state)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) pods
      = g_ptr_array_new_with_free_func (fit_object_unref);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      const FitPod *pod = pod_with ("", specs[i], "");
      const char *other = g_hash_table_lookup (seen, pod->spec);

      g_ptr_array_add (pods, (gpointer) pod);
      if (other != NULL)
        fail_msg ("{%s} is taken for {%s}", specs[i], other);
      g_hash_table_insert (seen, (gpointer) pod->spec, (gpointer) specs[i]);
    }
}

static void
test_the_node_is_not_in_the_spec (void **state)
{
  g_autoptr (FitPod) pod = pod_with ("", "'nodeName':'n1'", "");
  g_autoptr (FitPod) other = pod_with ("", "'nodeName':'n2'", "");
  g_autoptr (FitPod) moved = fit_pod_with_node_name (pod, "n3");

  (void) state;
  assert_ptr_equal (pod->spec, other->spec);
  assert_ptr_equal (pod->spec, moved->spec);
  assert_string_equal (pod->node_name, "n1");
  assert_string_equal (other->node_name, "n2");
}

/* The claim of a generic ephemeral volume is named after the pod. */
static void
test_claims_of_pods (void **state)
{
  static const char spec[] = VOLUME ("'ephemeral':{}");
  g_autoptr (FitPod) pod = pod_with ("", spec, "");
  g_autoptr (FitPod) other = pod_with (",'name':'q'", spec, "");

  (void) state;
  assert_string_equal (pod->spec->volumes[0].id, "p-v");
  assert_string_equal (other->spec->volumes[0].id, "q-v");
}

/* A pod that is being resized counts otherwise than its spec says. */
static void
test_resized_pod (void **state)
{
  static const char spec[] = CONTAINER ("'resources':{'requests':{'cpu':'1'}}");
  g_autoptr (FitPod) pod = pod_with ("", spec, "");
  g_autoptr (FitPod) resized
      = pod_with ("", spec,
                  ",'status':{'containerStatuses':[{'name':'c',"
                  "'resources':{'requests':{'cpu':'3'}}}]}");

  (void) state;
  assert_int_equal (fit_pod_counted_requests (pod->spec)->milli_cpu, 1000);
  assert_int_equal (fit_pod_counted_requests (resized->spec)->milli_cpu, 3000);
}

/* It counts the greater amount of each resource, in a place of its own only
 * where that differs from the spec. */
static void
test_what_a_resized_pod_counts (void **state)
{
  static const struct
  {
    const char *spec, *status;
    gboolean running;
    gint64 cpu, memory, storage, a, b;
  } rows[] = {
    { "'cpu':'2'", "'cpu':'2'", FALSE, 2000, 0, 0, 0, 0 },
    { "'cpu':'2'", "'cpu':'1'", FALSE, 2000, 0, 0, 0, 0 },
    { "'cpu':'2'", "'cpu':'2001m'", TRUE, 2001, 0, 0, 0, 0 },
    { "'cpu':'2'", "'memory':'7'", TRUE, 2000, 7, 0, 0, 0 },
    { "'memory':'6'", "'memory':'7'", TRUE, 0, 7, 0, 0, 0 },
    { "'cpu':'2'", "'ephemeral-storage':'7'", TRUE, 2000, 0, 7, 0, 0 },
    { "'x/a':'1'", "'x/a':'1'", FALSE, 0, 0, 0, 1, 0 },
    { "'x/a':'1'", "'x/a':'2'", TRUE, 0, 0, 0, 2, 0 },
    { "'x/a':'1'", "'x/a':'1','x/b':'1'", TRUE, 0, 0, 0, 1, 1 },
    { "'x/a':'1','x/b':'3'", "'x/a':'1','x/b':'3'", FALSE, 0, 0, 0, 1, 3 },
    { "'x/a':'1','x/b':'3'", "'x/a':'1','x/b':'4'", TRUE, 0, 0, 0, 1, 4 },
    { "'x/a':'1','x/b':'3'", "'x/b':'3'", FALSE, 0, 0, 0, 1, 3 },
    { "", "'x/a':'1'", TRUE, 0, 0, 0, 1, 0 },
  };
  g_autoptr (Interned) a = fit_intern ("x/a"), b = fit_intern ("x/b");

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *spec = g_strdup_printf (
          CONTAINER ("'resources':{'requests':{%s}}"), rows[i].spec);
      g_autofree char *status = g_strdup_printf (
          ",'status':{'containerStatuses':[{'name':'c','resources':{"
          "'requests':{%s}}}]}",
          rows[i].status);
      g_autoptr (FitPod) pod = pod_with ("", spec, status);
      const FitResources *counted = fit_pod_counted_requests (pod->spec);

      print_message ("row %u\n", i);
      assert_int_equal (pod->spec->running != NULL, rows[i].running);
      assert_int_equal (counted->milli_cpu, rows[i].cpu);
      assert_int_equal (counted->memory, rows[i].memory);
      assert_int_equal (counted->ephemeral_storage, rows[i].storage);
      assert_int_equal (fit_resources_scalar (counted, a), rows[i].a);
      assert_int_equal (fit_resources_scalar (counted, b), rows[i].b);
    }
}

/* Only from 1.33 on a status counts for init containers that stay. */
static void
test_resizes_of_sidecars (void **state)
{
  static const struct
  {
    FitDecodeFlags flags;
    gint64 cpu;
  } rows[] = {
    { 0, 1000 },
    { FIT_DECODE_RESIZES_BY_ALLOCATION, 1000 },
    { FIT_DECODE_RESIZES_BY_REPORT, 1000 },
    { FIT_DECODE_RESIZES, 3000 },
  };
  g_autofree char *text = manifest (
      "",
      "'initContainers':[{'name':'c','restartPolicy':'Always',"
      "'resources':{'requests':{'cpu':'1'}}}]",
      ",'status':{'containerStatuses':[{'name':'c',"
      "'allocatedResources':{'cpu':'2'},'resources':{'requests':{'cpu':'3'}}}]"
      "}");

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) objects
          = read_with (text, FIT_DECODE_SIDECARS | rows[i].flags);
      const FitPod *pod = only (objects, FIT_KIND_POD);

      assert_int_equal (fit_pod_counted_requests (pod->spec)->milli_cpu,
                        rows[i].cpu);
    }
}

/* Which status counts for a container c, a sidecar s and an init container i of
 * one CPU each. */
static void
test_which_status_counts (void **state)
{
#define SAYS(name, cpu) \
  "{'name':'" name "','resources':{'requests':{'cpu':'" cpu "'}}}"
#define HAS(name, cpu) \
  "{'name':'" name "','allocatedResources':{'cpu':'" cpu "'}}"
  static const struct
  {
    FitDecodeFlags flags;
    const char *containers, *init_containers;
    gint64 cpu;
  } rows[] = {
    { FIT_DECODE_RESIZES, "", "", 2000 },
    { FIT_DECODE_RESIZES, SAYS ("c", "3"), "", 4000 },
    { FIT_DECODE_RESIZES, SAYS ("x", "3"), "", 2000 },
    { FIT_DECODE_RESIZES, SAYS ("c", "3") "," SAYS ("c", "2"), "", 3000 },
    { FIT_DECODE_RESIZES, "", SAYS ("s", "3"), 4000 },
    { FIT_DECODE_RESIZES, "", SAYS ("i", "9"), 2000 },
    { FIT_DECODE_RESIZES, SAYS ("s", "5"), SAYS ("s", "3"), 4000 },
    { FIT_DECODE_RESIZES, SAYS ("s", "5"), "", 6000 },
    { FIT_DECODE_RESIZES_BY_REPORT, SAYS ("c", "3"), SAYS ("c", "5"), 4000 },
    { FIT_DECODE_RESIZES_BY_REPORT, SAYS ("s", "3"), SAYS ("s", "3"), 2000 },
    { FIT_DECODE_RESIZES_BY_ALLOCATION, SAYS ("i", "9"), SAYS ("s", "3"),
      2000 },
    /* without resources only what is allocated can count */
    { FIT_DECODE_RESIZES, HAS ("c", "3"), "", 2000 },
    { FIT_DECODE_RESIZES_BY_REPORT, HAS ("c", "3"), "", 2000 },
    { FIT_DECODE_RESIZES_BY_ALLOCATION, HAS ("c", "3"), "", 4000 },
    { FIT_DECODE_RESIZES_BY_ALLOCATION, SAYS ("c", "3"), "", 2000 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *status
          = g_strdup_printf (",'status':{'containerStatuses':[%s],"
                             "'initContainerStatuses':[%s]}",
                             rows[i].containers, rows[i].init_containers);
      g_autofree char *text = manifest (
          "",
          CONTAINER (
              "'resources':{'requests':{'cpu':'1'}}") ",'initContainers':["
                                                      "{'name':'s','restartPolicy':'Always','resources':{'requests':{"
                                                      "'cpu':'1'}}},{'name':'i','resources':{'requests':{'cpu':'1'}}}]",
          status);
      g_autoptr (FitObjects) objects
          = read_with (text, FIT_DECODE_SIDECARS | rows[i].flags);
      const FitPod *pod = only (objects, FIT_KIND_POD);

      print_message ("row %u\n", i);
      assert_int_equal (fit_pod_counted_requests (pod->spec)->milli_cpu,
                        rows[i].cpu);
    }
#undef SAYS
#undef HAS
}

/* Of a pod that no node has room to resize, the spec does not count: up to 1.32
 * "resize" says so, later the first condition PodResizePending. */
static void
test_infeasible_resizes (void **state)
{
#define CONDITION(type, reason) "{'type':'" type "','reason':'" reason "'}"
  static const struct
  {
    FitDecodeFlags flags;
    const char *status;
    gint64 cpu;
  } rows[] = {
    { FIT_DECODE_RESIZES_BY_ALLOCATION, "", 4000 },
    { FIT_DECODE_RESIZES_BY_ALLOCATION, ",'resize':'Deferred'", 4000 },
    { FIT_DECODE_RESIZES_BY_ALLOCATION, ",'resize':'Infeasible'", 2000 },
    { FIT_DECODE_RESIZES_BY_REPORT, ",'resize':'Infeasible'", 3000 },
    { FIT_DECODE_RESIZES, ",'resize':'Infeasible'", 4000 },
    { FIT_DECODE_RESIZES_BY_REPORT,
      ",'conditions':[" CONDITION ("PodResizePending", "Infeasible") "]",
      4000 },
    { FIT_DECODE_RESIZES,
      ",'conditions':[" CONDITION ("PodResizePending", "Infeasible") "]",
      3000 },
    { FIT_DECODE_RESIZES,
      ",'conditions':[" CONDITION ("PodResizePending", "Deferred") "]", 4000 },
    { FIT_DECODE_RESIZES,
      ",'conditions':[" CONDITION ("PodResizeInProgress", "Infeasible") "]",
      4000 },
    { FIT_DECODE_RESIZES,
      ",'conditions':[" CONDITION ("Ready", "x") "," CONDITION (
          "PodResizePending", "Infeasible") "," CONDITION ("Ready", "y") "]",
      3000 },
    { FIT_DECODE_RESIZES,
      ",'conditions':[" CONDITION (
          "PodResizePending", "Infeasible") "," CONDITION ("PodResizePending",
                                                           "Deferred") "]",
      3000 },
    { FIT_DECODE_RESIZES,
      ",'conditions':[" CONDITION (
          "PodResizePending", "Deferred") "," CONDITION ("PodResizePending",
                                                         "Infeasible") "]",
      4000 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *status
          = g_strdup_printf (",'status':{'containerStatuses':[{'name':'c',"
                             "'allocatedResources':{'cpu':'2'},"
                             "'resources':{'requests':{'cpu':'3'}}}]%s}",
                             rows[i].status);
      g_autofree char *text = manifest (
          "", CONTAINER ("'resources':{'requests':{'cpu':'4'}}"), status);
      g_autoptr (FitObjects) objects = read_with (text, rows[i].flags);
      const FitPod *pod = only (objects, FIT_KIND_POD);

      print_message ("row %u\n", i);
      assert_int_equal (fit_pod_counted_requests (pod->spec)->milli_cpu,
                        rows[i].cpu);
    }
#undef CONDITION
}

/* From 1.35 on the status of a pod counts for its own requests, too, if it says
 * what the pod has (resources), and only for what its spec names. */
static void
test_resizes_of_whole_pods (void **state)
{
#define ALL \
  (FIT_DECODE_POD_RESOURCES | FIT_DECODE_RESIZES | FIT_DECODE_POD_RESIZES)
#define HAS(list) "'resources':{'requests':{" list "}}"
#define SET_ASIDE(list) "'allocatedResources':{" list "}"
#define INFEASIBLE \
  "'conditions':[{'type':'PodResizePending','reason':'Infeasible'}]"
  static const struct
  {
    FitDecodeFlags flags;
    const char *status;
    gint64 cpu, memory;
  } rows[] = {
    { ALL, "", 2000, 7 },
    { ALL, HAS ("'cpu':'3'"), 3000, 7 },
    { ALL, HAS ("'cpu':'1'"), 2000, 7 },
    { ALL, HAS ("'cpu':'1'") "," SET_ASIDE ("'cpu':'4'"), 4000, 7 },
    { ALL, HAS ("'memory':'9'"), 2000, 7 },
    { ALL, SET_ASIDE ("'cpu':'4'"), 2000, 7 },
    { ALL, HAS ("'cpu':'1'") "," INFEASIBLE, 1000, 7 },
    { ALL, HAS ("'cpu':'500m'") "," SET_ASIDE ("'cpu':'1'") "," INFEASIBLE,
      1000, 7 },
    { ALL, HAS ("") "," INFEASIBLE, 0, 7 },
    { ALL & ~(guint) FIT_DECODE_POD_RESIZES, HAS ("'cpu':'3'"), 2000, 7 },
    { ALL & ~(guint) FIT_DECODE_RESIZES, HAS ("'cpu':'3'"), 2000, 7 },
    { ALL & ~(guint) FIT_DECODE_POD_RESOURCES, HAS ("'cpu':'3'"), 1000, 7 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *status
          = g_strdup_printf (",'status':{%s}", rows[i].status);
      g_autofree char *text
          = manifest ("",
                      "'resources':{'requests':{'cpu':'2'}}," CONTAINER (
                          "'resources':{'requests':{'cpu':'1','memory':'7'}}"),
                      status);
      g_autoptr (FitObjects) objects = read_with (text, rows[i].flags);
      const FitPod *pod = only (objects, FIT_KIND_POD);
      const FitResources *counted = fit_pod_counted_requests (pod->spec);

      print_message ("row %u\n", i);
      assert_int_equal (counted->milli_cpu, rows[i].cpu);
      assert_int_equal (counted->memory, rows[i].memory);
    }
#undef ALL
#undef HAS
#undef SET_ASIDE
#undef INFEASIBLE
}

/* What a pod requests, may use, counts for a node that it may get, and for the
 * one that it has; and the sum over its containers if that is something else. */
static char *
sums_text (const FitPodSpec *spec)
{
  g_autoptr (Interned) pages = fit_intern ("hugepages-2Mi");
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text, "%d %d %d, %d %d %d, %d %d, %d %d", (gint) spec->requests.milli_cpu,
      (gint) spec->requests.memory,
      (gint) fit_resources_scalar (&spec->requests, pages),
      (gint) spec->limits.milli_cpu, (gint) spec->limits.memory,
      (gint) fit_resources_scalar (&spec->limits, pages),
      (gint) spec->nonzero_milli_cpu, (gint) (spec->nonzero_memory >> 20),
      (gint) spec->placed_milli_cpu, (gint) (spec->placed_memory >> 20));
  if (spec->containers != NULL)
    g_string_append_printf (text, ", %d %d",
                            (gint) spec->containers->requests.milli_cpu,
                            (gint) spec->containers->requests.memory);
  return g_string_free (text, FALSE);
}

static void
check_sums (FitDecodeFlags flags, const char *spec, const char *expected)
{
  g_autofree char *text = manifest ("", spec, "");
  g_autoptr (FitObjects) objects = read_with (text, flags);
  const FitPod *pod = only (objects, FIT_KIND_POD);
  g_autofree char *sums = sums_text (pod->spec);

  if (strcmp (sums, expected) != 0)
    fail_msg ("%s: %s instead of %s", spec, sums, expected);
}

static void
test_pod_level_resources (void **state)
{
#define LEVEL FIT_DECODE_POD_RESOURCES
#define PAGES (FIT_DECODE_POD_RESOURCES | FIT_DECODE_POD_HUGEPAGES)
#define ONE_CPU "{'name':'c','resources':{'requests':{'cpu':'1'}}}"
#define NOTHING "{'name':'d'}"
#define ALL                                                              \
  "'requests':{'cpu':'3','memory':'5Mi','hugepages-2Mi':'4','x/a':'7'}," \
  "'limits':{'cpu':'4','hugepages-2Mi':'8','memory':'9'}"
  static const struct
  {
    FitDecodeFlags flags;
    const char *containers, *resources, *overhead;
    const char *expected;
  } rows[] = {
    { 0, ONE_CPU "," NOTHING, ALL, "", "1000 0 0, 0 0 0, 1100 400, 1100 400" },
    { LEVEL, ONE_CPU "," NOTHING, ALL, "",
      "3000 5242880 0, 4000 9 0, 3000 5, 3000 5, 1000 0" },
    { PAGES, ONE_CPU "," NOTHING, ALL, "",
      "3000 5242880 4, 4000 9 8, 3000 5, 3000 5, 1000 0" },
    { FIT_DECODE_POD_HUGEPAGES, ONE_CPU "," NOTHING, ALL, "",
      "1000 0 0, 0 0 0, 1100 400, 1100 400" },
    { LEVEL, ONE_CPU "," NOTHING, "'requests':{'cpu':'3'}", "",
      "3000 0 0, 0 0 0, 3000 400, 3000 400, 1000 0" },
    { LEVEL, ONE_CPU "," NOTHING, "'requests':{'cpu':'3'}", "'memory':'1'",
      "3000 0 0, 0 0 0, 3000 400, 3000 0, 1000 0" },
    { LEVEL, NOTHING, "'requests':{'memory':'5Mi'}", "",
      "0 5242880 0, 0 0 0, 100 5, 100 5, 0 0" },
    { LEVEL, NOTHING, "'requests':{'memory':'5Mi'}", "'cpu':'1'",
      "0 5242880 0, 0 0 0, 100 5, 0 5, 0 0" },
    { LEVEL, ONE_CPU, "'requests':{'memory':'5Mi'}", "",
      "1000 5242880 0, 0 0 0, 1000 5, 1000 5, 1000 0" },
    { LEVEL, ONE_CPU, "'requests':{'x/a':'1','hugepages-2Mi':'4'}", "",
      "1000 0 0, 0 0 0, 1000 200, 1000 200" },
    { LEVEL, ONE_CPU, "'limits':{'memory':'9'}", "",
      "1000 0 0, 0 9 0, 1000 200, 1000 200" },
    { LEVEL, ONE_CPU, "", "", "1000 0 0, 0 0 0, 1000 200, 1000 200" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *spec = g_strdup_printf (
          "'containers':[%s],'resources':{%s},'overhead':{%s}",
          rows[i].containers, rows[i].resources, rows[i].overhead);

      check_sums (rows[i].flags, spec, rows[i].expected);
    }
#undef LEVEL
#undef PAGES
#undef ONE_CPU
#undef NOTHING
#undef ALL
}

/* Containers that stay beside the others count with them, and each init container
 * with those before it.  Defaults of sidecars may count only without a node. */
static void
test_sums_with_sidecars (void **state)
{
#define OF(name, requests) \
  "{'name':'" name "','resources':{'requests':{" requests "}}}"
#define STAYS(name, requests) \
  "{'name':'" name            \
  "','restartPolicy':'Always','resources':{'requests':{" requests "}}}"
#define CPU(n) "'cpu':'" n "'"
#define APART (FIT_DECODE_SIDECARS | FIT_DECODE_SIDECARS_APART)
  static const struct
  {
    FitDecodeFlags flags;
    const char *containers, *init_containers;
    const char *expected;
  } rows[] = {
    { 0, OF ("c", CPU ("1")), STAYS ("s", CPU ("2")),
      "2000 0 0, 0 0 0, 2000 200, 2000 200" },
    { FIT_DECODE_SIDECARS, OF ("c", CPU ("1")), STAYS ("s", CPU ("2")),
      "3000 0 0, 0 0 0, 3000 400, 3000 400" },
    { FIT_DECODE_SIDECARS, OF ("c", CPU ("1")), STAYS ("s", ""),
      "1000 0 0, 0 0 0, 1100 400, 1100 400" },
    { APART, OF ("c", CPU ("1")), STAYS ("s", ""),
      "1000 0 0, 0 0 0, 1100 400, 1000 200" },
    { APART, OF ("c", CPU ("1")), STAYS ("s", CPU ("2")),
      "3000 0 0, 0 0 0, 3000 400, 2000 200" },
    { APART, OF ("c", "'memory':'1Mi'"),
      STAYS ("s", CPU ("2")) "," STAYS ("t", ""),
      "2000 1048576 0, 0 0 0, 2200 401, 2000 200" },
    { APART, OF ("c", ""), STAYS ("s", "") "," STAYS ("t", CPU ("2")),
      "2000 0 0, 0 0 0, 2200 600, 2000 200" },
    { APART, OF ("c", CPU ("1")), OF ("i", CPU ("5")),
      "5000 0 0, 0 0 0, 5000 200, 5000 200" },
    { APART, OF ("c", CPU ("1")),
      STAYS ("s", CPU ("2")) "," OF ("i", CPU ("5")),
      "7000 0 0, 0 0 0, 7000 400, 7000 200" },
    { FIT_DECODE_SIDECARS, OF ("c", CPU ("1")),
      STAYS ("s", CPU ("2")) "," OF ("i", CPU ("5")),
      "7000 0 0, 0 0 0, 7000 400, 7000 400" },
    { FIT_DECODE_SIDECARS, OF ("c", CPU ("1")),
      OF ("i", CPU ("5")) "," STAYS ("s", CPU ("2")),
      "5000 0 0, 0 0 0, 5000 400, 5000 400" },
    { FIT_DECODE_SIDECARS, OF ("c", CPU ("1")),
      STAYS ("s", "") "," OF ("i", ""), "1000 0 0, 0 0 0, 1100 400, 1100 400" },
    { APART, OF ("c", CPU ("1")),
      STAYS ("s", "") "," OF ("i", "") "," OF ("j", CPU ("3")),
      "3000 0 0, 0 0 0, 3100 400, 3000 200" },
    { FIT_DECODE_SIDECARS, OF ("c", CPU ("9")),
      STAYS ("s", CPU ("2")) "," OF ("i", CPU ("5")),
      "11000 0 0, 0 0 0, 11000 400, 11000 400" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *spec
          = g_strdup_printf ("'containers':[%s],'initContainers':[%s]",
                             rows[i].containers, rows[i].init_containers);

      check_sums (rows[i].flags, spec, rows[i].expected);
    }
#undef OF
#undef STAYS
#undef CPU
#undef APART
}

/* While local storage is not isolated, nobody asks for it, but old schedulers
 * still counted what init containers ask for. */
static void
test_local_storage (void **state)
{
  static const struct
  {
    FitDecodeFlags flags;
    gint64 plain, with_init, overhead, on_node;
  } rows[] = {
    { 0, 5, 7, 3, 9 },
    { FIT_DECODE_NO_LOCAL_STORAGE, 0, 7, 0, 0 },
    { FIT_DECODE_NO_LOCAL_STORAGE | FIT_DECODE_NO_INIT_LOCAL_STORAGE, 0, 0, 0,
      0 },
  };
#define ASKS(amount)                                                             \
  "[{'name':'c','resources':{'requests':{'cpu':'1','ephemeral-storage':'" amount \
  "'}}}]"

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *plain
          = manifest ("",
                      "'containers':" ASKS ("5") ",'overhead':{"
                                                 "'ephemeral-storage':'3'}",
                      "");
      g_autofree char *init = manifest (
          "", "'containers':" ASKS ("5") ",'initContainers':" ASKS ("7"), "");
      g_autoptr (FitObjects) objects = read_with (plain, rows[i].flags);
      g_autoptr (FitObjects) others = read_with (init, rows[i].flags);
      g_autoptr (FitObjects) nodes = read_with (
          "{'kind':'Node','apiVersion':'v1','metadata':{'name':'m'},'status':{"
          "'allocatable':{'ephemeral-storage':'9','cpu':'1'}}}",
          rows[i].flags);
      const FitPod *pod = only (objects, FIT_KIND_POD);
      const FitPod *other = only (others, FIT_KIND_POD);
      const FitNode *node = only (nodes, FIT_KIND_NODE);

      print_message ("row %u\n", i);
      assert_int_equal (pod->spec->requests.ephemeral_storage, rows[i].plain);
      assert_int_equal (pod->spec->overhead.ephemeral_storage,
                        rows[i].overhead);
      assert_int_equal (other->spec->requests.ephemeral_storage,
                        rows[i].with_init);
      assert_int_equal (other->spec->requests.milli_cpu, 1000);
      assert_int_equal (node->traits->allocatable.ephemeral_storage,
                        rows[i].on_node);
    }
#undef ASKS
}

/* Whether a condition says which generation of the pod it is about. */
static void
test_observed_generations (void **state)
{
#define CONDITION(type, rest) "{'type':'" type "'" rest "}"
  static const struct
  {
    const char *conditions;
    gboolean unscheduled, disruption;
  } rows[] = {
    { "", FALSE, FALSE },
    { CONDITION ("PodScheduled", ",'status':'False'"), FALSE, FALSE },
    { CONDITION ("PodScheduled", ",'observedGeneration':1"), TRUE, FALSE },
    { CONDITION ("PodScheduled", ",'observedGeneration':0"), FALSE, FALSE },
    { CONDITION ("PodScheduled",
                 ",'observedGeneration':7") "," CONDITION ("PodScheduled", ""),
      TRUE, FALSE },
    { CONDITION ("PodScheduled", "") "," CONDITION ("PodScheduled",
                                                    ",'observedGeneration':7"),
      TRUE, FALSE },
    { CONDITION ("DisruptionTarget", ",'observedGeneration':1"), FALSE, TRUE },
    { CONDITION ("DisruptionTarget", ",'observedGeneration':7") "," CONDITION (
          "DisruptionTarget", ""),
      FALSE, TRUE },
    { CONDITION ("DisruptionTarget", "") "," CONDITION (
          "DisruptionTarget", ",'observedGeneration':7"),
      FALSE, TRUE },
    { CONDITION ("Ready", ",'observedGeneration':7"), FALSE, FALSE },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *status = g_strdup_printf (
          ",'status':{'conditions':[%s]}", rows[i].conditions);
      g_autoptr (FitPod) pod = pod_with ("", "", status);

      print_message ("row %u\n", i);
      assert_int_equal (pod->observed_unscheduled, rows[i].unscheduled);
      assert_int_equal (pod->observed_disruption, rows[i].disruption);
    }
#undef CONDITION
}

static const FitLabels *
labels_with (const char *labels, FitPod **out_pod)
{
  g_autofree char *text = g_strdup_printf (",'labels':{%s}", labels);

  *out_pod = pod_with (text, "", "");
  return (*out_pod)->meta.labels;
}

/* Labels are shown in the order in which they were written. */
static void
test_labels (void **state)
{
  g_autoptr (FitPod) pod = NULL, same = NULL, fewer = NULL, other = NULL,
                     turned = NULL;
  const FitLabels *labels = labels_with ("'a':'b','c':'d'", &pod);

  (void) state;
  assert_ptr_equal (labels_with ("'a':'b','c':'d'", &same), labels);
  assert_ptr_not_equal (labels_with ("'a':'b'", &fewer), labels);
  assert_ptr_not_equal (labels_with ("'a':'b','c':'e'", &other), labels);
  assert_ptr_not_equal (labels_with ("'c':'d','a':'b'", &turned), labels);
  assert_true (fit_labels_equal (turned->meta.labels, labels));
  g_clear_pointer (&pod, fit_pod_unref);
  assert_string_equal (fit_labels_lookup (same->meta.labels, "c"), "d");
}

static const FitOwnerReference *
controller_with (const char *uid, FitPod **out_pod)
{
  g_autofree char *text = g_strdup_printf (
      ",'ownerReferences':[{'apiVersion':'apps/v1','kind':'ReplicaSet',"
      "'name':'r','uid':'%s','controller':true}]",
      uid);

  *out_pod = pod_with (text, "", "");
  return (*out_pod)->meta.controller;
}

static void
test_controllers (void **state)
{
  g_autoptr (FitPod) pod = NULL, same = NULL, other = NULL;
  const FitOwnerReference *controller = controller_with ("1", &pod);

  (void) state;
  assert_ptr_equal (controller_with ("1", &same), controller);
  assert_ptr_not_equal (controller_with ("2", &other), controller);
  g_clear_pointer (&pod, fit_pod_unref);
  assert_string_equal (same->meta.controller->uid, "1");
}

/* What completion adds to one pod, no other gets. */
static void
test_completed_pods (void **state)
{
  g_autofree char *first = manifest ("", "", "");
  g_autofree char *second = manifest ("", "", "");
  g_autofree char *text = g_strconcat (first, second, NULL);
  g_autoptr (FitObjects) objects = read_text (text);
  g_autoptr (FitPod) bare
      = pod_with ("", "'schedulerName':'default-scheduler'", "");
  FitPod **pods = (FitPod **) objects->of[FIT_KIND_POD]->pdata;

  (void) state;
  fit_pod_drop_priority (pods[1]);
  assert_false (pods[0]->spec->has_priority);
  assert_true (pods[1]->spec->has_priority);
  assert_true (fit_objects_complete (objects, NULL));
  assert_ptr_equal (pods[0]->spec, pods[1]->spec);
  assert_int_equal (pods[0]->spec->n_tolerations, 2);
  assert_int_equal (bare->spec->n_tolerations, 0);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_equal_specs_are_one),
    cmocka_unit_test (test_other_specs_are_others),
    cmocka_unit_test (test_the_node_is_not_in_the_spec),
    cmocka_unit_test (test_claims_of_pods),
    cmocka_unit_test (test_resized_pod),
    cmocka_unit_test (test_what_a_resized_pod_counts),
    cmocka_unit_test (test_pod_level_resources),
    cmocka_unit_test (test_sums_with_sidecars),
    cmocka_unit_test (test_local_storage),
    cmocka_unit_test (test_observed_generations),
    cmocka_unit_test (test_which_status_counts),
    cmocka_unit_test (test_infeasible_resizes),
    cmocka_unit_test (test_resizes_of_whole_pods),
    cmocka_unit_test (test_resizes_of_sidecars),
    cmocka_unit_test (test_labels),
    cmocka_unit_test (test_controllers),
    cmocka_unit_test (test_completed_pods),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
