-- The head of a line whose head may be taken back to an earlier state, so that a line which
-- is gone is still found; 0 for all others.
alter table record_audit add column head_id bigint not null default 0;
create index record_audit_head on record_audit (head_id, table_key) where head_id <> 0;
