/* fuzz.h - what a fuzz target defines, and nothing else
 *
 * The engine calls it with bytes from outside; a build without an engine
 * replays the corpus instead (replay-main.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);
