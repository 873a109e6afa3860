"""One file for who shall find out what is wrong with a table, without names, addresses or secrets."""
