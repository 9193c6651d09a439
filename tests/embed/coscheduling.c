/* coscheduling.c - the plugin that lets the pods of a group run together or not at all */
#include "coscheduling.h"

#include "base/intern.h"

#include <string.h>

#define NAME "Coscheduling"
#define SECOND G_GINT64_CONSTANT (1000000000)
#define MAX_SECONDS G_GINT64_CONSTANT (1000000000)

/* A group that is remembered from its first pod on. */
typedef struct
{
  guint64 min_available;
  gint32 priority;
  gint64 created_ns;
  gint64 empty_since_ns; /* when it was found to have no pods; G_MAXINT64: it
                            has some */
} Group;

typedef struct
{
  const FitPluginHandle *handle; /* borrowed */
  const char *name_label;        /* interned */
  const char *number_label;      /* interned */
  GHashTable *groups;            /* owned: "NAMESPACE/NAME" -> owned Group */
  gint64 wait_ns;
  gint64 sweep_ns;
  gint64 expiry_ns;
  gint64 next_sweep_ns;
} Coscheduling;

/* -- creating and freeing -------------------------------------------------- */

static gboolean
read_seconds (const FitValue *args, const char *key, gint64 *out_ns,
              GError **error)
{
  const FitValue *value = args != NULL && args->type == FIT_VALUE_MAP
                              ? fit_value_get (args, key)
                              : NULL;
  gint64 seconds;

  if (value == NULL || value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_NUMBER
      || !g_ascii_string_to_signed (value->text, 10, 0, MAX_SECONDS, &seconds,
                                    NULL))
    {
      g_set_error (
          error, FIT_ERROR, FIT_ERROR_SCHEMA,
          "%s: expected a number of seconds from 0 to %" G_GINT64_FORMAT, key,
          MAX_SECONDS);
      return FALSE;
    }
  *out_ns = seconds * SECOND;
  return TRUE;
}

static void
destroy (gpointer plugin)
{
  Coscheduling *own = plugin;

  g_hash_table_unref (own->groups);
  fit_intern_unref (own->name_label);
  fit_intern_unref (own->number_label);
  g_free (own);
}

static gpointer
create (const FitValue *args, const FitPluginHandle *handle, GError **error)
{
  Coscheduling *own = g_new0 (Coscheduling, 1);

  *own = (Coscheduling){
    .handle = handle,
    .name_label = fit_intern (POD_GROUP_NAME),
    .number_label = fit_intern (POD_GROUP_MIN_AVAILABLE),
    .groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .wait_ns = 10 * SECOND,
    .sweep_ns = 30 * SECOND,
    .expiry_ns = 600 * SECOND,
    .next_sweep_ns = G_MININT64,
  };
  if (read_seconds (args, "permitWaitingTimeSeconds", &own->wait_ns, error)
      && read_seconds (args, "podGroupGCIntervalSeconds", &own->sweep_ns, error)
      && read_seconds (args, "podGroupExpirationTimeSeconds", &own->expiry_ns,
                       error))
    return own;
  destroy (own);
  return NULL;
}

/* -- groups ---------------------------------------------------------------- */

/* The group labels of a pod. */
typedef struct
{
  const char *namespace_;
  const char *name;
  guint64 min_available;
} Membership;

/* Returns: FALSE if @pod is in no group */
static gboolean
is_member (const Coscheduling *own, const FitPod *pod, Membership *out)
{
  const FitLabels *labels = pod->meta.labels;
  const char *name = fit_labels_get (labels, own->name_label);
  const char *number = fit_labels_get (labels, own->number_label);
  guint64 min_available;

  if (name == NULL || *name == '\0' || number == NULL
      || !g_ascii_string_to_unsigned (number, 10, 2, G_MAXINT32, &min_available,
                                      NULL))
    return FALSE;
  *out = (Membership){ pod->meta.namespace_, name, min_available };
  return TRUE;
}

static char *
group_key (const char *namespace_, const char *name)
{
  return g_strdup_printf ("%s/%s", namespace_, name);
}

/* Returns: (transfer none): the group of @membership, created by @pod if it is
 * new */
static Group *
find_group (Coscheduling *own, const Membership *membership, const FitPod *pod,
            gint64 now_ns)
{
  g_autofree char *key = group_key (membership->namespace_, membership->name);
  Group *group = g_hash_table_lookup (own->groups, key);

  if (group != NULL)
    return group;
  group = g_new (Group, 1);
  *group = (Group){ .min_available = membership->min_available,
                    .priority = pod->spec->priority,
                    .created_ns = now_ns,
                    .empty_since_ns = G_MAXINT64 };
  g_hash_table_insert (own->groups, g_steal_pointer (&key), group);
  return group;
}

/* Is @pod in the group, whatever its second label says? */
static gboolean
is_of_group (const Coscheduling *own, const FitPod *pod,
             const Membership *group)
{
  const char *name = fit_labels_get (pod->meta.labels, own->name_label);

  return name != NULL && strcmp (name, group->name) == 0
         && strcmp (pod->meta.namespace_, group->namespace_) == 0;
}

/* -- forgetting groups ----------------------------------------------------- */

static void
note_group (const FitPod *pod, gpointer data)
{
  Coscheduling *own = data;
  const char *name = fit_labels_get (pod->meta.labels, own->name_label);
  g_autofree char *key = NULL;
  Group *group;

  if (name == NULL)
    return;
  key = group_key (pod->meta.namespace_, name);
  group = g_hash_table_lookup (own->groups, key);
  if (group != NULL)
    group->empty_since_ns = G_MAXINT64;
}

