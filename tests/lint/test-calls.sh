#!/usr/bin/env bash
# Calls that no file, or no file of the library, may make.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# calls PATTERN FILE...: places that call a function whose name matches
calls ()
{
  local pattern=$1
  shift
  code "$@" | grep -E "(^|[^A-Za-z0-9_])($pattern)[[:space:]]*\("
}

library=$(sources '*.[ch]' | grep -v '^src/cli/')
everything=$(sources '*.[ch]' src algorithmprovider tests)

banned='strcpy|strcat|v?sprintf|gets|strtok|ato[ifl]|atoll|strto(l|ul|ll|ull|d|f|ld)|s?rand|localtime|gmtime|alloca|setlocale'
printing='v?f?printf|f?puts|f?putc|putchar|fwrite|perror|g_print|g_printerr|g_log|g_message|g_warning|g_critical|g_info|g_error|g_warning_once'
leaving='_?exit|_Exit|quick_exit|abort|g_abort|g_on_error_query'

none "$(calls "$banned" $everything)" "R10 no banned function is called (src/base/banned.h)"
none "$(calls "$printing" $library; code $library | grep -E '[^A-Za-z0-9_](stdout|stderr)[^A-Za-z0-9_]')" \
  "R11 only src/cli prints"
none "$(calls "$leaving" $library)" "R12 only src/cli ends the program"
none "$(code $everything | grep -E '(^|[^A-Za-z0-9_])goto[[:space:]]')" "R13 no goto"
finish
