/* main.c - the program fitsched, which adds no rules to the command line of the
 * library
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/fit-main.h"

int
main (int argc, char **argv)
{
  return fit_main (argc, argv, NULL, NULL);
}
