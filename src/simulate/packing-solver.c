/* packing-solver.c - the linear program of a packing, and GLPK, which is loaded to
 * solve it
 *
 * Nodes are summed up to at most so many that the program stays small: those of one
 * kind on which the resources are in about the same proportion are one node with all
 * that is free on them.  That makes prices a little worse, and a proof never
 * wrong, since fit_packing_prove() looks at every node.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "base/each.h"
#include "simulate/packing-solver.h"

#include <math.h>

#include "base/shared-library.h"
#include "net/network.h"

#ifdef FIT_LIBRARY_GLPK

#include <glpk.h>

/* The most columns of a program, and simplex steps. */
#define MOST_COLUMNS 30000
#define MOST_STEPS 40000

/* With more pairs of nodes that cost and pods, the program leaves out how many
 * pods of one group fit on one node. */
#define MOST_LINKS 4000

/* Finer proportions than 2^(1/FINEST) are never told apart; the coarsest count as
 * one. */
#define FINEST 8

/* clang-format off */
#define FIT_GLPK(X)                                                            \
  X (glp_add_cols) X (glp_add_rows) X (glp_create_prob) X (glp_delete_prob)    \
  X (glp_free_env) X (glp_get_row_dual) X (glp_init_smcp)                      \
  X (glp_load_matrix) X (glp_scale_prob) X (glp_set_col_bnds)                  \
  X (glp_set_obj_coef) X (glp_set_obj_dir) X (glp_set_row_bnds)                \
  X (glp_simplex) X (glp_term_out) X (glp_version)
/* clang-format on */

#define MEMBER(name) __typeof__ (name) *name;
#define FUNCTION(name) { #name, G_STRUCT_OFFSET (Solver, name) },

typedef struct
{
  FIT_GLPK (MEMBER)
} Solver;

/* Returns: (nullable) (transfer full): why there is none */
static char *
load (Solver *solver)
{
  static const FitLoadedFunction functions[] = { FIT_GLPK (FUNCTION) };
  g_autofree char *problem = NULL;

  if (fit_net_left_out != NULL)
    return g_strdup (fit_net_left_out);
  problem = fit_load_functions (FIT_LIBRARY_GLPK, functions,
                                G_N_ELEMENTS (functions), solver);
  return problem != NULL ? g_strconcat (
             problem, " (on Debian: apt-get install libglpk40)", NULL)
                         : NULL;
}

const char *
fit_packing_solver_version (void)
{
  Solver solver;
  g_autofree char *problem = load (&solver);

  if (problem == NULL)
    return solver.glp_version ();
  return fit_net_left_out != NULL ? "left out" : "missing";
}

/* -- summing up nodes ------------------------------------------------------ */

/* Nodes that are one in the program. */
typedef struct
{
  guint32 kind;
  gboolean costs;
  gdouble n;
  gdouble *free; /* owned: by resource */
  gdouble *each; /* owned: by group of pods */
} Sum;

static void
free_sum (gpointer data)
{
  Sum *sum = data;

  g_free (sum->free);
  g_free (sum->each);
  g_free (sum);
}

/* How much of each resource there is, measured by what all pods want of it,
 * against that of which there is least: as logarithms, rounded to 1/@steps; from
 * eight times as much on it does not matter how much. */
static GBytes *
proportions (const FitPacking *packing, const FitPackingNodes *nodes,
             const gdouble *wanted, guint steps)
{
  const guint n = packing->n_resources;
  g_autofree gint32 *key = g_new0 (gint32, n + 1);
  gdouble least = INFINITY;

  for (guint r = 0; r < n; r++)
    if (nodes->free[r] > 0)
      least = MIN (least, (gdouble) nodes->free[r] / wanted[r]);
  for (guint r = 0; r < n; r++)
    if (nodes->free[r] == 0)
      key[r] = -1;
    else if (steps > 0)
      key[r]
          = (gint32) (MIN (log2 ((gdouble) nodes->free[r] / wanted[r] / least),
                           3)
                      * steps);
  key[n] = (gint32) nodes->kind;
  return g_bytes_new (key, (n + 1) * sizeof *key);
}

