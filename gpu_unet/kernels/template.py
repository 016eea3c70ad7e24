"""Functions that are written once and compiled several times, with other names filled in."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

Function = Callable[..., Any]
Decorator = Callable[[Function], Any]


def bound(function: Function, *, name: str | None = None, **given: Any) -> Function:
    """The same code, which finds `given` before the globals of its module.

    In place of a closure: Numba's code is kept on disk by the function's name, which says nothing
    of the values in a closure. Whoever binds a kernel twice gives each a name.

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


def compiled(module: ModuleType, decorate: Decorator, **given: Any) -> dict[str, Any]:
    """Every function that `module` defines, compiled by `decorate`, by name.

    They call one another in their compiled form, and `given` in place of the module's own: what
    a device or a layout has to say itself.
    """
    done = dict(given)
    for name, function in vars(module).items():
        is_own = isinstance(function, FunctionType) and function.__module__ == module.__name__
        if is_own and name not in given:
            known = {n: v for n, v in done.items() if n in vars(module)}
            done[name] = decorate(bound(function, **known))
    return done
