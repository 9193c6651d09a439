/* main.c - the program */
#include "cli/fit-main.h"

int
main (int argc, char **argv)
{
  return fit_main (argc, argv, NULL, NULL);
}
