"""External players: functions, programs and scripts on this computer.

A person who may choose an external player can run any program.
"""
