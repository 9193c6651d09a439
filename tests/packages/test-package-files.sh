#!/usr/bin/env bash
# What debian/ and packaging/ say agrees with the tree: versions, symbols, files.  None of it is built here.
# With FIT_TEST_UPDATE=1 the list of symbols is rewritten.
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"
cd "$FIT_TEST_SRCDIR" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(sed -n 's/^AC_INIT(\[fitsched\], \[\(.*\)\])/\1/p' configure.ac)
is "$(sed -n '1s/^fitsched (\(.*\)) .*/\1/p' debian/changelog)" "$version" "debian/changelog begins with the version"

is "$(sed -n 's/^Version: *//p' packaging/fitsched.spec)" "$version" "and so does packaging/fitsched.spec"
if command -v rpmspec >/dev/null; then
  is "$(rpmspec -q packaging/fitsched.spec 2>&1 | sed 's/-1\..*//' | sort)" \
    "$(printf '%s\n' "fitsched-$version" "fitsched-devel-$version" "fitsched-libs-$version" "python3-fitsched-$version")" "rpm reads it"
else
  skip "no rpmspec; apt-get install rpm" "rpm reads packaging/fitsched.spec"
fi

# -- the SBOM: the rules of SPDX 2.3 that its readers depend on

sbom_problems ()
{
  python3 - "$1" <<'END'
import hashlib, json, os, re, sys

sbom = json.load(open(sys.argv[1]))
said = []

def check(good, what):
    if not good:
        said.append(what)

check(sbom["spdxVersion"] == "SPDX-2.3" and sbom["dataLicense"] == "CC0-1.0" and sbom["SPDXID"] == "SPDXRef-DOCUMENT", "head")
check(re.fullmatch(r"https?://[^#\s]+", sbom["documentNamespace"]), "documentNamespace")
check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", sbom["creationInfo"]["created"]), "created")
check(all(re.match(r"(Tool|Person|Organization): ", c) for c in sbom["creationInfo"]["creators"]), "creators")
elements = sbom["packages"] + sbom.get("files", [])
ids = [e["SPDXID"] for e in elements]
check(len(set(ids)) == len(ids), "an SPDXID twice")
check(all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", i) for i in ids), "form of an SPDXID")
for p in sbom["packages"]:
    check({"name", "versionInfo", "downloadLocation", "licenseDeclared", "copyrightText"} <= set(p), "members of " + p["name"])
    check(re.match(r"[0-9]", p["versionInfo"]), "version of " + p["name"])
for f in sbom.get("files", []):
    check(f["fileName"].startswith("./"), "fileName")
    content = open(os.path.join(os.path.dirname(sys.argv[1]), f["fileName"]), "rb").read()
    for c in f["checksums"]:
        check(hashlib.new(c["algorithm"].lower(), content).hexdigest() == c["checksumValue"], "checksum of " + f["fileName"])
for r in sbom["relationships"]:
    check({r["spdxElementId"], r["relatedSpdxElement"]} <= {"SPDXRef-DOCUMENT", *ids}, "relationship to nothing")
check(any(r["relationshipType"] == "DESCRIBES" for r in sbom["relationships"]), "nothing is described")
print("\n".join(said))
END
}
if command -v python3 >/dev/null; then
  echo one >"$work/fitsched_1.deb"
  packaging/write-sbom.sh "$FIT_TEST_BUILDDIR/fitsched" "$work/fitsched_1.deb" >"$work/sbom.json"
  is "$?" 0 "packaging/write-sbom.sh"
  none "$(sbom_problems "$work/sbom.json" 2>&1)" "the SBOM keeps the rules of SPDX 2.3"
  is "$(grep -o '"name": "[a-z-]*"' "$work/sbom.json" | sort -u | cut -d '"' -f 4 | paste -sd ' ')" \
    "$("$FIT_TEST_BUILDDIR/fitsched" version | sed -n 's/^libraries: //p' | tr ',' '\n' | awk '$2 ~ /^[0-9]/ { print $1 } END { print "fitsched" }' | sort | paste -sd ' ')" \
    "and names every library of the program"
  is "$(TZ=Pacific/Kiritimati LC_ALL=C.UTF-8 packaging/write-sbom.sh "$FIT_TEST_BUILDDIR/fitsched" "$work/fitsched_1.deb" | cmp - "$work/sbom.json" 2>&1)" "" \
    "wherever and whenever it is written"
else
  skip "no python3; apt-get install python3" "the SBOM keeps the rules of SPDX 2.3"
fi

# -- the plugin of kubectl

cp "$FIT_TEST_BUILDDIR/fitsched" "$work/fitsched-$version-linux-x86_64"
packaging/plugin.sh "$work" >/dev/null
archive=$work/kubectl-fitsched-$version-linux-amd64.tar.gz
is "$(tar -tzf "$archive" | paste -sd ' ')" "LICENSE kubectl-fitsched" "the archive of the plugin has the licence"
is "$(sed -n 's/ *sha256: //p' "$work/kubectl-fitsched.yaml")" "$(sha256sum <"$archive" | cut -d ' ' -f 1)" "its manifest has the checksum"
none "$(grep '@[A-Z0-9]*@' "$work/kubectl-fitsched.yaml")" "and all that is filled in"
sum=$(sha256sum <"$archive")
TZ=Pacific/Kiritimati packaging/plugin.sh "$work" >/dev/null
is "$(sha256sum <"$archive")" "$sum" "a second archive has the same bytes"

# -- symbols

library=$FIT_TEST_BUILDDIR/.libs/libfitsched.so
if [ "${FIT_TEST_SANITIZERS:-no}" != no ] || [ ! -e "$library" ]; then
  skip "built without a shared library as it is packaged" "debian/libfitsched0.symbols lists what the library exports"
else
  {
    sed -n '1,2p' debian/libfitsched0.symbols
    nm -D --defined-only "$library" | awk '{ sub(/@@/, "@", $3); print $3 ~ /@/ ? $3 : $3 "@" $3 }' | sort -u | sed "s/.*/ & $version/"
  } >"$work/symbols"
  # What was there before keeps the version that brought it.
  awk 'NR == FNR { if (NF == 2 && /^ /) since[$1] = $2; next }
    /^ / && $1 in since { $0 = " " $1 " " since[$1] } { print }' debian/libfitsched0.symbols "$work/symbols" >"$work/kept"
  [ -z "${FIT_TEST_UPDATE-}" ] || cp "$work/kept" debian/libfitsched0.symbols
  none "$(diff debian/libfitsched0.symbols "$work/kept")" \
    "debian/libfitsched0.symbols lists what the library exports (FIT_TEST_UPDATE=1 rewrites it)"
fi

# -- files

none "$(cat debian/*.docs debian/*.examples debian/tests/control | sed -n 's/^\([a-z].*\/.*\|README.*\)$/\1/p' \
  | while read -r pattern; do compgen -G "$pattern" >/dev/null || echo "no $pattern"; done)" "what fitsched-doc has is there"

# Everything that make install installs is in one of the packages.
MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s install DESTDIR="$work/tree" prefix=/usr libdir=/usr/lib/x >"$work/install.log" 2>&1
is "$?" 0 "make install"
patterns=$(cat debian/*.install debian/not-installed | awk '{ print $1 }')
none "$(cd "$work/tree" && find . ! -type d | sed 's|^\./||' | while read -r file; do
  for pattern in $patterns; do
    # shellcheck disable=SC2254 # they are patterns
    case $file in $pattern | $pattern/*) continue 2 ;; esac
  done
  echo "$file is in no package"
done)" "every installed file is in a package"
for name in kubectl-fitsched kubectl_complete-fitsched; do
  is "$(readlink "$work/tree/usr/bin/$name")" fitsched "make install lets kubectl find $name"
done

# -- make uninstall

MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s uninstall DESTDIR="$work/tree" prefix=/usr libdir=/usr/lib/x >"$work/uninstall.log" 2>&1
none "$(cd "$work/tree" && find . ! -type d)" "make uninstall leaves no file"
is "$(cd "$work/tree/usr" && find . -depth -type d -empty | sort | paste -sd ' ')" "./bin ./include ./lib/x ./share/man/man1" \
  "and of its directories only those that every system has"

finish
