/* bed-record.c - writes down what happens to pods and nodes, for bed check
 *
 * Lines "MICROSECONDS KIND JSON": an event of a watch, or a list.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/e2e/bed.h"

#include <stdio.h>
#include <unistd.h>

typedef struct
{
  FILE *file; /* both watches are on the thread of the client */
  const char *kind;
} Record;

static void
write_line (const Record *record, const char *raw, gsize len)
{
  fprintf (record->file, "%" G_GINT64_FORMAT " %s ", g_get_real_time (),
           record->kind);
  fwrite (raw, 1, len, record->file);
  fputc ('\n', record->file);
  fflush (record->file);
}

static void
listed (const FitValue *list, const char *raw, gsize len, gpointer data)
{
  write_line (data, raw, len);
}

static void
event (const char *type, const FitValue *object, const char *raw, gsize len,
       gpointer data)
{
  write_line (data, raw, len);
}

int
bed_record (FitApiClient *client, int argc, char **argv)
{
  static Record records[] = { { NULL, "nodes" }, { NULL, "pods" } };
  static const char *const paths[] = { "/api/v1/nodes", "/api/v1/pods" };
  FILE *file = argc > 1 ? fopen (argv[1], "w") : NULL;

  if (file == NULL)
    {
      fprintf (stderr, "bed: record needs a file it can write\n");
      return 2;
    }
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      records[i].file = file;
      bed_watch (client, paths[i],
                 &(const BedWatchFuncs){ listed, event, &records[i] });
    }
  for (;;)
    pause ();
}
