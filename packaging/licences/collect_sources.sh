#!/bin/sh
# Puts the sources that the GPL and the LGPL require beside a release: collect_sources.sh DIST
#
# Each bundle states the versions; a download that fails ends the script, and the release.
set -eu
out=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/sources"
deb=$(ls "$out"/backdrop_*_amd64.deb)
dpkg-deb --fsys-tarfile "$deb" | tar -xO ./opt/backdrop/licences/README.md >"$work/parts.md"
version_of() { awk -F' *[|] *' -v name="$1" 'tolower($2) == tolower(name) { print $3 }' "$work/parts.md"; }
av=$(version_of av)
qt=$(version_of PySide6_Essentials)
cd "$work/sources"
pip download --quiet --no-deps --no-binary :all: --no-build-isolation "av==$av" || true
[ -n "$(ls av-* 2>/dev/null)" ] || curl -fsSLO "https://github.com/PyAV-Org/PyAV/archive/refs/tags/v$av.tar.gz"
# The scripts that built the libraries inside that wheel, and with them the address of each source.
git clone --quiet https://github.com/PyAV-Org/pyav-ffmpeg
(cd pyav-ffmpeg && git log -1 --format=%H >BUILT_FROM && rm -rf .git)
grep -rhoE 'https?://[^"'"'"' ]+\.(tar\.(gz|xz|bz2)|tgz|zip)' pyav-ffmpeg/scripts | sort -u | while read -r address; do
    curl -fsSLO "$address"
done
curl -fsSLO "https://download.qt.io/official_releases/QtForPython/pyside6/PySide6-$qt-src/pyside-setup-everywhere-src-$qt.tar.xz"
curl -fsSLO "https://download.qt.io/official_releases/qt/${qt%.*}/$qt/single/qt-everywhere-src-$qt.tar.xz"
cp "$work/parts.md" README.md
tar -C "$work" -cf "$out/backdrop-sources.tar" sources
