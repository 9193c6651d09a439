/* api-detail.h - what a log may show of an exchange
 *
 * Internal to client/.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "net/network.h"
#include "client/api-request.h"

/* What was kept of an exchange; all (nullable) owned. */
typedef struct
{
  GString *sent_headers;
  GString *heard_headers;
  GString *sent_body;
  GString *heard_body;
} FitApiHeard;

void fit_api_heard_clear (FitApiHeard *heard);

/* fit_api_heard_begin: the request is sent, perhaps again; @body: (nullable) */
void fit_api_heard_begin (FitApiHeard *heard, const FitApiDetail *detail,
                          const struct curl_slist *headers, const char *path,
                          const char *body);

/* fit_api_heard_header: @line: of the answer, without its end */
void fit_api_heard_header (FitApiHeard *heard, const char *line);

void fit_api_heard_body (FitApiHeard *heard, const FitApiDetail *detail,
                         const char *path, const char *bytes, gsize len);

/* fit_api_heard_hide: takes @secrets out of all texts, before bodies are cut */
void fit_api_heard_hide (FitApiHeard *heard, const FitApiDetail *detail,
                         FitSecretSet *secrets);
