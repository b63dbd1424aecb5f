"""The wall around the process of a program: no new privileges, no files, no sockets, and few calls of the system.

It stands before foreign text is read, beside the engine, which has none of this either. What a system cannot do is left
out: Landlock is there in Linux 5.13 and later, where the kernel has it; the filter of system calls on x86-64 and
aarch64. On other systems there is no wall. It imports nothing of the package, and nothing that takes long.

A call that the filter does not know fails with EPERM. It knows `restart_syscall`, which no program makes: with it the
kernel goes on with a wait in which a process was suspended, and a refusal would end that process. Of those that it
knows some are allowed with one argument alone: new threads, but no new processes; limits and priorities of this
process, but of no other.
"""

import ctypes
import errno
import os
import struct
import sys

_NO_NEW_PRIVILEGES = 38
_SET_SECCOMP, _FILTER = 22, 2
_CREATE_RULES, _RESTRICT = 444, 446
_FILES = ((1, 13), (2, 14), (3, 15), (5, 16))
"""From each version of Landlock on, the number of rights on files that it knows."""
_BIND_AND_CONNECT, _SCOPES = 3, 3
_CLONE_THREAD = 0x10000
_X32 = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16

_CALLS = {  # name: its numbers on x86-64 and aarch64; -1 where there is none
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "fstat": (5, 80), "poll": (7, -1), "lseek": (8, 62),
    "mmap": (9, 222), "mprotect": (10, 226), "munmap": (11, 215), "brk": (12, 214), "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "pread64": (17, 67), "readv": (19, 65),
    "writev": (20, 66), "sched_yield": (24, 124), "mremap": (25, 216), "madvise": (28, 233), "nanosleep": (35, 101),
    "setitimer": (38, 103), "getpid": (39, 172), "exit": (60, 93), "ftruncate": (77, 46), "getrlimit": (97, 163),
    "getrusage": (98, 165), "sysinfo": (99, 179), "times": (100, 153), "sigaltstack": (131, 132),
    "getpriority": (140, 141), "setrlimit": (160, 164), "gettid": (186, 178), "futex": (202, 98),
    "sched_getaffinity": (204, 123), "set_tid_address": (218, 96), "clock_gettime": (228, 113),
    "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "exit_group": (231, 94), "pselect6": (270, 72),
    "ppoll": (271, 73), "set_robust_list": (273, 99), "getrandom": (318, 278), "memfd_create": (319, 279),
    "membarrier": (324, 283), "restart_syscall": (219, 128), "rseq": (334, 293),
}  # fmt: skip
_CLONE, _SET_PRIORITY, _TGKILL, _LIMITS, _CLONE3 = (56, 220), (141, 140), (234, 131), (302, 261), (435, 435)
_FCNTL, _ADD_SEALS = (72, 25), 1033
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The column of a machine above, and how the kernel names it."""


def stand() -> list[str]:
    """Put up the wall around this process, for good; return the parts that stand."""
    if sys.platform != "linux":
        return []
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    if library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no new privileges: the kernel refuses")
    stands = ["no new privileges"]
    if _close_files(library):
        stands.append("landlock")
    known = _MACHINES.get(os.uname().machine) if sys.byteorder == "little" else None
    if known and _filter_calls(library, *known):
        stands.append("seccomp")
    return stands


def _close_files(library: ctypes.CDLL) -> bool:
    """Forbid every file and every port, by Landlock; return False if the kernel has it not."""
    call = library.syscall
    call.restype, call.argtypes = ctypes.c_long, [ctypes.c_long, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint]
    version = call(_CREATE_RULES, None, 0, 1)
    if version < 1:
        return False
    rights = (1 << next(known for least, known in reversed(_FILES) if version >= least)) - 1
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = call(_CREATE_RULES, struct.pack("<QQQ", rights, _BIND_AND_CONNECT, _SCOPES)[:size], size, 0)
    if rules < 0 or call(_RESTRICT, rules, 0, 0):
        raise OSError(ctypes.get_errno(), "landlock: the kernel refuses")
    os.close(rules)
    return True


def _filter_calls(library: ctypes.CDLL, column: int, machine: int) -> bool:
    """Let the kernel refuse all other calls, in all threads that this one begins; return False if it cannot."""
    lines = [_line(_LOAD, _MACHINE), _line(_EQUAL, machine, 1), _line(_RETURN, _KILL), _line(_LOAD, _NUMBER)]
    lines += [_line(_AT_LEAST, _X32, 0, 1), _line(_RETURN, _ERROR | errno.EPERM)]  # the calls of another interface
    lines += [_line(_EQUAL, _CLONE3[column], 0, 1), _line(_RETURN, _ERROR | errno.ENOSYS)]  # then clone is called
    for numbers in _CALLS.values():
        if numbers[column] >= 0:
            lines += [_line(_EQUAL, numbers[column], 0, 1), _line(_RETURN, _ALLOW)]
    for numbers, test, place, value in (
        (_CLONE, _ANY_BIT, 0, _CLONE_THREAD),
        (_LIMITS, _EQUAL, 0, 0),  # the number of a process, 0 for this one
        (_SET_PRIORITY, _EQUAL, 1, 0),
        (_TGKILL, _EQUAL, 0, os.getpid()),
        (_FCNTL, _EQUAL, 1, _ADD_SEALS),
    ):
        lines += [_line(_EQUAL, numbers[column], 0, 4), _line(_LOAD, _ARGUMENTS + 8 * place)]
        lines += [_line(test, value, 0, 1), _line(_RETURN, _ALLOW), _line(_RETURN, _ERROR | errno.EPERM)]
    lines.append(_line(_RETURN, _ERROR | errno.EPERM))
    code = ctypes.create_string_buffer(b"".join(lines))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(lines), ctypes.addressof(code)))
    return bool(library.prctl(_SET_SECCOMP, _FILTER, ctypes.addressof(program), 0, 0) == 0)


def _line(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    """Return an instruction of the filter; `then` and `otherwise` say how many a test skips."""
    return struct.pack("<HBBI", code, then, otherwise, value)
