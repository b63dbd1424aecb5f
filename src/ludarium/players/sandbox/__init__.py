"""Where programs of others run: processes of their own, with limits; nothing here names a file of this computer."""
