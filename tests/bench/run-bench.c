/* run-bench.c - measures scheduling, line by line: docs/benchmarks.md
 *
 * Exit status: 0 when all is right, 1 when decisions were wrong, a line could
 * not be run or memory grew with the length of a trace, 2 for wrong usage.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include <glib/gstdio.h>

#include "tests/bench/bench-classes.h"
#include "tests/bench/bench-mixed.h"
#include "tests/bench/bench-report.h"

#define MOST_TIMES 1000

/* The small lines: --quick. */
#define QUICK_NODES 1000

/* Of the cluster that is loaded: --load. */
#define LOAD_NODES 5000
#define LOAD_PODS 50000

/* Of --mixed, which tries no more pods after so many seconds of CPU. */
#define MIXED_NODES 1000000
#define MIXED_CLASSES 10000
#define MIXED_SECONDS 120

enum
{
  REFERENCE_PEER,
  REFERENCE_EARLIER,
  REFERENCE_LAST,
};

/* What the command line says. */
typedef struct
{
  char *filter;
  char *in_process; /* --callgrind-line */
  char *json;
  char *compare;
  char *write;
  gint nodes;
  gint pods;
  gint times;
  gboolean quick;
  gboolean load;
  gboolean trace;
  gboolean classes;
  gboolean mixed;
  gboolean peer;
} Settings;

static void
settings_clear (Settings *settings)
{
  g_free (settings->filter);
  g_free (settings->in_process);
  g_free (settings->json);
  g_free (settings->compare);
  g_free (settings->write);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Settings, settings_clear)

static gboolean
usage_error (GError **error, const char *message)
{
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_USAGE, message);
  return FALSE;
}

static gboolean
check_settings (const Settings *settings, int argc, GError **error)
{
  if (argc > 1)
    return usage_error (error, "arguments are not expected");
  if (settings->times < 1 || settings->times > MOST_TIMES)
    return usage_error (error, "--repeat is from 1 to 1000");
  if (settings->nodes < 0 || settings->pods < 0)
    return usage_error (error, "--nodes and --pods are not negative");
  return TRUE;
}

static gboolean
parse_arguments (Settings *settings, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "filter", 0, 0, G_OPTION_ARG_STRING, &settings->filter,
      "Only lines with TEXT in their names", "TEXT" },
    { "nodes", 0, 0, G_OPTION_ARG_INT, &settings->nodes,
      "Only lines with N nodes", "N" },
    { "quick", 0, 0, G_OPTION_ARG_NONE, &settings->quick,
      "Only lines with 1000 nodes or fewer", NULL },
    { "pods", 0, 0, G_OPTION_ARG_INT, &settings->pods,
      "Schedule no more than N pods; their decisions are not checked", "N" },
    { "repeat", 0, 0, G_OPTION_ARG_INT, &settings->times,
      "Run each line N times and print medians", "N" },
    { "load", 0, 0, G_OPTION_ARG_NONE, &settings->load,
      "Measure loading a large cluster instead, with N nodes and N pods",
      NULL },
    { "trace", 0, 0, G_OPTION_ARG_NONE, &settings->trace,
      "Measure pods that come and go for a day instead", NULL },
    { "classes", 0, 0, G_OPTION_ARG_NONE, &settings->classes,
      "Measure pods of few and of many classes in turn instead, on N nodes",
      NULL },
    { "mixed", 0, 0, G_OPTION_ARG_NONE, &settings->mixed,
      "Measure N pods of 10,000 mixed classes on N nodes instead", NULL },
    { "peer", 0, 0, G_OPTION_ARG_NONE, &settings->peer,
      "Print ratios to the code of kube-scheduler v1.16", NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &settings->json,
      "Write the results to FILE", "FILE" },
    { "compare", 0, 0, G_OPTION_ARG_FILENAME, &settings->compare,
      "Print ratios to the results in FILE", "FILE" },
    { "callgrind-line", 0, 0, G_OPTION_ARG_STRING, &settings->in_process,
      "Run the one line with TEXT in its name, without a child process",
      "TEXT" },
    { "write", 0, 0, G_OPTION_ARG_FILENAME, &settings->write,
      "Write the workloads below DIRECTORY instead, or with --trace the traces",
      "DIRECTORY" },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context
      = g_option_context_new ("- measure scheduling");

  g_option_context_add_main_entries (context, entries, NULL);
  return g_option_context_parse (context, &argc, &argv, error)
         && check_settings (settings, argc, error);
}

