#!/usr/bin/env bash
# A name of a type means one thing.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# homes FILE...: "NAME TAG FILE" for each type that a header names, where TAG is
# that of its struct, union or enum; a type without a tag has the file instead,
# since every such type is another one
homes ()
{
  awk '
    /^typedef (struct|union|enum)/ { tag = $3 ~ /^[A-Za-z_]/ ? $3 : FILENAME }
    /^typedef (struct|union|enum) [A-Za-z_]+ [A-Za-z]+;/ { name = $4; sub(/;.*/, "", name); print name, tag, FILENAME }
    /^} [A-Za-z]+;/ { name = $2; sub(/;.*/, "", name); print name, tag, FILENAME }' "$@"
}

mapfile -t headers < <(sources '*.h')
none "$(homes "${headers[@]}" | sort -u | awk '
  $1 != name { name = $1; tag = $2; file = $3; next }
  $2 != tag { print file " and " $3 ": " name }')" \
  "R30 no two headers give one name to different types"
finish
