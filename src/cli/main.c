/* main.c - the program fitsched, which adds no rules to the command line of the
 * library */
#include "cli/fit-main.h"

int
main (int argc, char **argv)
{
  return fit_main (argc, argv, NULL, NULL);
}
