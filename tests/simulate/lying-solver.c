/* lying-solver.c - in the place of libglpk: prices that nobody computed
 *
 * FIT_TEST_SOLVER_LIES says of which kind.  Built by test-lying-solver.sh.
 * SPDX-License-Identifier: Apache-2.0 */
#include <glpk.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int problem;

const char *
glp_version (void)
{
  return "9.9";
}

glp_prob *
glp_create_prob (void)
{
  return (glp_prob *) &problem;
}

int
glp_add_rows (glp_prob *p, int n)
{
  return 1;
}

int
glp_add_cols (glp_prob *p, int n)
{
  return 1;
}

int
glp_simplex (glp_prob *p, const glp_smcp *how)
{
  return 0; /* solved */
}

/* Always the same numbers, so that what fails does so again. */
static double
die (void)
{
  static unsigned state = 38;

  state = state * 1103515245 + 12345;
  return (double) (state >> 16 & 0x3fff) / 0x1000 - 1;
}

double
glp_get_row_dual (glp_prob *p, int row)
{
  const char *kind = getenv ("FIT_TEST_SOLVER_LIES");

  if (strcmp (kind, "random") == 0)
    return die ();
  if (strcmp (kind, "tiny") == 0)
    return die () * 1e-9;
  if (strcmp (kind, "huge") == 0)
    return die () * 1e300;
  if (strcmp (kind, "negative") == 0)
    return -1;
  return strcmp (kind, "infinite") == 0 ? INFINITY : NAN;
}

/* clang-format off */
int glp_term_out (int flag) { return flag; }
int glp_free_env (void) { return 0; }
void glp_delete_prob (glp_prob *p) {}
void glp_init_smcp (glp_smcp *how) {}
void glp_scale_prob (glp_prob *p, int flags) {}
void glp_set_obj_dir (glp_prob *p, int direction) {}
void glp_set_obj_coef (glp_prob *p, int column, double worth) {}
void glp_set_row_bnds (glp_prob *p, int row, int type, double least, double most) {}
void glp_set_col_bnds (glp_prob *p, int column, int type, double least, double most) {}
void glp_load_matrix (glp_prob *p, int n, const int rows[], const int columns[], const double values[]) {}
/* clang-format on */