/* Returns: (transfer full): of Sum */
static GPtrArray *
sum_up (const FitPacking *packing, const gdouble *wanted, guint steps)
{
  GPtrArray *sums = g_ptr_array_new_with_free_func (free_sum);
  g_autoptr (GHashTable) index = g_hash_table_new_full (
      g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);

  for (guint i = 0; i < packing->nodes->len; i++)
    {
      const FitPackingNodes *nodes = packing->nodes->pdata[i];
      g_autoptr (GBytes) key
          = steps == FINEST ? g_bytes_new (&i, sizeof i)
                            : proportions (packing, nodes, wanted, steps);
      Sum *sum = g_hash_table_lookup (index, key);

      if (sum == NULL)
        {
          sum = g_new0 (Sum, 1);
          sum->kind = nodes->kind;
          sum->costs = nodes->costs;
          sum->free = g_new0 (gdouble, packing->n_resources);
          sum->each = g_new0 (gdouble, packing->pods->len);
          g_ptr_array_add (sums, sum);
          g_hash_table_insert (index, g_steal_pointer (&key), sum);
        }
      sum->n += nodes->n;
      for (guint r = 0; r < packing->n_resources; r++)
        sum->free[r] += (gdouble) nodes->free[r] * nodes->n;
      for (guint g = 0; g < packing->pods->len; g++)
        sum->each[g] += (gdouble) nodes->each[g] * nodes->n;
    }
  return sums;
}

static guint
count_columns (const FitPacking *packing, const GPtrArray *sums)
{
  guint n = 0;

  for (guint s = 0; s < sums->len; s++)
    for (guint g = 0; g < packing->pods->len; g++)
      n += ((const Sum *) sums->pdata[s])->each[g] > 0;
  return n;
}

/* -- the program ----------------------------------------------------------- */

typedef struct
{
  const Solver *solver;
  glp_prob *problem;
  GArray *rows,
      *columns;   /* owned, of int: of each coefficient; [0] is unused */
  GArray *values; /* owned, of double */
} Program;

static void
add_value (Program *program, int row, int column, double value)
{
  g_array_append_val (program->rows, row);
  g_array_append_val (program->columns, column);
  g_array_append_val (program->values, value);
}

static int
add_row (const Program *program, double least, double most)
{
  const int row = program->solver->glp_add_rows (program->problem, 1);

  program->solver->glp_set_row_bnds (program->problem, row,
                                     least == -INFINITY ? GLP_UP
                                     : least == most    ? GLP_FX
                                                        : GLP_DB,
                                     least, most);
  return row;
}

static int
add_column (const Program *program, double most, double worth)
{
  const int column = program->solver->glp_add_cols (program->problem, 1);

  program->solver->glp_set_col_bnds (program->problem, column, GLP_DB, 0, most);
  program->solver->glp_set_obj_coef (program->problem, column, worth);
  return column;
}

/* @first: (out): the row of the first resource; @scale: by resource; @links: say
 * how many pods of each group fit on one node that costs */
static void
add_sum (Program *program, const FitPacking *packing, const Sum *sum,
         const gdouble *scale, gboolean links, int *first)
{
  int used = 0;

  for (guint r = 0; r < packing->n_resources; r++)
    {
      const int row = add_row (program, -INFINITY,
                               sum->costs ? 0 : sum->free[r] / scale[r]);

      if (r == 0)
        *first = row;
    }
  if (sum->costs)
    {
      used = add_column (program, sum->n, -1);
      for (guint r = 0; r < packing->n_resources; r++)
        add_value (program, *first + (int) r, used,
                   -sum->free[r] / scale[r] / sum->n);
    }
  for (guint g = 0; g < packing->pods->len; g++)
    {
      const FitPackingPods *pods = packing->pods->pdata[g];
      int column;

      if (sum->each[g] <= 0)
        continue;
      column = add_column (program, sum->each[g], pods->counts);
      add_value (program, (int) g + 1, column, 1);
      for (guint r = 0; r < packing->n_resources; r++)
        if (pods->amounts[r] > 0)
          add_value (program, *first + (int) r, column,
                     (gdouble) pods->amounts[r] / scale[r]);
      if (sum->costs && links)
        {
          const int row = add_row (program, -INFINITY, 0);

          add_value (program, row, column, 1);
          add_value (program, row, used, -sum->each[g] / sum->n);
        }
    }
}

static gint64
price (gdouble dual)
{
  const gdouble most = (gdouble) FIT_PRICE_MOST;

  return isfinite (dual) ? (gint64) CLAMP (
             round (dual * (gdouble) FIT_PRICE_ONE), -most, most)
                         : 0;
}

