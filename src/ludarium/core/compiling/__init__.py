"""Compiled code: the compiler's interface to kernels, and the cache of machine code on disk."""
