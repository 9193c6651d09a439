/* bed-check.c - whether a record shows a scheduler that did its work
 *
 * All that happened is put into the order of the server, and each binding is
 * checked against what was on the node at that moment, with arithmetic of its
 * own: resources, host ports, anti-affinity between pods with the same label
 * "app", selectors, taints.
 *
 * What is on a node counts exactly: only the leader puts pods there, so that it
 * need not see them first.  What a node says of itself (that it is there, labels,
 * taints, cordons, sizes) counts as it was at any moment of the last --window
 * seconds.  A scheduler decides by what its watches have brought, and the server
 * takes the binding later; nobody compares the two, in kube-scheduler neither.  A
 * watch may stall (8 s in the fault proxy), then it waits, lists, and the binding is
 * sent again after an error.  What is older than half a minute was to be seen.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/quantity.h"
#include "tests/e2e/bed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOSTNAME "kubernetes.io/hostname"

typedef struct
{
  guint64 version;
  guint order; /* in the file */
  gint64 us;
  gboolean is_pod;
  const char *type;      /* of the event; "LIST" */
  const FitValue *value; /* the object, or the list */
} Entry;

/* What a node said of itself for a while. */
typedef struct
{
  const FitValue *node;
  gint64 until_us; /* G_MAXINT64: still */
} NodeState;

typedef struct
{
  GPtrArray *states; /* of NodeState, oldest first */
  GHashTable *pods;  /* set of Pod that count there */
} Node;

typedef struct
{
  const char *key;
  const char *uid;
  const char *node; /* "": not bound */
  const FitValue *value;
} Pod;

typedef struct
{
  gint64 window_us;
  GHashTable *nodes; /* name -> Node */
  GHashTable *pods;  /* key -> Pod */
  GHashTable *bound; /* uid -> the node it was bound to first */
  guint n_checked;
  guint n_lists; /* two at first; a later one hides what happened before it */
  guint n_wrong;
} Check;

static void G_GNUC_PRINTF (2, 3) wrong (Check *check, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  printf ("WRONG: ");
  vprintf (format, args);
  putchar ('\n');
  va_end (args);
  check->n_wrong++;
}

/* -- what fits ------------------------------------------------------------- */

/* In thousandths. */
static gint64
amount (const char *text)
{
  g_auto (FitQuantity) quantity = { 0 };

  if (!fit_quantity_parse (text, strlen (text), &quantity, NULL))
    return 0;
  return fit_quantity_milli_value (&quantity);
}

static gint64
request (const FitValue *pod, const char *resource)
{
  const FitValue *containers = bed_at (pod, "spec.containers");
  gint64 sum = 0;

  for (guint i = 0; containers != NULL && i < containers->n; i++)
    {
      const FitValue *requests
          = bed_at (&containers->items[i], "resources.requests");
      const char *text = fit_value_get_string (requests, resource);

      sum += text ? amount (text) : 0;
    }
  return sum;
}

static const char *
app (const FitValue *pod)
{
  return bed_get (pod, "metadata.labels.app");
}

static gboolean
keeps_apart (const FitValue *pod)
{
  return bed_at (pod, "spec.affinity.podAntiAffinity") != NULL;
}

