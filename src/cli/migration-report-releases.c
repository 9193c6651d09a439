/* migration-report-releases.c - what --verify says of a Policy whose release
 * nobody named: a verdict for each group of releases that may run it */
#include "cli/migration-report-private.h"

#include <string.h>

#include "cli/migration-verify.h"
#include "config/migrate/readers.h"

/* One release with its verdict. */
typedef struct
{
  const char *label; /* borrowed: of the reader */
  const char *name;  /* likewise */
  char *verdict;     /* owned */
} Release;

static void
clear_release (gpointer release)
{
  g_free (((Release *) release)->verdict);
}

static const FitReader *
find_reader (const FitMigration *migration, FitRelease release)
{
  for (guint i = 0; i < migration->readers->len; i++)
    if (((FitReader *) migration->readers->pdata[i])->release == release)
      return migration->readers->pdata[i];
  return NULL;
}

static void
add_release (GArray *releases, const FitReader *reader,
             const FitDiffFinding *finding)
{
  const Release release
      = { reader->label, reader->name, fit_diff_verdict (finding) };

  g_array_append_val (releases, release);
}

/* Returns: (transfer full): of Release, newest first */
static GArray *
list_releases (const FitMigrationReport *report)
{
  const FitMigration *migration = report->migration;
  const GPtrArray *others = report->finding->others;
  g_autoptr (GPtrArray) readers = fit_migration_other_readers (migration);
  const FitReader *first = find_reader (migration, migration->from_release);
  GArray *releases = g_array_new (FALSE, FALSE, sizeof (Release));
  FitDiffFinding of_first = *report->finding;

  of_first.verdict = NULL;
  g_array_set_clear_func (releases, clear_release);
  if (first != NULL)
    add_release (releases, first, &of_first);
  for (guint i = 0; i < others->len; i++)
    add_release (releases, readers->pdata[i], others->pdata[i]);
  return releases;
}

/* The name of release @index, which is at the end of a group; @next: the one
 * beyond it.  Only "1.20.15" tells it from a "1.20" of another group. */
static const char *
name_end (const GArray *releases, guint index, guint next)
{
  const Release *release = &g_array_index (releases, Release, index);

  return next < releases->len
                 && strcmp (g_array_index (releases, Release, next).label,
                            release->label)
                        == 0
             ? release->name
             : release->label;
}

static void
free_group (gpointer data)
{
  FitReportReleases *group = data;

  g_free (group->releases);
  g_free (group->verdict);
  g_free (group);
}

/* @to, @from: the newest and the oldest of the group */
static FitReportReleases *
group_new (const GArray *releases, guint to, guint from)
{
  FitReportReleases *group = g_new (FitReportReleases, 1);
  const char *newest = name_end (releases, to, to - 1);
  const char *oldest = name_end (releases, from, from + 1);

  group->releases = strcmp (newest, oldest) == 0
                        ? g_strdup (newest)
                        : g_strdup_printf ("%s to %s", oldest, newest);
  group->verdict = g_strdup (g_array_index (releases, Release, to).verdict);
  return group;
}

GPtrArray *
fit_report_releases (const FitMigrationReport *report)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (free_group);
  g_autoptr (GArray) releases = NULL;
  guint to = 0;

  if (report->finding->others == NULL)
    return groups;
  releases = list_releases (report);
  for (guint i = 0; i < releases->len; i++)
    if (i + 1 == releases->len
        || strcmp (g_array_index (releases, Release, i).verdict,
                   g_array_index (releases, Release, i + 1).verdict)
               != 0)
      {
        g_ptr_array_add (groups, group_new (releases, to, i));
        to = i + 1;
      }
  return groups;
}

char *
fit_migration_report_verdict (const FitMigrationReport *report)
{
  g_autoptr (GPtrArray) groups = fit_report_releases (report);
  GString *out;

  if (groups->len < 2)
    return NULL;
  out = g_string_new (NULL);
  for (guint i = 0; i < groups->len; i++)
    {
      const FitReportReleases *group = groups->pdata[i];

      g_string_append_printf (out, "%son %s: %s", i > 0 ? "; " : "",
                              group->releases, group->verdict);
    }
  return g_string_free (out, FALSE);
}
