/* remedy-text.c - changes that would let a pod fit, as text and as data
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/remedies-private.h"

#include <string.h>

#include "api/names.h"
#include "api/texts.h"
#include "base/each.h"

/* -- text ------------------------------------------------------------------ */

/* @pod moves.  Returns: (nullable): where it goes */
static const char *
destination (const FitPod *pod, const GArray *moves)
{
  FIT_EACH_OF (const FitMove, move, moves)
    if (move->pod == pod)
      return move->to;
  return NULL;
}

/* @among: it is one of several changes */
static char *
describe_change (const FitChange *change, gboolean among, const GArray *moves)
{
  g_autofree char *part = NULL;
  const char *to;
  gboolean one_pod;

  switch (change->type)
    {
    case FIT_CHANGE_TOLERATE:
      return fit_taint_format (change->taint);
    case FIT_CHANGE_LABEL:
      return g_strconcat (change->key, *change->value ? "=" : "", change->value,
                          NULL);
    case FIT_CHANGE_UNLABEL:
      return g_strdup (change->key);
    case FIT_CHANGE_REPAIR:
      return strcmp (change->key, "Ready") == 0
                 ? g_strdup ("make the node Ready")
                 : g_strdup_printf ("end the condition %s", change->key);
    case FIT_CHANGE_EVICT:
      part = fit_pod_full_name (change->pod);
      to = destination (change->pod, moves);
      return to != NULL ? g_strdup_printf ("%s to %s", part, to)
                        : g_strdup_printf ("%s elsewhere", part);
    case FIT_CHANGE_WAIT:
      return fit_pod_full_name (change->pod);
    case FIT_CHANGE_ROOM:
      part = fit_amount_format (change->resource, change->amount);
      one_pod = strcmp (part, "1") == 0
                && strcmp (change->resource, FIT_RESOURCE_PODS) == 0;
      return g_strdup_printf ("%s%s more %s", among ? "give it " : "", part,
                              one_pod ? "pod" : change->resource);
    case FIT_CHANGE_FEWER:
      part = fit_selector_format (change->selector);
      return g_strdup_printf (
          "run %" G_GINT64_FORMAT " fewer %s with %s in %s=%s", change->amount,
          change->amount == 1 ? "pod" : "pods", part, change->key,
          change->value);
    default:
      return g_strdup ("");
    }
}

static const struct
{
  const char *name; /* for -o json */
  const char *before;
  const char *after;
  const char *after_several; /* (nullable): other than @after */
} types[] = {
  [FIT_CHANGE_TOLERATE] = { "tolerate", "tolerate ", "", NULL },
  [FIT_CHANGE_UNCORDON] = { "uncordon", "uncordon the node", "", NULL },
  [FIT_CHANGE_LABEL] = { "addLabel", "add the node label ", "", NULL },
  [FIT_CHANGE_UNLABEL] = { "removeLabel", "remove the node label ", "", NULL },
  [FIT_CHANGE_REPAIR] = { "repair", "", "", NULL },
  [FIT_CHANGE_EVICT] = { "evict", "move ", "", NULL },
  [FIT_CHANGE_WAIT]
  = { "wait", "wait until ", ", which is being deleted, is gone",
      ", which are being deleted, are gone" },
  [FIT_CHANGE_ROOM] = { "room", "", "", NULL },
  [FIT_CHANGE_FEWER] = { "fewer", "", "", NULL },
};

gboolean
fit_changes_several (const GArray *changes)
{
  for (guint i = 1; i < changes->len; i++)
    if (g_array_index (changes, FitChange, i).type
        != g_array_index (changes, FitChange, 0).type)
      return TRUE;
  return FALSE;
}

char *
fit_changes_describe (const GArray *changes, const GArray *moves)
{
  const gboolean among = fit_changes_several (changes);
  GString *out = g_string_new (NULL);

  for (guint type = 0; type < G_N_ELEMENTS (types); type++)
    {
      FitChangeType kind = (FitChangeType) type;
      guint n = 0;

      FIT_EACH_OF (const FitChange, change, changes)
        {
          g_autofree char *text = NULL;

          if (change->type != kind)
            continue;
          text = describe_change (change, among, moves);
          g_string_append_printf (out, "%s%s",
                                  n > 0          ? " and "
                                  : out->len > 0 ? ", and "
                                                 : "",
                                  n == 0 ? types[kind].before : "");
          g_string_append (out, text);
          n++;
        }
      if (n > 0)
        g_string_append (out, n > 1 && types[kind].after_several != NULL
                                  ? types[kind].after_several
                                  : types[kind].after);
    }
  return g_string_free (out, FALSE);
}

