/* Backdrop.app/Contents/MacOS/Backdrop: runs the program with the Python in Resources.
 *
 * A program rather than a script: macOS asks whether *this* may use the camera, and remembers the
 * answer by the signature of the started program. */
#include <libgen.h>
#include <limits.h>
#include <mach-o/dyld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    char place[PATH_MAX], real[PATH_MAX], python[PATH_MAX];
    uint32_t size = sizeof place;
    if (_NSGetExecutablePath(place, &size) != 0 || realpath(place, real) == NULL) {
        fputs("error: Backdrop does not know where it is; move it to a shorter path\n", stderr);
        return 1;
    }
    if (snprintf(python, sizeof python, "%s/../Resources/python/bin/python3", dirname(real)) >= (int)sizeof python) {
        fputs("error: the path to Backdrop is too long; move it to a shorter one\n", stderr);
        return 1;
    }
    unsetenv("PYTHONHOME");
    unsetenv("PYTHONPATH");
    unsetenv("PYTHONSTARTUP");
    setenv("PYTHONNOUSERSITE", "1", 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    char **command = calloc((size_t)count + 3, sizeof *command);
    if (command == NULL) return 1;
    int at = 0;
    command[at++] = python;
    command[at++] = "-m";
    command[at++] = "backdrop";
    for (int i = 1; i < count; i++)
        if (strncmp(words[i], "-psn_", 5) != 0) command[at++] = words[i]; /* the Finder's own word */
    execv(python, command);
    perror("error: Backdrop's Python does not start; install Backdrop again");
    return 1;
}
