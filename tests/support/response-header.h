/* response-header.h - the headers of an answer
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <string.h>

#include "net/http.h"

/* response_header: Returns: (transfer none) (nullable): the value of the first
 * header @name, ignoring letter case */
static inline const char *
response_header (const FitHttpResponse *response, const char *name)
{
  const gsize len = strlen (name);

  for (guint i = 0; i < response->headers->len; i++)
    {
      const char *line = response->headers->pdata[i];

      if (g_ascii_strncasecmp (line, name, len) == 0 && line[len] == ':')
        {
          line += len + 1;
          while (*line == ' ' || *line == '\t')
            line++;
          return line;
        }
    }
  return NULL;
}
