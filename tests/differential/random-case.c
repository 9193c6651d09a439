/* random-case.c - makes cases: rules, a cluster, and pods that ask for a place in it
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/differential/random-case.h"

#include "tests/differential/accepted-rules.h"
#include "tests/differential/todays-additions.h"
#include "tests/differential/usual-objects.h"
#include "tests/fuzz/grammar.h"

#include <string.h>

#define NODES 5 /* at most */
#define PODS 9
#define OTHERS 14

/* -- JSON ------------------------------------------------------------------ */

static json_object *
make (const GrammarRule *grammar, const char *rule, const char *subject,
      Choices *choices)
{
  g_autoptr (GString) text = g_string_new (NULL);
  json_object *json;

  grammar_append (grammar, rule, subject, choices, text);
  json = json_tokener_parse (text->str);
  g_assert_nonnull (json);
  return json;
}

static void
set_text (json_object *json, const char *key, const char *text)
{
  json_object_object_add (json, key,
                          text != NULL ? json_object_new_string (text) : NULL);
}

static const char *
any_of (const char *const *texts, Choices *choices)
{
  return texts[choices_below (choices, g_strv_length ((char **) texts))];
}

#define ANY_OF(choices, ...) \
  any_of ((const char *const[]){ __VA_ARGS__, NULL }, choices)

/* -- objects --------------------------------------------------------------- */

/* What the objects of a case look like. */
typedef struct
{
  const GrammarRule *rules;
  gboolean today; /* with what the newest releases add */
} Style;

/* The release was asked for. */
static gboolean
is_of_today (json_object *c)
{
  return json_object_object_get_ex (c, "fields", NULL);
}

/* Three of four clusters are usual. */
static Style
choose_style (json_object *c, Choices *choices)
{
  const gboolean usual = choices_below (choices, 4) > 0;

  return (Style){ usual ? usual_object_grammar : object_grammar,
                  is_of_today (c) };
}

/* Maps are merged, lists joined; of two texts, that of @part stays. */
static void
merge (json_object *object, json_object *part)
{
  json_object_object_foreach (part, key, value)
  {
    json_object *there = json_object_object_get (object, key);

    if (json_object_is_type (there, json_type_object)
        && json_object_is_type (value, json_type_object))
      merge (there, value);
    else if (json_object_is_type (there, json_type_array)
             && json_object_is_type (value, json_type_array))
      for (gsize i = 0; i < json_object_array_length (value); i++)
        json_object_array_add (
            there, json_object_get (json_object_array_get_idx (value, i)));
    else
      json_object_object_add (object, key, json_object_get (value));
  }
}

static json_object *
make_object (const Style *style, const char *kind, const char *name,
             Choices *choices)
{
  json_object *object = make (style->rules, kind, name, choices);
  const GrammarRule *rule = todays_additions_grammar;

  while (rule->name != NULL && strcmp (rule->name, kind) != 0)
    rule++;
  if (style->today && rule->name != NULL)
    {
      json_object *part = make (todays_additions_grammar, kind, name, choices);

      merge (object, part);
      json_object_put (part);
    }
  return object;
}

static json_object *
make_node (const Style *style, guint i, Choices *choices)
{
  g_autofree char *name = g_strdup_printf ("n%u", i);

  return make_object (style, "Node", name, choices);
}

/* A pod of the scheduler on the node @node (nullable). */
static json_object *
make_pod (const Style *style, const char *letter, guint i, const char *node,
          Choices *choices)
{
  g_autofree char *name = g_strdup_printf ("%s%u", letter, i);
  json_object *pod = make_object (style, "Pod", name, choices);
  json_object *spec = json_object_object_get (pod, "spec");
  json_object *status = json_object_object_get (pod, "status");

  set_text (json_object_object_get (pod, "metadata"), "uid", name);
  set_text (spec, "schedulerName", "default-scheduler");
  json_object_object_del (spec, "nodeName");
  json_object_object_del (spec, "schedulingGates");
  if (node != NULL)
    set_text (spec, "nodeName", node);
  if (status != NULL)
    set_text (status, "phase", node != NULL ? "Running" : "Pending");
  return pod;
}

static json_object *
make_placed_pod (const Style *style, guint i, guint n_nodes, Choices *choices)
{
  g_autofree char *node
      = g_strdup_printf ("n%u", choices_below (choices, n_nodes));

  return make_pod (style, "p", i, node, choices);
}

