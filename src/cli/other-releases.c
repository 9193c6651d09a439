/* other-releases.c - simulates a Policy as the other releases run it that read
 * it, and says which of them place pods elsewhere
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/other-releases.h"

#include "api/texts.h"
#include "base/each.h"
#include "cli/console.h"
#include "cli/policy-as-plugins.h"
#include "simulate/replay.h"

#define NS_PER_MS 1000000

/* A run with more decisions than these for each pod is given up. */
#define MOST_DECISIONS_PER_POD 100

/* -- one simulation -------------------------------------------------------- */

/* In a g_rc_box: several releases may have the same one. */
typedef struct
{
  gboolean is_first; /* it would be that of 1.16: no items */
  FitItems items;
  FitReplayObserver observer; /* of @items */
  guint n_decisions;
} Run;

static void
run_clear (gpointer data)
{
  fit_items_clear (&((Run *) data)->items);
}

static void
release_run (gpointer run)
{
  if (run != NULL)
    g_rc_box_release_full (run, run_clear);
}

static void
decided (gpointer data, const FitDecision *decision)
{
  Run *run = data;

  run->n_decisions++;
  run->observer.decided (run->observer.data, decision);
}

static gboolean
goes_on (gpointer data)
{
  const Run *run = data;

  return run->n_decisions
         <= MOST_DECISIONS_PER_POD * (run->items.items->len + 1);
}

/* Returns: (transfer full) (nullable): NULL if it has no end, or there are no
 * such rules */
static Run *
run_new (FitSession *session)
{
  const FitOptions *options = &session->invocation->options;
  Run *run = g_rc_box_new0 (Run);
  FitReplayOptions how = {
    .disable_preemption = session->rules.disable_preemption
                          || !fit_session_has_priorities (session),
    .bind_latency_ns = options->bind_latency * NS_PER_MS,
    .as_is = options->as_is,
    .observer = { .data = run, .decided = decided, .goes_on = goes_on },
  };
  FitReplay *replay = NULL;
  gboolean ends;

  fit_items_init (&run->items, session->objects, &session->rules);
  run->items.progress.wanted = FALSE;
  run->observer = fit_items_observer (&run->items);
  if (fit_session_rules (session, &how.rules, NULL))
    replay = fit_replay_new (&how, NULL);
  ends = replay != NULL
         && fit_replay_add_objects (replay, session->objects, NULL)
         && fit_replay_settle (replay) && !fit_replay_stopped (replay);
  fit_replay_free (replay);
  if (!ends)
    {
      release_run (run);
      return NULL;
    }
  fit_items_end (&run->items);
  return run;
}

/* -- all releases ---------------------------------------------------------- */

/* The rules of one more release, with the cluster of the session before. */
typedef struct
{
  FitInvocation invocation;
  FitSession session;
} Other;

static Other *
other_new (const FitInvocation *invocation, FitRelease release,
           const FitSession *beside)
{
  Other *other = g_new0 (Other, 1);
  FitOptions *options = &other->invocation.options;
  char *name = (char *) fit_policy_release_run_as (release);

  other->invocation = *invocation;
  other->invocation.rules_are_known = TRUE;
  if (fit_release_has_profiles (release))
    options->release = name;
  else
    options->emulate_release = name;
  if (fit_session_open_beside (&other->session, &other->invocation, beside,
                               NULL))
    return other;
  fit_session_close (&other->session);
  g_free (other);
  return NULL;
}

/* What a release does that has not been tried. */
static Run *
try_release (GPtrArray *opened, GHashTable *known, FitSession *session,
             FitRelease release)
{
  const FitSession *last
      = opened->len > 0 ? &((Other *) opened->pdata[opened->len - 1])->session
                        : session;
  Other *other = other_new (session->invocation, release, last);
  g_autofree char *signature = NULL;
  gpointer run;

  if (other == NULL)
    return NULL;
  g_ptr_array_add (opened, other);
  signature = fit_session_signature (&other->session);
  if (signature == NULL)
    return NULL;
  if (g_hash_table_lookup_extended (known, signature, NULL, &run))
    return run != NULL ? g_rc_box_acquire (run) : NULL;
  run = run_new (&other->session);
  g_hash_table_insert (known, g_steal_pointer (&signature), run);
  return run;
}

void
fit_other_releases_run (FitOtherReleases *others, FitSession *session)
{
  const FitInvocation *invocation = session->invocation;
  const FitOptions *options = &invocation->options;
  g_autoptr (GPtrArray) opened = g_ptr_array_new ();
  GPtrArray *runs;
  g_autoptr (GHashTable) known
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char *signature;
  Run *first;

  *others = (FitOtherReleases){ 0 };
  /* Only a Policy is asked about, and only if it runs as 1.16 runs it because
   * nobody says which release it is for. */
  if (invocation == &session->defaults.invocation || options->policy == NULL
      || options->config != NULL || options->release != NULL
      || options->trace != NULL || invocation->rules_are_known
      || fit_options_given (options, "emulate-release")
      || !fit_release_groups_are_tried (session))
    return;
  others->readers = fit_policy_readers (invocation, options->policy);
  if (others->readers == NULL)
    return;
  runs = g_ptr_array_new_with_free_func (release_run);
  signature = fit_session_signature (session);
  first = g_rc_box_new0 (Run);
  first->is_first = TRUE;
  if (signature != NULL)
    g_hash_table_insert (known, signature, first);
  for (guint i = others->readers->len; i > 0; i--)
    {
      const FitReader *reader = others->readers->pdata[i - 1];

      g_ptr_array_add (
          runs, reader->release == FIT_RELEASE_LEGACY ? g_rc_box_acquire (first)
                : reader->reads
                    ? try_release (opened, known, session, reader->release)
                    : NULL);
    }
  release_run (first);
  others->runs = runs;
  for (guint i = opened->len; i > 0; i--)
    {
      fit_session_close (&((Other *) opened->pdata[i - 1])->session);
      g_free (opened->pdata[i - 1]);
    }
}

