/* portable.c - linked into the portable program only: what it lacks
 *
 * A static program cannot load shared libraries: they would need the C library
 * that it was linked with.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "net/network.h"

const char fit_net_left_out[]
    = "this portable program reads files only: live clusters, extenders, "
      "serving and bounds need an installed fitsched";
