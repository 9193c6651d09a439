/* known-fields.c - what is probably misspelt in Pods and Nodes
 *
 * Unknown fields are ignored, as in v1.16: a pod with `request:` instead of
 * `requests:` requests nothing.  The tables of the decoders have every field
 * that core/v1 has had up to 1.34, in the parts of objects that matter to
 * scheduling.  Unknown fields that are similar to a known one are reported, and
 * words that an API server would refuse, such as
 * `whenUnsatisfiable: DoNotschedule`.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/objects-private.h"

#include "api/decode.h"
#include "api/kinds.h"
#include "base/list-gap.h"
#include "base/similar.h"

/* Finding similar names takes time, so only this many unknown fields are
 * checked. */
#define MOST_UNKNOWN 10000

typedef struct
{
  const char *kind;
  GString *path; /* owned */
  const FitValue *object;
  FitObjects *objects;
} Looking;

/* "Pod default/web: spec.nodeselectorWHAT" */
static void
note (const Looking *looking, FitTally *tally, const char *field,
      const char *what)
{
  const FitValue *meta = fit_value_get (looking->object, "metadata");
  const char *namespace_ = fit_value_get_string (meta, "namespace");
  const char *name = fit_value_get_string (meta, "name");

  fit_tally_add (tally, "%s %s%s%s: %s%s%s%s", looking->kind,
                 namespace_ != NULL ? namespace_ : "",
                 namespace_ != NULL ? "/" : "", name != NULL ? name : "",
                 looking->path->str, fit_list_gap (looking->path, "."), field,
                 what);
}

static void
look_at_unknown (Looking *looking, const FitType *type, const FitMember *member)
{
  const char *const *others = type->others;
  g_autofree char *what = NULL;
  FitSimilar similar;

  if (g_strv_contains (others, member->key)
      || looking->objects->n_unknown_fields++ >= MOST_UNKNOWN)
    return;
  fit_similar_init (&similar, member->key);
  for (; type != NULL; type = type->also)
    {
      type = fit_type_described (type);
      for (guint i = 0; i < type->n_fields; i++)
        fit_similar_offer (&similar, type->fields[i].name);
    }
  for (; *others != NULL; others++)
    fit_similar_offer (&similar, *others);
  if (similar.best == NULL)
    return;
  what = g_strdup_printf (" (%s?)", similar.best);
  note (looking, &looking->objects->misspelt, member->key, what);
}

static void look_at (Looking *looking, const FitType *type,
                     const FitValue *value);

static void
look_into (Looking *looking, const FitField *known, const FitType *type,
           const FitValue *value)
{
  const gsize outer = looking->path->len;
  gsize inner;

  g_string_append_printf (looking->path, "%s%s", outer > 0 ? "." : "",
                          known->name);
  inner = looking->path->len;
  look_at (looking, type, value);
  for (guint i = 0; value->type == FIT_VALUE_LIST && i < value->n; i++)
    {
      g_string_append_printf (looking->path, "[%u]", i);
      look_at (looking, type, &value->items[i]);
      g_string_truncate (looking->path, inner);
    }
  g_string_truncate (looking->path, outer);
}

static void
look_at (Looking *looking, const FitType *type, const FitValue *value)
{
  for (guint i = 0; value->type == FIT_VALUE_MAP && i < value->n; i++)
    {
      const FitMember *member = &value->members[i];
      const FitField *known
          = fit_type_find (type, member->key, member->key_len);
      const FitType *inner
          = known != NULL ? fit_type_described (known->type) : NULL;

      if (known == NULL)
        look_at_unknown (looking, type, member);
      else if (inner->others != NULL)
        look_into (looking, known, inner, &member->value);
      else if (known->words != NULL)
        {
          const FitValue *text = &member->value;
          const gsize most = 40; /* bytes shown of it */
          g_autofree char *shown = NULL;
          g_autofree char *words = NULL;
          g_autofree char *what = NULL;
          FitSimilar similar;

          /* What is absent or empty has a default. */
          if (text->type != FIT_VALUE_STRING || text->n == 0
              || g_strv_contains (known->words, text->text)
              || looking->objects->n_unknown_words++ >= MOST_UNKNOWN)
            continue;
          fit_similar_init (&similar, text->text);
          for (guint k = 0; known->words[k] != NULL; k++)
            fit_similar_offer (&similar, known->words[k]);
          shown = g_strndup (text->text, most);
          words = similar.best != NULL
                      ? g_strdup (similar.best)
                      : g_strjoinv (" or ", (char **) known->words);
          what = g_strdup_printf (
              ": %s (%s?)", g_utf8_validate (shown, -1, NULL) ? shown : "...",
              words);
          note (looking, &looking->objects->odd_words, known->name, what);
        }
    }
}

void
fit_known_fields_check (FitObjects *objects, const FitValue *object,
                        FitKind kind)
{
  g_autoptr (GString) path = g_string_new (NULL);
  Looking looking = { .kind = fit_kind_name (kind),
                      .path = path,
                      .object = object,
                      .objects = objects };
  const FitType *type = fit_type_described (fit_kind_type (kind));

  if (type->others != NULL)
    look_at (&looking, type, object);
}