void
fit_other_releases_clear (FitOtherReleases *others)
{
  g_clear_pointer (&others->readers, g_ptr_array_unref);
  g_clear_pointer (&others->runs, g_ptr_array_unref);
}

/* -- comparing ------------------------------------------------------------- */

/* What a group of releases does with the pods that somebody asks about. */
typedef struct
{
  GPtrArray *nodes; /* owned, of char (nullable, borrowed): one for each */
  guint n_elsewhere;
  guint n_nowhere; /* on a node with 1.16 only */
} Placements;

static void
free_placements (gpointer data)
{
  g_ptr_array_unref (((Placements *) data)->nodes);
  g_free (data);
}

/* @run: (nullable): NULL: that of 1.16.
 * Returns: (transfer full) (nullable): NULL if @run has not tried the pods */
static Placements *
placements_new (const GPtrArray *items, const Run *run)
{
  Placements *placements = g_new0 (Placements, 1);

  placements->nodes = g_ptr_array_new ();
  FIT_EACH (const FitItem, first, items)
    {
      g_autofree char *name = fit_pod_full_name (first->pod);
      const FitItem *item = run != NULL
                                ? g_hash_table_lookup (run->items.by_name, name)
                                : first;

      if (item == NULL || item->error != NULL || first->error != NULL)
        {
          free_placements (placements);
          return NULL;
        }
      g_ptr_array_add (placements->nodes, item->node);
      if (g_strcmp0 (first->node, item->node) == 0)
        continue;
      placements->n_elsewhere += item->node != NULL;
      placements->n_nowhere += item->node == NULL;
    }
  return placements;
}

static gboolean
same_placements (gconstpointer a, gconstpointer b)
{
  const GPtrArray *one = ((const Placements *) a)->nodes,
                  *other = ((const Placements *) b)->nodes;

  for (guint i = 0; i < one->len; i++)
    if (g_strcmp0 (one->pdata[i], other->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

/* @run: (nullable): one that another release has
 * @groups: of Placements; those of 1.16 are the first */
static gint
find_group (GPtrArray *groups, const GPtrArray *items, const Run *run)
{
  Placements *placements;
  guint index;

  if (run == NULL)
    return FIT_NO_ANSWER;
  if (run->is_first)
    return 0;
  placements = placements_new (items, run);
  if (placements == NULL)
    return FIT_NO_ANSWER;
  if (!g_ptr_array_find_with_equal_func (groups, placements, same_placements,
                                         &index))
    {
      g_ptr_array_add (groups, placements);
      return (gint) groups->len - 1;
    }
  free_placements (placements);
  return (gint) index;
}

void
fit_other_releases_note (const FitOtherReleases *others, const GPtrArray *items)
{
  g_autoptr (GArray) answers
      = g_array_new (FALSE, FALSE, sizeof (FitReleaseAnswer));
  g_autoptr (GPtrArray) groups
      = g_ptr_array_new_with_free_func (free_placements);
  g_autoptr (GPtrArray) spans = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  Placements *first;

  if (others->readers == NULL || items->len == 0
      || (first = placements_new (items, NULL)) == NULL)
    return;
  g_ptr_array_add (groups, first);
  for (guint i = 0; i < others->runs->len; i++)
    {
      const FitReleaseAnswer answer
          = { others->readers->pdata[others->readers->len - 1 - i],
              find_group (groups, items, others->runs->pdata[i]) };

      g_array_append_val (answers, answer);
    }
  spans = fit_release_spans (answers);
  FIT_EACH (const FitReleaseSpan, span, spans)
    {
      const Placements *placements;
      guint n;

      if (span->answer <= 0)
        continue;
      placements = groups->pdata[span->answer];
      n = placements->n_elsewhere + placements->n_nowhere;
      g_string_append_printf (
          text, "; on %s, %u of %u %s %s %s%s (--%s %s shows %s)",
          span->releases, n, items->len, items->len == 1 ? "pod" : "pods",
          n == 1 ? "goes" : "go",
          placements->n_elsewhere > 0 ? "elsewhere" : "nowhere",
          placements->n_elsewhere > 0 && placements->n_nowhere > 0
              ? " or nowhere"
              : "",
          span->has_profiles ? "release" : "emulate-release", span->newest,
          placements->n_elsewhere > 0 ? "where" : "why");
    }
  if (text->len > 0)
    fit_console_note ("the rules are read as 1.16 reads them%s", text->str);
}

void
fit_other_releases_note_pods (FitSession *session, const GPtrArray *pods)
{
  g_auto (FitOtherReleases) others = { 0 };
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  Run *first;

  fit_other_releases_run (&others, session);
  first = others.readers != NULL ? run_new (session) : NULL;
  for (guint i = 0; first != NULL && i < pods->len; i++)
    {
      g_autofree char *name = fit_pod_full_name (pods->pdata[i]);
      FitItem *item = g_hash_table_lookup (first->items.by_name, name);

      if (item != NULL)
        g_ptr_array_add (items, item);
    }
  fit_other_releases_note (&others, items);
  release_run (first);
}
