/* shares.c - finds scores whose weight is too small to matter
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/shares.h"

#include "base/each.h"
#include "policy/policy.h"
#include "warnings/warnings.h"

void
fit_unheard_clear (FitUnheard *unheard)
{
  g_clear_pointer (&unheard->names, g_ptr_array_unref);
  g_clear_pointer (&unheard->text, g_free);
}

gint64
fit_sum (gint64 a, gint64 b)
{
  gint64 sum;

  return __builtin_add_overflow (a, b, &sum) ? G_MAXINT64 : sum;
}

gint64
fit_extenders_reach (const GPtrArray *extenders, gint64 greatest)
{
  gint64 sum = 0;

  FIT_EACH (const FitExtenderPolicy, extender, extenders)
    if (*extender->prioritize_verb != '\0' && extender->weight > 0)
      sum = fit_sum (sum, extender->weight < G_MAXINT64 / greatest
                              ? extender->weight * greatest
                              : G_MAXINT64);
  return sum;
}

static gint
by_step (gconstpointer a, gconstpointer b)
{
  const FitShare *one = a;
  const FitShare *other = b;

  if (one->step != other->step)
    return one->step > other->step ? -1 : 1;
  return one->index < other->index ? -1 : 1;
}

static GPtrArray *
names_of (const GArray *shares, guint first, guint end)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = first; i < end; i++)
    g_ptr_array_add (names,
                     (gpointer) g_array_index (shares, FitShare, i).name);
  return names;
}

/* The first share that, together with all after it, does not reach the common
 * step of those before it. */
gboolean
fit_shares_unheard (GArray *shares, gint64 others, FitUnheard *out)
{
  g_autoptr (GPtrArray) loud_names = NULL;
  g_autofree char *loud_text = NULL;
  g_autofree char *unheard = NULL;
  gint64 step = 0;

  g_array_sort (shares, by_step);
  for (guint first = 1; first < shares->len; first++)
    {
      const FitShare *loud = &g_array_index (shares, FitShare, first - 1);
      gint64 left;
      gint64 a = loud->step;
      gint64 b = step;

      while (b != 0)
        {
          const gint64 rest = a % b;

          a = b;
          b = rest;
        }
      step = a;
      /* The total reach of the shares from index first on. */
      left = 0;
      for (guint i = first; i < shares->len; i++)
        left = fit_sum (left, g_array_index (shares, FitShare, i).reach);
      if (fit_sum (others, left) >= step)
        continue;
      loud_names = names_of (shares, 0, first);
      loud_text = fit_join_names (loud_names);
      out->index = g_array_index (shares, FitShare, first).index;
      out->entry = g_array_index (shares, FitShare, first).entry;
      out->names = names_of (shares, first, shares->len);
      unheard = fit_join_names (out->names);
      out->text = g_strdup_printf (
          "%s can add at most %" G_GINT64_FORMAT ", but every difference "
          "that %s %s is at least %" G_GINT64_FORMAT,
          unheard, left, loud_text, first > 1 ? "make" : "makes", step);
      out->loudest = g_array_index (shares, FitShare, 0).name;
      out->reach = fit_sum (others, left);
      return TRUE;
    }
  return FALSE;
}
