/* Pods from JSON and YAML.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/pod-text.h"

static void
test_metadata (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'web-0',"
      "'namespace':'shop','uid':'u-1','resourceVersion':'42',"
      "'labels':{'app':'web','tier':''},"
      "'creationTimestamp':'2019-10-15T09:00:00Z',"
      "'deletionTimestamp':'1970-01-01T00:00:01.5Z','ownerReferences':["
      "{'kind':'A','name':'a','uid':'1'},"
      "{'kind':'ReplicaSet','name':'web','uid':'2','controller':true},"
      "{'kind':'B','name':'b','uid':'3','controller':true}]}}");
  const FitObjectMeta *meta = &pod->meta;

  assert_string_equal (meta->name, "web-0");
  assert_string_equal (meta->namespace_, "shop");
  assert_string_equal (meta->uid, "u-1");
  assert_string_equal (meta->resource_version, "42");
  assert_int_equal (meta->labels->n, 2);
  assert_string_equal (fit_labels_lookup (meta->labels, "app"), "web");
  assert_true (meta->creation_time_ns == 1571130000 * 1000000000LL);
  assert_true (meta->deletion_time_ns == 1500000000);
  assert_true (fit_object_meta_deleting (meta));
  assert_string_equal (meta->controller->kind, "ReplicaSet");
  assert_string_equal (meta->controller->name, "web");
  assert_string_equal (meta->controller->uid, "2");
}

static void
test_what_is_absent (void **state)
{
  g_autoptr (FitPod) pod
      = pod_with ("{'kind':'Pod','apiVersion':'v1'}", FIT_DECODE_AS_IS);
  const FitPodSpec *spec = pod->spec;

  assert_string_equal (pod->meta.name, "");
  assert_string_equal (pod->meta.namespace_, "");
  assert_string_equal (pod->meta.uid, "");
  assert_null (pod->meta.labels);
  assert_null (pod->meta.controller);
  assert_true (pod->meta.creation_time_ns == FIT_TIME_NONE);
  assert_false (fit_object_meta_deleting (&pod->meta));
  assert_string_equal (pod->node_name, "");
  assert_string_equal (pod->nominated_node_name, "");
  assert_string_equal (pod->phase, "");
  assert_true (pod->start_time_ns == FIT_TIME_NONE);
  assert_string_equal (spec->scheduler_name, "");
  assert_string_equal (spec->priority_class_name, "");
  assert_false (spec->has_priority);
  assert_true (spec->best_effort);
  assert_false (spec->has_overhead);
  assert_false (spec->has_node_affinity);
  assert_null (spec->node_selector);
  assert_null (spec->required_nodes);
  assert_false (fit_pod_has_affinity (pod));
  assert_int_equal (spec->nonzero_milli_cpu, 0);
}

static void
test_null_is_absent (void **state)
{
  g_autoptr (FitPod) pod = pod_with (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':null,'labels':null,"
      "'creationTimestamp':null,'ownerReferences':[null]},"
      "'spec':{'containers':[null,{'ports':[null],'resources':null}],"
      "'tolerations':[null],'volumes':[null],'affinity':null,"
      "'priority':null,'overhead':null,'nodeSelector':null,"
      "'hostNetwork':null},'status':null}",
      FIT_DECODE_AS_IS);

  assert_string_equal (pod->meta.name, "");
  assert_false (pod->spec->has_priority);
  assert_false (pod->spec->has_overhead);
  assert_int_equal (pod->spec->nonzero_milli_cpu, 200);
  assert_int_equal (pod->spec->n_tolerations, 1);
  assert_string_equal (pod->spec->tolerations[0].key, "");
  assert_int_equal (pod->spec->n_volumes, 1);
  assert_int_equal (pod->spec->volumes[0].type, FIT_VOLUME_OTHER);
  assert_string_equal (pod->spec->volumes[0].id, "");
  assert_int_equal (pod->spec->n_images, 2);
  assert_string_equal (pod->spec->images[0], ":latest");
}

static void
test_status_and_spec_words (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},"
      "'spec':{'nodeName':'n1','schedulerName':'other','priority':-7,"
      "'priorityClassName':'low','preemptionPolicy':'Never',"
      "'hostNetwork':true},'status':{'phase':'Failed',"
      "'nominatedNodeName':'n2','startTime':'2019-10-15T11:00:00+02:00'}}");

  assert_string_equal (pod->node_name, "n1");
  assert_string_equal (pod->nominated_node_name, "n2");
  assert_string_equal (pod->phase, "Failed");
  assert_true (fit_pod_terminal (pod));
  assert_true (pod->start_time_ns == 1571130000 * 1000000000LL);
  assert_string_equal (pod->spec->scheduler_name, "other");
  assert_string_equal (pod->spec->priority_class_name, "low");
  assert_true (pod->spec->has_priority);
  assert_int_equal (pod->spec->priority, -7);
  assert_true (pod->spec->never_preempts);
  assert_true (pod->spec->host_network);
}

static void
test_images (void **state)
{
  static const char *const names[][2] = {
    { "a", "a:latest" },
    { "h:5000/a", "h:5000/a:latest" },
    { "a:v1", "a:v1" },
    { "a@sha256:x", "a@sha256:x" },
    { "h:5000/a:v1", "h:5000/a:v1" },
    { "", ":latest" },
    { "/", "/:latest" },
  };
  g_autoptr (FitPod) pod = pod_of (
      POD ("{'containers':[{'image':'a'},{'image':'b:1'},{'image':'a'}],"
           "'initContainers':[{'image':'i'}]}"));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *image = fit_image_normalized_name (names[i][0]);

      assert_string_equal (image, names[i][1]);
      fit_intern_unref (image);
    }
  assert_int_equal (pod->spec->n_images, 3);
  assert_string_equal (pod->spec->images[0], "a:latest");
  assert_string_equal (pod->spec->images[1], "b:1");
  assert_ptr_equal (pod->spec->images[2], pod->spec->images[0]);
}

static void
test_host_ports (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      POD ("{'containers':[{'ports':[{'containerPort':80},{'hostPort':8080},"
           "{'hostPort':53,'protocol':'UDP','hostIP':'10.0.0.1'},"
           "{'hostPort':-1}]}],'initContainers':[{'ports':[{'hostPort':1}]}]"
           "}"));
  const FitHostPort *ports = pod->spec->host_ports;

  assert_int_equal (pod->spec->n_host_ports, 2);
  assert_string_equal (ports[0].ip, "0.0.0.0");
  assert_string_equal (ports[0].protocol, "TCP");
  assert_int_equal (ports[0].port, 8080);
  assert_string_equal (ports[1].ip, "10.0.0.1");
  assert_string_equal (ports[1].protocol, "UDP");
}

static void
test_host_network_ports (void **state)
{
  const char *text = POD ("{'containers':[{'ports':[{'containerPort':80},"
                          "{'containerPort':81,'hostPort':82}]}],"
                          "'hostNetwork':true}");
  g_autoptr (FitPod) completed = pod_of (text);
  g_autoptr (FitPod) as_is = pod_with (text, FIT_DECODE_AS_IS);

  assert_int_equal (completed->spec->n_host_ports, 2);
  assert_int_equal (completed->spec->host_ports[0].port, 80);
  assert_int_equal (completed->spec->host_ports[1].port, 82);
  assert_int_equal (as_is->spec->n_host_ports, 1);
}

static gboolean
on_node (const FitPod *pod, const char *text, const char *node_name)
{
  g_autoptr (FitLabels) labels = labels_of (text);
  const char *name = fit_intern (node_name);
  gboolean result = fit_pod_matches_node (pod, labels, name);

  fit_intern_unref (name);
  return result;
}

static void
test_node_selector (void **state)
{
  g_autoptr (FitPod) pod
      = pod_of (POD ("{'nodeSelector':{'disk':'ssd','arch':'arm'}}"));
  g_autoptr (FitPod) invalid
      = pod_of (POD ("{'nodeSelector':{'disk':'ssd','arch':'-arm'}}"));
  g_autoptr (FitPod) empty = pod_of (POD ("{'nodeSelector':{}}"));

  assert_int_equal (pod->spec->node_selector_map->n, 2);
  assert_true (on_node (pod, "arch=arm,disk=ssd", "n"));
  assert_false (on_node (pod, "arch=arm", "n"));
  assert_true (on_node (invalid, "", "n"));
  assert_int_equal (invalid->spec->node_selector_map->n, 2);
  assert_null (empty->spec->node_selector);
  assert_null (empty->spec->node_selector_map);
}

#define NODE_AFFINITY(members) \
  POD ("{'affinity':{'nodeAffinity':{" members "}}}")
#define REQUIRED(terms)                                \
  "'requiredDuringSchedulingIgnoredDuringExecution':{" \
  "'nodeSelectorTerms':[" terms "]}"
#define PREFERRED(terms) \
  "'preferredDuringSchedulingIgnoredDuringExecution':[" terms "]"

static void
test_required_node_affinity (void **state)
{
  g_autoptr (FitPod) pod = pod_of (NODE_AFFINITY (REQUIRED (
      "{},{'matchExpressions':[{'key':'zone','operator':'In','values':['a',"
      "'b']}],'matchFields':[{'key':'metadata.name','operator':'NotIn',"
      "'values':['n2']}]},null")));
  g_autoptr (FitPod) no_terms = pod_of (NODE_AFFINITY (REQUIRED ("")));
  g_autoptr (FitPod) none = pod_of (NODE_AFFINITY (""));

  assert_true (pod->spec->has_node_affinity);
  assert_int_equal (pod->spec->required_nodes->n, 3);
  assert_true (on_node (pod, "zone=a", "n1"));
  assert_true (on_node (pod, "zone=b", "n1"));
  assert_false (on_node (pod, "zone=c", "n1"));
  assert_false (on_node (pod, "zone=a", "n2"));
  assert_false (on_node (no_terms, "zone=a", "n1"));
  assert_true (none->spec->has_node_affinity);
  assert_true (on_node (none, "", "n1"));
}

static void
test_preferred_node_affinity (void **state)
{
  g_autoptr (FitPod) pod = pod_of (NODE_AFFINITY (PREFERRED (
      "{'weight':5,'preference':{'matchExpressions':[{'key':'a',"
      "'operator':'Exists'}]}},{'weight':7,'preference':{'matchFields':["
      "{'key':'metadata.name','operator':'In','values':['n']}]}},"
      "{'preference':{'matchExpressions':[{'key':'a','operator':'?'}]}}")));
  const FitPreferredNodeTerm *terms = pod->spec->preferred_nodes;
  g_autoptr (FitLabels) labels = labels_of ("a=");

  assert_int_equal (pod->spec->n_preferred_nodes, 3);
  assert_int_equal (terms[0].weight, 5);
  assert_true (fit_selector_matches (terms[0].expressions, labels));
  assert_int_equal (terms[1].weight, 7);
  assert_false (fit_selector_matches (terms[1].expressions, labels));
  assert_null (terms[1].expressions->error);
  assert_string_equal (terms[2].expressions->error,
                       "\"?\" is not a valid node selector operator");
  assert_int_equal (terms[2].weight, 0);
}

static gboolean
term_matches (const FitAffinityTerm *term, const char *owner,
              const char *namespace_, const char *text)
{
  g_autoptr (FitLabels) labels = labels_of (text);
  const char *a = fit_intern (owner);
  const char *b = fit_intern (namespace_);
  gboolean result = fit_affinity_term_matches (term, a, b, labels);

  fit_intern_unref (a);
  fit_intern_unref (b);
  return result;
}

static void
test_pod_affinity (void **state)
{
  g_autoptr (FitPod) pod = pod_of (POD (
      "{'affinity':{'podAffinity':{"
      "'requiredDuringSchedulingIgnoredDuringExecution':["
      "{'labelSelector':{'matchLabels':{'app':'web'}},'topologyKey':'zone'},"
      "{'labelSelector':{},'namespaces':['x','y'],'topologyKey':''},"
      "{'topologyKey':'host'},"
      "{'labelSelector':{'matchExpressions':[{'key':'a','operator':'In'}]}}],"
      "'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':9,"
      "'podAffinityTerm':{'topologyKey':'rack','labelSelector':{}}}]},"
      "'podAntiAffinity':{}}}"));
  const FitPodAffinity *affinity = &pod->spec->affinity;
  const FitAffinityTerm *terms = affinity->required;

  assert_true (fit_pod_has_affinity (pod));
  assert_true (pod->spec->anti_affinity.present);
  assert_int_equal (pod->spec->anti_affinity.n_required, 0);
  assert_int_equal (affinity->n_required, 4);
  assert_string_equal (terms[0].topology_key, "zone");
  assert_true (term_matches (&terms[0], "ns", "ns", "app=web"));
  assert_false (term_matches (&terms[0], "ns", "other", "app=web"));
  assert_false (term_matches (&terms[0], "ns", "ns", "app=db"));
  assert_true (term_matches (&terms[1], "ns", "y", ""));
  assert_false (term_matches (&terms[1], "ns", "ns", ""));
  assert_false (term_matches (&terms[2], "ns", "ns", "app=web"));
  assert_false (term_matches (&terms[3], "ns", "ns", "a=b"));
  assert_string_equal (terms[3].selector->error,
                       "for 'in', 'notin' operators, values set can't be "
                       "empty");
  assert_int_equal (affinity->n_preferred, 1);
  assert_int_equal (affinity->preferred[0].weight, 9);
  assert_string_equal (affinity->preferred[0].topology_key, "rack");
  assert_true (term_matches (&affinity->preferred[0], "ns", "ns", ""));
}

static void
test_tolerations (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      POD ("{'tolerations':[{'key':'k','operator':'Equal','value':'v',"
           "'effect':'NoSchedule'},{'operator':'Exists',"
           "'tolerationSeconds':300},{'key':'k','operator':'exists',"
           "'effect':'Never'}]}"));
  const FitToleration *tolerations = pod->spec->tolerations;

  assert_int_equal (pod->spec->n_tolerations, 3);
  assert_string_equal (tolerations[0].key, "k");
  assert_string_equal (tolerations[0].value, "v");
  assert_int_equal (tolerations[0].op, FIT_TOLERATION_EQUAL);
  assert_int_equal (tolerations[0].effect, FIT_EFFECT_NO_SCHEDULE);
  assert_string_equal (tolerations[1].key, "");
  assert_int_equal (tolerations[1].op, FIT_TOLERATION_EXISTS);
  assert_int_equal (tolerations[1].effect, FIT_EFFECT_NONE);
  assert_int_equal (tolerations[2].op, FIT_TOLERATION_INVALID);
  assert_int_equal (tolerations[2].effect, FIT_EFFECT_OTHER);
}

static void
test_spread_constraints (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      POD ("{'topologySpreadConstraints':[{'maxSkew':2,'topologyKey':'zone',"
           "'whenUnsatisfiable':'DoNotSchedule','labelSelector':{}},"
           "{'whenUnsatisfiable':'ScheduleAnyway'},{}]}"));
  const FitSpreadConstraint *constraints = pod->spec->spread_constraints;

  assert_int_equal (pod->spec->n_spread_constraints, 3);
  assert_int_equal (constraints[0].max_skew, 2);
  assert_string_equal (constraints[0].topology_key, "zone");
  assert_true (constraints[0].hard && !constraints[0].soft);
  assert_true (fit_selector_matches (constraints[0].selector, NULL));
  assert_true (constraints[1].soft && !constraints[1].hard);
  assert_false (fit_selector_matches (constraints[1].selector, NULL));
  assert_false (constraints[2].soft || constraints[2].hard);
}

static void
test_volumes (void **state)
{
  static const struct
  {
    FitVolumeType type;
    gboolean read_only;
    const char *id;
    const char *aux;
  } expected[] = {
    { FIT_VOLUME_PERSISTENT_VOLUME_CLAIM, FALSE, "data", "" },
    { FIT_VOLUME_GCE_PERSISTENT_DISK, TRUE, "pd", "" },
    { FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE, FALSE, "vol-1", "" },
    { FIT_VOLUME_AZURE_DISK, TRUE, "disk", "uri" },
    { FIT_VOLUME_CINDER, FALSE, "c", "" },
    { FIT_VOLUME_ISCSI, FALSE, "iqn.x", "" },
    { FIT_VOLUME_RBD, FALSE, "img", "rbd" },
    { FIT_VOLUME_RBD, FALSE, "img", "pool" },
    { FIT_VOLUME_OTHER, FALSE, "", "" },
    { FIT_VOLUME_INLINE_CSI, FALSE, "", "d" },
  };
  g_autoptr (FitPod) pod = pod_of (POD (
      "{'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}},"
      "{'gcePersistentDisk':{'pdName':'pd','readOnly':true}},"
      "{'awsElasticBlockStore':{'volumeID':'vol-1'}},"
      "{'azureDisk':{'diskName':'disk','diskURI':'uri','readOnly':true}},"
      "{'cinder':{'volumeID':'c'}},{'iscsi':{'iqn':'iqn.x','lun':1}},"
      "{'rbd':{'image':'img','monitors':['a','b']}},"
      "{'rbd':{'image':'img','pool':'pool'}},"
      "{'emptyDir':{}},{'csi':{'driver':'d'}}]}"));

  assert_int_equal (pod->spec->n_volumes, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];

      assert_int_equal (volume->type, expected[i].type);
      assert_int_equal (volume->read_only, expected[i].read_only);
      assert_string_equal (volume->id, expected[i].id);
      assert_string_equal (volume->aux, expected[i].aux);
    }
  assert_int_equal (g_strv_length (pod->spec->volumes[6].monitors), 2);
  assert_string_equal (pod->spec->volumes[6].monitors[1], "b");
  assert_null (pod->spec->volumes[7].monitors);
}

static void
test_claims_made_for_pods (void **state)
{
  static const char text[]
      = "{'apiVersion':'v1','kind':'Pod','spec':{'volumes':[{'name':'data',"
        "'ephemeral':{'volumeClaimTemplate':{'spec':{}}}},{'name':'off',"
        "'ephemeral':null}]},'metadata':{'name':'web'}}";
  g_autoptr (FitPod) pod = pod_of (text);
  g_autoptr (FitPod) later = pod_with (text, FIT_DECODE_EPHEMERAL_CLAIMS);

  assert_int_equal (pod->spec->volumes[0].type, FIT_VOLUME_OTHER);
  assert_int_equal (later->spec->volumes[0].type, FIT_VOLUME_EPHEMERAL_CLAIM);
  assert_string_equal (later->spec->volumes[0].id, "web-data");
  assert_int_equal (later->spec->volumes[1].type, FIT_VOLUME_OTHER);
}

static void
test_rbd_pool_as_is (void **state)
{
  g_autoptr (FitPod) pod
      = pod_with (POD ("{'volumes':[{'rbd':{}}]}"), FIT_DECODE_AS_IS);

  assert_string_equal (pod->spec->volumes[0].aux, "");
}

static void
test_defaults_of_metadata (void **state)
{
  g_autoptr (FitPod) pod = pod_of (POD ("{}"));

  assert_string_equal (pod->meta.namespace_, "default");
  assert_string_equal (pod->meta.uid, "default/p");
  assert_string_equal (pod->spec->scheduler_name, "default-scheduler");
}

static void
test_last_of_repeated_keys (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a','name':'p',"
      "'labels':{'a':'0','x':'1','b':'3','x':'2'}},'spec':{'priority':'wrong','containers':[" REQUESTS (
          "'cpu':'1','cpu':'2'") "],'priority':3,'tolerations':[{},{}],"
                                 "'tolerations':[{}]}}");

  assert_string_equal (pod->meta.name, "p");
  assert_int_equal (pod->meta.labels->n, 3);
  assert_string_equal (fit_labels_lookup (pod->meta.labels, "x"), "2");
  assert_int_equal (pod->spec->requests.milli_cpu, 2000);
  assert_int_equal (pod->spec->priority, 3);
  assert_int_equal (pod->spec->n_tolerations, 1);
}

static void
test_unknown_fields (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p','Name':1,"
      "'managedFields':[{}]},'spec':{'nodename':'x','dnsPolicy':5},"
      "'extra':null}");

  assert_string_equal (pod->meta.name, "p");
  assert_string_equal (pod->node_name, "");
}

static void
test_copies (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p','labels':{"
      "'a':'b'},'ownerReferences':[{'kind':'ReplicaSet','name':'r','uid':'1',"
      "'controller':true}]},'spec':{'nodeName':'a'}}");
  g_autoptr (FitPod) moved = fit_pod_with_node_name (pod, "b");
  g_autoptr (FitPod) nominated = fit_pod_with_nominated_node_name (pod, "c");

  assert_string_equal (moved->node_name, "b");
  assert_string_equal (pod->node_name, "a");
  assert_ptr_equal (moved->spec, pod->spec);
  assert_string_equal (moved->meta.uid, "default/p");
  assert_ptr_equal (moved->meta.labels, pod->meta.labels);
  assert_string_equal (moved->meta.controller->kind, "ReplicaSet");
  assert_string_equal (moved->meta.controller->uid, "1");
  assert_string_equal (nominated->nominated_node_name, "c");
  assert_string_equal (nominated->node_name, "a");
  assert_string_equal (pod->nominated_node_name, "");
}

static void
test_copy_that_is_being_deleted (void **state)
{
  g_autoptr (FitPod) pod = pod_of (POD ("{'nodeName':'a'}"));
  g_autoptr (FitPod) dying = fit_pod_with_deletion_time (pod, 5);

  assert_true (fit_object_meta_deleting (&dying->meta));
  assert_int_equal (dying->meta.deletion_time_ns, 5);
  assert_ptr_equal (dying->spec, pod->spec);
  assert_string_equal (dying->node_name, "a");
  assert_false (fit_object_meta_deleting (&pod->meta));
}

static void
test_grace_period (void **state)
{
  g_autoptr (FitPod) plain = pod_of (POD ("{}"));
  g_autoptr (FitPod) as_is = pod_with (POD ("{}"), FIT_DECODE_AS_IS);
  g_autoptr (FitPod) zero
      = pod_of (POD ("{'terminationGracePeriodSeconds':0}"));
  g_autoptr (FitPod) nil
      = pod_of (POD ("{'terminationGracePeriodSeconds':null}"));

  assert_int_equal (plain->spec->termination_grace_seconds, 30);
  assert_int_equal (as_is->spec->termination_grace_seconds, 30);
  assert_int_equal (zero->spec->termination_grace_seconds, 0);
  assert_int_equal (nil->spec->termination_grace_seconds, 30);
  assert_refused (POD ("{'terminationGracePeriodSeconds':'9'}"),
                  FIT_ERROR_SCHEMA,
                  "test: document 1: Pod default/p: "
                  "spec.terminationGracePeriodSeconds: found string \"9\", "
                  "expected an integer");
}

static void
test_yaml (void **state)
{
  g_autoptr (FitPod) pod
      = pod_of ("apiVersion: v1\n"
                "kind: Pod\n"
                "metadata:\n"
                "  name: web\n"
                "spec:\n"
                "  priority: 0x10\n"
                "  containers:\n"
                "  - resources:\n"
                "      requests: {cpu: 1.50, memory: 64Mi}\n");

  assert_int_equal (pod->spec->priority, 16);
  assert_int_equal (pod->spec->requests.milli_cpu, 1500);
  assert_int_equal (pod->spec->requests.memory, 64 * 1024 * 1024);
}

#define AT "test: document 1: Pod default/p: "

static void
test_errors (void **state)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { CONTAINERS (REQUESTS ("'cpu':'1.2.3'")),
      AT "spec.containers[0].resources.requests.cpu: invalid quantity "
         "\"1.2.3\": quantities must match the regular expression "
         "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'" },
    { CONTAINERS ("{}," REQUESTS ("'example.com/gpu':'1q'")),
      AT "spec.containers[1].resources.requests[\"example.com/gpu\"]: invalid "
         "quantity \"1q\": quantities must match the regular expression "
         "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'" },
    { CONTAINERS (REQUESTS ("'cpu':true")),
      AT "spec.containers[0].resources.requests.cpu: found boolean true, "
         "expected a quantity" },
    { POD ("{'containers':{}}"),
      AT "spec.containers: found an object, expected a list" },
    { POD ("{'initContainers':[3]}"),
      AT "spec.initContainers[0]: found number 3, expected an object" },
    { POD ("{'nodeName':5}"), AT "spec.nodeName: found number 5, expected "
                                 "a string\nhint: put it in quotes" },
    { POD ("{'hostNetwork':'yes'}"),
      AT "spec.hostNetwork: found string \"yes\", expected true or false" },
    { POD ("{'priority':2147483648}"), AT
      "spec.priority: found number 2147483648, expected an integer of 32 bits" },
    { POD ("{'priority':1.0}"),
      AT "spec.priority: found number 1.0, expected an integer" },
    { POD ("{'priority':'1'}"),
      AT "spec.priority: found string \"1\", expected an integer" },
    { POD ("{'nodeSelector':{'gpu':true}}"),
      AT "spec.nodeSelector.gpu: found boolean true, expected a string\n"
         "hint: put it in quotes" },
    { POD ("{'affinity':{'podAffinity':{"
           "'requiredDuringSchedulingIgnoredDuringExecution':[{},"
           "{'labelSelector':{'matchExpressions':[{'values':[[]]}]}}]}}}"),
      AT "spec.affinity.podAffinity."
         "requiredDuringSchedulingIgnoredDuringExecution[1].labelSelector."
         "matchExpressions[0].values[0]: found a list, expected a string" },
    { POD ("{'volumes':[{},{'rbd':{'monitors':'m'}}]}"),
      AT "spec.volumes[1].rbd.monitors: found string \"m\", expected a list" },
    { POD ("[]"), AT "spec: found a list, expected an object" },
    { "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p',"
      "'creationTimestamp':'yesterday'}}",
      AT
      "metadata.creationTimestamp: found string \"yesterday\", expected an RFC "
      "3339 time like 2019-10-15T09:00:00Z" },
    { "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p',"
      "'annotations':{'a/b':1}}}",
      AT "metadata.annotations[\"a/b\"]: found number 1, expected a string\n"
         "hint: put it in quotes" },
    { "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p',"
      "'namespace':'shop'},'status':{'phase':{}}}",
      "test: document 1: Pod shop/p: status.phase: found an object, expected "
      "a string" },
    { "{'kind':'Pod','apiVersion':'v1','metadata':3}",
      "test: document 1: Pod default/(no name): metadata: found number 3, "
      "expected an object" },
    { "{'kind':'Pod','apiVersion':'v1','metadata':{'generateName':'p-'}}",
      "test: document 1: Pod default/(no name): metadata.name: found nothing, "
      "expected a name" },
    { POD ("{'hostNetwork':"
           "'0123456789012345678901234567890123456789012345678901234567890'}"),
      AT "spec.hostNetwork: found string \"0123456789012345678901234567890123"
         "45678901234567890123456789...\", expected true or false" },
    /* A message never ends in the middle of a character. */
    { POD ("{'hostNetwork':'01234567890123456789012345678901234567890123456789"
           "012345678\xc3\xa9'}"),
      AT "spec.hostNetwork: found string \"0123456789012345678901234567890123"
         "4567890123456789012345678...\", expected true or false" },
    { CONTAINERS (REQUESTS ("'':'1x'")),
      AT "spec.containers[0].resources.requests[\"\"]: invalid quantity "
         "\"1x\": quantities must match the regular expression "
         "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'" },
    { CONTAINERS (REQUESTS ("'cpu':'1k5'")),
      AT "spec.containers[0].resources.requests.cpu: invalid quantity "
         "\"1k5\": unable to parse quantity's suffix" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, FIT_ERROR_SCHEMA, cases[i].message);
}

