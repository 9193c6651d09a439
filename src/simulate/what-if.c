/* what-if.c - the kinds of what-ifs, applied one after the other
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/what-if-private.h"

#include <string.h>

/* -- kinds ----------------------------------------------------------------- */

/* @before: (transfer full): "worker-a1 is drained" */
static void
set_text (FitAssumption *out, char *before)
{
  g_autofree char *fates = fit_what_if_fates_text (out);

  out->text = g_strconcat (before, ": ", fates, NULL);
  g_free (before);
}

static const char *
are (const FitAssumption *out)
{
  return out->nodes->len == 1 ? "is" : "are";
}

static gboolean
drain (FitApplying *applying, const char *argument, GError **error)
{
  g_autoptr (GHashTable) names = fit_what_if_nodes (applying, argument, error);
  g_autofree char *nodes = NULL;

  if (names == NULL)
    return FALSE;
  fit_what_if_cordon (applying, names);
  fit_what_if_leave (applying, names, FIT_LEAVE_DRAINED);
  nodes = fit_what_if_nodes_text (applying->out->nodes);
  set_text (applying->out,
            g_strdup_printf ("%s %s drained", nodes, are (applying->out)));
  return TRUE;
}

static gboolean
cordon (FitApplying *applying, const char *argument, GError **error)
{
  g_autoptr (GHashTable) names = fit_what_if_nodes (applying, argument, error);
  g_autofree char *nodes = NULL;

  if (names == NULL)
    return FALSE;
  fit_what_if_cordon (applying, names);
  nodes = fit_what_if_nodes_text (applying->out->nodes);
  applying->out->text
      = g_strdup_printf ("%s %s cordoned", nodes, are (applying->out));
  return TRUE;
}

static gboolean
without_zone (FitApplying *applying, const char *argument, GError **error)
{
  g_autoptr (GHashTable) names = fit_what_if_zone (applying, argument, error);
  g_autofree char *nodes = NULL;

  if (names == NULL)
    return FALSE;
  fit_what_if_leave (applying, names, FIT_LEAVE_LOST);
  fit_what_if_remove_nodes (applying, names);
  nodes = fit_what_if_nodes_text (applying->out->nodes);
  set_text (applying->out,
            g_strdup_printf ("zone %s is gone with %s", argument, nodes));
  return TRUE;
}

static const struct
{
  const char *name;
  gboolean (*apply) (FitApplying *applying, const char *argument,
                     GError **error);
} kinds[] = {
  { "drain", drain },
  { "cordon", cordon },
  { "without-zone", without_zone },
  { "scale", fit_what_if_scale },
  { "replace-nodes", fit_what_if_replace },
};

static const char *const fate_names[] = {
  [FIT_FATE_MOVES] = "moves", [FIT_FATE_STAYS] = "stays",
  [FIT_FATE_GOES] = "goes",   [FIT_FATE_LOST] = "lost",
  [FIT_FATE_ENDS] = "ends",
};
G_STATIC_ASSERT (G_N_ELEMENTS (fate_names) == FIT_FATES);

const char *
fit_fate_name (FitFate fate)
{
  return fate_names[fate];
}

/* -- applying -------------------------------------------------------------- */

static void
assumption_free (gpointer data)
{
  FitAssumption *assumption = data;

  g_free (assumption->argument);
  g_free (assumption->text);
  g_ptr_array_unref (assumption->notes);
  g_ptr_array_unref (assumption->nodes);
  g_ptr_array_unref (assumption->added);
  for (guint i = 0; i < FIT_FATES; i++)
    g_ptr_array_unref (assumption->pods[i]);
  g_free (assumption);
}

void
fit_what_ifs_free (FitWhatIfs *what_ifs)
{
  if (what_ifs == NULL)
    return;
  g_ptr_array_unref (what_ifs->assumptions);
  g_hash_table_unref (what_ifs->new_nodes);
  g_free (what_ifs);
}

static gboolean
apply (FitApplying *applying, GPtrArray *assumptions, const char *what_if,
       GError **error)
{
  const gsize len = strcspn (what_if, "=");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *name = kinds[i].name;
      const char *argument;
      FitAssumption *assumption;

      if (strlen (name) != len || strncmp (name, what_if, len) != 0)
        continue;
      argument = what_if + len + 1;
      assumption = g_new0 (FitAssumption, 1);
      assumption->kind = name;
      assumption->argument = g_strdup (argument);
      assumption->notes = g_ptr_array_new_with_free_func (g_free);
      assumption->nodes = g_ptr_array_new_with_free_func (g_free);
      assumption->added = g_ptr_array_new_with_free_func (g_free);
      for (guint j = 0; j < FIT_FATES; j++)
        assumption->pods[j] = g_ptr_array_new_with_free_func (fit_object_unref);
      applying->out = assumption;
      g_ptr_array_add (assumptions, applying->out);
      if (kinds[i].apply (applying, applying->out->argument, error))
        return TRUE;
      return fit_blame (error, "--%s: ", name);
    }
  return fit_fail (error, FIT_ERROR_USAGE, "unknown what-if \"%s\"", what_if);
}

FitWhatIfs *
fit_what_ifs_apply (char *const *what_ifs, FitObjects *objects,
                    const FitWhatIfOptions *options, GError **error)
{
  g_autoptr (FitWhatIfs) out = g_new0 (FitWhatIfs, 1);
  g_autofree guint *evicted
      = g_new0 (guint, objects->of[FIT_KIND_POD_DISRUPTION_BUDGET]->len);
  FitApplying applying
      = { .objects = objects, .options = options, .evicted = evicted };

  out->assumptions = g_ptr_array_new_with_free_func (assumption_free);
  out->new_nodes
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  applying.new_nodes = out->new_nodes;
  for (; *what_ifs != NULL; what_ifs++)
    if (!apply (&applying, out->assumptions, *what_ifs, error))
      return NULL;
  return g_steal_pointer (&out);
}
