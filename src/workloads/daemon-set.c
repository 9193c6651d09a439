/* daemon-set.c - pods of DaemonSets: one for each matching node
 *
 * The pod names its node in its node affinity, and tolerates the taints for
 * node problems.
 * SPDX-License-Identifier: Apache-2.0 */

#include "api/decode-parts.h"
#include "base/each.h"
#include "workloads/workloads-private.h"

/* -- tolerations ----------------------------------------------------------- */

static const struct
{
  const char *key;
  const char *effect;
  gboolean with_host_network; /* only with hostNetwork */
} tolerated[] = {
  { "node.kubernetes.io/not-ready", "NoExecute", FALSE },
  { "node.kubernetes.io/unreachable", "NoExecute", FALSE },
  { "node.kubernetes.io/disk-pressure", "NoSchedule", FALSE },
  { "node.kubernetes.io/memory-pressure", "NoSchedule", FALSE },
  { "node.kubernetes.io/pid-pressure", "NoSchedule", FALSE },
  { "node.kubernetes.io/unschedulable", "NoSchedule", FALSE },
  { "node.kubernetes.io/network-unavailable", "NoSchedule", TRUE },
};

static FitValue
with_tolerations (FitArena *arena, const FitValue *spec)
{
  const FitValue *host_network = fit_value_get (spec, "hostNetwork");
  const gboolean on_host = host_network != NULL
                           && host_network->type == FIT_VALUE_BOOL
                           && host_network->boolean;
  const FitValue *old = fit_value_get (spec, "tolerations");
  FitValue list = { .type = FIT_VALUE_LIST };

  if (old != NULL)
    list = *old;
  for (guint i = 0; i < G_N_ELEMENTS (tolerated); i++)
    {
      FitValue toleration
          = fit_value_with_text (arena, NULL, "key", tolerated[i].key);

      if (tolerated[i].with_host_network && !on_host)
        continue;
      toleration
          = fit_value_with_text (arena, &toleration, "operator", "Exists");
      toleration = fit_value_with_text (arena, &toleration, "effect",
                                        tolerated[i].effect);
      list = fit_value_with_item (arena, &list, &toleration);
    }
  return fit_value_with (arena, spec, "tolerations", &list);
}

/* -- the node -------------------------------------------------------------- */

/* Replaces the template's required node affinity with the name of the node. */
static FitValue
pinned (FitArena *arena, const FitValue *pod, const char *node_name)
{
  const FitValue *spec = fit_value_get (pod, "spec");
  const FitValue *affinity = fit_value_get (spec, "affinity");
  const FitValue name = fit_value_of_text (node_name);
  const FitValue names = fit_value_with_item (arena, NULL, &name);
  FitValue value;

  value = fit_value_with_text (arena, NULL, "key", "metadata.name");
  value = fit_value_with_text (arena, &value, "operator", "In");
  value = fit_value_with (arena, &value, "values", &names);
  value = fit_value_with_item (arena, NULL, &value);
  value = fit_value_with (arena, NULL, "matchFields", &value);
  value = fit_value_with_item (arena, NULL, &value);
  value = fit_value_with (arena, NULL, "nodeSelectorTerms", &value);
  value = fit_value_with (arena, fit_value_get (affinity, "nodeAffinity"),
                          "requiredDuringSchedulingIgnoredDuringExecution",
                          &value);
  value = fit_value_with (arena, affinity, "nodeAffinity", &value);
  value = fit_value_with (arena, spec, "affinity", &value);
  return fit_value_with (arena, pod, "spec", &value);
}

gboolean
fit_daemon_pod_meant_for (const FitPod *pod, const FitNode *node)
{
  return (*pod->node_name == '\0' || pod->node_name == node->name)
         && fit_pod_matches_node (pod, node->meta.labels, node->name)
         && fit_find_untolerated (pod->spec->tolerations,
                                  pod->spec->n_tolerations,
                                  node->traits->taints, node->traits->n_taints,
                                  FIT_EFFECTS_THAT_KEEP_OUT)
                == NULL;
}

/* -- pods ------------------------------------------------------------------ */

FitValue
fit_daemon_set_pod (const FitMaking *making, const FitController *controller)
{
  const FitValue *object = fit_making_object (making, controller);
  const FitValue *template
      = fit_value_get (fit_value_get (object, "spec"), "template");
  FitValue pod = fit_making_pod (making, controller, template), spec;

  spec = with_tolerations (making->arena, fit_value_get (&pod, "spec"));
  pod = fit_value_with (making->arena, &pod, "spec", &spec);
  pod = fit_making_set (making, &pod, "labels", "controller-revision-hash",
                        fit_making_hash (making, template));
  return fit_making_set (making, &pod, "labels", "pod-template-generation",
                         "1");
}

gboolean
fit_make_daemon_set (FitMaking *making, const FitController *controller,
                     GError **error)
{
  const GPtrArray *nodes = making->objects->of[FIT_KIND_NODE];
  GHashTable *new_nodes = making->options->new_nodes;
  g_autoptr (GPtrArray) active = fit_making_active (making, controller);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  const gboolean only_new = !making->given && active->len > 0;
  g_autofree char *base = g_strconcat (controller->meta.name, "-", NULL);
  g_autoptr (FitArena) scratch = fit_arena_new ();
  FitDecoder decoder = { .flags = making->options->flags, .scratch = scratch };
  g_autoptr (FitPod) pod = NULL;
  FitValue value;

  if (only_new && (new_nodes == NULL || g_hash_table_size (new_nodes) == 0))
    return TRUE;
  value = fit_daemon_set_pod (making, controller);
  if (making->given && making->options->one_each)
    return fit_making_add_generated (making, &value, "", 1, error);
  /* The pod before it names a node. */
  pod = fit_decode_pod_template (&decoder, &value, error);
  if (pod == NULL)
    return FALSE;
  FIT_EACH (const FitPod, other, active)
    {
      const FitNodeSelector *required = other->spec->required_nodes;

      if (*other->node_name != '\0')
        g_hash_table_add (taken, (gpointer) other->node_name);
      else if (required != NULL && required->n > 0
               && required->terms[0].n_names > 0)
        g_hash_table_add (taken, (gpointer) required->terms[0].names[0]);
    }
  FIT_EACH (const FitNode, node, nodes)
    {
      const FitArenaMark mark = fit_arena_mark (making->arena);
      FitValue one;
      gboolean done;

      if ((only_new && !g_hash_table_contains (new_nodes, node->name))
          || !fit_daemon_pod_meant_for (pod, node)
          || !g_hash_table_add (taken, (gpointer) node->name))
        continue;
      one = pinned (making->arena, &value, node->meta.name);
      done = fit_making_add_generated (making, &one, base, 1, error);
      fit_arena_rewind (making->arena, mark);
      if (!done)
        return FALSE;
    }
  return TRUE;
}
