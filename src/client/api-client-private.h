/* api-client-private.h - what tests set at a client, and see of it
 */
#pragma once

#include "client/api-client.h"

/* The name of its thread. */
#define FIT_API_CLIENT_THREAD "api-client"

/* How long a watch may be silent, or the server while there are watches, and how
 * long it may then take to answer. */
typedef struct
{
  guint silent_ms;
  guint answer_ms;
} FitApiPatience;

/* fit_api_client_set_patience: from any thread, for what begins from now on */
void fit_api_client_set_patience (FitApiClient *client,
                                  const FitApiPatience *patience);
