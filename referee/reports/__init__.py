"""Reports: what the table and its game know, laid out as lines of text or as plain data."""