/* What else a cluster holds: what v1.16 knows, or anything. */
static json_object *
make_other (const Style *style, gboolean of_v1_16, Choices *choices)
{
  static const char *const kinds[]
      = { "Service",           "ReplicationController", "ReplicaSet",
          "StatefulSet",       "PersistentVolume",      "PersistentVolume",
          "PersistentVolume",  "PersistentVolumeClaim", "PersistentVolumeClaim",
          "StorageClass",      "StorageClass",          "CSINode",
          "CSINode",           "PodDisruptionBudget",   "PodDisruptionBudget",
          "Namespace",         "VolumeAttachment",      "CSIDriver",
          "CSIStorageCapacity" };
  enum
  {
    KINDS_OF_V1_16 = 15
  };
  const char *rule = kinds[choices_below (
      choices, of_v1_16 ? KINDS_OF_V1_16 : G_N_ELEMENTS (kinds))];
  const char *letter = strcmp (rule, "PersistentVolume") == 0        ? "v"
                       : strcmp (rule, "PersistentVolumeClaim") == 0 ? "c"
                                                                     : "o";
  g_autofree char *name
      = g_strdup_printf ("%s%u", letter, choices_below (choices, 4));

  return make_object (style, rule, name, choices);
}

static void
use_old_version (json_object *object)
{
  const char *kind
      = json_object_get_string (json_object_object_get (object, "kind"));

  if (strcmp (kind, "CSINode") == 0)
    set_text (object, "apiVersion", "storage.k8s.io/v1beta1");
  else if (strcmp (kind, "PodDisruptionBudget") == 0)
    set_text (object, "apiVersion", "policy/v1beta1");
}

/* Objects of one kind and name are there once. */
static void
add_others (json_object *list, const Style *style, gboolean of_v1_16,
            Choices *choices)
{
  const guint n = choices_below (choices, OTHERS + 1);
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    {
      json_object *object = make_other (style, of_v1_16, choices);
      json_object *meta = json_object_object_get (object, "metadata");
      char *key = g_strdup_printf (
          "%s %s %s",
          json_object_get_string (json_object_object_get (object, "kind")),
          json_object_get_string (json_object_object_get (meta, "namespace")),
          json_object_get_string (json_object_object_get (meta, "name")));

      if (!g_hash_table_add (seen, key))
        {
          json_object_put (object);
          continue;
        }
      if (of_v1_16)
        use_old_version (object);
      json_object_array_add (list, object);
    }
}

static json_object *
make_list (void)
{
  json_object *list = json_object_new_object ();

  set_text (list, "apiVersion", "v1");
  set_text (list, "kind", "List");
  json_object_object_add (list, "items", json_object_new_array ());
  return list;
}

/* Nodes, pods on them, and what they refer to; and at most @pending pods. */
static void
add_cluster (json_object *c, guint pending, gboolean of_v1_16, Choices *choices)
{
  const guint n_nodes = 1 + choices_below (choices, NODES);
  const guint n_pods = choices_below (choices, PODS + 1);
  const guint n_pending = 1 + choices_below (choices, pending);
  const Style style = choose_style (c, choices);
  json_object *list = make_list ();
  json_object *items = json_object_object_get (list, "items");
  json_object *asking = json_object_new_array ();

  for (guint i = 0; i < n_nodes; i++)
    json_object_array_add (items, make_node (&style, i, choices));
  add_others (items, &style, of_v1_16, choices);
  for (guint i = 0; i < n_pods; i++)
    json_object_array_add (items,
                           make_placed_pod (&style, i, n_nodes, choices));
  for (guint i = 0; i < n_pending; i++)
    json_object_array_add (asking, make_pod (&style, "q", i, NULL, choices));
  json_object_object_add (c, "objects", list);
  json_object_object_add (c, "pending", asking);
}

/* -- rules ----------------------------------------------------------------- */

static json_object *
make_gates (Choices *choices)
{
  return json_tokener_parse (
      ANY_OF (choices, "{}", "{}", "{\"EvenPodsSpread\": true}",
              "{\"EvenPodsSpread\": true, \"PodOverhead\": true}",
              "{\"ResourceLimitsPriorityFunction\": true}",
              "{\"BalanceAttachedNodeVolumes\": true}",
              "{\"TaintNodesByCondition\": false}"));
}

