#!/bin/sh
# Makes a disk image with Backdrop.app from the bundle, for Apple silicon: make_dmg.sh BUNDLE OUT
#
# Signed with SIGNING_IDENTITY if there is one (SIGNING_CERTIFICATE is its .p12 in base64, opened by
# SIGNING_PASSWORD), and sent to Apple's notary if NOTARY_APPLE_ID, NOTARY_TEAM_ID and NOTARY_PASSWORD
# are set. Without a key it is signed for this machine only: after a download, the user has to allow
# it once, in the system settings under Privacy and Security.
set -eu
bundle=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n 's/^version = "\([^"]*\)".*/\1/p' "$here/../../pyproject.toml" | head -1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
app=$work/image/Backdrop.app

mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources"
cp -R "$bundle/python" "$bundle/bin" "$bundle/licences" "$app/Contents/Resources/"
cc -O2 -Wall -Wextra -arch arm64 -mmacosx-version-min=13.0 -o "$app/Contents/MacOS/Backdrop" "$here/launcher.c"
sed "s/@VERSION@/$version/" "$here/Info.plist" >"$app/Contents/Info.plist"
plutil -lint "$app/Contents/Info.plist"

# The icon in its sizes, drawn by the bundle's own Qt.
icons=$work/backdrop.iconset
mkdir "$icons"
for size in 16 32 128 256 512; do
    for scale in 1 2; do
        name=icon_${size}x${size}$([ $scale = 2 ] && echo @2x || true).png
        QT_QPA_PLATFORM=offscreen "$bundle/python/bin/python3" -c '
import sys
from PySide6.QtGui import QGuiApplication, QIcon
application = QGuiApplication([])
QIcon(sys.argv[1]).pixmap(int(sys.argv[3])).save(sys.argv[2])
' "$here/../../assets/icons/backdrop.svg" "$icons/$name" $((size * scale))
    done
done
iconutil --convert icns --output "$app/Contents/Resources/backdrop.icns" "$icons"

identity=-
if [ -n "${SIGNING_CERTIFICATE:-}" ]; then
    keychain=$work/signing.keychain-db
    lock=$(uuidgen)
    echo "$SIGNING_CERTIFICATE" | base64 --decode >"$work/certificate.p12"
    security create-keychain -p "$lock" "$keychain"
    security unlock-keychain -p "$lock" "$keychain"
    security import "$work/certificate.p12" -k "$keychain" -P "$SIGNING_PASSWORD" -T /usr/bin/codesign
    security set-key-partition-list -S apple-tool:,apple: -s -k "$lock" "$keychain" >/dev/null
    security list-keychains -d user -s "$keychain" login.keychain-db
    identity=$SIGNING_IDENTITY
fi
sign() {
    if [ "$identity" = - ]; then
        codesign --force --sign - "$@"
    else
        codesign --force --timestamp --options runtime --entitlements "$here/entitlements.plist" --sign "$identity" "$@"
    fi
}
# From the inside out: every library by itself, then what holds them.
find "$app/Contents/Resources" -type f \( -name '*.so' -o -name '*.dylib' -o -perm -u+x \) | while read -r file; do
    if file -b "$file" | grep -q Mach-O; then sign "$file"; fi
done
sign "$app"
codesign --verify --deep --strict "$app"

ln -s /Applications "$work/image/Applications"
image=$out/Backdrop-$version-macos-arm64.dmg
rm -f "$image"
hdiutil create -quiet -volname Backdrop -srcfolder "$work/image" -format ULMO -fs HFS+ "$image"
if [ "$identity" != - ]; then sign "$image"; fi
if [ -n "${NOTARY_APPLE_ID:-}" ]; then
    xcrun notarytool submit "$image" --wait --apple-id "$NOTARY_APPLE_ID" --team-id "$NOTARY_TEAM_ID" --password "$NOTARY_PASSWORD"
    xcrun stapler staple "$image"
fi
ls -l "$image"