/* -- lines ----------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): the lines to be run */
static GPtrArray *
select_lines (const Settings *settings, GError **error)
{
  const BenchFilter filter = {
    .text = settings->in_process ? settings->in_process : settings->filter,
    .nodes = (guint) settings->nodes,
    .most_nodes = settings->quick ? QUICK_NODES : 0,
  };
  g_autoptr (GPtrArray) lines = bench_lines_read (BENCH_DATA_DIR, error);

  for (guint i = lines ? lines->len : 0; i > 0; i--)
    if (!bench_line_matches (lines->pdata[i - 1], &filter))
      g_ptr_array_remove_index (lines, i - 1);
  if (lines && settings->in_process && lines->len != 1)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "\"%s\" is in the names of %u lines, not of one",
                   settings->in_process, lines->len);
      return NULL;
    }
  return g_steal_pointer (&lines);
}

static gboolean
run_line (const Settings *settings, const BenchLine *line, BenchResult *result,
          GError **error)
{
  const BenchOptions options = {
    .pods = (guint) settings->pods,
  };

  if (settings->in_process)
    return bench_line_run (line, &options, result, error);
  return bench_line_run_apart (line, &options, (guint) settings->times, result,
                               error);
}

/* Returns: how many lines could not be run. */
static guint
run_lines (const Settings *settings, const GPtrArray *lines,
           const BenchReference *references, const BenchReport *report)
{
  guint failed = 0;

  bench_print_head (references, REFERENCE_LAST);
  for (guint i = 0; i < lines->len; i++)
    {
      BenchRow row = { .line = lines->pdata[i] };
      g_autoptr (GError) problem = NULL;

      if (!run_line (settings, row.line, &row.result, &problem))
        {
          printf ("%s: %s\n", row.line->name, problem->message);
          failed++;
          continue;
        }
      bench_print_row (&row, references, REFERENCE_LAST);
      g_array_append_val (report->rows, row);
    }
  printf ("%u lines: decisions of %u right, of %u wrong, of %u unchecked; "
          "%u failed\n",
          lines->len, bench_report_count (report, BENCH_RIGHT),
          bench_report_count (report, BENCH_WRONG),
          bench_report_count (report, BENCH_UNCHECKED), failed);
  return failed;
}

static gboolean
read_references (const Settings *settings, BenchReference *references,
                 GError **error)
{
  g_autoptr (GError) problem = NULL;
  double factor = 1;

  if (settings->compare
      && !bench_reference_read_results (&references[REFERENCE_EARLIER],
                                        settings->compare, error))
    return FALSE;
  if (!settings->peer)
    return TRUE;
  if (bench_machine_factor (&factor, &problem))
    printf ("this machine is %.2f times as fast as that of the figures of "
            "v1.16, which are scaled\n",
            factor);
  else
    printf ("the figures of v1.16 are NOT scaled to this machine: %s\n",
            problem->message);
  return bench_reference_read_peer (&references[REFERENCE_PEER], BENCH_DATA_DIR,
                                    factor, error);
}

static gboolean
bench_lines (const Settings *settings, gboolean *out_good, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (BenchRow));
  const BenchReport report = { .rows = rows };
  BenchReference references[REFERENCE_LAST] = { 0 };
  g_autoptr (GPtrArray) lines = select_lines (settings, error);
  gboolean done = lines && read_references (settings, references, error);

  if (done)
    {
      guint failed = run_lines (settings, lines, references, &report);

      *out_good = failed + bench_report_count (&report, BENCH_WRONG) == 0;
      done = !settings->json
             || bench_report_write (&report, settings->json, error);
    }
  for (guint i = 0; i < REFERENCE_LAST; i++)
    bench_reference_clear (&references[i]);
  return done;
}

