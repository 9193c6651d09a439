/* Pods that controllers would make.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/workloads/workloads-scene.h"

/* -- Deployments ----------------------------------------------------------- */

static void
test_deployment (void **state)
{
  g_auto (Scene) scene
      = make ("", OBJECT ("apps/v1", "Deployment", META ("web", ""),
                          "'replicas':2," SELECTOR "," TEMPLATE));
  const FitWorkload *set = only (scene.objects, FIT_KIND_REPLICA_SET);
  const char *hash = fit_labels_lookup (set->meta.labels, "pod-template-hash");
  g_autofree char *name = g_strconcat ("web-", hash, NULL);
  g_autofree char *base = g_strconcat (name, "-", NULL);

  assert_int_equal (n_made (&scene), 2);
  assert_string_equal (set->meta.name, name);
  assert_string_equal (set->meta.controller->kind, "Deployment");
  for (guint i = 0; i < 2; i++)
    {
      const FitPod *pod = made (&scene, i);

      assert_true (g_str_has_prefix (pod->meta.name, base));
      assert_int_equal (strlen (pod->meta.name), strlen (base) + 5);
      assert_owner (pod, "ReplicaSet", name);
      assert_label (pod, "pod-template-hash", hash);
      assert_true (fit_selector_matches (set->selector, pod->meta.labels));
    }
  assert_string_not_equal (made (&scene, 0)->meta.name,
                           made (&scene, 1)->meta.name);
  assert_string_not_equal (made (&scene, 0)->meta.uid,
                           made (&scene, 1)->meta.uid);
  assert_ptr_equal (made (&scene, 0)->spec, made (&scene, 1)->spec);
}

static void
test_deployment_twice (void **state)
{
  const char *text = OBJECT ("apps/v1", "Deployment", META ("web", ""),
                             SELECTOR "," TEMPLATE);
  g_auto (Scene) once = make ("", text);
  g_auto (Scene) replaced = make (text, text);

  assert_int_equal (n_made (&replaced), 1);
  assert_string_equal (made (&once, 0)->meta.name,
                       made (&replaced, 0)->meta.name);
}

/* The ReplicaSet is there; a Deployment written by hand says less. */
static void
test_deployment_takes_its_replica_set (void **state)
{
  const char *set = OBJECT (
      "apps/v1", "ReplicaSet", META ("web-1", OWNER ("Deployment", "web", "u")),
      "'replicas':5,'selector':{'matchLabels':{'app':'web'}},"
      "'template':{'metadata':{'labels':{'app':'web','pod-template-hash':'1'}},"
      "'spec':{'restartPolicy':'Always',"
      "'containers':[{'name':'c','image':'i','tty':false}]}}");
  g_auto (Scene) same = make (
      set, OBJECT ("apps/v1", "Deployment", META ("web", ""), TEMPLATE));
  g_auto (Scene) other
      = make (set, OBJECT ("apps/v1", "Deployment", META ("web", ""),
                           "'template':{" POD_SPEC "}"));
  g_auto (Scene) changed
      = make (set, OBJECT ("apps/v1", "Deployment", META ("web", ""),
                           "'template':{'spec':{'containers':"
                           "[{'name':'c','image':'j'}]}}"));

  assert_int_equal (n_made (&same), 1);
  assert_owner (made (&other, 0), "ReplicaSet", "web-1");
  assert_string_equal (made (&same, 0)->meta.controller->name, "web-1");
  assert_int_equal (n_made (&changed), 1);
  assert_string_not_equal (made (&changed, 0)->meta.controller->name, "web-1");
}

