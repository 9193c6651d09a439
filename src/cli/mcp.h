/* mcp.h - the Model Context Protocol: questions of agents as tools
 *
 * One message in, at most one message out.  A message that names its version of
 * the protocol, as from 2026-07-28 on, is answered in that way; others as the
 * versions before did it, which begin with initialize.
 *
 * A tool is a verb, and answers with what people read.  The document is a
 * resource of its own, which is made when somebody reads it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/asked.h"

typedef struct _FitMcp FitMcp;

/* FitMcpAsk: as fit_asked_ask() */
typedef gboolean (*FitMcpAsk) (const FitAskedVerb *verb, FitAskedForm form,
                               const char *question, gsize len,
                               FitAskedAnswer *out, gpointer data,
                               GError **error);

/* fit_mcp_new: @data: borrowed */
FitMcp *fit_mcp_new (FitMcpAsk ask, gpointer data);
void fit_mcp_free (FitMcp *mcp);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitMcp, fit_mcp_free)

/* fit_mcp_answer: @message: NUL-terminated, JSON.  Returns: (transfer full)
 * (nullable): the answer, JSON without line ends; NULL if there is to be none */
char *fit_mcp_answer (FitMcp *mcp, const char *message, gsize len);
