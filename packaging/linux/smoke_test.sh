#!/bin/sh
# Installs a download, uses it as an ordinary user, and uninstalls it.
#
#     smoke_test.sh PACKAGE SAMPLE REFERENCE OUT
#
# PACKAGE is a .deb, an .AppImage or a .tar.xz; SAMPLE a video; REFERENCE the output of a
# checkout, by the arguments in `make` below. Run it as root on a disposable Debian or Ubuntu system
# with Xvfb. OUT receives the picture of the window and figures.txt. A step that fails ends it.
set -eu
package=$(readlink -f "$1")
sample=$(readlink -f "$2")
reference=$(readlink -f "$3")
mkdir -p "$4"
out=$(readlink -f "$4")
here=$(dirname "$(readlink -f "$0")")/..
user=backdrop-smoke

say() { echo "$*" | tee -a "$out/figures.txt"; }
fail() { say "FAILED: $*"; exit 1; }
now() { date +%s.%N; }
since() { echo "$(now) $1" | awk '{ printf "%.1f", $1 - $2 }'; }
as_user() { runuser -u "$user" -- env -i HOME="/home/$user" PATH="$path" DISPLAY=:97 "$@"; }

: >"$out/figures.txt"
id "$user" >/dev/null 2>&1 || useradd --create-home "$user"
chmod 777 "$out"
path=/home/$user/.local/bin:/usr/local/bin:/usr/bin:/bin
say "$(basename "$package"): $(du -m "$package" | cut -f1) MB to download, $(. /etc/os-release && echo "$PRETTY_NAME")"
as_user sh -c 'command -v python3 python' >/dev/null 2>&1 && say "note: this system has a Python" || say "no Python on this system"

begun=$(now)
case "$package" in
*.deb)
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null
    program=/opt/backdrop
    command=backdrop
    ;;
*.AppImage)
    cp "$package" "/home/$user/Backdrop.AppImage"
    chown "$user" "/home/$user/Backdrop.AppImage"
    command=/home/$user/Backdrop.AppImage
    # Without FUSE, as in a container, it unpacks itself at each start; here once.
    if ! as_user "$command" --appimage-help >/dev/null 2>&1; then fail "the runtime does not start"; fi
    if as_user "$command" process --help >/dev/null 2>"$out/mount.txt"; then
        say "the AppImage mounts itself"
    else
        say "the AppImage cannot mount itself here ($(head -1 "$out/mount.txt")): it is unpacked"
    fi
    as_user sh -c 'cd ~ && ./Backdrop.AppImage --appimage-extract >/dev/null'
    program=/home/$user/squashfs-root
    [ -s "$out/mount.txt" ] && command=$program/AppRun
    ;;
*.tar.xz)
    as_user sh -c "mkdir -p ~/unpacked && tar -xJf '$package' -C ~/unpacked --strip-components=1 && sh ~/unpacked/install.sh && rm -r ~/unpacked"
    program=/home/$user/.local/share/backdrop-app
    command=backdrop
    ;;
esac
python=$program/python/bin/python3
say "installed in $(since "$begun") s, $(du -sm "$program" | cut -f1) MB"

make() { # OUT
    as_user "$command" process "$sample" -o "$1" --background '#00b140' --learn-room off --json
}
for start in first second; do
    begun=$(now)
    made=$out/installed-$start.mp4
    rm -f "$made"
    make "$made" | while read -r line; do
        case "$line" in *'"event": "progress"'*)
            [ -n "${seen:-}" ] || say "$start start: first composite after $(since "$begun") s"
            seen=1
            ;;
        esac
    done
    [ -s "$made" ] || fail "nothing was written"
    say "$start start: the sample done after $(since "$begun") s"
done
"$python" "$here/compare_frames.py" "$reference" "$out/installed-first.mp4" >"$out/compared.txt" ||
    fail "other frames than the checkout's: $(cat "$out/compared.txt")"
say "beside the checkout's: $(cat "$out/compared.txt")"
as_user "$command" doctor >"$out/doctor.txt" 2>&1 || true

Xvfb :97 -screen 0 1440x900x24 >/dev/null 2>&1 &
screen=$!
sleep 2
begun=$(now)
as_user sh -c 'echo $$ >"$1"; exec "$2" --source synthetic' sh "$out/window.pid" "$command" >"$out/window.txt" 2>&1 &
as_user env PYTHONPATH="$program" "$python" "$here/take_picture.py" "$out/window.png" 120 >"$out/picture.txt" ||
    fail "no window: $(cat "$out/window.txt" "$out/picture.txt")"
say "the window: $(cat "$out/picture.txt")"
kill -TERM "$(cat "$out/window.pid")"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -0 "$(cat "$out/window.pid")" 2>/dev/null || break
    sleep 1
done
kill -0 "$(cat "$out/window.pid")" 2>/dev/null && fail "the window does not close"
kill "$screen" 2>/dev/null || true
settings=/home/$user/.config/Backdrop/backdrop.ini
[ -s "$settings" ] || fail "the window left no settings in $settings"

case "$package" in
*.deb)
    desktop=/usr/share/applications/backdrop.desktop
    [ -e "$desktop" ] || fail "no menu entry"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --reinstall "$package" >/dev/null
    as_user backdrop --help >/dev/null || fail "it does not start after an upgrade"
    [ -s "$settings" ] || fail "an upgrade took the settings"
    DEBIAN_FRONTEND=noninteractive apt-get remove -y -qq backdrop | grep -i "backdrop\|presets" | tee -a "$out/figures.txt"
    ;;
*.AppImage)
    desktop=
    rm -r "$command" "$program" "/home/$user/Backdrop.AppImage" 2>/dev/null || true
    ;;
*.tar.xz)
    desktop=/home/$user/.local/share/applications/backdrop.desktop
    [ -e "$desktop" ] || fail "no menu entry"
    as_user sh "$program/install.sh" --uninstall | tee -a "$out/figures.txt"
    ;;
esac
as_user sh -c 'command -v backdrop' && fail "the command is still there"
for left in "$program" /usr/share/doc/backdrop ${desktop:+"$desktop"}; do
    [ ! -e "$left" ] || fail "$left is still there"
done
[ -s "$settings" ] || fail "the user's settings went, too"
say "removed; the user's settings are still there"