/* -- what else it does ----------------------------------------------------- */

static gboolean
bench_load (const Settings *settings, GError **error)
{
  g_autoptr (GArray) no_rows = g_array_new (FALSE, FALSE, sizeof (BenchRow));
  BenchLoadResult load;
  const BenchReport report = { .rows = no_rows, .load = &load };

  if (!bench_load_run (settings->nodes > 0 ? (guint) settings->nodes
                                           : LOAD_NODES,
                       settings->pods > 0 ? (guint) settings->pods : LOAD_PODS,
                       (guint) settings->times, &load, error))
    return FALSE;
  bench_print_load (&load);
  return !settings->json || bench_report_write (&report, settings->json, error);
}

/* @out_good: (out): the memory that it takes is bounded */
static gboolean
bench_trace (const Settings *settings, gboolean *out_good, GError **error)
{
  g_autoptr (GArray) no_rows = g_array_new (FALSE, FALSE, sizeof (BenchRow));
  BenchTracePair pair;
  const BenchReport report = { .rows = no_rows, .trace = &pair };

  if (!bench_trace_run_pair ((guint) settings->times, &pair, error))
    return FALSE;
  bench_print_trace (&pair);
  *out_good = bench_trace_growth (&pair) <= BENCH_TRACE_MOST_GROWTH;
  return !settings->json || bench_report_write (&report, settings->json, error);
}

/* Costs of the numbers of classes, the least first, as a row of a table. */
static void
print_classes (guint nodes, BenchClassesRules rules,
               const BenchClassesResult *results, guint n)
{
  printf ("| %u | %s |", nodes, bench_classes_rules_name (rules));
  for (guint i = 0; i < n; i++)
    printf (" %.1f%s |", results[i].cpu_us, results[i].repeated ? "" : "*");
  printf (" %.1f | %.0f |\n", results[n - 1].cpu_us / results[0].cpu_us,
          results[n - 1].heap_mib);
}

/* 1,000,000 nodes take minutes and gigabytes: only if they are asked for. */
static gboolean
bench_classes (const Settings *settings, GError **error)
{
  static const guint classes[] = { 8, 64, 512, 4096, BENCH_CLASSES_MOST };
  const guint usual[] = { 5000, 100000 };
  const guint asked[] = { (guint) settings->nodes };
  const guint *sizes = settings->nodes > 0 ? asked : usual;
  const guint n_sizes = settings->nodes > 0 ? 1 : G_N_ELEMENTS (usual);
  BenchClassesResult results[G_N_ELEMENTS (classes)];

  printf ("| nodes | rules |");
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    printf (" %u |", classes[i]);
  printf (" ratio | MiB |\n| ---: | --- |");
  for (guint i = 0; i < G_N_ELEMENTS (classes) + 2; i++)
    printf (" ---: |");
  printf ("\n");
  for (guint i = 0; i < n_sizes; i++)
    for (guint rules = 0; rules < BENCH_CLASSES_LAST; rules++)
      {
        if (!bench_classes_run (sizes[i], rules, classes,
                                G_N_ELEMENTS (classes), (guint) settings->pods,
                                results, error))
          return FALSE;
        print_classes (sizes[i], rules, results, G_N_ELEMENTS (classes));
        fflush (stdout);
      }
  return TRUE;
}

static void
print_mixed (const char *name, const BenchMixedPart *part)
{
  printf ("| %s | %u | %u | %.1f | %.0f |\n", name, part->pods, part->bound,
          part->cpu_us, part->cpu_us > 0 ? 1e6 / part->cpu_us : 0);
}

