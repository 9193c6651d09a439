/* keep-lost.c - a migration where an extender keeps the rules of a Policy that
 * the target has no equal for
 *
 * The Policy is migrated twice: first to see which entries are lost, and then
 * without them, with extenders in their place.  So what is written is what
 * would be written for a Policy that has these extenders.
 */
#include "config/migrate/migration.h"

#include "base/value-edit.h"
#include "base/value-json.h"
#include "config/migrate/plan.h"

#include <string.h>

static const char *const list_names[] = { "predicates", "priorities" };

enum
{
  PREDICATES,
  PRIORITIES,
  N_LISTS,
};

/* What becomes of an entry. */
typedef enum
{
  STAYS,
  LOST,
  DROPPED, /* A predicate that has no effect.  It is left out, because what is
              lost may have brought the arguments that its plugin needs. */
} Fate;

typedef struct
{
  FitArena *arena;
  const FitMigration *first; /* with what is lost */
  const char *url;
  const FitValue *policy;
  const FitValue *lists[N_LISTS]; /* (nullable) */
  Fate *fates[N_LISTS];           /* by index in the list */
  guint *places[N_LISTS]; /* by index in what remains: the index in the list */
  guint n_lost[N_LISTS];
} Keep;

/* -- fates ----------------------------------------------------------------- */

/* "predicates[2]...": Returns: FALSE if @path is not of that form; *@out_rest:
 * what follows the bracket */
static gboolean
split_path (const char *path, guint *out_list, guint *out_index,
            const char **out_rest)
{
  for (guint list = 0; path != NULL && list < N_LISTS; list++)
    {
      const gsize n = strlen (list_names[list]);
      char *end;

      if (strncmp (path, list_names[list], n) != 0 || path[n] != '[')
        continue;
      *out_list = list;
      *out_index = (guint) g_ascii_strtoull (path + n + 1, &end, 10);
      *out_rest = end;
      return *end == ']';
    }
  return FALSE;
}

/* The entry of the source that @note is about.  Returns: (nullable) */
static Fate *
fate_of (const Keep *keep, const FitMigrationNote *note)
{
  guint list, index;
  const char *rest;

  if (!split_path (note->path, &list, &index, &rest)
      || keep->lists[list] == NULL || index >= keep->lists[list]->n)
    return NULL;
  return &keep->fates[list][index];
}

static void
find_fates (Keep *keep)
{
  const GArray *notes = keep->first->notes;

  for (guint list = 0; list < N_LISTS; list++)
    {
      const guint n = keep->lists[list] != NULL ? keep->lists[list]->n : 0;

      keep->fates[list] = fit_arena_new0 (keep->arena, Fate, n + 1);
      keep->places[list] = fit_arena_new0 (keep->arena, guint, n + 1);
    }
  for (guint i = 0; i < notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (notes, FitMigrationNote, i);
      Fate *fate = fate_of (keep, note);

      if (fate == NULL)
        continue;
      if (note->kind == FIT_MIGRATION_LOST)
        *fate = LOST;
      else if (note->kind == FIT_MIGRATION_DROPPED && *fate == STAYS
               && g_str_has_prefix (note->path, list_names[PREDICATES]))
        *fate = DROPPED;
    }
  for (guint list = 0; list < N_LISTS; list++)
    for (guint i = 0, k = 0;
         keep->lists[list] != NULL && i < keep->lists[list]->n; i++)
      if (keep->fates[list][i] == STAYS)
        keep->places[list][k++] = i;
      else if (keep->fates[list][i] == LOST)
        keep->n_lost[list]++;
}

/* -- texts ----------------------------------------------------------------- */

static char *
kept_policy (const Keep *keep)
{
  GString *out
      = g_string_new ("{\"apiVersion\": \"v1\",\n \"kind\": \"Policy\"");

  for (guint list = 0; list < N_LISTS; list++)
    {
      const FitValue *entries = keep->lists[list];
      const char *before = "\n  ";

      g_string_append_printf (out, ",\n \"%s\": [", list_names[list]);
      for (guint i = 0; entries != NULL && i < entries->n; i++)
        if (keep->fates[list][i] == LOST)
          {
            g_string_append (out, before);
            fit_value_append_json (out, &entries->items[i], G_MAXSIZE, NULL);
            before = ",\n  ";
          }
      g_string_append (out, keep->n_lost[list] > 0 ? "\n ]" : "]");
    }
  g_string_append (out, "\n}\n");
  return g_string_free (out, FALSE);
}

static const char *
weight_of (const FitValue *priority)
{
  const FitValue *weight = fit_value_get (priority, "weight");

  return weight != NULL && weight->type == FIT_VALUE_NUMBER ? weight->text
                                                            : "1";
}

/* @list has room. */
static void
append (FitValue *list, FitValue item)
{
  ((FitValue *) list->items)[list->n++] = item;
}

