-- 1 for a file whose bytes are encrypted: a guarded field holds it, or held it.
ALTER TABLE file_object ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;