static gboolean
wants_port (const FitValue *pod, const char *literal)
{
  const FitValue *containers = bed_at (pod, "spec.containers");

  for (guint i = 0; containers != NULL && i < containers->n; i++)
    {
      const FitValue *ports = fit_value_get (&containers->items[i], "ports");

      for (guint j = 0; ports != NULL && j < ports->n; j++)
        {
          const FitValue *port = fit_value_get (&ports->items[j], "hostPort");

          if (port != NULL
              && (literal == NULL || strcmp (port->text, literal) == 0))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
tolerates (const FitValue *pod, const FitValue *taint)
{
  const FitValue *tolerations = bed_at (pod, "spec.tolerations");
  const char *key = bed_get (taint, "key");

  for (guint i = 0; tolerations != NULL && i < tolerations->n; i++)
    if (strcmp (bed_get (&tolerations->items[i], "key"), key) == 0)
      return TRUE;
  return FALSE;
}

/* What is wrong with the node itself.  Returns: (nullable) */
static const char *
node_problem (const FitValue *pod, const FitValue *node)
{
  const FitValue *selector = bed_at (pod, "spec.nodeSelector");
  const FitValue *labels = bed_at (node, "metadata.labels");
  const FitValue *taints = bed_at (node, "spec.taints");
  const FitValue *cordoned = bed_at (node, "spec.unschedulable");

  if (cordoned != NULL && cordoned->type == FIT_VALUE_BOOL && cordoned->boolean)
    return "it is cordoned";
  for (guint i = 0; selector != NULL && i < selector->n; i++)
    if (g_strcmp0 (fit_value_get_string (labels, selector->members[i].key),
                   selector->members[i].value.text)
        != 0)
      return "its labels do not match";
  for (guint i = 0; taints != NULL && i < taints->n; i++)
    if (strcmp (bed_get (&taints->items[i], "effect"), "PreferNoSchedule") != 0
        && !tolerates (pod, &taints->items[i]))
      return "it has a taint";
  return NULL;
}

/* What is wrong with what is on it.  Returns: (nullable) */
static const char *
room_problem (const FitValue *pod, const Node *node, const FitValue *state)
{
  static const char *const resources[] = { "cpu", "memory" };
  GHashTableIter iter;
  gpointer key;

  if (g_hash_table_size (node->pods) + 1
      > amount (bed_get (state, "status.allocatable.pods")) / 1000)
    return "it has too many pods";
  for (guint i = 0; i < G_N_ELEMENTS (resources); i++)
    {
      const FitValue *allocatable = bed_at (state, "status.allocatable");
      const char *text = fit_value_get_string (allocatable, resources[i]);
      gint64 sum = request (pod, resources[i]);

      g_hash_table_iter_init (&iter, node->pods);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        sum += request (((Pod *) key)->value, resources[i]);
      if (sum > amount (text ? text : "0"))
        return i == 0 ? "it has not enough cpu" : "it has not enough memory";
    }
  g_hash_table_iter_init (&iter, node->pods);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const FitValue *other = ((Pod *) key)->value;

      if (wants_port (pod, NULL) && wants_port (other, NULL))
        return "its port is taken";
      if ((keeps_apart (pod) || keeps_apart (other))
          && strcmp (app (pod), app (other)) == 0)
        return "a pod that it keeps apart from is there";
    }
  return NULL;
}

static const char *
problem_since (const Check *check, const FitValue *pod, const Node *node,
               gint64 since_us)
{
  const char *problem = "it is not there";

  for (guint i = node->states->len; i-- > 0 && problem != NULL;)
    {
      const NodeState *state = node->states->pdata[i];

      if (state->until_us < since_us)
        break;
      problem = node_problem (pod, state->node);
      if (problem == NULL)
        problem = room_problem (pod, node, state->node);
    }
  return problem;
}

/* -- what happened --------------------------------------------------------- */

static Node *
node_named (Check *check, const char *name)
{
  Node *node = g_hash_table_lookup (check->nodes, name);

  if (node != NULL)
    return node;
  node = g_new0 (Node, 1);
  node->states = g_ptr_array_new ();
  node->pods = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (check->nodes, g_strdup (name), node);
  return node;
}

/* @value: (nullable): NULL: it is gone */
static void
set_node (Check *check, const char *name, const FitValue *value, gint64 us)
{
  Node *node = node_named (check, name);
  NodeState *state;

  if (node->states->len > 0)
    {
      state = node->states->pdata[node->states->len - 1];
      state->until_us = MIN (state->until_us, us);
    }
  if (value == NULL)
    return;
  state = g_new0 (NodeState, 1);
  state->node = value;
  state->until_us = G_MAXINT64;
  g_ptr_array_add (node->states, state);
}

static void
drop_pod (Check *check, const char *key)
{
  Pod *pod = g_hash_table_lookup (check->pods, key);

  if (pod == NULL)
    return;
  if (*pod->node != '\0')
    g_hash_table_remove (node_named (check, pod->node)->pods, pod);
  g_hash_table_remove (check->pods, key);
}

static void
check_binding (Check *check, const Pod *pod, const Entry *entry)
{
  const char *problem
      = problem_since (check, pod->value, node_named (check, pod->node),
                       entry->us - check->window_us);

  check->n_checked++;
  if (problem != NULL)
    wrong (check, "%s was bound to %s at version %" G_GUINT64_FORMAT ", but %s",
           pod->key, pod->node, entry->version, problem);
}

static void
set_pod (Check *check, const FitValue *value, const Entry *entry)
{
  const char *key
      = g_strdup_printf ("%s/%s", bed_get (value, "metadata.namespace"),
                         bed_get (value, "metadata.name"));
  Pod *old = g_hash_table_lookup (check->pods, key);
  Pod *pod = g_new0 (Pod, 1);
  const char *before;

  pod->key = key;
  pod->uid = bed_get (value, "metadata.uid");
  pod->node = bed_get (value, "spec.nodeName");
  pod->value = value;
  if (*pod->node != '\0')
    {
      before = g_hash_table_lookup (check->bound, pod->uid);
      if (before != NULL && strcmp (before, pod->node) != 0)
        wrong (check, "%s was bound to %s, then to %s", key, before, pod->node);
      if (before == NULL)
        g_hash_table_insert (check->bound, (gpointer) pod->uid,
                             (gpointer) pod->node);
      if (before == NULL && old != NULL && strcmp (entry->type, "LIST") != 0)
        check_binding (check, pod, entry);
    }
  if (old != NULL)
    drop_pod (check, key);
  g_hash_table_insert (check->pods, (gpointer) key, pod);
  if (*pod->node != '\0')
    g_hash_table_add (node_named (check, pod->node)->pods, pod);
}

static void
take_list (Check *check, const Entry *entry)
{
  const FitValue *items = fit_value_get (entry->value, "items");
  GHashTable *all = entry->is_pod ? check->pods : check->nodes;
  guint n;
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (all, &n);

  check->n_lists++;
  for (guint i = 0; i < n; i++)
    if (entry->is_pod)
      drop_pod (check, keys[i]);
    else
      set_node (check, keys[i], NULL, entry->us);
  for (guint i = 0; items != NULL && i < items->n; i++)
    if (entry->is_pod)
      set_pod (check, &items->items[i], entry);
    else
      set_node (check, bed_get (&items->items[i], "metadata.name"),
                &items->items[i], entry->us);
}

static void
take (Check *check, const Entry *entry)
{
  const gboolean gone = strcmp (entry->type, "DELETED") == 0;
  const char *name = bed_get (entry->value, "metadata.name");

  if (strcmp (entry->type, "LIST") == 0)
    take_list (check, entry);
  else if (!entry->is_pod)
    set_node (check, name, gone ? NULL : entry->value, entry->us);
  else if (gone)
    {
      g_autofree char *key = g_strdup_printf (
          "%s/%s", bed_get (entry->value, "metadata.namespace"), name);

      drop_pod (check, key);
    }
  else
    set_pod (check, entry->value, entry);
}

/* -- the end --------------------------------------------------------------- */

/* A pod that waits although it fits somewhere.  No scheduler tries one that is being
 * deleted; it stays if the server ends while it deletes it. */
static guint
check_pending (Check *check)
{
  GHashTableIter pods;
  GHashTableIter nodes;
  gpointer pod;
  gpointer node;
  gpointer name;
  guint n_pending = 0;

  g_hash_table_iter_init (&pods, check->pods);
  while (g_hash_table_iter_next (&pods, NULL, &pod))
    {
      const Pod *one = pod;

      if (*one->node != '\0'
          || bed_at (one->value, "metadata.deletionTimestamp") != NULL)
        continue;
      n_pending++;
      g_hash_table_iter_init (&nodes, check->nodes);
      while (g_hash_table_iter_next (&nodes, &name, &node))
        if (problem_since (check, one->value, node, G_MAXINT64) == NULL)
          {
            wrong (check, "%s is pending, but fits on %s", one->key,
                   (const char *) name);
            break;
          }
    }
  return n_pending;
}

static gint
by_version (gconstpointer a, gconstpointer b)
{
  const Entry *one = a;
  const Entry *other = b;

  if (one->version != other->version)
    return one->version < other->version ? -1 : 1;
  return one->order < other->order ? -1 : one->order > other->order;
}

static void
read_line (GArray *entries, FitArena *arena, const char *line, gsize len)
{
  Entry entry = { .order = entries->len };
  char *rest;
  const FitValue *value;

  entry.us = g_ascii_strtoll (line, &rest, 10);
  entry.is_pod = g_str_has_prefix (rest, " pods ");
  rest = strchr (rest, '{');
  value = rest ? fit_json_parse (arena, rest, len - (gsize) (rest - line), NULL,
                                 NULL, NULL)
               : NULL;
  if (value == NULL)
    return;
  entry.type = bed_get (value, "type");
  entry.value = fit_value_get (value, "object");
  if (entry.value == NULL)
    {
      entry.type = "LIST";
      entry.value = value;
    }
  entry.version = g_ascii_strtoull (
      bed_get (entry.value, "metadata.resourceVersion"), NULL, 10);
  g_array_append_val (entries, entry);
}

int
bed_check (FitApiClient *client, int argc, char **argv)
{
  Check check = { 0 };
  int window = 30;
  const GOptionEntry options[]
      = { { "window", 0, 0, G_OPTION_ARG_INT, &window, NULL, NULL },
          { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };
  FitArena *arena = fit_arena_new ();
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autofree char *text = NULL;
  gsize len;
  guint n_pending;

  if (!bed_options (options, &argc, &argv))
    return 2;
  if (argc < 2 || !g_file_get_contents (argv[1], &text, &len, NULL))
    {
      fprintf (stderr, "bed: check needs a record\n");
      return 2;
    }
  for (char *line = text, *end; (end = strchr (line, '\n')) != NULL;
       line = end + 1)
    read_line (entries, arena, line, (gsize) (end - line));
  g_array_sort (entries, by_version);
  check.window_us = window * G_USEC_PER_SEC;
  check.nodes = g_hash_table_new (g_str_hash, g_str_equal);
  check.pods = g_hash_table_new (g_str_hash, g_str_equal);
  check.bound = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < entries->len; i++)
    take (&check, &g_array_index (entries, Entry, i));
  n_pending = check_pending (&check);
  printf ("%u pods bound, %u bindings checked, %u pods pending, %u lists, %u "
          "wrong\n",
          g_hash_table_size (check.bound), check.n_checked, n_pending,
          check.n_lists, check.n_wrong);
  return check.n_wrong > 0;
}
