-- 1 for a file that a person brought; what no record holds of these is bounded.
ALTER TABLE file_object ADD COLUMN brought INTEGER NOT NULL DEFAULT 0;
create index file_object_brought on file_object (created_by) where brought = 1;