static void
read_prices (const Program *program, const FitPacking *packing,
             const GPtrArray *sums, const int *first, const gdouble *scale,
             FitPackingPrices *out)
{
  for (guint g = 0; g < packing->pods->len; g++)
    out->pods[g] = price (
        program->solver->glp_get_row_dual (program->problem, (int) g + 1));
  for (guint s = 0; s < sums->len; s++)
    {
      gint64 *prices = fit_packing_add_prices (
          out, packing, ((const Sum *) sums->pdata[s])->kind);

      for (guint r = 0; r < packing->n_resources; r++)
        prices[r] = MAX (price (program->solver->glp_get_row_dual (
                                    program->problem, first[s] + (int) r)
                                / scale[r]),
                         0);
    }
}

static void
solve (const Solver *solver, const FitPacking *packing, const GPtrArray *sums,
       const gdouble *scale, FitPackingPrices *out)
{
  Program program = { .solver = solver,
                      .rows = g_array_new (FALSE, TRUE, sizeof (int)),
                      .columns = g_array_new (FALSE, TRUE, sizeof (int)),
                      .values = g_array_new (FALSE, TRUE, sizeof (double)) };
  const gboolean links = count_columns (packing, sums) <= MOST_LINKS;
  g_autofree int *first = g_new0 (int, sums->len);
  glp_smcp how;

  solver->glp_term_out (GLP_OFF);
  program.problem = solver->glp_create_prob ();
  solver->glp_set_obj_dir (program.problem, GLP_MAX);
  add_value (&program, 0, 0, 0);
  FIT_EACH (const FitPackingPods, pods, packing->pods)
    add_row (&program, pods->least, pods->most);
  for (guint s = 0; s < sums->len; s++)
    add_sum (&program, packing, sums->pdata[s], scale, links, &first[s]);
  solver->glp_load_matrix (
      program.problem, (int) program.rows->len - 1,
      (const int *) (gconstpointer) program.rows->data,
      (const int *) (gconstpointer) program.columns->data,
      (const double *) (gconstpointer) program.values->data);
  solver->glp_init_smcp (&how);
  how.msg_lev = GLP_MSG_OFF;
  how.it_lim = MOST_STEPS;
  /* Where it stops early, or finds no solution, the prices are worse. */
  solver->glp_simplex (program.problem, &how);
  read_prices (&program, packing, sums, first, scale, out);
  solver->glp_delete_prob (program.problem);
  solver->glp_free_env ();
  g_array_unref (program.rows);
  g_array_unref (program.columns);
  g_array_unref (program.values);
}

gboolean
fit_packing_solve (const FitPacking *packing, FitPackingPrices *out,
                   GError **error)
{
  g_autofree gdouble *wanted = g_new0 (gdouble, packing->n_resources);
  g_autofree gdouble *scale = g_new0 (gdouble, packing->n_resources);
  g_autoptr (GPtrArray) sums = NULL;
  Solver solver;
  g_autofree char *missing = load (&solver);

  if (missing != NULL)
    return fit_fail (error, FIT_ERROR_IO, "%s", missing);
  if (packing->pods->len == 0 || packing->nodes->len == 0)
    return TRUE;
  for (guint r = 0; r < packing->n_resources; r++)
    {
      scale[r] = 1;
      FIT_EACH (const FitPackingPods, pods, packing->pods)
        {
          scale[r] = MAX (scale[r], (gdouble) pods->amounts[r]);
          wanted[r] += (gdouble) pods->amounts[r] * pods->most;
        }
    }
  sums = sum_up (packing, wanted, FINEST);
  for (guint steps = FINEST / 2; count_columns (packing, sums) > MOST_COLUMNS;
       steps /= 2)
    {
      g_ptr_array_unref (sums);
      sums = sum_up (packing, wanted, steps);
      if (steps == 0)
        break;
    }
  solve (&solver, packing, sums, scale, out);
  return TRUE;
}

#else

gboolean
fit_packing_solve (const FitPacking *packing, FitPackingPrices *out,
                   GError **error)
{
  return fit_fail (error, FIT_ERROR_IO, "this fitsched was built without GLPK");
}

const char *
fit_packing_solver_version (void)
{
  return "left out";
}

#endif