/* What of a pod template may be left out, and what makes another one. */
static void
test_same_template (void **state)
{
  static const struct
  {
    const char *deployment;
    const char *replica_set;
    gboolean same;
  } rows[] = {
    { "", "'restartPolicy':'Always',", TRUE },
    { "'restartPolicy':'Always',", "'restartPolicy':'Always',", TRUE },
    { "'restartPolicy':'Never',", "'restartPolicy':'Always',", FALSE },
    { "'restartPolicy':'Always',", "", FALSE },
    { "'restartPolicy':null,", "'restartPolicy':'Always',", TRUE },
    { "'restartPolicy':null,", "", TRUE },
    { "'securityContext':{},", "", TRUE },
    { "'securityContext':{'runAsUser':1},", "", FALSE },
    { "'securityContext':{'runAsUser':1},", "'securityContext':{},", FALSE },
    { "'securityContext':{'runAsUser':1},",
      "'securityContext':{'runAsUser':1,'fsGroup':2},", TRUE },
    { "'hostNetwork':true,", "'hostNetwork':true,", TRUE },
    { "'hostNetwork':true,", "'hostNetwork':false,", FALSE },
    { "'hostNetwork':false,", "", FALSE },
    { "'tolerations':[{'key':'a'}],", "'tolerations':[{'key':'a'}],", TRUE },
    { "'tolerations':[{'key':'a'}],", "'tolerations':[{'key':'b'}],", FALSE },
    { "'tolerations':[{'key':'a'},{'key':'b'}],",
      "'tolerations':[{'key':'a'}],", FALSE },
    { "'tolerations':[{'key':'a'}],",
      "'tolerations':[{'key':'a'},{'key':'b'}],", FALSE },
    { "'overhead':{'cpu':1},", "'overhead':{'cpu':'1'},", TRUE },
    { "'overhead':{'cpu':1},", "'overhead':{'cpu':2},", FALSE },
    { "'x':{'y':1},", "'x':1,", FALSE },
    { "'x':{},", "'x':[],", FALSE },
    { "'x':[1],", "'x':{'y':1},", FALSE },
    { "'x':[],", "'x':'',", FALSE },
    { "'x':[],", "", FALSE },
    { "'x':true,", "'x':'true',", FALSE },
    { "'x':false,", "'x':null,", FALSE },
    { "'x':'true',", "'x':true,", FALSE },
    { "'x':1,", "'x':[1],", FALSE },
    { "'x':1,", "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *set = g_strdup_printf (
          OBJECT ("apps/v1", "ReplicaSet",
                  META ("web-1", OWNER ("Deployment", "web", "u")),
                  SELECTOR
                  ",'template':{'metadata':{'labels':{'app':'web','pod-"
                  "template-hash':'1'}},'spec':{%s'containers':[{'name':'c'}]}"
                  "}"),
          rows[i].replica_set);
      g_autofree char *deployment = g_strdup_printf (
          OBJECT ("apps/v1", "Deployment", META ("web", ""),
                  "'template':{'spec':{%s'containers':[{'name':'c'}]}}"),
          rows[i].deployment);
      g_auto (Scene) scene = make (set, deployment);

      if ((strcmp (made (&scene, 0)->meta.controller->name, "web-1") == 0)
          != rows[i].same)
        fail_msg ("%s and %s", rows[i].deployment, rows[i].replica_set);
    }
}

static void
test_paused_deployment (void **state)
{
  g_auto (Scene) scene
      = make ("", OBJECT ("apps/v1", "Deployment", META ("web", ""),
                          "'paused':true," TEMPLATE));

  assert_int_equal (n_made (&scene), 0);
  assert_int_equal (scene.made->n_suspended, 1);
}

/* A pod is owned by the UID of its controller, or by one that is made up. */
static void
test_uids (void **state)
{
  g_auto (Scene) given
      = make ("", OBJECT ("apps/v1", "ReplicaSet", META ("web", ",'uid':'u'"),
                          TEMPLATE));
  g_auto (Scene) made_up
      = make ("", OBJECT ("apps/v1", "ReplicaSet", META ("web", ""), TEMPLATE));

  assert_string_equal (made (&given, 0)->meta.controller->uid, "u");
  assert_string_equal (made (&made_up, 0)->meta.controller->uid,
                       "195b26bf-6c32-5efe-aeb2-0347718587a4");
}

/* The claim of a generic ephemeral volume has the name of its pod. */
static void
test_ephemeral_claims (void **state)
{
  const FitDecodeFlags flags
      = FIT_DECODE_CONTROLLERS | FIT_DECODE_EPHEMERAL_CLAIMS;
  g_autoptr (FitObjects) objects = read_with (
      OBJECT ("apps/v1", "ReplicaSet", META ("web", ""),
              "'replicas':2,'template':{'spec':{'volumes':[{'name':'v',"
              "'ephemeral':{'volumeClaimTemplate':{'spec':{}}}}],"
              "'containers':[]}}"),
      flags);
  const FitWorkloadsOptions options = { .flags = flags };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitWorkloads) workloads
      = fit_workloads_make (objects, &options, &error);
  const GPtrArray *pods = objects->of[FIT_KIND_POD];

  assert_non_null (workloads);
  assert_int_equal (pods->len, 2);
  for (guint i = 0; i < 2; i++)
    {
      const FitPod *pod = pods->pdata[i];
      g_autofree char *claim = g_strconcat (pod->meta.name, "-v", NULL);

      assert_string_equal (pod->spec->volumes[0].id, claim);
    }
}

/* -- sets ------------------------------------------------------------------ */

static void
test_selecting_kinds_need_no_template (void **state)
{
  g_auto (Scene) scene = make (
      OBJECT ("v1", "ReplicationController", META ("web", ""), "'replicas':3")
          OBJECT ("apps/v1", "DaemonSet", META ("agent", ""), ""),
      "");

  assert_int_equal (n_made (&scene), 0);
  assert_int_equal (scene.made->n_bare, 1);
}

