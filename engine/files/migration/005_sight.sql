-- What its maker saw of the tables that a file was made from; null for one that came from outside.
ALTER TABLE file_object ADD COLUMN sight TEXT;
