/* yaml-reader.h - YAML 1.1 as a stream of documents
 *
 * Internal to base/; fit_yaml_parse() in value.h is the public interface.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/document-source.h"

/* fit_yaml_source_new: reads the documents of the stream @bytes (borrowed) */
FitDocumentSource *fit_yaml_source_new (const char *bytes, gsize len,
                                        const FitLimits *limits);
