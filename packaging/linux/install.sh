#!/bin/sh
# Adds Backdrop to your own menu and path, without an administrator: sh install.sh
# sh install.sh --uninstall removes it, and leaves your settings and presets.
set -eu
here=$(dirname "$(readlink -f "$0")")
data=${XDG_DATA_HOME:-$HOME/.local/share}
place=$data/backdrop-app
entry=$data/applications/backdrop.desktop
icon=$data/icons/hicolor/scalable/apps/backdrop.svg
command=$HOME/.local/bin/backdrop

tell_desktop() {
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$data/applications" || true
    fi
}

if [ "${1:-}" = --uninstall ]; then
    rm -rf "$place"
    rm -f "$entry" "$icon"
    [ "$(readlink "$command" || true)" = "$place/bin/backdrop" ] && rm -f "$command"
    tell_desktop
    echo "Backdrop is removed. Your settings and presets stay, in ${XDG_CONFIG_HOME:-$HOME/.config}/Backdrop;"
    echo "compiled code in ${XDG_CACHE_HOME:-$HOME/.cache}/backdrop and a log in $data/Backdrop can go."
    exit 0
fi

if [ -e "$command" ] && [ "$(readlink "$command" || true)" != "$place/bin/backdrop" ]; then
    echo "error: $command is something else already; move it away and try again" >&2
    exit 1
fi
mkdir -p "$data/applications" "$(dirname "$icon")" "$(dirname "$command")"
# Copy beside the old version, then swap: a running version keeps its files.
rm -rf "$place.new"
cp -a "$here" "$place.new"
rm -rf "$place"
mv "$place.new" "$place"
ln -sf "$place/bin/backdrop" "$command"
cp "$place/share/icons/hicolor/scalable/apps/backdrop.svg" "$icon"
sed "s|^Exec=backdrop|Exec=\"$command\"|; s|^TryExec=.*|TryExec=$command|" \
    "$place/share/applications/backdrop.desktop" >"$entry"
tell_desktop
echo "Backdrop is in your menu. To take it out again: sh $place/install.sh --uninstall"
case ":$PATH:" in
*":$HOME/.local/bin:"*) ;;
*) echo "For \`backdrop\` in a terminal, add $HOME/.local/bin to your PATH (a new login often does)." ;;
esac
