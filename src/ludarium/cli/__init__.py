"""The command `ludarium`: one file a command, named as the command; a file that is put here is one more."""