/* Of four, three are rules that a scheduler takes. */
static json_object *
make_rules (const char *rule, const char *version, Choices *choices)
{
  if (choices_below (choices, 4) > 0)
    return make (accepted_rules_grammar, version != NULL ? version : rule, NULL,
                 choices);
  return make (rules_grammar, rule, version, choices);
}

/* The rules of v1.16.  Extenders would have to run. */
static void
add_rules (json_object *c, Choices *choices)
{
  static const gint32 percentages[] = { 100, 0, 50 };
  json_object *config = json_object_new_object ();
  json_object *policy = NULL;
  const char *provider = ANY_OF (choices, "", "", "", "", "DefaultProvider",
                                 "ClusterAutoscalerProvider");

  if (*provider == '\0')
    {
      policy = make_rules ("Policy", NULL, choices);
      json_object_object_del (policy, "extenders");
    }
  set_text (config, "algorithmProvider", *provider != '\0' ? provider : NULL);
  json_object_object_add (config, "policy", policy);
  json_object_object_add (config, "featureGates", make_gates (choices));
  json_object_object_add (
      config, "hardPodAffinitySymmetricWeight",
      json_object_new_int ((gint32) choices_below (choices, 101)));
  json_object_object_add (
      config, "percentageOfNodesToScore",
      json_object_new_int (
          percentages[choices_below (choices, G_N_ELEMENTS (percentages))]));
  json_object_object_add (config, "alwaysCheckAllPredicates",
                          json_object_new_boolean (FALSE));
  json_object_object_add (c, "config", config);
}

/* A later release, unless one was asked for, and a configuration of the newest
 * version that it reads. */
static json_object *
make_configuration (json_object *c, Choices *choices)
{
  static const struct
  {
    const char *release;
    const char *version;
  } rows[] = {
    { "v1.34.1", "v1" },       { "v1.32.2", "v1" },
    { "v1.30.1", "v1" },       { "v1.28.3", "v1" },
    { "v1.25.16", "v1" },      { "v1.22.17", "v1beta2" },
    { "v1.20.15", "v1beta1" }, { "v1.18.20", "v1alpha2" },
  };
  const guint i
      = is_of_today (c) ? 0 : choices_below (choices, G_N_ELEMENTS (rows));
  json_object *configuration
      = make_rules ("KubeSchedulerConfiguration", rows[i].version, choices);

  if (!is_of_today (c))
    set_text (c, "kubernetes", rows[i].release);
  return configuration;
}

static void
add_configuration (json_object *c, Choices *choices)
{
  json_object *config = json_object_new_object ();
  json_object *configuration = make_configuration (c, choices);

  json_object_object_del (configuration, "extenders");
  json_object_object_add (config, "configuration", configuration);
  json_object_object_add (
      config, "featureGates",
      is_of_today (c) ? make (todays_additions_grammar, "gates", NULL, choices)
                      : json_tokener_parse (ANY_OF (choices, "{}", "{}",
                                                    "{\"AllAlpha\": true}",
                                                    "{\"AllBeta\": false}")));
  json_object_object_add (c, "config", config);
}

/* A second profile, which shares the nodes with the first. */
static void
add_profile (json_object *configuration)
{
  json_object *profiles = json_object_object_get (configuration, "profiles");
  json_object *second = NULL;

  if (json_object_array_length (profiles) != 1)
    return;
  json_object_deep_copy (json_object_array_get_idx (profiles, 0), &second,
                         NULL);
  set_text (second, "schedulerName", "other");
  json_object_array_add (profiles, second);
}

/* An extender that the runner plays: conformance.h has the paths. */
static void
add_extender (json_object *configuration, Choices *choices)
{
  json_object *list = json_object_new_array ();
  json_object *extender = json_object_new_object ();

  set_text (extender, "urlPrefix",
            ANY_OF (choices, "http://127.0.0.1:1/all", "http://127.0.0.1:1/all",
                    "http://127.0.0.1:1/fail500",
                    "http://127.0.0.1:1/unknown"));
  set_text (extender, "filterVerb", "filter");
  json_object_object_add (extender, "nodeCacheCapable",
                          json_object_new_boolean (choices_boolean (choices)));
  json_object_object_add (
      extender, "ignorable",
      json_object_new_boolean (choices_below (choices, 4) == 0));
  json_object_array_add (list, extender);
  json_object_object_add (configuration, "extenders", list);
}

