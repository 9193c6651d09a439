/* readers-table.c - tables of the releases that read a file */
#include "cli/readers-table.h"

#include "config/migrate/readers.h"

enum
{
  RANGE_FROM,
  RANGE_TO,
};

static const FitColumn range_columns[] = {
  [RANGE_FROM] = { "from", NULL, FIT_CELL_TEXT, 0 },
  [RANGE_TO] = { "to", NULL, FIT_CELL_TEXT, 0 },
};

enum
{
  REFUSAL_RELEASE,
  REFUSAL_REASON,
};

static const FitColumn refusal_columns[] = {
  [REFUSAL_RELEASE] = { "release", NULL, FIT_CELL_TEXT, 0 },
  [REFUSAL_REASON] = { "reason", NULL, FIT_CELL_TEXT, 0 },
};

FitTable *
fit_readers_table (const GPtrArray *readers)
{
  g_autoptr (GArray) ranges = fit_readers_ranges (readers);
  FitTable *table = FIT_TABLE_NEW (range_columns);

  for (guint i = 0; i < ranges->len; i++)
    {
      const FitReaderRange *range = &g_array_index (ranges, FitReaderRange, i);

      fit_table_add_row (table);
      fit_table_set_text (table, RANGE_FROM, range->from->name);
      fit_table_set_text (table, RANGE_TO, range->to->name);
    }
  return table;
}

static void
add_refusal (FitTable *table, const FitReader *reader)
{
  fit_table_add_row (table);
  fit_table_set_text (table, REFUSAL_RELEASE, reader->name);
  fit_table_set_text (table, REFUSAL_REASON, reader->reason);
}

FitTable *
fit_readers_refusals_table (const GPtrArray *readers)
{
  g_autoptr (GArray) ranges = fit_readers_ranges (readers);
  FitTable *table = FIT_TABLE_NEW (refusal_columns);
  const FitReader *told = NULL;

  for (guint i = 0; i < ranges->len; i++)
    {
      const FitReaderRange *range = &g_array_index (ranges, FitReaderRange, i);

      if (range->before != NULL && range->before != told)
        add_refusal (table, range->before);
      if (range->after != NULL)
        add_refusal (table, range->after);
      told = range->after;
    }
  return table;
}