/* All pods, and those of each template. */
static gboolean
bench_mixed (const Settings *settings, GError **error)
{
  const guint nodes
      = settings->nodes > 0 ? (guint) settings->nodes : MIXED_NODES;
  const guint pods = settings->pods > 0 ? (guint) settings->pods : MIXED_NODES;
  BenchMixedResult result = { 0 };

  if (!bench_mixed_run (nodes, MIXED_CLASSES, pods, MIXED_SECONDS, &result,
                        error))
    return FALSE;
  printf ("| %u nodes | pods | bound | CPU us/pod | pods/s |\n"
          "| --- | ---: | ---: | ---: | ---: |\n",
          nodes);
  for (guint i = 0; i < WORKLOAD_MIXED; i++)
    if (result.of[i].pods > 0)
      print_mixed (workload_template_name (i), &result.of[i]);
  print_mixed ("all", &result.all);
  printf ("\n%.0f MiB are allocated at the end.\n", result.heap_mib);
  return TRUE;
}

static gboolean
make_directory (const char *directory, GError **error)
{
  if (g_mkdir_with_parents (directory, 0777) == 0)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "%s: %s", directory,
               g_strerror (errno));
  return FALSE;
}

static gboolean
write_list (const char *directory, const char *name, GString *text,
            GError **error)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  gboolean done
      = g_file_set_contents (path, text->str, (gssize) text->len, error);

  g_string_free (text, TRUE);
  return done;
}

/* A directory for each workload, "1000-2000-basic", with the two lists. */
static gboolean
write_workloads (const Settings *settings, GError **error)
{
  g_autoptr (GPtrArray) lines = select_lines (settings, error);

  for (guint i = 0; lines && i < lines->len; i++)
    {
      const Workload *workload
          = &((const BenchLine *) lines->pdata[i])->workload;
      g_autofree char *name
          = g_strdup_printf ("%u-%u-%s", workload->nodes, workload->existing,
                             workload_template_name (workload->template_));
      g_autofree char *directory
          = g_build_filename (settings->write, name, NULL);

      if (!make_directory (directory, error)
          || !write_list (directory, "cluster.json",
                          workload_cluster (workload), error)
          || !write_list (directory, "pending.json",
                          workload_pending (workload), error))
        return FALSE;
    }
  return lines != NULL;
}

/* "trace-5000-100000.jsonl" and its brief companion; with --nodes that many nodes,
 * and twice as many pods of all templates, which come and go */
static gboolean
write_traces (const Settings *settings, GError **error)
{
  const guint nodes = (guint) settings->nodes;
  const TraceWorkload mixed = { .nodes = nodes,
                                .live = 2 * nodes,
                                .events = 4 * nodes,
                                .template_ = WORKLOAD_MIXED };
  const TraceWorkload *const traces[]
      = { nodes > 0 ? &mixed : &bench_trace_brief, &bench_trace_extended };

  if (!make_directory (settings->write, error))
    return FALSE;
  for (guint i = 0; i < (nodes > 0 ? 1 : G_N_ELEMENTS (traces)); i++)
    {
      g_autofree char *name = g_strdup_printf (
          "trace-%u-%u.jsonl", traces[i]->nodes, traces[i]->events);
      g_autofree char *path = g_build_filename (settings->write, name, NULL);

      if (!trace_workload_write (traces[i], path, error))
        return FALSE;
    }
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_auto (Settings) settings = { .times = 1 };
  g_autoptr (GError) error = NULL;
  gboolean good = TRUE, done = FALSE;

  if (!parse_arguments (&settings, argc, argv, &error))
    {
      fprintf (stderr, "run-bench: %s\n", error->message);
      return 2;
    }
  if (settings.write && settings.trace)
    done = write_traces (&settings, &error);
  else if (settings.write)
    done = write_workloads (&settings, &error);
  else if (settings.classes)
    done = bench_classes (&settings, &error);
  else if (settings.mixed)
    done = bench_mixed (&settings, &error);
  else if (settings.load)
    done = bench_load (&settings, &error);
  else if (settings.trace)
    done = bench_trace (&settings, &good, &error);
  else
    done = bench_lines (&settings, &good, &error);
  if (!done)
    {
      fprintf (stderr, "run-bench: %s\n", error->message);
      return g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE) ? 2 : 1;
    }
  return good ? 0 : 1;
}
