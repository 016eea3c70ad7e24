#!/bin/sh
# Installs a download, uses it, and uninstalls it: smoke_test.sh DMG SAMPLE REFERENCE OUT
set -eu
image=$1
sample=$2
reference=$3
mkdir -p "$4"
out=$(cd "$4" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
say() { echo "$*" | tee -a "$out/figures.txt"; }
fail() { say "FAILED: $*"; exit 1; }
now() { perl -MTime::HiRes=time -e 'printf "%.2f", time'; }
since() { echo "$(now) $1" | awk '{ printf "%.1f", $1 - $2 }'; }

: >"$out/figures.txt"
size=$(stat -f %z "$image")
say "$(basename "$image"): $((size / 1000000)) MB to download"
[ "$size" -le 250000000 ] || fail "larger than 250 MB"
volume=$(mktemp -d)
hdiutil attach -quiet -nobrowse -readonly -mountpoint "$volume" "$image"
mkdir -p "$HOME/Applications"
app=$HOME/Applications/Backdrop.app
cp -R "$volume/Backdrop.app" "$app"
hdiutil detach -quiet "$volume"
codesign --verify --deep --strict "$app"
command=$app/Contents/MacOS/Backdrop
python=$app/Contents/Resources/python/bin/python3
for start in first second; do
    begun=$(now)
    made=$out/installed-$start.mp4
    "$command" process "$sample" -o "$made" --background '#00b140' --learn-room off --json | while read -r line; do
        case "$line" in *'"event": "progress"'*)
            [ -n "${seen:-}" ] || say "$start start: first composite after $(since "$begun") s"
            seen=1
            ;;
        esac
    done
    [ -s "$made" ] || fail "nothing was written"
    say "$start start: the sample done after $(since "$begun") s"
done
"$python" "$here/compare_frames.py" "$reference" "$out/installed-first.mp4" | tee -a "$out/figures.txt"
open -n "$app" --args --source synthetic
sleep 20
screencapture -x "$out/window.png"
osascript -e 'quit app "Backdrop"' || true
sleep 5
settings=$HOME/Library/Preferences/Backdrop/backdrop.ini
[ -s "$settings" ] || fail "the window left no settings in $settings"
rm -rf "$app"
[ -s "$settings" ] || fail "the user's settings went, too"
say "removed; the user's settings are still there"
