/* space.c - puts the numbers of a trial into the document of the rules
 * SPDX-License-Identifier: Apache-2.0 */
#include "tune/space-private.h"

#include <stdarg.h>
#include <string.h>

#include "base/each.h"
#include "formats/value-json.h"
#include "formats/value-yaml.h"

#define MOST_STEPS 12

FitTuneSpace *
fit_tune_space_alloc (gboolean is_policy)
{
  FitTuneSpace *space = g_new0 (FitTuneSpace, 1);

  space->genes = g_array_new (FALSE, TRUE, sizeof (FitTuneGene));
  space->notes = g_ptr_array_new_with_free_func (g_free);
  space->arena = fit_arena_new ();
  space->is_policy = is_policy;
  return space;
}

void
fit_tune_space_free (FitTuneSpace *space)
{
  if (space == NULL)
    return;
  g_array_unref (space->genes);
  g_ptr_array_unref (space->notes);
  fit_arena_free (space->arena);
  g_free (space);
}

/* -- the document ---------------------------------------------------------- */

const FitValue *
fit_tune_read (FitArena *arena, const char *text, gsize len, GError **error)
{
  return fit_is_json (text, len)
             ? fit_json_parse (arena, text, len, NULL, NULL, error)
             : fit_yaml_parse (arena, text, len, NULL, error);
}

FitValue
fit_tune_number (FitArena *arena, gint64 number)
{
  const char *text = fit_arena_printf (arena, "%" G_GINT64_FORMAT, number);

  return (FitValue){ .type = FIT_VALUE_NUMBER,
                     .n = (guint32) strlen (text),
                     .text = text };
}

const char *
fit_tune_index (FitArena *arena, guint index)
{
  return fit_arena_printf (arena, "%u", index);
}

FitValue
fit_tune_set (FitArena *arena, const FitValue *map, const char *const *keys,
              const FitValue *value)
{
  FitValue inner;

  if (keys[0] == NULL)
    return *value;
  if (map != NULL && map->type == FIT_VALUE_LIST)
    {
      const guint64 index = g_ascii_strtoull (keys[0], NULL, 10);
      FitValue *items = fit_arena_newn (arena, FitValue, map->n);

      memcpy (items, map->items, map->n * sizeof *items);
      items[index] = fit_tune_set (arena, &map->items[index], keys + 1, value);
      return (FitValue){ .type = FIT_VALUE_LIST, .n = map->n, .items = items };
    }
  inner = fit_tune_set (arena, fit_value_get (map, keys[0]), keys + 1, value);
  return fit_value_with (arena, map, keys[0], &inner);
}

/* Returns: @map without what stands at the path @keys */
static FitValue
without (FitArena *arena, const FitValue *map, const char *const *keys)
{
  const FitValue *inner = fit_value_get (map, keys[0]);
  FitValue changed;

  if (map->type == FIT_VALUE_LIST)
    {
      changed = without (
          arena, &map->items[g_ascii_strtoull (keys[0], NULL, 10)], keys + 1);
      return fit_tune_set (arena, map, (const char *const[]){ keys[0], NULL },
                           &changed);
    }
  if (keys[1] == NULL || inner == NULL)
    return fit_value_with (arena, map, keys[0], NULL);
  changed = without (arena, inner, keys + 1);
  return fit_value_with (arena, map, keys[0], &changed);
}

/* -- genes ----------------------------------------------------------------- */

void
fit_tune_add_gene (FitTuneSpace *space, FitTuneGene gene, ...)
{
  const char **path = fit_arena_new0 (space->arena, const char *, MOST_STEPS);
  va_list steps;

  if (gene.start < gene.least || gene.start > gene.most
      || space->genes->len == FIT_TUNE_MOST_GENES)
    return;
  va_start (steps, gene);
  for (guint i = 0; i + 1 < MOST_STEPS; i++)
    if ((path[i] = va_arg (steps, const char *)) == NULL)
      break;
  va_end (steps);
  gene.path = path;
  g_array_append_val (space->genes, gene);
}

void
fit_tune_note_fixed (FitTuneSpace *space, const char *name, gint64 weight)
{
  g_ptr_array_add (space->notes,
                   g_strdup_printf ("%s keeps its weight %" G_GINT64_FORMAT
                                    ": weights from 1 to %d are tuned",
                                    name, weight, FIT_TUNE_MOST_WEIGHT));
}

void
fit_tune_space_start (const FitTuneSpace *space, gint32 *genes)
{
  memset (genes, 0, FIT_TUNE_MOST_GENES * sizeof *genes);
  for (guint i = 0; i < space->genes->len; i++)
    genes[i] = g_array_index (space->genes, FitTuneGene, i).start;
}

static gboolean
counts (const FitTuneGene *gene, const gint32 *genes)
{
  return gene->needs < 0 || genes[gene->needs] == gene->needed;
}

void
fit_tune_space_settle (const FitTuneSpace *space, gint32 *genes)
{
  for (guint i = 0; i < space->genes->len; i++)
    {
      const FitTuneGene *gene = &g_array_index (space->genes, FitTuneGene, i);

      if (!counts (gene, genes))
        genes[i] = gene->start;
    }
}

char *
fit_tune_space_text (const FitTuneSpace *space, const gint32 *genes)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitValue document = *space->document;
  GString *out;

  for (guint i = 0; i < space->genes->len; i++)
    {
      const FitTuneGene *gene = &g_array_index (space->genes, FitTuneGene, i);
      const FitValue value = gene->words != NULL
                                 ? fit_value_of_text (gene->words[genes[i]])
                                 : fit_tune_number (arena, genes[i]);

      document = fit_tune_set (arena, &document, gene->path, &value);
    }
  /* What says nothing would puzzle readers. */
  FIT_EACH_OF (const FitTuneGene, gene, space->genes)
    {
      const char *above[MOST_STEPS] = { NULL };
      guint n = 0;

      if (counts (gene, genes))
        continue;
      while (gene->path[n] != NULL && strcmp (gene->path[n], "shape") != 0)
        {
          above[n] = gene->path[n];
          n++;
        }
      document = without (arena, &document, above);
    }
  out = g_string_new (NULL);
  if (space->is_policy)
    {
      fit_value_append_json_lines (out, &document);
      g_string_append_c (out, '\n');
    }
  else
    fit_value_append_yaml (out, &document);
  return g_string_free (out, FALSE);
}

char *
fit_tune_gene_text (const FitTuneGene *gene, gint32 value)
{
  return gene->words != NULL ? g_strdup (gene->words[value])
                             : g_strdup_printf ("%d", value);
}
