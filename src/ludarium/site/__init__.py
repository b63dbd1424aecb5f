"""The site put together, by subject: a folder has the rows, rules, commands and pages of one."""