static void
test_stateful_set (void **state)
{
  const char *cluster
      = "{'apiVersion':'v1','kind':'PersistentVolumeClaim'," META (
          "data-web-0",
          "") "}\n"
              "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':"
              "{'name':'fast','annotations':"
              "{'storageclass.kubernetes.io/is-default-class':'true'}}}\n";
  const char *set = OBJECT ("apps/v1", "StatefulSet", META ("web", ""),
                            "'replicas':2," SELECTOR "," CLAIMS "," TEMPLATE);
  g_auto (Scene) old = make (cluster, set);
  g_auto (Scene) new = make_with (cluster, set, FIT_RELEASE (28, 0), FALSE);
  const GPtrArray *claims = old.objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM];
  const FitPersistentVolumeClaim *claim;

  assert_int_equal (n_made (&old), 2);
  assert_string_equal (made (&old, 1)->meta.name, "web-1");
  assert_owner (made (&old, 1), "StatefulSet", "web");
  assert_label (made (&old, 1), "statefulset.kubernetes.io/pod-name", "web-1");
  assert_label (made (&old, 1), "apps.kubernetes.io/pod-index", NULL);
  assert_label (made (&new, 1), "apps.kubernetes.io/pod-index", "1");
  assert_int_equal (made (&old, 1)->spec->n_volumes, 1);
  assert_string_equal (made (&old, 1)->spec->volumes[0].id, "data-web-1");
  assert_int_equal (claims->len, 2);
  claim = claims->pdata[1];
  assert_string_equal (claim->meta.name, "data-web-1");
  assert_string_equal (fit_pvc_class (claim), "fast");
}