char *
fit_scattered_describe (const FitScattered *scattered)
{
  const char *resource = scattered->resource;
  g_autofree char *all = fit_amount_format (resource, scattered->free);
  g_autofree char *most = fit_amount_format (resource, scattered->most);
  g_autofree char *requested
      = fit_amount_format (resource, scattered->requested);

  return g_strdup_printf ("%s %s are free in all, at most %s on one node (%s); "
                          "the pod requests %s",
                          all, resource, most, scattered->node, requested);
}

/* -- data ------------------------------------------------------------------ */

static FitJson *
pod_json (const FitPod *pod)
{
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "namespace", pod->meta.namespace_);
  fit_json_set_text (object, "name", pod->meta.name);
  return object;
}

FitRemedy *
fit_remedy_new (const GArray *changes, const GArray *moves)
{
  FitRemedy *remedy = g_new0 (FitRemedy, 1);

  remedy->type = g_array_index (changes, FitChange, 0).type;
  remedy->several = fit_changes_several (changes);
  remedy->text = fit_changes_describe (changes, moves);
  remedy->changes = fit_json_array ();
  remedy->nodes = g_ptr_array_new ();
  for (guint i = 0; i < changes->len; i++)
    {
      FitJson *object = fit_json_append (remedy->changes);
      const FitChange *change = &g_array_index (changes, FitChange, i);
      g_autofree char *text = NULL;

      fit_json_set_text (object, "change", types[change->type].name);
      switch (change->type)
        {
        case FIT_CHANGE_TOLERATE:
          text = fit_taint_format (change->taint);
          fit_json_set_text (object, "taint", text);
          break;
        case FIT_CHANGE_LABEL:
        case FIT_CHANGE_UNLABEL:
          fit_json_set_text (object, "key", change->key);
          if (change->type == FIT_CHANGE_LABEL)
            fit_json_set_text (object, "value", change->value);
          break;
        case FIT_CHANGE_REPAIR:
          fit_json_set_text (object, "condition", change->key);
          break;
        case FIT_CHANGE_EVICT:
        case FIT_CHANGE_WAIT:
          fit_json_set (object, "pod", pod_json (change->pod));
          fit_json_set_text (object, "from", change->pod->node_name);
          if (change->type == FIT_CHANGE_EVICT)
            fit_json_set_text (object, "to", destination (change->pod, moves));
          break;
        case FIT_CHANGE_ROOM:
          text = fit_amount_format (change->resource, change->amount);
          fit_json_set_text (object, "resource", change->resource);
          fit_json_set_text (object, "amount", text);
          break;
        case FIT_CHANGE_FEWER:
          text = fit_selector_format (change->selector);
          fit_json_set_text (object, "selector", text);
          fit_json_set_text (object, "key", change->key);
          fit_json_set_text (object, "value", change->value);
          fit_json_set_integer (object, "pods", change->amount);
          break;
        default:
          break;
        }
    }
  return remedy;
}

void
fit_remedy_free (gpointer data)
{
  FitRemedy *remedy = data;

  g_free (remedy->text);
  fit_json_free (remedy->changes);
  g_ptr_array_unref (remedy->nodes);
  g_free (remedy);
}

FitJson *
fit_remedies_json (const FitRemedies *remedies)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; remedies != NULL && i < remedies->remedies->len; i++)
    {
      const FitRemedy *remedy = remedies->remedies->pdata[i];
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "change",
                         remedy->several ? "several"
                                         : types[remedy->type].name);
      fit_json_set_text (object, "text", remedy->text);
      fit_json_set_boolean (object, "certain", remedies->whole);
      fit_json_set_texts (object, "nodes", remedy->nodes);
      fit_json_set (object, "changes", fit_json_ref (remedy->changes));
    }
  return array;
}

FitJson *
fit_scattered_json (const FitRemedies *remedies)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; remedies != NULL && i < remedies->scattered->len; i++)
    {
      const FitScattered *scattered
          = &g_array_index (remedies->scattered, FitScattered, i);
      const char *resource = scattered->resource;
      g_autofree char *requested
          = fit_amount_format (resource, scattered->requested);
      g_autofree char *all = fit_amount_format (resource, scattered->free);
      g_autofree char *most = fit_amount_format (resource, scattered->most);
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "resource", resource);
      fit_json_set_text (object, "requested", requested);
      fit_json_set_text (object, "free", all);
      fit_json_set_text (object, "most", most);
      fit_json_set_text (object, "node", scattered->node);
    }
  return array;
}