/* A configuration for pods one after another: often with a second profile, at
 * times with an extender. */
static void
add_shared_configuration (json_object *c, Choices *choices)
{
  json_object *configuration;

  add_configuration (c, choices);
  configuration = json_object_object_get (json_object_object_get (c, "config"),
                                          "configuration");
  if (!json_object_is_type (json_object_object_get (configuration, "profiles"),
                            json_type_array))
    return;
  if (choices_boolean (choices))
    add_profile (configuration);
  if (choices_below (choices, 4) == 0)
    add_extender (configuration, choices);
}

/* Some pods are for the second profile, some are nominated to a node. */
static void
vary_pod (json_object *pod, Choices *choices)
{
  json_object *status = json_object_object_get (pod, "status");
  g_autofree char *node
      = g_strdup_printf ("n%u", choices_below (choices, NODES));

  if (choices_below (choices, 3) == 0)
    set_text (json_object_object_get (pod, "spec"), "schedulerName", "other");
  if (status != NULL && choices_below (choices, 4) == 0)
    set_text (status, "nominatedNodeName", node);
}

/* -- kinds ----------------------------------------------------------------- */

static void
fill_evaluate (json_object *c, Choices *choices)
{
  add_rules (c, choices);
  add_cluster (c, 3, TRUE, choices);
}

static void
fill_sequence (json_object *c, Choices *choices)
{
  add_rules (c, choices);
  add_cluster (c, 12, TRUE, choices);
}

static void
fill_profile_sequence (json_object *c, Choices *choices)
{
  json_object *pending;

  add_shared_configuration (c, choices);
  add_cluster (c, 12, FALSE, choices);
  pending = json_object_object_get (c, "pending");
  for (gsize i = 0; i < json_object_array_length (pending); i++)
    vary_pod (json_object_array_get_idx (pending, i), choices);
}

static void
fill_preempt (json_object *c, Choices *choices)
{
  const gboolean of_v1_16 = !is_of_today (c) && choices_boolean (choices);

  if (of_v1_16)
    add_rules (c, choices);
  else
    add_configuration (c, choices);
  add_cluster (c, 3, of_v1_16, choices);
}

static void
fill_policy (json_object *c, Choices *choices)
{
  json_object *config, *policy;

  add_rules (c, choices);
  config = json_object_object_get (c, "config");
  set_text (config, "algorithmProvider", NULL);
  policy = make_rules ("Policy", NULL, choices);
  set_text (config, "policyText",
            json_object_to_json_string_ext (policy, JSON_C_TO_STRING_PLAIN));
  json_object_put (policy);
  json_object_object_add (config, "policy", NULL);
  json_object_object_add (c, "objects", make_list ());
  json_object_object_add (c, "pending", json_object_new_array ());
}

static void
fill_profile (json_object *c, Choices *choices)
{
  add_configuration (c, choices);
  add_cluster (c, 3, FALSE, choices);
}

static void
fill_config (json_object *c, Choices *choices)
{
  json_object *configuration = make_configuration (c, choices);

  set_text (
      c, "text",
      json_object_to_json_string_ext (configuration, JSON_C_TO_STRING_PLAIN));
  json_object_put (configuration);
}

static json_object *
make_event (const char *verb, json_object *object)
{
  json_object *event = json_object_new_object ();

  set_text (event, "verb", verb);
  json_object_object_add (event, "object", object);
  return event;
}

/* Nodes come and go, pods are placed and go.  @of_v1_16: otherwise nodes change,
 * too, and pods differ in more */