static void
test_too_many_labels (void **state)
{
  GString *text = g_string_new (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p','labels':{");

  for (guint i = 0; i <= 4096; i++)
    g_string_append_printf (text, "%s'l%u':''", i > 0 ? "," : "", i);
  g_string_append (text, "}}}");
  assert_refused (text->str, FIT_ERROR_LIMIT,
                  AT "metadata.labels: 4097 entries, at most 4096 are allowed");
  g_string_free (text, TRUE);
}

static void
test_too_many_resources (void **state)
{
  GString *text = g_string_new (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},'spec':{"
      "'containers':[");

  for (guint i = 0; i <= 4096; i++)
    g_string_append_printf (text, "%s" REQUESTS ("'hugepages-%u':1"),
                            i > 0 ? "," : "", i);
  g_string_append (text, ",{}]}}");
  assert_refused (text->str, FIT_ERROR_LIMIT,
                  AT "spec.containers[4097]: more than 4096 different "
                     "resources in one pod");
  g_string_free (text, TRUE);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_metadata),
    cmocka_unit_test (test_what_is_absent),
    cmocka_unit_test (test_null_is_absent),
    cmocka_unit_test (test_status_and_spec_words),
    cmocka_unit_test (test_images),
    cmocka_unit_test (test_host_ports),
    cmocka_unit_test (test_host_network_ports),
    cmocka_unit_test (test_node_selector),
    cmocka_unit_test (test_required_node_affinity),
    cmocka_unit_test (test_preferred_node_affinity),
    cmocka_unit_test (test_pod_affinity),
    cmocka_unit_test (test_tolerations),
    cmocka_unit_test (test_spread_constraints),
    cmocka_unit_test (test_volumes),
    cmocka_unit_test (test_claims_made_for_pods),
    cmocka_unit_test (test_rbd_pool_as_is),
    cmocka_unit_test (test_defaults_of_metadata),
    cmocka_unit_test (test_last_of_repeated_keys),
    cmocka_unit_test (test_unknown_fields),
    cmocka_unit_test (test_copies),
    cmocka_unit_test (test_copy_that_is_being_deleted),
    cmocka_unit_test (test_grace_period),
    cmocka_unit_test (test_yaml),
    cmocka_unit_test (test_errors),
    cmocka_unit_test (test_too_many_labels),
    cmocka_unit_test (test_too_many_resources),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
