/* sums.h - is what a cache knows of its nodes the sum of what is there?
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"

/* check_sums: ends the program where it is not, where a pod counts twice, or
 * where the order of nodes has other nodes than the cache */
void check_sums (FitCache *cache);
