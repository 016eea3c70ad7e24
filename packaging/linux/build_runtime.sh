#!/bin/sh
# Builds the program at the start of an AppImage from its source: build_runtime.sh OUT [SOURCE]
#
# For Debian 12 with gcc, git, libfuse3-dev, libsquashfuse-dev, libzstd-dev, liblzma-dev,
# liblzo2-dev, liblz4-dev and zlib1g-dev. SOURCE is a clone of the runtime's repository, if there is
# one already. Statically linked, so that it runs on every distribution; mounting needs fusermount3
# there, and without it `--appimage-extract-and-run` does.
set -eu
COMMIT=caf24f9f712084686bfc24a70b75e50df0aefb9c # checked out by this name: nothing else gets in
out=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=${2:-$work/source}
[ -e "$source" ] || git clone --quiet https://github.com/AppImage/type2-runtime "$source"
git -C "$source" archive "$COMMIT" src/runtime | tar -x -C "$work"
cd "$work/src/runtime"
mkdir -p include/squashfuse
cp /usr/include/squashfuse/*.h include/squashfuse
# Debian leaves out squashfuse's header for programs such as this; from 0.1.105:
cat >include/squashfuse/fuseprivate.h <<'END'
#pragma once
#include "squashfuse.h"
#include <fuse.h>
typedef struct {
    char *progname;
    const char *image;
    int mountpoint;
    size_t offset;
    unsigned int idle_timeout_secs;
} sqfs_opts;
int sqfs_usage(char *progname, bool fuse_usage, bool ll_usage);
int sqfs_opt_proc(void *data, const char *arg, int key, struct fuse_args *outargs);
END
gcc -std=gnu99 -Os -D_FILE_OFFSET_BITS=64 -DGIT_COMMIT="\"$COMMIT\"" \
    -Iinclude -Iinclude/squashfuse -I/usr/include/fuse3 \
    -T data_sections.ld -ffunction-sections -fdata-sections -Wl,--gc-sections -static \
    runtime.c -lsquashfuse_ll -lsquashfuse -lfuse3 -lzstd -llzma -llzo2 -llz4 -lz -lpthread -ldl \
    -o runtime 2>&1 | { grep -v "warning\|note\|~\|^ *[0-9]* |\|In function" || true; }
strip --strip-debug --strip-unneeded runtime
printf 'AI\002' | dd of=runtime bs=1 count=3 seek=8 conv=notrunc status=none
mv runtime "$out"
