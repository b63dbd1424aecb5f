"""External players: functions, programs and scripts of this computer. Whoever may name one may run any program here."""
