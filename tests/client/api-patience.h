/* api-patience.h - clients that wait less
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client-private.h"

/* api_set_patience: for what @client begins from now on */
static inline void
api_set_patience (FitApiClient *client, const FitApiPatience *patience)
{
  g_atomic_int_set (&client->patience.silent_ms, patience->silent_ms);
  g_atomic_int_set (&client->patience.answer_ms, patience->answer_ms);
}