/* The newest default class; a claim that names one keeps it, and its labels. */
static void
test_claims_of_a_stateful_set (void **state)
{
#define CLASS(name, is_default, created)                                                  \
  "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{"                  \
  "'name':'" name "','creationTimestamp':'" created                                       \
  "T00:00:00Z','annotations':{'storageclass.kubernetes.io/is-default-class':'" is_default \
  "'}}}\n"
#define DATES(first, second, third) \
  CLASS ("first", "true", first)    \
  CLASS ("second", "true", second) CLASS ("third", "false", third)
  static const struct
  {
    const char *classes;
    const char *metadata;
    const char *spec;
    const char *expected;
  } rows[] = {
    { DATES ("2020-01-01", "2021-01-01", "2022-01-01"), "", "", "second" },
    { DATES ("2021-01-01", "2020-01-01", "2022-01-01"), "", "", "first" },
    { DATES ("2020-01-01", "2020-01-01", "2022-01-01"), "", "", "first" },
    { DATES ("2020-01-01", "2021-01-01", "2022-01-01"), "",
      "'storageClassName':'third'", "third" },
    { DATES ("2020-01-01", "2021-01-01", "2022-01-01"), "",
      "'storageClassName':''", "" },
    { DATES ("2020-01-01", "2021-01-01", "2022-01-01"), "",
      "'storageClassName':null", "second" },
    { DATES ("2020-01-01", "2021-01-01", "2022-01-01"),
      ",'annotations':{'volume.beta.kubernetes.io/storage-class':'third'}", "",
      "third" },
    { DATES ("2020-01-01", "2021-01-01", "2022-01-01"),
      ",'annotations':{'other':'third'}", "", "second" },
    { "", "", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *set = g_strdup_printf (
          OBJECT ("apps/v1", "StatefulSet", META ("web", ""),
                  SELECTOR ",'volumeClaimTemplates':[{'metadata':{'name':"
                           "'data','labels':{'own':'1','app':'no'}%s},'spec':{"
                           "%s}}],'template':{'metadata':{'labels':{'app':"
                           "'web'}},'spec':{'volumes':[{'name':'data',"
                           "'persistentVolumeClaim':{'claimName':'old'}},{"
                           "'name':'other','persistentVolumeClaim':{"
                           "'claimName':'other'}}],'containers':[{'name':'c'}]}"
                           "}"),
          rows[i].metadata, rows[i].spec);
      g_auto (Scene) scene = make (rows[i].classes, set);
      const FitPersistentVolumeClaim *claim
          = only (scene.objects, FIT_KIND_PERSISTENT_VOLUME_CLAIM);
      const FitPod *pod = made (&scene, 0);

      if (g_strcmp0 (fit_pvc_class (claim), rows[i].expected) != 0)
        fail_msg ("%s: %s", set, fit_pvc_class (claim));
      assert_string_equal (fit_labels_lookup (claim->meta.labels, "own"), "1");
      assert_string_equal (fit_labels_lookup (claim->meta.labels, "app"),
                           "web");
      assert_int_equal (pod->spec->n_volumes, 2);
      assert_string_equal (pod->spec->volumes[0].id, "data-web-0");
      assert_string_equal (pod->spec->volumes[1].id, "other");
    }
}

/* Claim templates and selectors that are written in unusual ways: the volumes of
 * the pod, and the labels of its claim. */
static void
test_odd_claim_templates (void **state)
{
#define DATA(more) "{'metadata':{'name':'data'" more "},'spec':{}}"
  static const struct
  {
    const char *set;
    const char *volumes; /* of the template */
    const char *ids;
    const char *labels; /* (nullable): of the claim; NULL: there is none */
  } rows[] = {
    { "'volumeClaimTemplates':null,", "[]", "", NULL },
    { "'volumeClaimTemplates':[],", "null", "", NULL },
    { "'volumeClaimTemplates':[" DATA ("") "],", "null", "data-web-0 ", "" },
    { "'volumeClaimTemplates':[{'spec':{}}],", "null", "-web-0 ", "" },
    { "'volumeClaimTemplates':[" DATA ("") "],'selector':{},", "[]",
      "data-web-0 ", "" },
    { "'volumeClaimTemplates':[" DATA ("") "],'selector':{'matchLabels':null},",
      "[]", "data-web-0 ", "" },
    { "'volumeClaimTemplates':[" DATA (
          ",'labels':{'b':'2'}") "],'selector':{'matchLabels':{'a':'1'}},",
      "[{'name':'other','persistentVolumeClaim':{'claimName':'c'}}]",
      "data-web-0 c ", "b=2 a=1 " },
    { "'volumeClaimTemplates':[" DATA (
          "") ",{'metadata':{'name':'logs'},'spec':{}}],",
      "[]", "data-web-0 logs-web-0 ", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *set = g_strdup_printf (
          OBJECT ("apps/v1", "StatefulSet", META ("web", ""),
                  "%s'template':{'spec':{'volumes':%s,'containers':[]}}"),
          rows[i].set, rows[i].volumes);
      g_auto (Scene) scene = make ("", set);
      const GPtrArray *claims
          = scene.objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM];
      const FitPodSpec *spec = made (&scene, 0)->spec;
      g_autoptr (GString) ids = g_string_new (NULL);
      g_autoptr (GString) labels = g_string_new (NULL);

      assert_int_equal (n_made (&scene), 1);
      for (guint j = 0; j < spec->n_volumes; j++)
        g_string_append_printf (ids, "%s ", spec->volumes[j].id);
      assert_string_equal (ids->str, rows[i].ids);
      assert_int_equal (claims->len > 0, rows[i].labels != NULL);
      if (claims->len > 0)
        {
          const FitPersistentVolumeClaim *claim = claims->pdata[0];

          for (guint j = 0;
               claim->meta.labels != NULL && j < claim->meta.labels->n; j++)
            g_string_append_printf (labels, "%s=%s ",
                                    claim->meta.labels->pairs[j].key,
                                    claim->meta.labels->pairs[j].value);
          assert_string_equal (labels->str, rows[i].labels);
        }
    }
}

static void
test_ordinals (void **state)
{
  const char *pod = "{'apiVersion':'v1','kind':'Pod'," META (
      "web-6", OWNER ("StatefulSet", "web", "")) "," POD_SPEC "}\n";
  g_auto (Scene) scene
      = make (pod, OBJECT ("apps/v1", "StatefulSet", META ("web", ""),
                           "'replicas':3,'ordinals':{'start':5}," TEMPLATE));

  assert_int_equal (n_made (&scene), 2);
  assert_string_equal (made (&scene, 0)->meta.name, "web-5");
  assert_string_equal (made (&scene, 1)->meta.name, "web-7");
}

static void
test_stateful_set_fills_gaps (void **state)
{
  const char *pod = "{'apiVersion':'v1','kind':'Pod'," META (
      "web-1", OWNER ("StatefulSet", "web", "")) "," POD_SPEC "}\n";
  g_auto (Scene) scene
      = make (pod, OBJECT ("apps/v1", "StatefulSet", META ("web", ""),
                           "'replicas':3," TEMPLATE));

  assert_int_equal (n_made (&scene), 2);
  assert_string_equal (made (&scene, 0)->meta.name, "web-0");
  assert_string_equal (made (&scene, 1)->meta.name, "web-2");
}

static void
test_daemon_set (void **state)
{
  const char *nodes = NODE ("a", "")
      NODE ("b", "'taints':[{'key':'k','effect':'NoSchedule'}]")
          NODE ("c",
                "'unschedulable':true,'taints':[{'key':"
                "'node.kubernetes.io/unschedulable','effect':'NoSchedule'}]");
  g_auto (Scene) scene
      = make (nodes, OBJECT ("apps/v1", "DaemonSet", META ("agent", ""),
                             SELECTOR "," TEMPLATE));

  assert_int_equal (n_made (&scene), 2);
  for (guint i = 0; i < 2; i++)
    {
      const FitPod *pod = made (&scene, i);

      assert_owner (pod, "DaemonSet", "agent");
      assert_int_equal (pod->spec->n_tolerations, 6);
      for (guint j = 0; j < 3; j++)
        {
          const FitNode *node = scene.objects->of[FIT_KIND_NODE]->pdata[j];

          assert_int_equal (fit_pod_matches_node (pod, NULL, node->name),
                            j == 2 * i);
        }
    }
}

/* On which of the nodes a, b and c it makes pods, and with how many
 * tolerations. */
static void
test_daemon_set_chooses_nodes (void **state)
{
#define AGENT(more)                                                 \
  "{'apiVersion':'v1','kind':'Pod'," META (                         \
      "agent-1", OWNER ("DaemonSet", "agent", "")) ",'spec':{" more \
                                                   "'containers':[]}}\n"
#define AFFINITY(terms)                                                       \
  "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecuti" \
  "on':{'nodeSelectorTerms':[" terms "]}}},"
#define PINNED(node)                                                  \
  AFFINITY ("{'matchFields':[{'key':'metadata.name','operator':'In'," \
            "'values':['" node "']}]}")
#define TAINTED(effect) "'taints':[{'key':'k','effect':'" effect "'}]"
  static const struct
  {
    const char *cluster; /* beside the nodes a and b */
    const char *spec;
    const char *nodes;
    guint n_tolerations;
    gboolean there; /* in the cluster, so that nodeName counts */
  } rows[] = {
    { NODE ("c", ""), "", "a b c ", 6 },
    { NODE ("c", TAINTED ("PreferNoSchedule")), "", "a b c ", 6 },
    { NODE ("c", TAINTED ("NoSchedule")), "", "a b ", 6 },
    { NODE ("c", TAINTED ("NoExecute")), "", "a b ", 6 },
    { NODE ("c", TAINTED ("NoExecute")),
      "'tolerations':[{'key':'k'},{'key':"
      "'k','operator':'Exists'}],",
      "a b c ", 8 },
    { "", "'hostNetwork':true,", "a b ", 7 },
    { "", "'hostNetwork':false,", "a b ", 6 },
    { "", "'hostNetwork':null,", "a b ", 6 },
    { "", "'nodeSelector':{'k':'v'},", "", 6 },
    { "", PINNED ("b"), "b ", 6 },
    { "", PINNED ("d"), "", 6 },
    { NODE ("b", ""), "", "a b b ", 6 }, /* one pod, which names both */
    { "", "'nodeName':'b',", "b ", 6, TRUE },
    { "", "'nodeName':'d',", "", 6, TRUE },
    { "", "'nodeName':'b',", "a b ", 6 },
    { AGENT ("'nodeName':'a',"), "", "b ", 6 },
    { AGENT ("'nodeName':'a',"), "", "", 6, TRUE },
    { AGENT (PINNED ("b")), "", "a ", 6 },
    { AGENT (PINNED ("d")), "", "a b ", 6 },
    { AGENT (""), "", "a b ", 6 },
    { AGENT (AFFINITY ("")), "", "a b ", 6 },
    { AGENT (
          AFFINITY ("{'matchExpressions':[{'key':'k','operator':'Exists'}]}")),
      "", "a b ", 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *cluster
          = g_strconcat (NODE ("a", "") NODE ("b", ""), rows[i].cluster, NULL);
      g_autofree char *set = g_strdup_printf (
          OBJECT ("apps/v1", "DaemonSet", META ("agent", ""),
                  SELECTOR ",'template':{'metadata':{'labels':{'app':'web'}},"
                           "'spec':{%s'containers':[{'name':'c'}]}}"),
          rows[i].spec);
      g_autofree char *both = g_strconcat (cluster, set, NULL);
      g_auto (Scene) scene
          = rows[i].there ? make (both, "") : make (cluster, set);
      const GPtrArray *nodes = scene.objects->of[FIT_KIND_NODE];
      g_autoptr (GString) found = g_string_new (NULL);

      for (guint j = 0; j < nodes->len; j++)
        for (guint k = 0; k < n_made (&scene); k++)
          {
            const FitNode *node = nodes->pdata[j];
            const FitPod *pod = made (&scene, k);

            assert_int_equal (pod->spec->n_tolerations, rows[i].n_tolerations);
            if (fit_pod_matches_node (pod, NULL, node->name))
              g_string_append_printf (found, "%s ", node->name);
          }
      if (strcmp (found->str, rows[i].nodes) != 0)
        fail_msg ("%s with %s: %s", rows[i].cluster, rows[i].spec, found->str);
    }
}

/* -- Jobs ------------------------------------------------------------------ */

static void
test_job_parallelism (void **state)
{
  static const struct
  {
    const char *text;
    guint n;
  } cases[] = {
    { JOB ("'suspend':false", ""), 1 },
    { JOB ("'parallelism':4", ""), 4 },
    { JOB ("'parallelism':4", "'succeeded':1"), 0 },
    { JOB ("'completions':3", ""), 1 },
    { JOB ("'completions':3,'parallelism':9", ""), 3 },
    { JOB ("'completions':3,'parallelism':9", "'succeeded':2"), 1 },
    { JOB ("'completions':3", "'succeeded':3"), 0 },
    { JOB ("'completions':3",
           "'conditions':[{'type':'Failed','status':'True'}]"),
      0 },
    { JOB ("'suspend':true", ""), 0 },
    { JOB ("'suspend':null", ""), 1 },
    { JOB ("'parallelism':null", ""), 1 },
    { JOB ("'parallelism':null", "'succeeded':1"), 0 },
    { JOB ("'suspend':false", "'succeeded':1"), 0 },
    { JOB ("'parallelism':0", ""), 0 },
    { JOB ("'completions':null,'parallelism':3", ""), 3 },
    { JOB ("'completions':0", ""), 0 },
    { JOB ("'completions':3,'parallelism':9", "'succeeded':4"), 0 },
    { JOB ("'completions':3",
           "'conditions':[{'type':'Failed','status':'False'}]"),
      1 },
    { JOB ("'completions':3",
           "'conditions':[{'type':'Suspended','status':'True'},"
           "{'type':'Complete','status':'True'}]"),
      0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Scene) scene = make ("", cases[i].text);

      assert_int_equal (n_made (&scene), cases[i].n);
    }
}

static void
test_indexed_job (void **state)
{
  const char *job
      = JOB ("'completions':6,'parallelism':3,'completionMode':'Indexed'",
             "'succeeded':3,'completedIndexes':'0-1,3'");
  const char *pod = "{'apiVersion':'v1','kind':'Pod'," META (
      "import-2-abcde", OWNER ("Job", "import", "")) "," POD_SPEC "}\n";
  g_auto (Scene) old = make (pod, job);
  g_auto (Scene) new = make_with (pod, job, FIT_RELEASE (28, 0), FALSE);

  assert_int_equal (n_made (&old), 2);
  assert_true (g_str_has_prefix (made (&old, 0)->meta.name, "import-4-"));
  assert_true (g_str_has_prefix (made (&old, 1)->meta.name, "import-5-"));
  assert_label (made (&old, 0), "job-name", "import");
  assert_label (made (&old, 0), "controller-uid",
                made (&old, 0)->meta.controller->uid);
  assert_label (made (&old, 0), "batch.kubernetes.io/job-name", NULL);
  assert_label (made (&new, 0), "batch.kubernetes.io/job-name", "import");
  assert_label (made (&new, 0), "batch.kubernetes.io/job-completion-index",
                "4");
}

/* Pods that have succeeded count although the status of the Job is not there or
 * behind. */
static void
test_pods_that_succeeded (void **state)
{
#define DONE(name, phase)                             \
  "{'apiVersion':'v1','kind':'Pod'," META (           \
      name, OWNER ("Job", "import", "")) "," POD_SPEC \
                                         ",'status':{'phase':'" phase "'}}\n"
  static const struct
  {
    const char *pods;
    const char *job;
    guint n;
  } rows[] = {
    { DONE ("a", "Succeeded"), JOB ("'parallelism':4", ""), 0 },
    { DONE ("a", "Failed"), JOB ("'parallelism':4", ""), 4 },
    { DONE ("a", "Running"), JOB ("'parallelism':4", ""), 3 },
    { DONE ("a", "Succeeded"), JOB ("'completions':3,'parallelism':3", ""), 2 },
    { DONE ("a", "Succeeded") DONE ("b", "Succeeded"),
      JOB ("'completions':3,'parallelism':3", ""), 1 },
    { DONE ("a", "Succeeded") DONE ("b", "Running"),
      JOB ("'completions':3,'parallelism':3", ""), 1 },
    { DONE ("a", "Succeeded"),
      JOB ("'completions':3,'parallelism':3", "'succeeded':2"), 1 },
    { DONE ("a", "Failed"), JOB ("'completions':3,'parallelism':3", ""), 3 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Scene) scene = make (rows[i].pods, rows[i].job);

      if (n_made (&scene) != rows[i].n)
        fail_msg ("row %u: %u pods", i, n_made (&scene));
    }
#undef DONE
}

/* Indexes are decimal numbers of any length. */
static void
test_pods_with_long_indexes (void **state)
{
  static const char job[]
      = JOB ("'completions':13,'parallelism':2,'completionMode':'Indexed'",
             "'succeeded':11,'completedIndexes':'0-9,11'");
  static const char pod[] = "{'apiVersion':'v1','kind':'Pod'," META (
      "import-10-abcde", OWNER ("Job", "import", "")) "," POD_SPEC "}\n";
  g_auto (Scene) scene = make (pod, job);

  (void) state;
  assert_int_equal (n_made (&scene), 1);
  assert_true (g_str_has_prefix (made (&scene, 0)->meta.name, "import-12-"));
}

/* Only JOB-INDEX-xxxxx is the name of the pod of an index. */
static void
test_pods_without_an_index (void **state)
{
  const char *job
      = JOB ("'completions':3,'parallelism':3,'completionMode':'Indexed'", "");
  static const struct
  {
    const char *pod;
    const char *first; /* of the two that are made */
  } cases[] = {
    { "import-0-abcde", "import-1-" },
    { "import-0", "import-0-" },
    { "import-0abcde", "import-0-" },
    { "import-abcde", "import-0-" },
    { "import0-abcde", "import-0-" },
    { "export-0-abcde", "import-0-" },
    { "import--0-abcde", "import-0-" },
    { "import-4294967296-abcde", "import-0-" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pod = g_strdup_printf (
          "{'apiVersion':'v1','kind':'Pod'," META (
              "%s", OWNER ("Job", "import", "")) "," POD_SPEC "}\n",
          cases[i].pod);
      g_auto (Scene) scene = make (pod, job);

      assert_int_equal (n_made (&scene), 2);
      assert_true (
          g_str_has_prefix (made (&scene, 0)->meta.name, cases[i].first));
    }
}

/* Each interval ends where its own last number does, also the last one of all. */
static void
test_completed_indexes (void **state)
{
  static const struct
  {
    const char *completed;
    const char *made; /* the first index that is not */
    guint n;
  } cases[] = {
    { "0-1,3", "import-2-", 3 }, { "0-1", "import-2-", 4 },
    { "0,2-4", "import-1-", 2 }, { "1-5", "import-0-", 1 },
    { "", "import-0-", 6 },      { "0-2,4-5", "import-3-", 1 },
    { "5", "import-0-", 5 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *job = g_strdup_printf (
          JOB ("'completions':6,'parallelism':6,'completionMode':'Indexed'",
               "'succeeded':%u,'completedIndexes':'%s'"),
          6 - cases[i].n, cases[i].completed);
      g_auto (Scene) scene = make ("", job);

      assert_int_equal (n_made (&scene), cases[i].n);
      assert_true (
          g_str_has_prefix (made (&scene, 0)->meta.name, cases[i].made));
    }
}

/* The indexes of pods that failed or are being deleted are free.  If there are
 * fewer indexes than pods that are missing, fewer are made. */
static void
test_free_indexes (void **state)
{
#define INDEXED(status)                                                      \
  OBJECT (                                                                   \
      "batch/v1", "Job", META ("import", ""),                                \
      "'completions':3,'parallelism':3,'completionMode':'Indexed'," TEMPLATE \
      "},'status':{" status)
#define AT_0(more, status)                                                     \
  "{'apiVersion':'v1','kind':'Pod'," META (                                    \
      "import-0-abcde", more OWNER ("Job", "import", "")) "," POD_SPEC         \
                                                          ",'status':{" status \
                                                          "}}\n"
  static const struct
  {
    const char *pod;
    const char *job;
    guint n;
    const char *first; /* (nullable) */
  } rows[] = {
    { AT_0 ("", ""), INDEXED (""), 2, "import-1-" },
    { AT_0 ("", "'phase':'Failed'"), INDEXED (""), 3, "import-0-" },
    { AT_0 (DELETING, ""), INDEXED (""), 3, "import-0-" },
    { AT_0 ("", "'phase':'Succeeded'"), INDEXED (""), 2, "import-1-" },
    { "", INDEXED ("'completedIndexes':'0-2'"), 0, NULL },
    { "", INDEXED ("'completedIndexes':'1-2'"), 1, "import-0-" },
    { "", INDEXED ("'completedIndexes':null"), 3, "import-0-" },
    { "",
      OBJECT ("batch/v1", "Job", META ("import", ""),
              "'completions':1,'completionMode':'Indexed'," TEMPLATE),
      1, "import-0-" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Scene) scene = make (rows[i].pod, rows[i].job);

      if (n_made (&scene) != rows[i].n)
        fail_msg ("row %u: %u pods", i, n_made (&scene));
      if (rows[i].n > 0)
        assert_true (
            g_str_has_prefix (made (&scene, 0)->meta.name, rows[i].first));
    }
}

static void
test_cron_job (void **state)
{
  const char *text = OBJECT ("batch/v1", "CronJob", META ("backup", ""),
                             "'jobTemplate':{'spec':{" TEMPLATE "}}");
  g_auto (Scene) given = make ("", text);
  g_auto (Scene) there = make (text, "");
  g_autoptr (FitOwners) owners = fit_owners_new (given.objects);
  g_autoptr (GPtrArray) pods
      = fit_owners_pods (owners, FIT_CONTROLLER_CRON_JOB, "shop", "backup");

  assert_int_equal (n_made (&given), 1);
  assert_owner (made (&given, 0), "Job", "backup-26297280");
  assert_int_equal (pods->len, 1);
  assert_int_equal (n_made (&there), 0);
  assert_int_equal (there.made->n_not_due, 1);
}

/* -- all ------------------------------------------------------------------- */

static void
test_one_each (void **state)
{
  g_auto (Scene) scene = make_with (
      NODE ("a", "") NODE ("b", ""),
      OBJECT ("apps/v1", "Deployment", META ("web", ""),
              "'replicas':7," TEMPLATE)
          OBJECT ("apps/v1", "StatefulSet", META ("db", ""),
                  "'replicas':7," CLAIMS "," TEMPLATE)
              OBJECT ("apps/v1", "DaemonSet", META ("agent", ""), TEMPLATE)
                  OBJECT ("apps/v1", "StatefulSet", META ("bare", ""),
                          "'volumeClaimTemplates':[]," TEMPLATE)
                      OBJECT ("apps/v1", "ReplicaSet", META ("none", ""),
                              "'replicas':0," TEMPLATE),
      FIT_RELEASE (16, 7), TRUE);

  assert_int_equal (n_made (&scene), 4);
  assert_string_equal (made (&scene, 0)->meta.name, "web");
  assert_string_equal (made (&scene, 1)->meta.name, "db");
  assert_int_equal (made (&scene, 1)->spec->n_volumes, 0);
  assert_string_equal (made (&scene, 2)->meta.name, "agent");
  assert_int_equal (scene.made->n_claimless, 1);
}

static void
test_node_name (void **state)
{
  const char *text = OBJECT (
      "apps/v1", "ReplicaSet", META ("web", ""),
      "'template':{'spec':{'nodeName':'a','containers':[{'name':'c'}]}}");
  g_auto (Scene) given = make ("", text);
  g_auto (Scene) there = make (text, "");

  assert_string_equal (made (&given, 0)->node_name, "");
  assert_string_equal (made (&there, 0)->node_name, "a");
}

/* The pod of a PodTemplate has its name, so there can be only one. */
static void
test_pod_template (void **state)
{
  const char *template
      = "{'apiVersion':'v1','kind':'PodTemplate'," META ("one", "") "," TEMPLATE
                                                                    "}\n";
  const char *pod
      = "{'apiVersion':'v1','kind':'Pod'," META ("one", "") "," POD_SPEC "}\n";
  g_auto (Scene) given = make ("", template);
  g_auto (Scene) there = make (template, "");
  g_auto (Scene) taken = make (pod, template);
  g_autofree char *both
      = g_strconcat (template, "{'apiVersion':'v1','kind':'PodTemplate',",
                     META ("two", ""), "," TEMPLATE "}\n", NULL);
  g_autoptr (FitObjects) objects = read_with (both, FIT_DECODE_CONTROLLERS);
  const FitWorkloadsOptions options
      = { .flags = FIT_DECODE_CONTROLLERS, .max_pods = 1 };
  g_autoptr (GError) error = NULL;

  assert_int_equal (n_made (&given), 1);
  assert_string_equal (made (&given, 0)->meta.name, "one");
  assert_string_equal (made (&given, 0)->meta.namespace_, "shop");
  assert_label (made (&given, 0), "app", "web");
  assert_null (made (&given, 0)->meta.controller);
  assert_int_equal (n_made (&there), 0);
  assert_int_equal (there.made->n_templates, 1);
  assert_int_equal (n_made (&taken), 0);
  assert_null (fit_workloads_make (objects, &options, &error));
  assert_string_equal (error->message,
                       "test: document 2: PodTemplate shop/two: 1 pods would "
                       "be created, but at most 1 are created from all "
                       "workloads");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_deployment),
    cmocka_unit_test (test_deployment_twice),
    cmocka_unit_test (test_deployment_takes_its_replica_set),
    cmocka_unit_test (test_same_template),
    cmocka_unit_test (test_paused_deployment),
    cmocka_unit_test (test_uids),
    cmocka_unit_test (test_ephemeral_claims),
    cmocka_unit_test (test_selecting_kinds_need_no_template),
    cmocka_unit_test (test_stateful_set),
    cmocka_unit_test (test_claims_of_a_stateful_set),
    cmocka_unit_test (test_odd_claim_templates),
    cmocka_unit_test (test_ordinals),
    cmocka_unit_test (test_stateful_set_fills_gaps),
    cmocka_unit_test (test_daemon_set),
    cmocka_unit_test (test_daemon_set_chooses_nodes),
    cmocka_unit_test (test_job_parallelism),
    cmocka_unit_test (test_indexed_job),
    cmocka_unit_test (test_pods_that_succeeded),
    cmocka_unit_test (test_pods_with_long_indexes),
    cmocka_unit_test (test_pods_without_an_index),
    cmocka_unit_test (test_completed_indexes),
    cmocka_unit_test (test_free_indexes),
    cmocka_unit_test (test_cron_job),
    cmocka_unit_test (test_one_each),
    cmocka_unit_test (test_node_name),
    cmocka_unit_test (test_pod_template),
  };

  return cmocka_run_group_tests_name ("workloads", tests, NULL, NULL);
}