/* An extender at the URL, with two more members. */
static FitValue
extender (const Keep *keep, const char *key, FitValue value, const char *other,
          FitValue other_value)
{
  FitNewMap map = { .members = fit_arena_new0 (keep->arena, FitMember, 4) };

  fit_new_map_add (&map, "urlPrefix", fit_value_of_text (keep->url));
  fit_new_map_add (&map, "nodeCacheCapable", fit_value_of_bool (TRUE));
  fit_new_map_add (&map, key, value);
  fit_new_map_add (&map, other, other_value);
  return (
      FitValue){ .type = FIT_VALUE_MAP, .n = map.n, .members = map.members };
}

/* One for the predicates, and one for each priority, whose weight it has. */
static void
add_extenders (const Keep *keep, FitValue *list)
{
  const FitValue *priorities = keep->lists[PRIORITIES];

  if (keep->n_lost[PREDICATES] > 0)
    append (list, extender (keep, "filterVerb", fit_value_of_text ("filter"),
                            "preemptVerb", fit_value_of_text ("preempt")));
  for (guint i = 0; priorities != NULL && i < priorities->n; i++)
    {
      const char *name = fit_value_get_string (&priorities->items[i], "name");
      g_autofree char *escaped
          = g_uri_escape_string (name != NULL ? name : "", NULL, FALSE);
      const char *verb
          = fit_arena_printf (keep->arena, "prioritize/%s", escaped);
      FitValue weight = fit_value_of_text (weight_of (&priorities->items[i]));

      weight.type = FIT_VALUE_NUMBER;
      if (keep->fates[PRIORITIES][i] == LOST)
        append (list, extender (keep, "prioritizeVerb",
                                fit_value_of_text (verb), "weight", weight));
    }
}

/* The entries of @from (nullable) that stay according to @fates (nullable: all
 * do), with room for @more. */
static FitValue
what_stays (const Keep *keep, const FitValue *from, const Fate *fates,
            guint more)
{
  const guint n = from != NULL && from->type == FIT_VALUE_LIST ? from->n : 0;
  FitValue list = { .type = FIT_VALUE_LIST,
                    .items = fit_arena_new0 (keep->arena, FitValue, n + more) };

  for (guint i = 0; i < n; i++)
    if (fates == NULL || fates[i] == STAYS)
      append (&list, from->items[i]);
  return list;
}

/* The Policy without what does not stay. */
static char *
rest_of_policy (const Keep *keep)
{
  FitValue rest
      = fit_value_with_text (keep->arena, keep->policy, "kind", "Policy");
  FitValue extenders
      = what_stays (keep, fit_value_get (keep->policy, "extenders"), NULL,
                    keep->n_lost[PREDICATES] + keep->n_lost[PRIORITIES]);

  for (guint list = 0; list < N_LISTS; list++)
    if (keep->lists[list] != NULL)
      {
        const FitValue kept
            = what_stays (keep, keep->lists[list], keep->fates[list], 0);

        rest = fit_value_with (keep->arena, &rest, list_names[list], &kept);
      }
  add_extenders (keep, &extenders);
  rest = fit_value_with (keep->arena, &rest, "extenders", &extenders);
  return fit_value_to_json (&rest, NULL, NULL);
}

/* -- notes ----------------------------------------------------------------- */

static void
note_kept (const Keep *keep, FitMigration *to)
{
  /* Up to 1.16 every entry is computed on its own. */
  const gboolean averaged = !fit_release_is_legacy (to->from_release);

  for (guint list = 0; list < N_LISTS; list++)
    for (guint i = 0; keep->lists[list] != NULL && i < keep->lists[list]->n;
         i++)
      {
        const FitValue *entry = &keep->lists[list]->items[i];
        const char *name = fit_value_get_string (entry, "name");
        const FitMigrationNote note = {
          .kind = FIT_MIGRATION_KEPT,
          .path = fit_arena_printf (to->arena, "%s[%u]", list_names[list], i),
          .name = fit_arena_strdup (to->arena, name),
          .message
          = list == PREDICATES
                ? "the extender filters by it"
                : fit_arena_printf (
                    to->arena, "the extender scores by it, with weight %s%s",
                    weight_of (entry),
                    averaged ? "; not exact if it shared a plugin with others, "
                               "whose average counted"
                             : "")
        };

        if (keep->fates[list][i] == LOST)
          g_array_append_val (to->notes, note);
      }
}

static void
note_dropped (const Keep *keep, FitMigration *to)
{
  const GArray *notes = keep->first->notes;

  for (guint i = 0; i < notes->len; i++)
    {
      FitMigrationNote note = g_array_index (notes, FitMigrationNote, i);
      const Fate *fate = fate_of (keep, &note);

      if (fate == NULL || *fate != DROPPED)
        continue;
      note.path = fit_arena_strdup (to->arena, note.path);
      note.name = fit_arena_strdup (to->arena, note.name);
      note.profile = fit_arena_strdup (to->arena, note.profile);
      note.plugin = fit_arena_strdup (to->arena, note.plugin);
      note.args = fit_arena_strdup (to->arena, note.args);
      note.message = fit_arena_strdup (to->arena, note.message);
      g_array_append_val (to->notes, note);
    }
}

