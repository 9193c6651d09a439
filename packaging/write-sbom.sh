#!/usr/bin/env bash
# write-sbom.sh - what a build is made of, as an SPDX 2.3 document
#
#   packaging/write-sbom.sh PROGRAM [FILE...]
#
# The libraries and their versions are those that PROGRAM names itself, and the FILEs are listed with their checksums.
# Nothing in it depends on the time, the place or the user of the build.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail
export LC_ALL=C
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/packaging/common.sh"
program=$1
shift

# The licences of the libraries, which no build can tell.
declare -A licences=([glib]=LGPL-2.1-or-later [json-c]=MIT [libyaml]=MIT [libcurl]=curl [libmicrohttpd]=LGPL-2.1-or-later
  [gnutls]=LGPL-2.1-or-later [zlib]=Zlib [libzstd]="BSD-3-Clause OR GPL-2.0-only"
  [glpk]=GPL-3.0-or-later)

facts=$("$program" version -o json)
libraries=$(tr -d ' \n' <<<"$facts" | grep -o '{"name":"[^"]*","version":"[^"]*"}' | sed 's/{"name":"\(.*\)","version":"\(.*\)"}/\1 \2/')
[ -n "$libraries" ] || die "$program does not name its libraries"
relations=()
relate () { relations+=("    {\"spdxElementId\": \"SPDXRef-$1\", \"relationshipType\": \"$2\", \"relatedSpdxElement\": \"SPDXRef-$3\"}"); }
join () { local IFS=$'\n'; sed '$!s/$/,/' <<<"$*"; }

packages=("    {\"SPDXID\": \"SPDXRef-fitsched\", \"name\": \"fitsched\", \"versionInfo\": \"$version\", \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false, \"licenseConcluded\": \"Apache-2.0\", \"licenseDeclared\": \"Apache-2.0\", \"copyrightText\": \"NOASSERTION\"}")
relate DOCUMENT DESCRIBES fitsched
while read -r name release; do
  [ "$release" != leftout ] && [ "$release" != missing ] || continue
  packages+=("    {\"SPDXID\": \"SPDXRef-$name\", \"name\": \"$name\", \"versionInfo\": \"$release\", \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false, \"licenseConcluded\": \"NOASSERTION\", \"licenseDeclared\": \"${licences[$name]-NOASSERTION}\", \"copyrightText\": \"NOASSERTION\"}")
  relate fitsched DEPENDS_ON "$name"
done <<<"$libraries"

files=()
digests=$version
for file; do
  sum256=$(sha256sum <"$file" | cut -d ' ' -f 1)
  sum1=$(sha1sum <"$file" | cut -d ' ' -f 1)
  id=File-${#files[@]}
  digests+=$sum256
  files+=("    {\"SPDXID\": \"SPDXRef-$id\", \"fileName\": \"./${file##*/}\", \"checksums\": [{\"algorithm\": \"SHA1\", \"checksumValue\": \"$sum1\"}, {\"algorithm\": \"SHA256\", \"checksumValue\": \"$sum256\"}], \"licenseConcluded\": \"Apache-2.0\", \"copyrightText\": \"NOASSERTION\"}")
  relate "$id" GENERATED_FROM fitsched
done

cat <<END
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "fitsched-$version",
  "documentNamespace": "https://fitsched.example/spdx/$version-$(sha256sum <<<"$digests" | cut -c 1-32)",
  "creationInfo": {
    "created": "$(date -u -d "@$(source_date)" +%Y-%m-%dT%H:%M:%SZ)",
    "creators": ["Tool: fitsched-write-sbom-$version"]
  },
  "packages": [
$(join "${packages[@]}")
  ],
$([ ${#files[@]} -eq 0 ] || printf '  "files": [\n%s\n  ],\n' "$(join "${files[@]}")")
  "relationships": [
$(join "${relations[@]}")
  ]
}
END
