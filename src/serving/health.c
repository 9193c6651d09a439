/* health.c - the pages /healthz, /livez and /readyz
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/health.h"

const char *const fit_health_paths[]
    = { "/healthz*", "/livez*", "/readyz*", NULL };

static const struct
{
  const char *name;
  gboolean live; /* it has the checks of life, not those of being ready */
} page_table[] = {
  { "healthz", TRUE },
  { "livez", TRUE },
  { "readyz", FALSE },
};

/* What a route leads to. */
typedef struct
{
  const FitHealth *health;     /* borrowed */
  guint page;                  /* in the table */
  const FitHealthCheck *check; /* (nullable): only this one */
  char *path;                  /* owned */
} Page;

struct _FitHealth
{
  guint n;
  FitHealthCheck *checks;   /* owned */
  GPtrArray *pages;         /* owned, of Page */
  FitHealthRecorder record; /* (nullable) */
  gpointer record_data;     /* borrowed */
};

static gboolean
belongs (const FitHealthCheck *check, guint page)
{
  return page_table[page].live ? check->live : check->ready;
}

char *
fit_health_of_lists (gboolean is_read)
{
  return is_read ? NULL : g_strdup ("the cluster is not read yet");
}

static char *
find_problem (const Page *page, const FitHealthCheck *check)
{
  const FitHealth *health = page->health;
  char *problem = check->check != NULL ? check->check (check->data) : NULL;

  if (health->record != NULL)
    health->record (check->name, page_table[page->page].name, problem == NULL,
                    health->record_data);
  return problem;
}

/* As Kubernetes words it. */
static void
answer_all (const FitServerRequest *request, FitServerAnswer *answer,
            gpointer data)
{
  const Page *page = data;
  const char *name = page_table[page->page].name;
  g_auto (GStrv) excluded = fit_server_request_arguments (request, "exclude");
  g_auto (GStrv) verbose = fit_server_request_arguments (request, "verbose");
  g_autoptr (GString) text = g_string_new (NULL);
  const FitHealth *health = page->health;
  gboolean well = TRUE;

  for (guint i = 0; i < health->n; i++)
    {
      const FitHealthCheck *check = &health->checks[i];
      g_autofree char *problem = NULL;

      if (!belongs (check, page->page))
        continue;
      if (g_strv_contains ((const char *const *) excluded, check->name))
        {
          g_string_append_printf (text, "[+]%s excluded: ok\n", check->name);
          continue;
        }
      problem = find_problem (page, check);
      if (problem == NULL)
        g_string_append_printf (text, "[+]%s ok\n", check->name);
      else
        g_string_append_printf (text, "[-]%s failed: %s\n", check->name,
                                problem);
      well = well && problem == NULL;
    }
  for (guint i = 0; excluded[i] != NULL; i++)
    {
      gboolean found = FALSE;

      for (guint k = 0; k < health->n; k++)
        found |= g_str_equal (health->checks[k].name, excluded[i])
                 && belongs (&health->checks[k], page->page);
      if (!found)
        g_string_append_printf (text,
                                "warn: some health checks cannot be excluded: "
                                "no matches for \"%s\"\n",
                                excluded[i]);
    }
  g_string_append_printf (text, "%s check %s\n", name,
                          well ? "passed" : "failed");
  answer->status = well ? 200 : 500;
  g_string_assign (answer->body, well && verbose[0] == NULL ? "ok" : text->str);
}

static void
answer_one (const FitServerRequest *request, FitServerAnswer *answer,
            gpointer data)
{
  const Page *page = data;
  g_autofree char *problem = find_problem (page, page->check);

  (void) request;
  if (problem == NULL)
    g_string_assign (answer->body, "ok");
  else
    fit_server_answer_text (answer, 500, "%s", problem);
}

static void
page_free (gpointer data)
{
  Page *page = data;

  g_free (page->path);
  g_free (page);
}

FitHealth *
fit_health_new (const FitHealthCheck *checks, guint n)
{
  FitHealth *health = g_new0 (FitHealth, 1);

  health->n = n;
  health->checks = g_memdup2 (checks, n * sizeof *checks);
  health->pages = g_ptr_array_new_with_free_func (page_free);
  return health;
}

void
fit_health_free (FitHealth *health)
{
  if (health == NULL)
    return;
  g_ptr_array_unref (health->pages);
  g_free (health->checks);
  g_free (health);
}

void
fit_health_record (FitHealth *health, FitHealthRecorder record, gpointer data)
{
  health->record = record;
  health->record_data = data;
}

static void
add_route (FitHealth *health, GArray *routes, guint number,
           const FitHealthCheck *check)
{
  Page *page = g_new0 (Page, 1);
  FitServerRoute route = { .method = "GET", .data = page, .is_probe = TRUE };

  page->health = health;
  page->page = number;
  page->check = check;
  page->path
      = g_strconcat ("/", page_table[number].name, check != NULL ? "/" : NULL,
                     check != NULL ? check->name : NULL, NULL);
  g_ptr_array_add (health->pages, page);
  route.path = page->path;
  route.answer = check != NULL ? answer_one : answer_all;
  g_array_append_val (routes, route);
}

void
fit_health_add_routes (FitHealth *health, GArray *routes)
{
  for (guint i = 0; i < G_N_ELEMENTS (page_table); i++)
    {
      add_route (health, routes, i, NULL);
      for (guint k = 0; k < health->n; k++)
        if (belongs (&health->checks[k], i))
          add_route (health, routes, i, &health->checks[k]);
    }
}