static void
note_limits (const Keep *keep, FitMigration *to)
{
  const FitMigrationNote note = {
    .kind = FIT_MIGRATION_EXTENDER,
    .name = fit_arena_strdup (to->arena, keep->url),
    .message
    = "run 'fitsched extender' there with the Policy that was written, and "
      "add tlsConfig if it has a certificate of your own. Weights count as in "
      "the Policy; sums differ only where plugins score finer than in tenths, "
      "and where percentageOfNodesToScore leaves nodes out, because an "
      "extender scales its scores over the nodes that it is sent",
  };

  g_array_append_val (to->notes, note);
}

/* Entries have other places than in the source, and the new extenders have none
 * there. */
static void
mend_notes (const Keep *keep, FitMigration *to)
{
  const FitValue *own = fit_value_get (keep->policy, "extenders");
  const guint n_own = own != NULL && own->type == FIT_VALUE_LIST ? own->n : 0;

  for (guint i = to->notes->len; i-- > 0;)
    {
      FitMigrationNote *note = &g_array_index (to->notes, FitMigrationNote, i);
      guint list, index;
      const char *rest;

      if (split_path (note->path, &list, &index, &rest))
        {
          note->path = fit_arena_printf (to->arena, "%s[%u%s", list_names[list],
                                         keep->places[list][index], rest);
        }
      else if (note->path != NULL && g_str_has_prefix (note->path, "extenders[")
               && g_ascii_strtoull (note->path + strlen ("extenders["), NULL,
                                    10)
                      >= n_own)
        g_array_remove_index (to->notes, i);
    }
}

/* -- the whole ------------------------------------------------------------- */

/* The Policy of @source.  Returns: (nullable): NULL if it is none with lists
 * that could be divided */
static const FitValue *
parse_policy (FitArena *arena, const FitMigrationSource *source)
{
  const gboolean own = source->kind == FIT_MIGRATION_POLICY;
  const char *text = own ? source->bytes : source->policy_bytes;
  const gsize len = own ? source->len : source->policy_len;
  const FitValue *policy;
  gsize offset = 0;

  if (text == NULL)
    return NULL;
  policy = fit_json_parse (arena, text, len, &offset, NULL, NULL);
  if (policy == NULL)
    policy = fit_yaml_parse (arena, text, len, NULL, NULL);
  return fit_value_get_string (policy, "apiVersion") != NULL ? policy : NULL;
}

static FitMigration *
migrate_rest (const Keep *keep, const FitMigrationSource *source,
              const FitMigrationOptions *options, GError **error)
{
  g_autofree char *text = rest_of_policy (keep);
  FitMigrationSource rest = *source;
  FitMigrationOptions how = *options;
  FitMigration *migration;

  if (source->kind == FIT_MIGRATION_POLICY)
    {
      rest.bytes = text;
      rest.len = strlen (text);
    }
  else
    {
      rest.policy_bytes = text;
      rest.policy_len = strlen (text);
    }
  how.from_release = keep->first->from_release;
  migration = fit_migrate (&rest, &how, error);
  if (migration == NULL)
    return NULL;
  mend_notes (keep, migration);
  note_dropped (keep, migration);
  note_kept (keep, migration);
  note_limits (keep, migration);
  migration->kept_policy = kept_policy (keep);
  return migration;
}

FitMigration *
fit_migrate_keeping (const FitMigrationSource *source,
                     const FitMigrationOptions *options, const char *url,
                     GError **error)
{
  g_autoptr (FitMigration) first = fit_migrate (source, options, error);
  g_autoptr (FitArena) arena = fit_arena_new ();
  Keep keep = { .arena = arena, .first = first, .url = url };
  FitMigration *migration;

  if (first == NULL)
    return NULL;
  keep.policy = parse_policy (arena, source);
  for (guint i = 0; keep.policy != NULL && i < N_LISTS; i++)
    {
      keep.lists[i] = fit_value_get (keep.policy, list_names[i]);
      if (keep.lists[i] != NULL && keep.lists[i]->type != FIT_VALUE_LIST)
        keep.lists[i] = NULL;
    }
  find_fates (&keep);
  if (keep.n_lost[PREDICATES] + keep.n_lost[PRIORITIES] == 0)
    return g_steal_pointer (&first);
  migration = migrate_rest (&keep, source, options, error);
  if (migration != NULL && migration->readers == NULL)
    migration->readers = g_steal_pointer (&first->readers);
  return migration;
}