static void
add_events (json_object *c, gboolean of_v1_16, Choices *choices)
{
  const guint n = 5 + choices_below (choices, 26);
  json_object *events = json_object_new_array ();
  json_object *there[NODES] = { NULL };
  const Style style = choose_style (c, choices);

  if (of_v1_16)
    add_rules (c, choices);
  else
    add_shared_configuration (c, choices);
  json_object_object_add (c, "objects", make_list ());
  json_object_object_add (c, "pending", json_object_new_array ());
  for (guint i = 0; i < n; i++)
    {
      const guint node = choices_below (choices, NODES);
      json_object *event;

      if (there[node] != NULL && choices_below (choices, 4) > 0)
        {
          json_object *pod = make_pod (&style, "q", i, NULL, choices);

          if (!of_v1_16)
            vary_pod (pod, choices);
          event = make_event ("schedule", pod);
        }
      else if (there[node] != NULL && !of_v1_16 && choices_boolean (choices))
        {
          there[node] = make_node (&style, node, choices);
          event = make_event ("update", there[node]);
        }
      else if (there[node] != NULL)
        {
          event = make_event ("delete", json_object_get (there[node]));
          json_object_object_add (
              event, "drain",
              json_object_new_boolean (choices_boolean (choices)));
          there[node] = NULL;
        }
      else
        {
          there[node] = make_node (&style, node, choices);
          event = make_event ("add", there[node]);
        }
      json_object_array_add (events, event);
    }
  json_object_object_add (c, "events", events);
}

static void
fill_events (json_object *c, Choices *choices)
{
  add_events (c, TRUE, choices);
}

static void
fill_profile_events (json_object *c, Choices *choices)
{
  add_events (c, FALSE, choices);
}

/* The pod failed, then one object changes. */
static void
fill_queue_event (json_object *c, Choices *choices)
{
  const guint n = choices_below (choices, NODES);
  const guint n_pods = n > 0 ? choices_below (choices, PODS) : 0;
  const Style style = choose_style (c, choices);
  json_object *objects = json_object_new_array ();
  json_object *configuration = make_configuration (c, choices);

  json_object_object_del (configuration, "extenders");
  json_object_object_add (c, "config", configuration);
  for (guint i = 0; i < n; i++)
    json_object_array_add (objects, make_node (&style, i, choices));
  add_others (objects, &style, FALSE, choices);
  for (guint i = 0; i < n_pods; i++)
    json_object_array_add (objects, make_placed_pod (&style, i, n, choices));
  json_object_object_add (c, "pod", make_pod (&style, "q", 0, NULL, choices));
  switch (choices_below (choices, 4))
    {
    case 0:
      set_text (c, "verb", "add");
      json_object_object_add (c, "object", make_node (&style, NODES, choices));
      break;
    case 1:
      set_text (c, "verb", n > 0 ? "update" : "add");
      json_object_object_add (c, "object", make_node (&style, 0, choices));
      break;
    case 2:
      set_text (c, "verb", "add");
      json_object_object_add (c, "object",
                              make_placed_pod (&style, PODS, n + 1, choices));
      break;
    default:
      set_text (c, "verb", "add");
      json_object_object_add (c, "object", make_other (&style, FALSE, choices));
    }
  json_object_object_add (c, "objects", objects);
}

static const struct
{
  const char *name;
  const char *kind; /* of the case */
  void (*fill) (json_object *c, Choices *choices);
} kinds[] = {
  { "evaluate", "evaluate", fill_evaluate },
  { "sequence", "sequence", fill_sequence },
  { "preempt", "preempt", fill_preempt },
  { "policy", "policy", fill_policy },
  { "profile", "profile", fill_profile },
  { "events", "events", fill_events },
  { "queue-event", "queue-event", fill_queue_event },
  { "config", "config", fill_config },
  { "profile-sequence", "sequence", fill_profile_sequence },
  { "profile-events", "events", fill_profile_events },
};

const char *const *
random_case_kinds (void)
{
  static const char *names[G_N_ELEMENTS (kinds) + 1];

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    names[i] = kinds[i].name;
  return names;
}

json_object *
random_case_new (const char *kind, const char *release, guint32 seed,
                 guint attempt)
{
  const guint32 seeds[] = { seed, attempt };
  g_autofree char *name = g_strdup_printf ("%s-%u", kind, seed);
  Choices choices = { 0 };
  json_object *c = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds) && c == NULL; i++)
    if (strcmp (kinds[i].name, kind) == 0)
      {
        choices.random
            = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
        c = json_object_new_object ();
        set_text (c, "name", name);
        set_text (c, "kind", kinds[i].kind);
        if (release != NULL)
          {
            set_text (c, "kubernetes", release);
            set_text (c, "fields", "of today");
          }
        kinds[i].fill (c, &choices);
        g_rand_free (choices.random);
      }
  return c;
}
