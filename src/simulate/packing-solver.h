/* packing-solver.h - asks a solver of linear programs for prices
 * (private to simulate/, and for 'fitsched version')
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/packing.h"

/* fit_packing_solve: @out: initialised; gets prices at which
 * fit_packing_prove() should find a good bound.
 * Returns: FALSE with FIT_ERROR_IO if there is no solver */
gboolean fit_packing_solve (const FitPacking *packing, FitPackingPrices *out,
                            GError **error);

/* fit_packing_solver_version: Returns: (transfer none): "5.0"; "missing", or "left
 * out" of this program */
const char *fit_packing_solver_version (void);
