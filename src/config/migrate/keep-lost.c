/* keep-lost.c - lets an extender keep the rules of a Policy that have no
 * equivalent in the target
 *
 * It obeys a Policy of its own.  One entry of `extenders` asks it for the
 * predicates, and one for each priority, whose weight that entry has.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"

#include "base/each.h"
#include "formats/value-json.h"
#include "config/migrate/policy-plan.h"
#include "policy/fields.h"

/* Notes on each lost entry that the extender keeps it.  Returns: (transfer
 * full): these entries, as FitRulePolicy */
static GHashTable *
note_kept (FitPlan *plan)
{
  GHashTable *kept = g_hash_table_new (NULL, NULL);
  /* Up to 1.16 every entry is computed on its own. */
  const char *inexact
      = fit_release_is_legacy (plan->from_release)
            ? ""
            : "; not exact if it shared a plugin with others, whose average "
              "counted";

  for (const GList *place = plan->profile->notes.head; place != NULL;
       place = place->next)
    {
      FitMigrationNote *note = place->data;
      const FitPolicyEntry *entry = note->entry;

      if (note->kind != FIT_MIGRATION_LOST || entry == NULL)
        continue;
      g_hash_table_add (kept, (gpointer) entry->written);
      *note = (FitMigrationNote){
        .kind = FIT_MIGRATION_KEPT,
        .path = note->path,
        .name = note->name,
        .profile = note->profile,
        .message
        = entry->kind == FIT_NAME_PREDICATE
              ? "the extender filters by it"
              : fit_arena_printf (plan->arena,
                                  "the extender scores by it, with weight "
                                  "%" G_GINT64_FORMAT "%s",
                                  entry->weight, inexact)
      };
    }
  return kept;
}

/* The entries among @entries (nullable) that are in @kept, in order.  Returns:
 * (transfer full) */
static GPtrArray *
choose (const GPtrArray *entries, GHashTable *kept)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    if (g_hash_table_contains (kept, entries->pdata[i]))
      g_ptr_array_add (chosen, entries->pdata[i]);
  return chosen;
}

/* Each entry is on a line of its own. */
static char *
policy_text (FitArena *arena, const FitPolicy *kept)
{
  FitConfigReader writer = { .arena = arena, .release = FIT_RELEASE_LEGACY };
  const FitValue *lists = fit_config_write (&writer, &fit_policy_fields, kept);
  GString *out
      = g_string_new ("{\"apiVersion\": \"v1\",\n \"kind\": \"Policy\"");

  for (guint i = 0; i < lists->n; i++)
    {
      const FitValue *entries = &lists->members[i].value;

      g_string_append_printf (out, ",\n \"%s\": [", lists->members[i].key);
      for (guint j = 0; j < entries->n; j++)
        {
          g_string_append (out, j > 0 ? ",\n  " : "\n  ");
          fit_value_append_json (out, &entries->items[j], G_MAXSIZE, NULL);
        }
      g_string_append (out, entries->n > 0 ? "\n ]" : "]");
    }
  g_string_append (out, "\n}\n");
  return g_string_free (out, FALSE);
}

char *
fit_move_keep_lost (FitPlan *plan)
{
  g_autoptr (GHashTable) lost = note_kept (plan);
  g_autoptr (GPtrArray) predicates = choose (plan->policy->predicates, lost);
  g_autoptr (GPtrArray) priorities = choose (plan->policy->priorities, lost);
  const FitPolicy kept = { .predicates = predicates, .priorities = priorities };
  const char *url;
  FitExtenderPolicy *extenders;

  if (g_hash_table_size (lost) == 0)
    return NULL;
  url = plan->options->keep_lost_url;
  extenders = fit_arena_new0 (plan->arena, FitExtenderPolicy,
                              plan->n_extenders + 1 + kept.priorities->len);
  for (guint i = 0; i < plan->n_extenders; i++)
    extenders[i] = plan->extenders[i];
  plan->extenders = extenders;
  extenders += plan->n_extenders;
  if (kept.predicates->len > 0)
    *extenders++ = (FitExtenderPolicy){ .url_prefix = url,
                                        .node_cache_capable = TRUE,
                                        .filter_verb = "filter",
                                        .preempt_verb = "preempt" };
  FIT_EACH (const FitPriorityPolicy, priority, kept.priorities)
    {
      g_autofree char *name = g_uri_escape_string (priority->name, NULL, FALSE);

      *extenders++
          = (FitExtenderPolicy){ .url_prefix = url,
                                 .node_cache_capable = TRUE,
                                 .prioritize_verb = fit_arena_printf (
                                     plan->arena, "prioritize/%s", name),
                                 .weight = priority->weight };
    }
  plan->n_extenders = (guint) (extenders - plan->extenders);
  FIT_PLAN_NOTE_WHOLE (
      plan, .kind = FIT_MIGRATION_EXTENDER,
      .name = plan->options->keep_lost_url,
      .message
      = "run 'fitsched extender' there with the Policy that was written, and "
        "add tlsConfig if it has a certificate of your own. Weights count as in "
        "the Policy; sums differ only where plugins score finer than in tenths, "
        "and where percentageOfNodesToScore leaves nodes out, because an "
        "extender scales its scores over the nodes that it is sent");
  return policy_text (plan->arena, &kept);
}
