/* trace-workload.c - writes traces of any length for the benchmark
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/trace-workload.h"

#include <errno.h>
#include <stdio.h>

#include <glib/gstdio.h>

typedef struct
{
  const TraceWorkload *trace; /* borrowed */
  Workload workload;          /* what its objects are taken from */
  FILE *file;
  GString *line; /* owned: being written */
  GRand *random; /* owned */
  guint *live;   /* owned: numbers of the pods that live, in any order */
  guint n_live;
  guint n_arrived; /* pods so far */
} Writing;

static void
writing_init (Writing *writing, const TraceWorkload *trace)
{
  g_autofree char *seed = g_strdup_printf (
      "%u-trace-%s-%u-%u", WORKLOAD_SEED,
      workload_template_name (trace->template_), trace->nodes, trace->live);

  *writing = (Writing){
    .trace = trace,
    .workload = {
      .nodes = trace->nodes,
      .pods = trace->live,
      .zones = WORKLOAD_ZONES,
      .seed = WORKLOAD_SEED,
      .template_ = trace->template_,
    },
    .line = g_string_new (NULL),
    .random = workload_random (seed),
    .live = g_new (guint, trace->live),
  };
}

static void
writing_clear (Writing *writing)
{
  g_string_free (writing->line, TRUE);
  g_rand_free (writing->random);
  g_free (writing->live);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writing, writing_clear)

static void
begin_line (Writing *writing, guint64 time_ms, const char *verb)
{
  g_string_printf (writing->line,
                   "{\"time\":%" G_GUINT64_FORMAT ".%03u,\"verb\":\"%s\","
                   "\"object\":",
                   time_ms / 1000, (guint) (time_ms % 1000), verb);
}

/* What could not be written is seen when the file is closed. */
static void
end_line (Writing *writing)
{
  g_string_append (writing->line, "}\n");
  fwrite (writing->line->str, 1, writing->line->len, writing->file);
}

static void
write_cluster (Writing *writing)
{
  for (guint i = 0; i < writing->workload.nodes; i++)
    {
      begin_line (writing, 0, "add");
      workload_append_node (writing->line, &writing->workload, i);
      end_line (writing);
    }
  for (guint i = 0; i < workload_count_services (&writing->workload); i++)
    {
      begin_line (writing, 0, "add");
      workload_append_service (writing->line, i);
      end_line (writing);
    }
}

static void
write_arrival (Writing *writing, guint64 time_ms)
{
  guint number = writing->n_arrived++;

  begin_line (writing, time_ms, "add");
  workload_append_pending_pod (writing->line, &writing->workload, number);
  end_line (writing);
  writing->live[writing->n_live++] = number;
}

static void
write_departure (Writing *writing, guint64 time_ms)
{
  guint i = workload_random_below (writing->random, writing->n_live);

  begin_line (writing, time_ms, "delete");
  g_string_append_printf (writing->line,
                          "{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
                          "\"metadata\":{\"namespace\":\"default\","
                          "\"name\":\"new-%06u\"}}",
                          writing->live[i]);
  end_line (writing);
  writing->live[i] = writing->live[--writing->n_live];
}

static void
write_all (Writing *writing)
{
  write_cluster (writing);
  for (guint i = 0; i < writing->trace->events; i++)
    {
      guint64 time_ms = (guint64) (i + 1) * TRACE_WORKLOAD_STEP_MS;

      if (writing->n_live < writing->trace->live)
        write_arrival (writing, time_ms);
      else
        write_departure (writing, time_ms);
    }
}

guint
trace_workload_count_lines (const TraceWorkload *trace)
{
  const Workload workload = { .template_ = trace->template_ };

  return trace->nodes + workload_count_services (&workload) + trace->events;
}

gboolean
trace_workload_write (const TraceWorkload *trace, const char *path,
                      GError **error)
{
  g_auto (Writing) writing = { 0 };
  gboolean failed;

  writing_init (&writing, trace);
  writing.file = g_fopen (path, "we");
  if (writing.file)
    write_all (&writing);
  failed = !writing.file || ferror (writing.file) != 0;
  if ((writing.file && fclose (writing.file) != 0) || failed)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "%s: %s", path,
                   g_strerror (errno));
      return FALSE;
    }
  return TRUE;
}
