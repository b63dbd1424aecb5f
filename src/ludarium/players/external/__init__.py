"""External players: functions, programs and scripts on this computer. A person who may name one can run any program."""
