-- What changes of one kind have in common includes the table. Ids are of one sequence that
-- all tables share, so that an index needs no table before them.
alter table record_phrase add column table_key TEXT not null default '';

drop index record_audit_record;
create index record_audit_record on record_audit (record_id);
drop index record_audit_head;
create index record_audit_head on record_audit (head_id) where head_id <> 0;
