/* json-reader.h - strict JSON as a stream of documents
 *
 * Internal to base/; fit_json_parse() in value.h is the public interface.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/document-source.h"

/* fit_json_source_new: reads concatenated values from @bytes (borrowed).  Skips
 * a leading byte order mark. */
FitDocumentSource *fit_json_source_new (const char *bytes, gsize len);
