"""Functions that are written once and compiled several times, with other names filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType
from typing import Any

Function = Callable[..., Any]
Decorator = Callable[[Function], Any]


def bound(function: Function, *, name: str | None = None, **given: Any) -> Function:
    """The same code, which finds `given` before the globals of its module.

    In place of a closure: Numba's code is kept on disk by the function's name, which says nothing
    of the values in a closure. In place of functions as arguments, too: those would be part of each
    kernel's signature, by which Numba looks for its code on disk, and have no name there that
    lasts. Two bindings of a kernel need two names.

    To follow a name to its definition: a device supplies it in its own `small_planes.py` or
    `scalars.py`, a layout in `layouts.py`, under the same name.

    Args:
        function: A plain function; the names that it leaves to others stand in its module.
        name: Of the new function; None keeps the old one.
        given: What those names are from now on: compiled functions, or numbers.
    """
    assert isinstance(function, FunctionType)
    assert function.__closure__ is None, f"{function.__qualname__} takes values from a closure"
    missing = given.keys() - function.__globals__.keys()
    assert not missing, f"{function.__module__} says nothing of {', '.join(sorted(missing))}"
    new = FunctionType(function.__code__, {**function.__globals__, **given}, name)
    new.__qualname__ = new.__name__ = name or function.__name__
    new.__doc__ = function.__doc__
    return new


def compiled(
    functions: ModuleType | Iterable[Function], decorate: Decorator, **given: Any
) -> dict[str, Any]:
    """Functions compiled by `decorate`, by name; what is `given` beside them.

    They call one another in their compiled form, and `given` in place of their module's own: what
    a device or a layout has to say itself.

    Args:
        functions: In the order in which they call one another; of a module all that it defines.
        decorate: Compiles a function, as `device_function` of either device does.
        given: By the names that the functions use; names that a function does not know are of no
            matter to it.
    """
    if isinstance(functions, ModuleType):
        own = functions.__name__
        functions = [
            f
            for f in vars(functions).values()
            if isinstance(f, FunctionType) and f.__module__ == own
        ]
    done = dict(given)
    for function in functions:
        name = function.__name__
        if name not in given:
            known = {n: v for n, v in done.items() if n in function.__globals__}
            done[name] = decorate(bound(function, **known))
    return done
