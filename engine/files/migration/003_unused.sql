-- Since when nothing refers to a file, in unix milliseconds; null while something does.
ALTER TABLE file_object ADD COLUMN unused_since BIGINT;