/* A group with pods keeps its place in the queue, however long they take. */
static void
sweep (Coscheduling *own, gint64 now_ns)
{
  GHashTableIter iter;
  gpointer value;

  if (now_ns < own->next_sweep_ns)
    return;
  own->next_sweep_ns = now_ns + own->sweep_ns;
  g_hash_table_iter_init (&iter, own->groups);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((Group *) value)->empty_since_ns
        = MIN (((Group *) value)->empty_since_ns, now_ns);
  fit_plugin_handle_each_pod (own->handle, note_group, own);
  g_hash_table_iter_init (&iter, own->groups);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Group *group = value;

      if (group->empty_since_ns != G_MAXINT64
          && now_ns - group->empty_since_ns > own->expiry_ns)
        g_hash_table_iter_remove (&iter);
    }
}

/* -- QueueSort ------------------------------------------------------------- */

/* The position of a pod among those of equal priority. */
typedef struct
{
  gint64 since_ns;
  char *key; /* owned */
} Standing;

static void
standing_clear (Standing *standing)
{
  g_free (standing->key);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Standing, standing_clear)

static Standing
standing_of (Coscheduling *own, const FitQueuedPod *queued)
{
  const FitPod *pod = queued->pod;
  Membership membership;

  if (!is_member (own, pod, &membership))
    return (Standing){ queued->first_ns,
                       group_key (pod->meta.namespace_, pod->meta.name) };
  return (Standing){
    find_group (own, &membership, pod, queued->first_ns)->created_ns,
    group_key (membership.namespace_, membership.name)
  };
}

static gboolean
less (gpointer plugin, const FitQueuedPod *a, const FitQueuedPod *b)
{
  const gint32 first = a->pod->spec->priority, second = b->pod->spec->priority;
  g_auto (Standing) one = { 0 }, other = { 0 };

  if (first != second)
    return first > second;
  one = standing_of (plugin, a);
  other = standing_of (plugin, b);
  if (one.since_ns != other.since_ns)
    return one.since_ns < other.since_ns;
  return strcmp (one.key, other.key) < 0;
}

/* -- PreFilter ------------------------------------------------------------- */

typedef struct
{
  const Coscheduling *own;
  const Membership *group;
  guint64 n;
} Count;

static void
count_member (const FitPod *pod, gpointer data)
{
  Count *count = data;

  count->n += is_of_group (count->own, pod, count->group);
}

static FitStatus
pre_filter (const FitPluginCall *call)
{
  Coscheduling *own = call->plugin;
  Membership membership;
  Count all = { .own = own, .group = &membership };
  const Group *group;

  sweep (own, call->now_ns);
  if (!is_member (own, call->pod, &membership))
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  group = find_group (own, &membership, call->pod, call->now_ns);
  if (membership.min_available != group->min_available)
    return fit_status (FIT_STATUS_UNSCHEDULABLE,
                       "PodGroupMinAvailables do not match");
  if (call->pod->spec->priority != group->priority)
    return fit_status (FIT_STATUS_UNSCHEDULABLE, "Priorities do not match");
  fit_plugin_handle_each_pod (own->handle, count_member, &all);
  if (all.n < group->min_available)
    return fit_status (FIT_STATUS_UNSCHEDULABLE, "less than minAvailable");
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* -- Permit, Unreserve ----------------------------------------------------- */

/* Counts the members that have a node, including waiting ones but not the pod
 * itself. */
static guint64
count_bound (const FitPluginCall *call, const Membership *group)
{
  const Coscheduling *own = call->plugin;
  const FitCache *cache = call->handle->cache;
  guint64 n = 0;

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      for (guint p = 0; node != NULL && p < node->n_pods; p++)
        n += strcmp (node->pods[p]->meta.uid, call->pod->meta.uid) != 0
             && is_of_group (own, node->pods[p], group);
    }
  return n;
}

typedef struct
{
  const Coscheduling *own;
  const Membership *group;
} Mates;

static void
allow_mate (FitWaitingPod *waiting, gpointer data)
{
  const Mates *mates = data;

  if (is_of_group (mates->own, fit_waiting_pod_pod (waiting), mates->group))
    fit_waiting_pod_allow_plugin (waiting, NAME);
}

static void
reject_mate (FitWaitingPod *waiting, gpointer data)
{
  const Mates *mates = data;

  if (is_of_group (mates->own, fit_waiting_pod_pod (waiting), mates->group))
    fit_waiting_pod_reject_by (waiting, NAME, NAME);
}

static FitStatus
permit (const FitPluginCall *call, const char *node_name,
        gint64 *out_timeout_ns)
{
  const Coscheduling *own = call->plugin;
  Membership membership;
  Mates mates = { own, &membership };

  if (!is_member (own, call->pod, &membership))
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  if (count_bound (call, &membership) + 1 < membership.min_available)
    {
      *out_timeout_ns = own->wait_ns;
      return (FitStatus){ .code = FIT_STATUS_WAIT };
    }
  fit_waiting_pods_each (call->handle->waiting, allow_mate, &mates);
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static void
unreserve (const FitPluginCall *call, const char *node_name)
{
  Membership membership;
  Mates mates = { call->plugin, &membership };

  if (is_member (call->plugin, call->pod, &membership))
    fit_waiting_pods_each (call->handle->waiting, reject_mate, &mates);
}

const FitPluginInfo coscheduling_plugin = {
  .name = NAME,
  .summary = "runs the pods of a group all or not at all",
  .create = create,
  .destroy = destroy,
  .less = less,
  .pre_filter = pre_filter,
  .permit = permit,
  .unreserve = unreserve,
};
